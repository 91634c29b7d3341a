"""CHANGELOG.md: the releases, with the settings and the migrations that each one added."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from gateway import package_data
from gateway.database.installation import release_number

CORE: Final = "core"
_HEADING: Final = re.compile(r"^## (?P<version>\d+\.\d+\.\d+) \((?P<date>unreleased|\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
_SETTING: Final = re.compile(r"^- `([a-z_]+\.\w+)`", re.MULTILINE)
_MIGRATION: Final = re.compile(r"^- (\w+): (\d{3})$", re.MULTILINE)


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """`settings`: the new ones. `migrations`: `core` or a noun → number of the newest one that the release has."""

    version: str
    date: str
    settings: tuple[str, ...]
    migrations: Mapping[str, int]
    text: str

    @property
    def number(self) -> tuple[int, ...]:
        return release_number(self.version)


@cache
def releases() -> Sequence[Release]:
    """The releases of the file, the newest first."""
    text = package_data.changelog().read_text(encoding="utf-8")
    headings = [*_HEADING.finditer(text)]
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    return [
        _release(heading["version"], heading["date"], text[heading.start() : end].strip() + "\n")
        for heading, end in zip(headings, ends, strict=True)
    ]


def _release(version: str, date: str, text: str) -> Release:
    return Release(
        version=version,
        date=date,
        settings=tuple(_SETTING.findall(_part(text, "Settings"))),
        migrations={noun: int(number) for noun, number in _MIGRATION.findall(_part(text, "Migrations"))},
        text=text,
    )


def _part(text: str, title: str) -> str:
    return text.partition(f"\n### {title}\n")[2].partition("\n### ")[0]


def find(version: str) -> Release | None:
    return next((release for release in releases() if release.version == version), None)


def new_settings(version: str) -> list[str]:
    """The settings that are new since a release."""
    since = release_number(version)
    return [name for release in releases() if release.number > since for name in release.settings]


def is_promised(newer: str, older: str) -> bool:
    """Returns whether going back is promised: by patches, or by one minor release."""
    new, old = release_number(newer), release_number(older)
    return new[:1] == old[:1] != () and 0 <= new[1] - old[1] <= 1
