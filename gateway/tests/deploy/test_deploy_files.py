"""The unit is accepted by systemd and agrees with our settings, and production.md with both."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from gateway import package_data
from gateway.config import settings
from gateway.config.sections import ServerSettings
from gateway.tests.support.paths import DEPLOY, OPERATOR_PAGES, ROOT

PAGE = OPERATOR_PAGES / "production.md"
UNIT = DEPLOY / "gateway@.service"
SBIN = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])


def needs(program: str) -> str:
    path = shutil.which(program, path=SBIN)
    if path is None:
        pytest.skip(f"{program} is not installed")
    return path


def value(key: str) -> str:
    match = re.search(rf"^{key}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert match, key
    return match[1]


def test_unit_is_accepted_by_systemd(tmp_path: Path) -> None:
    verify = [needs("systemd-analyze"), "verify"]
    unit = tmp_path / "gateway@8000.service"
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    unit.write_text(re.sub(r"^(User|Group)=.*\n", "", text, flags=re.MULTILINE))
    process = subprocess.run([*verify, str(unit)], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    assert "gateway@" not in process.stderr, process.stderr


def test_unit_waits_for_readiness_and_for_the_stop() -> None:
    server = ServerSettings()
    assert int(value("TimeoutStopSec")) > server.drain_seconds + server.shutdown_seconds
    assert (value("Type"), value("NotifyAccess")) == ("notify", "all"), "the workers send READY=1"
    assert "GATEWAY_SERVER_PORT=%i" in UNIT.read_text(encoding="utf-8")


def test_unit_allows_setpriority_to_the_snapshot_builder() -> None:
    """A call that the filter denies without an errno kills its process."""
    assert value("SystemCallErrorNumber") == "EPERM"
    allowed_calls: set[str] = set()
    for is_denied, names in re.findall(r"^SystemCallFilter=(~?)(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE):
        calls = {call for name in names.split() for call in system_calls(name)}
        allowed_calls = allowed_calls - calls if is_denied else allowed_calls | calls
    assert "setpriority" in allowed_calls
    assert allowed_calls.isdisjoint({"setuid", "sched_setscheduler"})


def system_calls(name: str) -> set[str]:
    """Returns the calls of a set such as @resources; sets may contain sets."""
    if not name.startswith("@"):
        return {name}
    command = [needs("systemd-analyze"), "syscall-filter", name]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = [line.strip() for line in output.splitlines() if line.strip()[:1] not in {"", "#"} and line.strip() != name]
    return {call for member in names for call in system_calls(member)}


def test_page_and_service_have_one_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert package_data.source_version(ROOT).startswith(f"{version}+")


def test_production_page_names_existing_files_and_settings(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in re.findall(r"\b(gateway/(?:deploy|docs)/[\w.@]+)", text):
        assert (ROOT / name).exists(), name
    examples = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "gateway.toml").write_text("\n".join(examples))
    assert settings.load(tmp_path / "gateway.toml", {}).server.workers == 1
    for section, key in re.findall(r"`(server|redis)\.(\w+)`", text):
        assert f"{section}.{key}" in settings.KEYS
