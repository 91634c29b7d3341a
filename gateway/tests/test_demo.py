"""The demo as a child, as `make demo` and the page tests start it."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fixtures import demo
from fixtures.processes import free_port, lock_folder

ROOT = Path(__file__).resolve().parents[2]
ASK = """
import json, os, sys, urllib.request
page = urllib.request.urlopen(os.environ["GATEWAY_URL"] + "/api/rankings/pvp")
stats = urllib.request.urlopen(os.environ["GATEWAY_URL"] + "/api/server/status")
sys.exit(7 if json.load(page)["total"] and json.load(stats)["online"] else 1)
"""
ELSEWHERE = """
import pathlib, sys
from fixtures import demo
demo.DATA = pathlib.Path(sys.argv[1])
sys.exit(demo.main(sys.argv[2:]))
"""


@pytest.mark.parametrize("family", demo.FAMILIES)
def test_a_command_sees_a_whole_site_and_its_exit_code_counts(family: str) -> None:
    command = [sys.executable, "-m", "fixtures.demo", "--family", family, "--size", "30", "--then"]
    done = subprocess.run([*command, sys.executable, "-c", ASK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stdout + done.stderr


def test_it_names_its_address_last_keeps_its_data_and_ends_in_order(tmp_path: Path) -> None:
    for first in (True, False):
        port = str(free_port())
        command = [sys.executable, "-c", ELSEWHERE, str(tmp_path), "--size", "30", "--port", port]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            lines: list[str] = []
            for line in child.stdout:
                lines.append(line.strip())
                if line.startswith("Open "):
                    break
            child.send_signal(signal.SIGINT)
            rest = child.stdout.read().split()
        assert lines[-1] == f"Open http://127.0.0.1:{port}"
        assert any("Filling" in line for line in lines) is first
        assert rest == ["Ended."]
        assert child.returncode == 0


def test_one_demo_for_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "DATA", tmp_path)
    lock = lock_folder(tmp_path / "mobius-30", patience=0)
    try:
        assert demo.main(["--family", "mobius", "--size", "30", "--port", str(free_port())]) == 1
    finally:
        os.close(lock)
    assert "already runs" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "value"), [("FAMILY", "frintezza"), ("SIZE", "9"), ("SIZE", "many")])
def test_a_wrong_wish_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as refused:
        demo.main([])
    assert refused.value.code == 2
    assert name.lower() in capsys.readouterr().err.lower()


def test_a_taken_port_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert demo.main(["--size", "30", "--port", str(port)]) == 1
    assert f"port {port} is taken" in capsys.readouterr().err
