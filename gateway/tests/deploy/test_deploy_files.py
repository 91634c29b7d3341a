"""What lies in gateway/deploy is true: who reads it takes it where it is installed, and its numbers fit ours."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gateway.config import settings
from gateway.tests.support.paths import DEPLOY, ROOT

PAGE = DEPLOY.parent / "docs" / "production.md"
UNIT = DEPLOY / "gateway.service"
NGINX = DEPLOY / "nginx.conf"
SBIN = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])


def needs(program: str) -> str:
    found = shutil.which(program, path=SBIN)
    if found is None:
        pytest.skip(f"{program} is not installed; its file is checked by what it says alone")
    return found


def value(key: str) -> str:
    found = re.search(rf"^{key}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, key
    return found[1]


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    verify = [needs("systemd-analyze"), "verify"]
    unit = tmp_path / "gateway.service"
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    unit.write_text(re.sub(r"^(User|Group)=.*\n", "", text, flags=re.MULTILINE))
    done = subprocess.run([*verify, str(unit)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "gateway.service" not in done.stderr, done.stderr


def test_systemd_gives_the_time_that_stopping_takes() -> None:
    server = settings.Server()
    assert int(value("TimeoutStopSec")) > server.drain_seconds + server.shutdown_seconds
    assert value("ExecReload").endswith("-HUP $MAINPID")
    assert value("Type") == "notify"


def test_systemd_lets_the_reader_of_the_world_step_back() -> None:
    """What a filter denies without an errno kills whoever calls it."""
    program = needs("systemd-analyze")
    assert value("SystemCallErrorNumber") == "EPERM"
    denied = re.findall(r"^SystemCallFilter=~(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    for name in " ".join(denied).split():
        listed = subprocess.run([program, "syscall-filter", name], capture_output=True, text=True, check=True).stdout
        assert "setpriority" not in listed.split(), name


def test_nginx_takes_its_snippet(tmp_path: Path) -> None:
    program = needs("nginx")
    certificate, key = tmp_path / "fullchain.pem", tmp_path / "privkey.pem"
    subject = ["-subj", "/CN=play.example", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        [needs("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject],
        check=True,
        capture_output=True,
    )
    text = NGINX.read_text(encoding="utf-8").replace("/etc/letsencrypt/live/play.example", str(tmp_path))
    ports = re.sub(r"listen (\[::\]:)?(80|443)", lambda found: f"listen {found[1] or ''}1{found[2]}", text)
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid;\nerror_log {tmp_path}/log;\nevents {{}}\nhttp {{\n{ports}\n}}\n")
    done = subprocess.run(
        [program, "-t", "-c", str(whole), "-p", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr, done.stderr


def test_nginx_passes_on_what_the_gateway_believes() -> None:
    text = NGINX.read_text(encoding="utf-8")
    assert "X-Forwarded-For $remote_addr" in text, "what a visitor sends in it must not get through"
    assert "location = /api/donations/webhook" in text


def test_caddy_takes_its_file() -> None:
    command = [needs("caddy"), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "HOME": "/nonexistent"}
    )
    assert done.returncode == 0, done.stderr


def test_what_the_page_for_operators_names_is_there(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    root = ROOT
    for name in re.findall(r"\b(gateway/(?:deploy|docs)/[\w.]+)", text):
        assert (root / name).exists(), name
    (example,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "gateway.toml").write_text(example)
    assert settings.load(tmp_path / "gateway.toml", {}).server.workers == 2
    for section, key in re.findall(r"`(server|redis)\.(\w+)`", text):
        assert f"{section}.{key}" in settings.KEYS
