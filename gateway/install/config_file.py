"""Writes the DSNs and the secret into the configuration file; the operator's own lines stay."""

import base64
import os
import secrets
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Item, Key, Table, Whitespace

from gateway.config import text_files
from gateway.config.access import DATA_KEY_BYTES
from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.text_files import NotTextError
from gateway.game.families import PasswordScheme
from gateway.install.names import InstallError, OptionError

_NOTE = """\
# Written by `gateway install`; it holds passwords: keep it readable by its owner only.

[status]
recorded_peak = 0
"""

# (section, key) of the file → field.
_KEYS = {
    ("database", "family"): "family",
    ("database", "game_dsn"): "game_dsn",
    ("database", "auth_dsn"): "auth_dsn",
    ("database", "site_dsn"): "site_dsn",
    ("game_table_delivery", "dsn"): "handover_dsn",
    ("accounts", "token_secret"): "token_secret",
    ("accounts", "token_secret_previous"): "token_secret_previous",
    ("accounts", "token_secret_next"): "token_secret_next",
    ("accounts", "username_max"): "username_max",
    ("accounts", "password_hash"): "password_hash",
    ("security", "data_keys"): "data_keys",
}
_SECTIONS = {section: [key for name, key in _KEYS if name == section] for section, _ in _KEYS}


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
    token_secret_next: str = ""
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


class TokenSecrets(msgspec.Struct, frozen=True):
    """`current` signs tokens. Those of `previous` stay valid until they expire, those of `next` are valid already."""

    current: str = ""
    previous: str = ""
    next: str = ""


def token_secrets(config: InstalledConfig | None, *, rotate: bool = False, at_once: bool = False) -> TokenSecrets:
    """The secrets of the file, or a first one.

    `rotate`: the first run makes the next secret, and the second one signs with it. Every instance restarts in between,
    so none meets a token of a secret that it does not have. `at_once`: the new one signs after this run.
    """
    present = TokenSecrets()
    if config:
        present = TokenSecrets(config.token_secret, config.token_secret_previous, config.token_secret_next)
    if present.current and not (rotate or at_once):
        return present
    new_secret = secrets.token_urlsafe(48)
    if at_once or not present.current:
        return TokenSecrets(new_secret, present.current or present.previous)
    if not present.next:
        return msgspec.structs.replace(present, next=new_secret)
    return TokenSecrets(present.next, present.current)


def read_config(path: Path) -> InstalledConfig | None:
    """Reads the settings that an earlier run wrote; None if there is no file.

    Raises OptionError for a file that cannot be read.
    """
    if not path.exists():
        return None
    try:
        tables = tomllib.loads(text_files.read(path))
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, NotTextError) as error:
        raise OptionError(f"{path}: {error}; mend it, or name another file with --write-config") from None
    values = {field: tables.get(section, {}).get(key, "") for (section, key), field in _KEYS.items()}
    data_keys, username_max = tuple(values.pop("data_keys")), values.pop("username_max")
    texts: dict[str, Any] = {field: value for field, value in values.items() if isinstance(value, str)}
    return InstalledConfig(**texts, username_max=username_max or 0, data_keys=data_keys)


def check_writable(path: Path) -> None:
    """Checks, before anything is created, that the passwords can be written. Raises InstallError."""
    _merged_text(path, {section: dict.fromkeys(keys, "-") for section, keys in _SECTIONS.items()})
    try:
        _create_temporary_file(path).unlink()
    except OSError as error:
        raise InstallError(
            f"{path}: it has to hold the passwords and cannot be written ({error.strerror}); nothing was touched. "
            "Name another file with --write-config"
        ) from None


def write_config(path: Path, config: InstalledConfig) -> None:
    """Writes the keys into the file; see `update_file`."""
    update_file(path, config.sections)


def update_file(path: Path, sections: Mapping[str, Mapping[str, Value]]) -> None:
    """Writes the keys (section → key → value) by rename. An existing file keeps its owner, group and mode.

    Other users lose their rights: the file holds passwords. Raises InstallError and OSError.
    """
    text = _merged_text(path, sections)
    temporary_file = _create_temporary_file(path)
    try:
        with temporary_file.open("w", encoding="utf-8", newline="") as file:
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


def _merged_text(path: Path, sections: Mapping[str, Mapping[str, Value]]) -> str:
    """The text of the file with these keys; one that exists keeps its line ends. Raises InstallError."""
    try:
        text = text_files.read(path) if path.exists() else _NOTE
        line_end = "\r\n" if "\r\n" in text else "\n"
        text = text.replace("\r\n", "\n")
        for section, keys in sections.items():
            text = merge(text, section, keys)
    except (ValueError, TOMLKitError) as error:
        raise InstallError(f"{path}: it cannot be changed: {error}") from None
    return text.replace("\n", line_end)


def merge(text: str, section: str, keys: Mapping[str, Value]) -> str:
    """The text with these keys in the section, all else unchanged; a key without a value is left out.

    Raises ValueError if the result does not read as that.
    """
    values = tomllib.loads(text)
    if not isinstance(values.get(section, {}), dict):
        raise ValueError(f"{section} is a section, write [{section}]")
    present: dict[str, Any] = values.get(section, {})
    set_keys = {key: [*value] if isinstance(value, tuple) else value for key, value in keys.items() if value}
    expected = {key: value for key, value in {**present, **set_keys}.items() if key in set_keys or key not in keys}
    if present == expected:
        return text
    document = tomlkit.parse(text if text.endswith("\n") or not text else f"{text}\n")
    if section not in document:
        if document.body and not isinstance(document.body[-1][1], Whitespace):
            document.add(tomlkit.nl())
        document.add(section, tomlkit.table())
    table = cast("Table | InlineTable", document[section])
    for key in present.keys() - expected.keys():
        table.remove(key)
    changes = {key: value for key, value in set_keys.items() if present.get(key) != value}
    for key in (key for key in changes if key in present):
        table[key] = changes[key]
    tail = _take_tail(table) if isinstance(table, Table) else []
    for key in (key for key in changes if key not in present):
        table[key] = changes[key]
    if tail:
        table.value.body.extend(tail)
    merged_text = tomlkit.dumps(document)
    if tomllib.loads(merged_text) != {**values, section: expected}:
        raise ValueError(f"write its keys of {section} below a line [{section}]")
    return merged_text


def _take_tail(table: Table) -> list[tuple[Key | None, Item]]:
    """Removes and returns the empty lines and comments at the end of a section: the latter are of the next one."""
    body = table.value.body
    start = next((index for index in range(len(body), 0, -1) if body[index - 1][0]), 0)
    while start < len(body) and not isinstance(body[start][1], Whitespace):
        start += 1
    tail = body[start:]
    del body[start:]
    return tail
