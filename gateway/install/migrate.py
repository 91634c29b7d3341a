"""Migrations: bring the site schema up to date, forward only.

`sql/schema/NNN_name.sql` run in order, once each; each is recorded with its checksum, so that a later change of a file
is detected. Two runs at once are safe: the second waits for the first and finds nothing to do. A change of a table
cannot be rolled back, so every statement of a file can be run again: after a run that was killed, the next one starts
the interrupted file from its beginning.

A file whose first line is `-- breaking` takes away what the previous release needs. Its number is recorded, so that
`gateway serve` of a release without that file refuses to start.
"""

import hashlib
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from gateway import package_data
from gateway.database.database import Connection, DatabaseError, Session
from gateway.database.installation import BREAKING
from gateway.database.queries import query, split
from gateway.install.names import InstallError, quote_name, quote_text
from gateway.install.script import Section, part

LOCK_SECONDS = 60
_FILE = re.compile(r"(\d{3})_([a-z0-9_]+)\.sql")


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


LOCK = query("install.lock", LockResult)
UNLOCK = query("install.unlock", LockResult)
CREATE_MIGRATIONS = query("install.create_migrations", None)
MIGRATIONS = query("install.migrations", AppliedMigration)


def migration_files(folder: Path | None = None) -> list[Migration]:
    """The migrations in their order. Raises InstallError for a wrong name or number."""
    migrations: list[Migration] = []
    for number, path in enumerate(sorted((folder or package_data.sql() / "schema").glob("*.sql")), start=1):
        match = _FILE.fullmatch(path.name)
        if match is None or int(match[1]) != number:
            raise InstallError(f"{path.name}: expected {number:03}_<name>.sql")
        text = path.read_text(encoding="utf-8")
        checksum = hashlib.sha256(text.encode()).hexdigest()
        breaking = text.startswith("-- breaking\n")
        migrations.append(
            Migration(number=number, name=match[2], checksum=checksum, statements=tuple(split(text)), breaking=breaking)
        )
    return migrations


def pending_migrations(migrations: list[Migration], applied_migrations: list[AppliedMigration]) -> list[Migration]:
    """The migrations that have not run. Raises InstallError if those that have run are not these files."""
    for row, migration in zip(applied_migrations, migrations, strict=False):
        if (row.number, row.checksum) != (migration.number, migration.checksum):
            raise InstallError(
                f"migration {row.number:03}_{row.name} was changed after it ran; restore it and write a new one"
            )
    if len(applied_migrations) > len(migrations):
        number = applied_migrations[-1].number
        raise InstallError(f"the site schema is newer than this gateway: it has migration {number:03}")
    return migrations[len(applied_migrations) :]


def migration_sections(site: str, migrations: Sequence[Migration]) -> list[Section]:
    """The migrations as a script, with the record of each."""
    if not migrations:
        return []
    first = Section("site", "The record of migrations", [CREATE_MIGRATIONS.sql.strip()], site)
    return [first, *(_section(site, migration) for migration in migrations)]


def _section(site: str, migration: Migration) -> Section:
    values = {
        "site": quote_name(site),
        "number": str(migration.number),
        "name": quote_text(migration.name),
        "checksum": quote_text(migration.checksum),
    }
    record = part("record", values | {"name": f"'{BREAKING}'", "value": f"'{migration.number}'"})
    end = [*(record if migration.breaking else []), *part("migrated", values)]
    return Section("site", f"Tables: {migration.title}", [*migration.statements, *end], site)


async def migrate(connection: Connection, site_schema: str, folder: Path | None = None) -> list[str]:
    """Runs the pending migrations on a connection to the site schema; returns the names of those that ran."""
    session = Session("admin", connection, max_rows=100_000, on_query=None)
    async with _hold_lock(session, f"{site_schema[:48]}.migrate"):
        await session.write(CREATE_MIGRATIONS)
        pending = pending_migrations(migration_files(folder), await session.read(MIGRATIONS))
        for migration in pending:
            for statement in _section(site_schema, migration).statements:
                await connection.execute(statement)
    return [migration.title for migration in pending]


@asynccontextmanager
async def _hold_lock(session: Session, name: str) -> AsyncGenerator[None]:
    lock = await session.one(LOCK, name=name, seconds=LOCK_SECONDS)
    if lock is None or not lock.is_acquired:
        raise InstallError(f"another migration has been running for {LOCK_SECONDS} seconds")
    try:
        yield
    finally:
        with suppress(DatabaseError):  # a connection that broke has lost the lock with it
            await session.one(UNLOCK, name=name)
