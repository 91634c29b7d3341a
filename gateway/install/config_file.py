"""Writes the DSNs and the secret into the configuration file; the operator's own lines stay."""

import base64
import os
import re
import secrets
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from gateway.config.access import DATA_KEY_BYTES
from gateway.config.dsn import DsnError, parse_dsn
from gateway.game.families import PasswordScheme
from gateway.install.names import InstallError, OptionError

_NOTE = """\
# Written by `gateway install`; it holds passwords: keep it readable by its owner only.

[status]
recorded_peak = 0
"""
_SECTION = r"^\[{}\][^\n]*\n(?P<body>(?:(?!\[)[^\n]*(?:\n|\Z))*)"

# (section, key) of the file → field.
_KEYS = {
    ("database", "family"): "family",
    ("database", "game_dsn"): "game_dsn",
    ("database", "auth_dsn"): "auth_dsn",
    ("database", "site_dsn"): "site_dsn",
    ("game_table_delivery", "dsn"): "handover_dsn",
    ("accounts", "token_secret"): "token_secret",
    ("accounts", "token_secret_previous"): "token_secret_previous",
    ("accounts", "username_max"): "username_max",
    ("accounts", "password_hash"): "password_hash",
    ("security", "data_keys"): "data_keys",
}


Value = str | int | tuple[str, ...]


class InstalledConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that install writes. They contain passwords and secrets: never print one."""

    family: str
    game_dsn: str
    auth_dsn: str
    site_dsn: str
    handover_dsn: str = ""
    token_secret: str = ""
    token_secret_previous: str = ""
    username_max: int = 0
    """0: not in the file."""
    password_hash: PasswordScheme | Literal[""] = ""
    data_keys: tuple[str, ...] = ()

    @property
    def sections(self) -> dict[str, dict[str, Value]]:
        """Section → key → value, as in the file."""
        sections: dict[str, dict[str, Value]] = {}
        for (section, key), field in _KEYS.items():
            sections.setdefault(section, {})[key] = getattr(self, field)
        return sections

    def passwords(self) -> dict[str, str]:
        """User's name → password."""
        passwords: dict[str, str] = {}
        for text in (self.game_dsn, self.auth_dsn, self.site_dsn, self.handover_dsn):
            try:
                dsn = parse_dsn(text)
            except DsnError:
                continue
            passwords[dsn.user] = dsn.password
        return passwords

    def __repr__(self) -> str:
        return f"InstalledConfig(family={self.family!r})"


def first_data_keys(config: InstalledConfig | None) -> tuple[str, ...]:
    """The keys of the file, or a first one. Keys are never replaced: they decrypt secrets in the database."""
    if config and config.data_keys:
        return config.data_keys
    return (f"k{secrets.token_hex(3)}:{base64.b64encode(secrets.token_bytes(DATA_KEY_BYTES)).decode()}",)


def token_secrets(config: InstalledConfig | None, *, rotate: bool) -> tuple[str, str]:
    """The secret that signs tokens, and the previous one, the tokens of which stay valid until they expire."""
    current, previous = (config.token_secret, config.token_secret_previous) if config else ("", "")
    if current and not rotate:
        return current, previous
    return secrets.token_urlsafe(48), current or previous


def read_config(path: Path) -> InstalledConfig | None:
    """Reads the settings that an earlier run wrote; None if there is no file.

    Raises OptionError for a file that cannot be read.
    """
    if not path.exists():
        return None
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: {error}; mend it, or name another file with --write-config") from None
    values = {field: tables.get(section, {}).get(key, "") for (section, key), field in _KEYS.items()}
    data_keys, username_max = tuple(values.pop("data_keys")), values.pop("username_max")
    texts: dict[str, Any] = {field: value for field, value in values.items() if isinstance(value, str)}
    return InstalledConfig(**texts, username_max=username_max or 0, data_keys=data_keys)


def check_writable(path: Path) -> None:
    """Checks, before anything is created, that the passwords can be written. Raises InstallError."""
    try:
        _create_temporary_file(path).unlink()
    except OSError as error:
        raise InstallError(
            f"{path}: it has to hold the passwords and cannot be written ({error.strerror}); nothing was touched. "
            "Name another file with --write-config"
        ) from None


def write_config(path: Path, config: InstalledConfig) -> None:
    """Writes the keys into the file; see `update_file`. Data keys that the file has stay as they are written."""
    previous, sections = read_config(path), config.sections
    if previous and previous.data_keys == config.data_keys:
        del sections["security"]
    update_file(path, sections)


def update_file(path: Path, sections: Mapping[str, Mapping[str, Value]]) -> None:
    """Writes the keys (section → key → value) by rename. An existing file keeps its owner, group and mode.

    Other users lose their rights: the file holds passwords.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else _NOTE
    for section, keys in sections.items():
        text = merge(text, section, keys)
    temporary_file = _create_temporary_file(path)
    try:
        with temporary_file.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            temporary_file.chmod(stat.S_IMODE(path.stat().st_mode) & 0o770)
        temporary_file.replace(path)
    except BaseException:
        temporary_file.unlink(missing_ok=True)
        raise


def _create_temporary_file(path: Path) -> Path:
    """Creates an empty file in the same folder, mode 0600, with the same owner and group. Raises OSError."""
    temporary_file = path.with_name(f".{path.name}.{os.getpid()}")
    os.close(os.open(temporary_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        if path.exists():
            os.chown(temporary_file, path.stat().st_uid, path.stat().st_gid)
    except OSError:
        temporary_file.unlink()
        raise
    return temporary_file


def merge(text: str, section: str, keys: Mapping[str, Value]) -> str:
    """The text with these keys in the section, every other line unchanged; a key without a value is left out."""
    lines = [f"{key} = {_toml_value(value)}\n" for key, value in keys.items() if value]
    match = re.search(_SECTION.format(section), text, re.MULTILINE)
    if match is None:
        gap = "" if not text or text.endswith("\n") else "\n"
        return f"{text}{gap}\n[{section}]\n{''.join(lines)}" if lines else text
    other_lines = [line for line in match["body"].splitlines(keepends=True) if line.split("=")[0].strip() not in keys]
    return text[: match.start("body")] + "".join([*lines, *other_lines]) + text[match.end("body") :]


def _toml_value(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, int):
        return str(value)
    escaped_value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped_value}"'
