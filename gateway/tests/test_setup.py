"""What a machine lacks is installed where that is allowed, else said in one message."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fixtures import setup

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with Node alone on its path, and no right to change it."""
    for tool in ("node", "npm"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or tool)
    monkeypatch.setattr(setup, "SYSTEM_PATH", str(tmp_path))
    monkeypatch.setattr(setup, "_rights", lambda: None)
    return tmp_path


def test_one_message_has_the_exact_command(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert setup.main(["packages", "demo"]) == 1
    said = capsys.readouterr().err
    assert "apt-get install --no-install-recommends mariadb-server-core redis-server\n" in said
    assert "chromium" not in said


def test_tests_want_a_browser_besides(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert setup.main(["packages", "test"]) == 1
    assert "mariadb-server-core redis-server chromium" in capsys.readouterr().err


def test_any_copy_on_the_path_will_do(bare: Path) -> None:
    for program in ("mysqld", "redis-server"):
        (bare / program).touch(mode=0o755)
    assert setup.main(["packages", "demo"]) == 0


def test_an_old_node_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for tool in ("node", "npm"):
        (tmp_path / tool).write_text("#!/bin/sh\necho v18.19.0\n")
        (tmp_path / tool).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert setup.main(["packages", "demo"]) == 1
    assert "Node 20 or newer is needed, this is v18.19.0" in capsys.readouterr().err


def test_it_runs_before_there_is_an_environment() -> None:
    """Isolated and without site packages: the standard library is all it has."""
    command = [sys.executable, "-I", "-S", str(ROOT / "fixtures" / "setup.py"), "help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "packages demo|test" in done.stderr
