"""Migrations: bring the site schema up to date, forward only.

Those of core are `sql/schema/NNN_name.sql`. They run in order, once each; each is recorded with its checksum, so that a
later change of a file is detected. The first ones made the tables of all nouns. In a new schema `sql/baseline` stands
for them: it makes the tables of core in the same form, and records these migrations. The tables of an extra, or of the
administration, are numbered on their own: `schema/NNN_name.sql` in `sql/extras/<noun>` or `sql/administration`;
`installation` has the number of the last one of each that ran.

Two runs at once are safe: the second waits for the first and finds nothing to do. A change of a table cannot be rolled
back, so every statement of a file can be run again: after a run that was killed, the next one starts the interrupted
file from its beginning.

A file whose first line is `-- breaking` takes away what the previous release needs. Its number is recorded, so that
`gateway serve` of a release without that file refuses to start.
"""

import hashlib
import re
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from gateway import package_data
from gateway.database.database import Connection, DatabaseError, Session
from gateway.database.installation import BASELINE, BREAKING
from gateway.database.queries import query, split
from gateway.install.names import InstallError, quote_name, quote_text
from gateway.install.script import Section, part

LOCK_SECONDS = 60
_FILE = re.compile(r"(\d{3})_([a-z0-9_]+)\.sql")
_BASELINE_MIGRATIONS: Final = 59
"""The number of migrations that `sql/baseline` stands for, together with the first file of each noun."""
RECORD_TABLE: Final = "schema_migrations"
_FIRST_TABLES: Final = {RECORD_TABLE, "installation"}
"""Those that the baseline makes before its mark. No migration changed them."""
_VERSION: Final = re.compile(r"'tables\.(\w+)', '(\d+)'")


class LockResult(msgspec.Struct):
    is_acquired: int


class AppliedMigration(msgspec.Struct):
    number: int
    name: str
    checksum: str


class Migration(msgspec.Struct, frozen=True, kw_only=True):
    """One file of `sql/schema`."""

    number: int
    name: str
    checksum: str
    statements: tuple[str, ...]
    breaking: bool = False

    @property
    def title(self) -> str:
        return f"{self.number:03}_{self.name}"


class TableName(msgspec.Struct):
    table: str


class InstallationRow(msgspec.Struct):
    name: str
    value: str


class SchemaState(msgspec.Struct, frozen=True, kw_only=True):
    """What has run in a site schema. `versions`: noun → number of its last file."""

    applied: Sequence[AppliedMigration] = ()
    versions: Mapping[str, int] = {}
    is_new: bool = True
    """No migration has run, not even a part of one, except for the baseline."""


class SchemaStep(msgspec.Struct, frozen=True):
    """Statements that run together and end with their record."""

    title: str
    statements: Sequence[str]


LOCK = query("install.lock", LockResult)
UNLOCK = query("install.unlock", LockResult)
CREATE_MIGRATIONS = query("install.create_migrations", None)
MIGRATIONS = query("install.migrations", AppliedMigration)
TABLES = query("install.table_names", TableName)
RECORDS = query("install.records", InstallationRow)


def migration_files(folder: Path | None = None) -> list[Migration]:
    """The migrations of a folder in their order: by default those of core. Raises InstallError for a wrong name."""
    migrations: list[Migration] = []
    for number, path in enumerate(sorted((folder or package_data.sql() / "schema").glob("*.sql")), start=1):
        match = _FILE.fullmatch(path.name)
        if match is None or int(match[1]) != number:
            raise InstallError(f"{path.name}: expected {number:03}_<name>.sql")
        text = path.read_text(encoding="utf-8")
        checksum = hashlib.sha256(text.encode()).hexdigest()
        breaking = text.startswith("-- breaking\n")
        migrations.append(
            Migration(number=number, name=match[2], checksum=checksum, statements=split(text), breaking=breaking)
        )
    return migrations


def pending_migrations(migrations: list[Migration], applied_migrations: Sequence[AppliedMigration]) -> list[Migration]:
    """The migrations that have not run. Raises InstallError if those that have run are not these files."""
    for row, migration in zip(applied_migrations, migrations, strict=False):
        if (row.number, row.checksum) != (migration.number, migration.checksum):
            raise InstallError(
                f"migration {row.number:03}_{row.name} was changed after it ran; restore it and write a new one"
            )
    if len(applied_migrations) > len(migrations):
        raise _newer_schema(f"migration {applied_migrations[-1].number:03}")
    return migrations[len(applied_migrations) :]


def _newer_schema(reason: str) -> InstallError:
    command = "`gateway downgrade --check` says what this release does not see"
    return InstallError(f"the site schema is newer than this gateway: it has {reason}; {command}")


def pending_steps(site: str, state: SchemaState, nouns: Collection[str] = ()) -> list[SchemaStep]:
    """The steps of core, and of the nouns that are named or have tables already. Raises InstallError."""
    pending = pending_migrations(migration_files(), state.applied)
    steps: list[SchemaStep] = []
    if state.is_new:
        steps.append(_baseline(site, pending[:_BASELINE_MIGRATIONS]))
        pending = pending[_BASELINE_MIGRATIONS:]
    steps += [_step(site, migration) for migration in pending]
    versions = _versions(state)
    return [*steps, *(step for noun in sorted({*nouns, *versions}) for step in _noun_steps(site, noun, versions))]


