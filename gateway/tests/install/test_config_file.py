"""The configuration file that install writes: closed to others, with the operator's own lines, owner and mode."""

import os
import stat
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from gateway.install.config_file import (
    InstalledConfig,
    first_data_keys,
    merge,
    read_config,
    write_config,
)

CONFIG = InstalledConfig(
    family="acis",
    game_dsn="mysql://a:1@h/v",
    auth_dsn="mysql://b:2@h/v",
    site_dsn="mysql://c:3@h/s",
    token_secret="t" * 64,
)


def test_merge_keeps_the_operator_s_lines() -> None:
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


@pytest.mark.parametrize(("mode", "expected"), [(0o644, 0o640), (0o640, 0o640), (0o600, 0o600), (None, 0o600)])
def test_write_config_keeps_mode_and_closes_the_file_to_others(tmp_path: Path, mode: int | None, expected: int) -> None:
    path = tmp_path / "gateway.toml"
    if mode:
        path.write_text("[server]\nport = 1\n")
        path.chmod(mode)
    write_config(path, CONFIG)
    assert stat.S_IMODE(path.stat().st_mode) == expected
    assert read_config(path) == CONFIG
    assert [file.name for file in tmp_path.iterdir()] == ["gateway.toml"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_write_config_keeps_owner_and_group(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.touch(0o400)
    os.chown(path, 1234, 2345)
    write_config(path, CONFIG)
    status = path.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 2345, 0o400)


def test_write_config_puts_the_secret_into_its_section(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text("[accounts]\n# mine\ntoken_days = 3\n")
    write_config(path, CONFIG)
    assert tomllib.loads(path.read_text())["accounts"] == {"token_secret": "t" * 64, "token_days": 3}
    assert "# mine" in path.read_text()


def test_installed_config_hides_passwords_in_its_representation() -> None:
    assert "mysql" not in repr(CONFIG)
    assert "ttt" not in repr(CONFIG)


def test_write_config_keeps_data_keys_as_the_operator_wrote_them(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    write_config(path, replace(CONFIG, data_keys=first_data_keys(None)))
    (key,) = tomllib.loads(path.read_text())["security"]["data_keys"]
    path.write_text(path.read_text().replace(f'["{key}"]', f'[\n  "{key}", # the first\n]'))
    config = read_config(path)
    assert config
    write_config(path, replace(config, data_keys=first_data_keys(config)))
    assert "# the first" in path.read_text()
    assert read_config(path) == config
