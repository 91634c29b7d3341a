"""Facts that `gateway install` records in the site schema, and that the service reads."""

import re
from collections.abc import Iterable
from datetime import tzinfo
from typing import Final

import msgspec

from gateway import package_data
from gateway.config.site_days import SiteDays, decode
from gateway.database.database import Database, Session
from gateway.database.queries import query


class RecordedValue(msgspec.Struct, frozen=True):
    value: str


class MigrationNumber(msgspec.Struct, frozen=True):
    number: int


class NounVersion(msgspec.Struct, frozen=True):
    name: str
    value: str


RECORDED_VALUE = query("install.recorded_value", RecordedValue)
NEWEST_MIGRATION = query("install.newest_migration", MigrationNumber)
NOUN_VERSIONS = query("install.noun_versions", NounVersion)
OWNER_INDEX: Final = "items_owner_index"
"""Present if the game's `items` table has an index on the owner."""
CONNECT_FILTER: Final = "connect_filter"
"""`yes` if the game's servers refuse an address that connects fast; absent where an earlier release installed."""
BASELINE: Final = "baseline"
"""Present where `sql/baseline` made the tables of core; else the migrations made those of all nouns."""
TIME_ZONE: Final = "time_zone"
"""The time zone of the site's days, with its changes; absent where an earlier release installed."""
RELEASE: Final = "release"
"""The newest release that has begun an upgrade, or installed; absent where a release before 1.0.0 installed."""
BREAKING: Final = "breaking_migration"
"""The number of the newest migration that the previous release cannot work with."""


async def unknown_breaking_migration(site: Session) -> int:
    """Returns the number of a breaking migration that this release does not have; 0 if there is none."""
    row = await site.one(RECORDED_VALUE, name=BREAKING)
    return int(row.value) if row and int(row.value) > _known_migrations() else 0


async def noun_versions(site: Database | Session) -> dict[str, int] | None:
    """Returns noun → number of the last file of its tables that ran; None for a schema of before they were recorded."""
    versions = {row.name: int(row.value) for row in await site.read(NOUN_VERSIONS)}
    return versions if versions or await site.one(RECORDED_VALUE, name=BASELINE) else None


async def site_days(site: Database | Session, zone: tzinfo) -> SiteDays:
    """Returns the days that every process of the site counts in. `zone`: the configured one, if none is recorded."""
    row = await site.one(RECORDED_VALUE, name=TIME_ZONE)
    return decode(row.value) if row else SiteDays(zone)


async def recorded_nouns(site: Database | Session) -> set[str] | None:
    """Returns the nouns that have tables of their own; None for a schema of before they were recorded: all have."""
    versions = await noun_versions(site)
    return None if versions is None else {*versions}


async def has_tables(site: Database | Session, noun: str) -> bool:
    """Returns True where the noun's tables are, also if this program has no folder of it."""
    nouns = await recorded_nouns(site)
    return nouns is None or noun in nouns


async def nouns_without_tables(site: Database | Session, nouns: Iterable[str]) -> list[str]:
    """Returns those of `nouns` that need tables of their own and have none."""
    recorded = await recorded_nouns(site)
    folders = package_data.noun_tables()
    return [] if recorded is None else [noun for noun in nouns if noun in folders and noun not in recorded]


async def is_schema_newer(site: Session) -> bool:
    """Returns True if a newer release has upgraded the site schema: its tables, or those of an extra alone."""
    release = await site.one(RECORDED_VALUE, name=RELEASE)
    if release and release_number(release.value) > release_number(package_data.release()):
        return True
    row = await site.one(NEWEST_MIGRATION)
    versions = await noun_versions(site) or {}
    is_newer = any(version > newest_version(noun) for noun, version in versions.items())
    return is_newer or bool(row and row.number > _known_migrations())


def release_number(text: str) -> tuple[int, ...]:
    """Returns the numbers of a version such as 1.0.0; empty for another text."""
    return tuple(map(int, text.split("."))) if re.fullmatch(r"\d+\.\d+\.\d+", text) else ()


def newest_version(noun: str) -> int:
    """Returns the number of the last file of the noun's tables in this program; 0: it has none."""
    folder = package_data.noun_tables().get(noun)
    return sum(1 for _ in (folder / "schema").glob("*.sql")) if folder else 0


def _known_migrations() -> int:
    return sum(1 for _ in (package_data.sql() / "schema").glob("*.sql"))
