"""The commands: what they print, and how they refuse."""

import os
import socket
import subprocess
import sys
import tomllib
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

import pytest

from fixtures.installed import in_schema
from gateway import cli, package_data
from gateway.config.settings import CONFIG, KEYS
from gateway.process import serve
from gateway.tests.conftest import WorldFactory


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("GATEWAY_"):
            monkeypatch.delenv(name)


def test_the_help_of_config_lists_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["config", "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out.splitlines()
    section = ""
    entries: dict[str, tuple[str, str]] = {}
    for line, following in zip(shown, [*shown[1:], ""], strict=True):
        if line.startswith("["):
            section = line.strip("[]")
        elif line.startswith("  ") and " = " in line and section:
            name, _, default = line.strip().partition(" = ")
            entries[f"{section}.{name}"] = (default, following.strip())
    assert entries.keys() == KEYS.keys()
    for path, (default, text) in entries.items():
        assert text == KEYS[path].help
        value = tomllib.loads(f"x = {default}")["x"]
        assert (tuple(value) if isinstance(value, list) else value) == KEYS[path].default  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def test_config_prints_the_effective_settings_without_passwords(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text('[database]\ngame_dsn = "mysql://reader:hidden@db/views"\n[server]\nhost = "a \\"quoted\\" host"\n')
    monkeypatch.setenv("GATEWAY_SERVER_TRUSTED_PROXIES", "10.0.0.1")
    assert cli.main(["config", "--config", str(path)]) == 0
    shown = capsys.readouterr().out
    assert cli.main(["--config", str(path), "config"]) == 0
    assert capsys.readouterr().out == shown
    assert "hidden" not in shown
    values = tomllib.loads(shown)
    assert values["database"]["game_dsn"] == "mysql://reader:***@db/views"
    assert values["server"]["host"] == 'a "quoted" host'
    assert values["server"]["trusted_proxies"] == ["10.0.0.1"]


@pytest.mark.parametrize("before", [None, "/etc/another.toml"])
def test_config_file_is_in_the_environment_during_the_command_alone(
    before: str | None, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if before:
        monkeypatch.setenv(CONFIG, before)
    path = tmp_path / "gateway.toml"
    path.write_text('[server]\nhost = "named.example"\n')

    def run(_args: Namespace) -> int:
        return subprocess.run([sys.executable, "-m", "gateway", "config"], check=False).returncode

    monkeypatch.setattr(serve, "run", run)
    assert cli.main(["serve", "--config", str(path)]) == 0
    assert "named.example" in capfd.readouterr().out
    assert os.environ.get(CONFIG) == before
    path.write_text("[server]\nport = 0.5\n")
    assert cli.main(["config", "--config", str(path)]) == 2
    assert os.environ.get(CONFIG) == before


def test_a_port_that_is_taken_is_named(world: WorldFactory) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # as the workers of another service do
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        env = {**os.environ, **world().environment, "GATEWAY_SERVER_PORT": port}
        command = [sys.executable, "-m", "gateway", "serve"]
        ended = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=False)
    assert ended.returncode == 1
    assert f"127.0.0.1:{port}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_gateway_without_a_command_names_the_first_steps_and_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    shown = capsys.readouterr().err
    assert cli.FIRST_STEPS in shown
    assert all(f"  {name} " in shown for name in cli.COMMANDS)


def test_views_export_prints_the_file_of_the_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["views", "export", "acis", "--config", "not-read.toml"]) == 0
    assert capsys.readouterr().out == (package_data.sql() / "views" / "acis.sql").read_text()


def test_every_command_has_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in cli.COMMANDS:
        with pytest.raises(SystemExit) as ended:
            cli.main([command, "--help"])
        assert ended.value.code == 0
        assert command in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        cli.main(["dance"])
    assert ended.value.code == 2


def test_serve_refuses_a_database_that_would_let_it_write(world: WorldFactory) -> None:
    made = world()
    env = {**os.environ, **made.environment, "GATEWAY_DATABASE_GAME_DSN": _as_root(made.environment, made.admin_dsn)}
    ended = subprocess.run(
        [sys.executable, "-m", "gateway", "serve"], capture_output=True, text=True, env=env, timeout=60, check=False
    )
    assert ended.returncode == serve.EXIT_OVERPRIVILEGED
    assert "must not" in ended.stderr


def _as_root(environment: Mapping[str, str], admin_dsn: str) -> str:
    views = environment["GATEWAY_DATABASE_GAME_DSN"].partition("?")[0].rsplit("/", 1)[1]
    return in_schema(admin_dsn, views)
