"""The configuration file as install leaves it: the DSNs in it, mode 0600, the operator's own lines untouched."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from gateway.dsn import DsnError, parse_dsn

_NOTE = "# Written by `gateway install`; it holds passwords, so nobody else may read it.\n"
_SECTION = re.compile(r"^\[database\][^\n]*\n(?P<body>(?:(?!\[)[^\n]*(?:\n|\Z))*)", re.MULTILINE)


class InstalledConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What the service has to know of an installation. The DSNs hold passwords: never print one."""

    family: str
    game_dsn: str
    auth_dsn: str
    site_dsn: str
    handover_dsn: str = ""

    @property
    def keys(self) -> dict[str, str]:
        """The keys of the section `database`; the hand-over login has none yet and is kept as a comment."""
        return {
            "family": self.family,
            "game_dsn": self.game_dsn,
            "auth_dsn": self.auth_dsn,
            "site_dsn": self.site_dsn,
        }

    def passwords(self) -> dict[str, str]:
        """User's name → password."""
        found: dict[str, str] = {}
        for text in (self.game_dsn, self.auth_dsn, self.site_dsn, self.handover_dsn):
            try:
                dsn = parse_dsn(text)
            except DsnError:
                continue
            found[dsn.user] = dsn.password
        return found

    def __repr__(self) -> str:
        return f"InstalledConfig(family={self.family!r})"


def read_config(path: Path) -> InstalledConfig | None:
    """What an earlier run wrote, so that its passwords can stay; None where there is nothing."""
    if not path.is_file():
        return None
    section = tomllib.loads(path.read_text(encoding="utf-8")).get("database", {})
    keys = {key: section.get(key, "") for key in ("family", "game_dsn", "auth_dsn", "site_dsn")}
    return InstalledConfig(**{key: value for key, value in keys.items() if isinstance(value, str)})


def write_config(path: Path, config: InstalledConfig) -> None:
    """Puts the keys into the file, whole or not at all, readable to its owner only."""
    old = path.read_text(encoding="utf-8") if path.exists() else _NOTE
    text = merge(old, config.keys)
    half = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def merge(text: str, keys: Mapping[str, str]) -> str:
    """The file with these keys in its section `database`, every other line as it was."""
    lines = [f"{key} = {_quoted(value)}\n" for key, value in keys.items()]
    found = _SECTION.search(text)
    if found is None:
        gap = "" if not text or text.endswith("\n") else "\n"
        return f"{text}{gap}\n[database]\n{''.join(lines)}"
    kept = [line for line in found["body"].splitlines(keepends=True) if line.split("=")[0].strip() not in keys]
    return text[: found.start("body")] + "".join([*lines, *kept]) + text[found.end("body") :]


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
