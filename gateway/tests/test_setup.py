"""`fixtures/setup.py` installs missing packages, or prints the command that does."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fixtures import setup

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def empty_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with only Node on its PATH, without root."""
    for tool in ("node", "npm"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or tool)
    monkeypatch.setattr(setup, "SYSTEM_PATH", str(tmp_path))
    monkeypatch.setattr(setup, "_root_prefix", lambda: None)
    return tmp_path


@pytest.mark.parametrize(
    ("purpose", "packages"),
    [
        ("demo", "mariadb-server-core redis-server"),
        ("test", "mariadb-server-core redis-server chromium"),
        ("bench", "mariadb-server-core redis-server wrk"),
    ],
)
def test_setup_without_root_prints_the_install_command(
    empty_machine: Path, capsys: pytest.CaptureFixture[str], purpose: str, packages: str
) -> None:
    assert setup.main(["packages", purpose]) == 1
    assert f"apt-get install --no-install-recommends {packages}\n" in capsys.readouterr().err


def test_setup_accepts_any_program_of_the_listed_names(empty_machine: Path) -> None:
    for program in ("mysqld", "redis-server"):
        (empty_machine / program).touch(mode=0o755)
    assert setup.main(["packages", "demo"]) == 0


def test_setup_rejects_an_old_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for tool in ("node", "npm"):
        (tmp_path / tool).write_text("#!/bin/sh\necho v18.19.0\n")
        (tmp_path / tool).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert setup.main(["packages", "demo"]) == 1
    assert "Node 20 or newer is needed, this is v18.19.0" in capsys.readouterr().err


def test_setup_runs_with_the_standard_library_alone() -> None:
    command = [sys.executable, "-I", "-S", str(ROOT / "fixtures" / "setup.py"), "help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "packages demo|test|bench" in done.stderr
