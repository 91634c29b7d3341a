"""The commands: output, exit codes and errors."""

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
    with pytest.raises(SystemExit) as exit_info:
        cli.main(["config", "--help"])
    assert exit_info.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    section = ""
    entries: dict[str, tuple[str, str]] = {}
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
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
    assert cli.main(["config", "--config", str(path)]) == 2
    output, error = capsys.readouterr()
    assert "database.auth_dsn is not set" in error
    assert cli.main(["--config", str(path), "config"]) == 2
    assert capsys.readouterr() == (output, error)
    assert "hidden" not in output
    values = tomllib.loads(output)
    assert values["database"]["game_dsn"] == "mysql://reader:***@db/views"
    assert values["server"]["host"] == 'a "quoted" host'
    assert values["server"]["trusted_proxies"] == ["10.0.0.1"]


@pytest.mark.parametrize("previous_file", [None, "/etc/another.toml"])
def test_config_file_is_in_the_environment_during_the_command_alone(
    previous_file: str | None, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if previous_file:
        monkeypatch.setenv(CONFIG, previous_file)
    path = tmp_path / "gateway.toml"
    path.write_text('[server]\nhost = "named.example"\n')

    def run(_args: Namespace) -> int:
        return subprocess.run([sys.executable, "-m", "gateway", "config"], check=False).returncode

    monkeypatch.setattr(serve, "run", run)
    assert cli.main(["serve", "--config", str(path)]) == 2
    assert "named.example" in capfd.readouterr().out
    assert os.environ.get(CONFIG) == previous_file
    path.write_text("[server]\nport = 0.5\n")
    assert cli.main(["config", "--config", str(path)]) == 2
    assert os.environ.get(CONFIG) == previous_file


def test_a_port_that_is_taken_is_named(world: WorldFactory) -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # as the workers of another service do
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        env = {**os.environ, **world().environment, "GATEWAY_SERVER_PORT": port}
        command = [sys.executable, "-m", "gateway", "serve"]
        exit_info = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=False)
    assert exit_info.returncode == 1
    assert f"127.0.0.1:{port}" in exit_info.stderr
    assert "Traceback" not in exit_info.stderr


def test_gateway_on_windows_names_the_page_before_it_imports_a_command() -> None:
    code = (
        "import sys\n"
        "for name in ('fcntl', 'resource', 'pwd', 'grp', 'termios', 'uvloop'):\n"
        "    sys.modules[name] = None\n"
        "from gateway import cli\n"
        "sys.platform = 'win32'\n"
        "sys.exit(cli.main(['doctor']))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, cli.NEEDS_LINUX)


def test_gateway_without_a_command_names_the_first_steps_and_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    output = capsys.readouterr().err
    assert cli.FIRST_STEPS in output
    assert all(f"  {name} " in output for name in cli.COMMANDS)


def test_list_of_commands_is_made_without_the_service() -> None:
    """Folders add their commands and settings to it, and each start of a command makes it."""
    script = "import sys, gateway.cli; print(*{'asyncmy', 'litestar', 'numpy', 'structlog'} & sys.modules.keys())"
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "\n"


def test_views_export_prints_the_file_of_the_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["views", "export", "acis", "--config", "not-read.toml"]) == 0
    assert capsys.readouterr().out == (package_data.sql() / "views" / "acis.sql").read_text()


def test_every_command_has_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in cli.COMMANDS:
        with pytest.raises(SystemExit) as exit_info:
            cli.main([command, "--help"])
        assert exit_info.value.code == 0
        assert command in capsys.readouterr().out
    with pytest.raises(SystemExit) as exit_info:
        cli.main(["dance"])
    assert exit_info.value.code == 2


def test_serve_refuses_a_database_that_would_let_it_write(world: WorldFactory) -> None:
    installation = world()
    env = {
        **os.environ,
        **installation.environment,
        "GATEWAY_DATABASE_GAME_DSN": _as_root(installation.environment, installation.admin_dsn),
    }
    exit_info = subprocess.run(
        [sys.executable, "-m", "gateway", "serve"], capture_output=True, text=True, env=env, timeout=60, check=False
    )
    assert exit_info.returncode == serve.EXIT_OVERPRIVILEGED
    assert "must not" in exit_info.stderr


def test_config_and_serve_check_refuse_what_serve_refuses(world: WorldFactory) -> None:
    installation = world()
    environment = dict(installation.environment)
    fake = {"GATEWAY_PAYMENTS_PROVIDER": "fake"}
    root = {"GATEWAY_DATABASE_GAME_DSN": _as_root(environment, installation.admin_dsn)}
    for words, changes, code, text in (
        (["config"], {}, 0, "[database]"),
        (["serve", "--check"], {}, 0, "would start"),
        (["config"], fake, 2, "access_token is not set"),
        (["serve", "--check"], root, serve.EXIT_OVERPRIVILEGED, "must not"),
    ):
        command, env = [sys.executable, "-m", "gateway", *words], {**os.environ, **environment, **changes}
        result = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=False)
        assert result.returncode == code, result.stderr
        assert text in (result.stderr if code else result.stdout)


def _as_root(environment: Mapping[str, str], admin_dsn: str) -> str:
    views = environment["GATEWAY_DATABASE_GAME_DSN"].partition("?")[0].rsplit("/", 1)[1]
    return in_schema(admin_dsn, views)
