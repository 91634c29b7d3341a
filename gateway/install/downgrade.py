"""`gateway downgrade --check`: says what going back to an earlier release costs. It changes nothing.

Run it before going back with the newer release, or after it with the older one, which then names what it does not see.
Migrations stay: the older release works beside them. Going back by one minor release is promised, unless a migration is
marked as breaking; further back is a restore of a backup.
"""

import argparse
import dataclasses
import os
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final

import msgspec

from gateway import package_data
from gateway.config import settings as configuration
from gateway.database.database import Database, DatabaseError
from gateway.database.installation import (
    BREAKING,
    RECORDED_VALUE,
    RELEASE,
    is_schema_newer,
    newest_version,
    noun_versions,
)
from gateway.database.queries import query
from gateway.database.user_rights import PROBE_COLUMNS, PROCEDURES
from gateway.features.operators.command_line import CommandRefused, execute
from gateway.features.operators.report import Answer, escape
from gateway.install import changelog
from gateway.install.changelog import CORE
from gateway.install.migrate import MIGRATIONS, AppliedMigration, Migration, migration_files

_CREATES: Final = re.compile(r"CREATE TABLE IF NOT EXISTS (\w+)")
_ALTERS: Final = re.compile(r"ALTER TABLE (\w+)")
_RESTORE: Final = "restore a backup of that release (backup.md)"


class VisibleObject(msgspec.Struct, frozen=True):
    name: str
    kind: str


class TableSize(msgspec.Struct, frozen=True):
    count: int


VISIBLE_OBJECTS = query("install.visible_objects", VisibleObject)
COUNT_ROWS = query("install.count_rows", TableSize)


class EarlierRelease(msgspec.Struct, frozen=True, kw_only=True):
    """The release to go back to. `migrations`: `core` or a noun → number of the newest one that it has."""

    version: str
    migrations: dict[str, int]
    is_this_program: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    parser.add_argument("--check", action="store_true", required=True, help="the only way to run it")
    parser.add_argument("--to", metavar="VERSION", default="", help="the release to go back to (the one before)")


def run(args: argparse.Namespace) -> int:
    """Returns 0 if going back is promised; 1 if it is not, or there is no such release; 2 without the site schema."""
    return execute(args, lambda site: check(site, args.to))


async def check(site: Database, version: str = "") -> Answer:
    """Raises CommandRefused and DatabaseError."""
    recorded_release = await site.one(RECORDED_VALUE, name=RELEASE)
    newest = recorded_release.value if recorded_release else package_data.release()
    async with site.session() as session:
        is_older_program = await is_schema_newer(session)
    target = _this_program() if is_older_program else _earlier(version)
    applied = await site.read(MIGRATIONS)
    nouns = await noun_versions(site) or {}
    breaking = await site.one(RECORDED_VALUE, name=BREAKING)
    number = int(breaking.value) if breaking else 0
    refused_migration = number if number > target.migrations.get(CORE, 0) else 0
    is_promised = changelog.is_promised(newest, target.version) and not refused_migration
    files = [] if target.is_this_program else _files_since(target)
    return Answer(
        [
            f"from        {newest}",
            f"to          {target.version}: {'promised' if is_promised else _why_not(refused_migration)}",
            *_migrations(target, applied, nouns),
            *[line async for line in _unseen(site, target, files)],
            *_setting_lines(target),
            *(_steps() if is_promised and not target.is_this_program else ()),
        ],
        code=0 if is_promised else 1,
    )


def _this_program() -> EarlierRelease:
    nouns = {noun: newest_version(noun) for noun in package_data.noun_tables()}
    return EarlierRelease(
        version=package_data.release(), migrations={CORE: len(migration_files()), **nouns}, is_this_program=True
    )


def _earlier(version: str) -> EarlierRelease:
    """Raises CommandRefused."""
    own_release = changelog.find(package_data.release())
    earlier_releases = [
        release for release in changelog.releases() if own_release and release.number < own_release.number
    ]
    release = next((release for release in earlier_releases if version in {"", release.version}), None)
    if release is None:
        title = f"release {version} before" if version else "release before"
        raise CommandRefused(f"CHANGELOG.md has no {title} {package_data.release()}: {_RESTORE}")
    return EarlierRelease(version=release.version, migrations=dict(release.migrations))


def _why_not(refused_migration: int) -> str:
    if refused_migration:
        return f"it refuses to start: migration {refused_migration:03} takes away what it needs; {_RESTORE}"
    return f"not promised, since it is more than one minor release back: {_RESTORE}"


def _migrations(target: EarlierRelease, applied: Sequence[AppliedMigration], nouns: dict[str, int]) -> Iterator[str]:
    titles = [f"{row.number:03}_{row.name}" for row in applied if row.number > target.migrations.get(CORE, 0)]
    titles += [
        f"{noun} {number:03}"
        for noun, version in nouns.items()
        for number in range(target.migrations.get(noun, 0) + 1, version + 1)
    ]
    yield f"migrations  {', '.join(titles)}: they stay" if titles else "migrations  none is newer"


def _files_since(target: EarlierRelease) -> list[Migration]:
    folders = {CORE: None, **{noun: folder / "schema" for noun, folder in package_data.noun_tables().items()}}
    return [
        file
        for noun, folder in folders.items()
        for file in migration_files(folder)
        if file.number > target.migrations.get(noun, 0)
    ]


async def _unseen(site: Database, target: EarlierRelease, files: Sequence[Migration]) -> AsyncIterator[str]:
    objects = await site.read(VISIBLE_OBJECTS)
    statements = [statement for file in files for statement in file.statements]
    new_tables = {table for statement in statements for table in _CREATES.findall(statement)}
    if target.is_this_program:
        new_tables = {row.name for row in objects if row.kind == "table"} - {*PROBE_COLUMNS["site"]}
        procedures = sorted({row.name for row in objects if row.kind == "procedure"} - {*PROCEDURES})
        if procedures:
            yield f"not seen    procedures {', '.join(map(escape, procedures))}"
    for table in sorted(new_tables & {row.name for row in objects}):
        yield f"not seen    table {escape(table)}: {await _count(site, table)}"
    altered_tables = {table for statement in statements for table in _ALTERS.findall(statement)} - new_tables
    if altered_tables:
        yield f"not seen    new columns of {', '.join(sorted(altered_tables))}"


async def _count(site: Database, table: str) -> str:
    if not re.fullmatch(r"\w+", table):
        return "rows not counted"
    try:
        row = await site.one(dataclasses.replace(COUNT_ROWS, sql=COUNT_ROWS.sql.format(table=table)))
    except DatabaseError:
        return "rows not counted"
    return f"{row.count if row else 0:,} rows"


def _setting_lines(target: EarlierRelease) -> Iterator[str]:
    path = configuration.config_path(os.environ)
    if target.is_this_program:
        names = configuration.unknown_settings(path, os.environ)
    else:
        set_keys = configuration.set_keys(path, os.environ)
        names = [name for name in changelog.new_settings(target.version) if name in set_keys]
    if names:
        yield f"settings    ignored by it, and named in its log: {', '.join(names)}"


def _steps() -> Iterator[str]:
    yield "go back     back up; install that release again (its install.sh), on every machine"
    yield "            restart each instance, one after the other: no `install` or `upgrade` of the older release"
