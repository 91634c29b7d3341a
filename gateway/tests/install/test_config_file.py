"""The configuration file that install leaves: closed to others, the operator's own lines kept, no password told."""

from __future__ import annotations

import stat
import tomllib
from pathlib import Path

from gateway.install.config_file import InstalledConfig, merge, read_config, write_config

CONFIG = InstalledConfig(
    family="acis",
    game_dsn="mysql://a:1@h/v",
    auth_dsn="mysql://b:2@h/v",
    site_dsn="mysql://c:3@h/s",
    token_secret="t" * 64,
)


def test_the_operators_own_lines_stay() -> None:
    old = (
        '# mine\n[server]\nport = 9\n\n[database]\n# pools\ngame_pool = 3\ngame_dsn = "old"\n\n[log]\nlevel = "debug"\n'
    )
    keys = CONFIG.sections["database"]
    new = merge(old, "database", keys)
    assert tomllib.loads(new) == {
        "server": {"port": 9},
        "database": {**keys, "game_pool": 3},
        "log": {"level": "debug"},
    }
    assert "# mine" in new
    assert "# pools" in new
    assert merge(new, "database", keys) == new


def test_a_file_that_was_open_to_all_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text("[server]\nport = 1\n")
    path.chmod(0o644)
    write_config(path, CONFIG)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_config(path) == CONFIG
    assert [file.name for file in tmp_path.iterdir()] == ["gateway.toml"]


def test_the_secret_stands_in_a_section_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text("[accounts]\n# mine\ntoken_days = 3\n")
    write_config(path, CONFIG)
    assert tomllib.loads(path.read_text())["accounts"] == {"token_secret": "t" * 64, "token_days": 3}
    assert "# mine" in path.read_text()


def test_no_password_in_a_representation() -> None:
    assert "mysql" not in repr(CONFIG)
    assert "ttt" not in repr(CONFIG)