def nouns_with_tables(state: SchemaState, nouns: Collection[str] | None) -> list[str]:
    """Returns those that have tables of their own already, and those of `nouns` that get them; None: all."""
    folders = package_data.noun_tables()
    names = folders if nouns is None else [noun for noun in nouns if noun in folders]
    return sorted({*names, *_versions(state)})


def _versions(state: SchemaState) -> Mapping[str, int]:
    is_older = not state.is_new and len(state.applied) < _BASELINE_MIGRATIONS
    return _made_by_migrations() if is_older else state.versions


def _made_by_migrations() -> dict[str, int]:
    """Noun → version of its tables after the migrations that the baseline stands for."""
    text = "".join(migration_files()[_BASELINE_MIGRATIONS - 1].statements)
    return {noun: int(version) for noun, version in _VERSION.findall(text)}


def step_sections(site: str, steps: Sequence[SchemaStep]) -> list[Section]:
    """The steps as a script, with the record of each."""
    if not steps:
        return []
    first = Section("site", "The record of migrations", [CREATE_MIGRATIONS.sql.strip()], site)
    return [first, *(Section("site", f"Tables: {step.title}", [*step.statements], site) for step in steps)]


def _baseline(site: str, migrations: Sequence[Migration]) -> SchemaStep:
    paths = sorted((package_data.sql() / "baseline").glob("*.sql"), key=lambda path: path.stem != "installation")
    first, *tables = (statement for path in paths for statement in split(path.read_text(encoding="utf-8")))
    rows = ", ".join(_row(migration) for migration in migrations)
    mark = part("record", _record(site, BASELINE, _BASELINE_MIGRATIONS))
    end = part("migrated", {"site": quote_name(site), "rows": rows})  # one statement: a killed run leaves all or none
    return SchemaStep("baseline of core", [first, *mark, *tables, *end])


def _noun_steps(site: str, noun: str, versions: Mapping[str, int]) -> list[SchemaStep]:
    """Raises InstallError: without their files, an erasure would leave rows in these tables."""
    folder = package_data.noun_tables().get(noun)
    if folder is None:
        raise InstallError(f"the site schema has tables of {noun}, and its folder in sql is not there: put it back")
    files, version = migration_files(folder / "schema"), versions.get(noun, 0)
    if version > len(files):
        raise _newer_schema(f"migration {version:03} of {noun}")
    return [
        SchemaStep(
            f"{noun} {migration.title}",
            [*migration.statements, *part("record", _record(site, f"tables.{noun}", migration.number))],
        )
        for migration in files[version:]
    ]


def _step(site: str, migration: Migration) -> SchemaStep:
    breaking = part("record", _record(site, BREAKING, migration.number)) if migration.breaking else []
    end = part("migrated", {"site": quote_name(site), "rows": _row(migration)})
    return SchemaStep(migration.title, [*migration.statements, *breaking, *end])


def _row(migration: Migration) -> str:
    return f"({migration.number}, {quote_text(migration.name)}, {quote_text(migration.checksum)}, UNIX_TIMESTAMP())"


def _record(site: str, name: str, number: int) -> dict[str, str]:
    return {"site": quote_name(site), "name": quote_text(name), "value": f"'{number}'"}


async def migrate(
    connection: Connection, site_schema: str, folder: Path | None = None, nouns: Collection[str] = ()
) -> list[str]:
    """Runs what is pending on a connection to the site schema; returns the titles of what ran.

    `folder`: of migrations of core, which run without baseline and nouns. `nouns`: those that get tables.
    """
    session = Session("admin", connection, max_rows=100_000, on_query=None)
    async with migration_lock(session, site_schema):
        state = await schema_state(session, site_schema)
        await session.write(CREATE_MIGRATIONS)
        if folder:
            steps = [_step(site_schema, file) for file in pending_migrations(migration_files(folder), state.applied)]
        else:
            steps = pending_steps(site_schema, state, nouns)
        for step in steps:
            for statement in step.statements:
                await connection.execute(statement)
    return [step.title for step in steps]


async def schema_state(session: Session, site_schema: str) -> SchemaState:
    """Reads it with the site schema as the session's default."""
    tables = {row.table for row in await session.read(TABLES, schema=site_schema)}
    records = {row.name: row.value for row in await session.read(RECORDS)} if "installation" in tables else {}
    applied = await session.read(MIGRATIONS) if RECORD_TABLE in tables else []
    return SchemaState(
        applied=applied,
        versions=recorded_versions(records),
        is_new=not applied and (tables <= _FIRST_TABLES or BASELINE in records),
    )


def recorded_versions(records: Mapping[str, str]) -> dict[str, int]:
    """Noun → version, of the record of an installation."""
    return {name.removeprefix("tables."): int(value) for name, value in records.items() if name.startswith("tables.")}


@asynccontextmanager
async def migration_lock(session: Session, site_schema: str) -> AsyncGenerator[None]:
    """Waits for other changes of the tables of this schema. Raises InstallError."""
    name = f"{site_schema[:48]}.migrate"
    lock = await session.one(LOCK, name=name, seconds=LOCK_SECONDS)
    if lock is None or not lock.is_acquired:
        raise InstallError(f"another migration, backup or restore has been running for {LOCK_SECONDS} seconds")
    try:
        yield
    finally:
        with suppress(DatabaseError):  # a connection that broke has lost the lock with it
            await session.one(UNLOCK, name=name)
