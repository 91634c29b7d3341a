"""The files of gateway/deploy: their own programs accept them, and their values agree with our settings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gateway.config import settings
from gateway.config.sections import ServerSettings
from gateway.tests.support.paths import DEPLOY, ROOT

PAGE = DEPLOY.parent / "docs" / "production.md"
UNIT = DEPLOY / "gateway@.service"
NGINX = DEPLOY / "nginx.conf"
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
    done = subprocess.run([*verify, str(unit)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "gateway@" not in done.stderr, done.stderr


def test_unit_waits_for_readiness_and_for_the_stop() -> None:
    server = ServerSettings()
    assert int(value("TimeoutStopSec")) > server.drain_seconds + server.shutdown_seconds
    assert (value("Type"), value("NotifyAccess")) == ("notify", "all"), "the workers send READY=1"
    assert "GATEWAY_SERVER_PORT=%i" in UNIT.read_text(encoding="utf-8")


def test_unit_allows_setpriority_to_the_snapshot_builder() -> None:
    """A call that the filter denies without an errno kills its process."""
    program = needs("systemd-analyze")
    assert value("SystemCallErrorNumber") == "EPERM"
    denied = re.findall(r"^SystemCallFilter=~(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    for name in " ".join(denied).split():
        listed = subprocess.run([program, "syscall-filter", name], capture_output=True, text=True, check=True).stdout
        assert "setpriority" not in listed.split(), name


def test_nginx_accepts_its_snippet(tmp_path: Path) -> None:
    program = needs("nginx")
    certificate, key = tmp_path / "fullchain.pem", tmp_path / "privkey.pem"
    subject = ["-subj", "/CN=play.example", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        [needs("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject],
        check=True,
        capture_output=True,
    )
    text = NGINX.read_text(encoding="utf-8").replace("/etc/letsencrypt/live/play.example", str(tmp_path))
    ports = re.sub(r"listen (\[::\]:)?(80|443)", lambda match: f"listen {match[1] or ''}1{match[2]}", text)
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid;\nerror_log {tmp_path}/log;\nevents {{}}\nhttp {{\n{ports}\n}}\n")
    done = subprocess.run(
        [program, "-t", "-c", str(whole), "-p", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr, done.stderr


def test_nginx_replaces_forwarded_headers() -> None:
    text = NGINX.read_text(encoding="utf-8")
    assert "X-Forwarded-For $remote_addr" in text, "a header that the visitor sent must not reach the gateway"
    assert "location = /api/donations/webhook" in text


def test_caddy_accepts_its_file() -> None:
    command = [needs("caddy"), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "HOME": "/nonexistent"}
    )
    assert done.returncode == 0, done.stderr


def test_production_page_names_existing_files_and_settings(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in re.findall(r"\b(gateway/(?:deploy|docs)/[\w.@]+)", text):
        assert (ROOT / name).exists(), name
    (example,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "gateway.toml").write_text(example)
    assert settings.load(tmp_path / "gateway.toml", {}).server.workers == 1
    for section, key in re.findall(r"`(server|redis)\.(\w+)`", text):
        assert f"{section}.{key}" in settings.KEYS
