"""The baseline of core and the nouns' own tables: a new schema has what the migrations made, and no more than asked."""

import itertools
import re
from contextlib import suppress
from pathlib import Path
from shutil import copy
from typing import cast

import pytest

from gateway import package_data
from gateway.database.database import Connection
from gateway.database.user_rights import absent_objects
from gateway.install.migrate import migrate, migration_files
from gateway.tests.install.test_migrate import KilledConnection, KilledError
from gateway.tests.support.databases import Server, admin, new_schema

pytestmark = pytest.mark.database

NOUNS = [*package_data.noun_tables()]
_COUNTER = re.compile(r" AUTO_INCREMENT=\d+")
_MAX_CORE_TABLES = 41
LATER = ["economy 002_concentration"]
"""Migrations of nouns after their first ones, which core's migrations made."""


async def test_baseline_makes_what_the_migrations_made(mariadb: Server, tmp_path: Path) -> None:
    old, new = await new_schema(mariadb), await new_schema(mariadb)
    async with admin(mariadb, old) as root:
        for path in sorted((package_data.sql() / "schema").glob("*.sql")):
            copy(path, tmp_path)
        await migrate(root, old, tmp_path)
        assert await migrate(root, old) == LATER, "all nouns are recorded at their first version"
        await migrate(root, old, nouns=NOUNS)  # those that no migration made
        old_tables, old_rows = await _tables(root, old), await _rows(root)
    async with admin(mariadb, new) as root:
        await migrate(root, new, nouns=NOUNS)
        new_tables, new_rows = await _tables(root, new), await _rows(root)
        assert await migrate(root, new) == []
    assert new_tables == old_tables
    assert sorted(map(str, new_rows)) == sorted(map(str, [*old_rows, ("baseline", "59")]))


async def test_core_alone_has_no_table_of_another_noun(mariadb: Server) -> None:
    schema = await new_schema(mariadb)
    async with admin(mariadb, schema) as root:
        await migrate(root, schema)
        tables = {*await _tables(root, schema)}
        assert not tables & absent_objects([])
        assert len(tables) <= _MAX_CORE_TABLES
        assert await migrate(root, schema, nouns=["votes"]) == ["votes 001_tables"]
        assert {*await _tables(root, schema)} - tables == {"votes", "vote_accounts", "vote_answers"}


async def test_baseline_after_a_kill_at_any_statement_is_completed(mariadb: Server) -> None:
    reference, killed = await new_schema(mariadb), await new_schema(mariadb)
    async with admin(mariadb, reference) as root:
        await migrate(root, reference, nouns=["codes"])
        tables = await _tables(root, reference)
    kills = 0
    for lives in itertools.count():
        async with admin(mariadb, killed) as root:
            with suppress(KilledError):
                await migrate(cast("Connection", KilledConnection(root, lives)), killed, nouns=["codes"])
                break
        kills += 1
    assert kills > _MAX_CORE_TABLES
    async with admin(mariadb, killed) as root:
        assert await _tables(root, killed) == tables


async def test_first_migration_that_was_interrupted_goes_on_without_the_baseline(mariadb: Server) -> None:
    schema = await new_schema(mariadb)
    first, *_ = migration_files()
    async with admin(mariadb, schema) as root:
        for statement in first.statements[:2]:
            await root.execute(statement)
        ran = await migrate(root, schema)
    assert ran == [*(migration.title for migration in migration_files()), *LATER]


async def _tables(root: Connection, schema: str) -> dict[str, str]:
    names = await root.execute(f"SELECT table_name FROM information_schema.tables WHERE table_schema = '{schema}'")
    return {
        str(name): _COUNTER.sub("", str((await root.execute(f"SHOW CREATE TABLE {name}")).rows[0][1]))
        for (name,) in names.rows
    }


async def _rows(root: Connection) -> list[object]:
    """The rows that migrations write, and their record."""
    rows = await root.execute("SELECT number, name, checksum FROM schema_migrations ORDER BY number")
    installation = await root.execute("SELECT name, value FROM installation ORDER BY name")
    first_rows = [
        *(await root.execute("SELECT * FROM heartbeat")).rows,
        *(await root.execute("SELECT server FROM probe_connects ORDER BY server")).rows,
        *(await root.execute("SELECT * FROM seasons")).rows,
    ]
    return [*rows.rows, *installation.rows, *first_rows]
