"""Migrations: each runs once, in order and alone; a changed file is refused; an interrupted run is continued."""

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path
from shutil import copy
from typing import Any, cast

import pytest
from msgspec import structs

from fixtures import installed
from fixtures.installed import Schemas, run_in_thread
from gateway import cli, package_data
from gateway.database import privileges
from gateway.database.connection import Result
from gateway.database.database import Connection, DatabaseError
from gateway.database.installation import newest_version
from gateway.install.migrate import (
    AppliedMigration,
    SchemaState,
    migrate,
    migration_files,
    pending_migrations,
    pending_steps,
)
from gateway.install.names import InstallError
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin, new_schema
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.database

FILES = package_data.sql() / "schema"
FIRST = "-- why\nCREATE TABLE IF NOT EXISTS first (id INT PRIMARY KEY);\nINSERT INTO first VALUES (1);\n"
SECOND = "CREATE TABLE second (id INT PRIMARY KEY);\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "001_first.sql").write_text(FIRST)
    return tmp_path


async def test_migrations_run_once_and_in_order(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    async with admin(mariadb, schema) as root:
        assert await migrate(root, schema, folder) == ["001_first"]
        assert await migrate(root, schema, folder) == []
        (folder / "002_second.sql").write_text(SECOND)
        assert await migrate(root, schema, folder) == ["002_second"]
        assert (await root.execute("SELECT COUNT(*) FROM first")).rows[0][0] == 1


async def test_migrations_at_once_run_each_file_once(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    (folder / "002_second.sql").write_text(SECOND)

    async def run_migrations() -> list[str]:
        async with admin(mariadb, schema) as root:
            return await migrate(root, schema, folder)

    ran = await asyncio.gather(*(run_migrations() for _ in range(6)))
    assert sorted(ran, key=len) == [[]] * 5 + [["001_first", "002_second"]]


async def test_migration_changed_after_its_run_is_refused(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    async with admin(mariadb, schema) as root:
        await migrate(root, schema, folder)
        (folder / "001_first.sql").write_text(FIRST + "DROP TABLE first;\n")
        with pytest.raises(InstallError, match="001_first was changed after it ran"):
            await migrate(root, schema, folder)
        assert (await root.execute("SELECT COUNT(*) FROM first")).rows[0][0] == 1


async def test_migration_that_fails_is_not_recorded_and_can_be_repeated(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    create = "CREATE TABLE IF NOT EXISTS second (id INT);"
    (folder / "002_second.sql").write_text(f"{create} INSERT INTO nowhere VALUES (1);")
    async with admin(mariadb, schema) as root:
        with pytest.raises(DatabaseError):
            await migrate(root, schema, folder)
        (folder / "002_second.sql").write_text(create)
        assert await migrate(root, schema, folder) == ["002_second"]


def test_schema_newer_than_the_gateway_is_refused(folder: Path) -> None:
    migrations = migration_files(folder)
    rows = [AppliedMigration(1, "first", migrations[0].checksum), AppliedMigration(2, "second", "x")]
    with pytest.raises(InstallError, match="newer than this gateway"):
        pending_migrations(migrations, rows)


@pytest.mark.whole
def test_tables_of_an_extra_newer_than_the_gateway_are_refused() -> None:
    applied = [AppliedMigration(file.number, file.name, file.checksum) for file in migration_files()]
    noun, version = next((noun, newest_version(noun)) for noun in package_data.noun_tables())
    state = SchemaState(applied=applied, versions={noun: version}, is_new=False)
    assert pending_steps("site", state) == []
    with pytest.raises(InstallError, match=f"newer than this gateway: it has migration {version + 1:03} of {noun}"):
        pending_steps("site", structs.replace(state, versions={noun: version + 1}))


@pytest.mark.parametrize("name", ["003_gap.sql", "002-second.sql", "2_second.sql"])
def test_migration_files_number_out_of_order_is_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("SELECT 1;")
    with pytest.raises(InstallError, match=r"expected 002_<name>\.sql"):
        migration_files(folder)


def test_migration_files_of_the_package_are_read() -> None:
    assert migration_files()[0].name == "site"


async def test_breaking_migration_is_recorded_and_refuses_an_older_release(
    mariadb: Server,
    world: WorldFactory,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, newest = world("acis", seed=175), len(migration_files())
    for path in (package_data.sql() / "schema").glob("*.sql"):
        copy(path, tmp_path)
    (tmp_path / f"{newest + 1:03}_more.sql").write_text("CREATE TABLE more (id INT);\n")
    (tmp_path / f"{newest + 2:03}_breaking.sql").write_text("-- breaking\nDROP TABLE more;\n")
    async with admin(mariadb, game.schemas.site) as root:
        assert len(await migrate(root, game.schemas.site, tmp_path)) == 2
    for name, value in game.environment.items():
        monkeypatch.setenv(name, value)
    assert run_in_thread(lambda: cli.main(["serve"])) == 2
    assert f"migration {newest + 2:03}, which this release does not know" in capsys.readouterr().err


CHARGED_BACK_MIGRATION = 33


async def test_migration_distinguishes_earlier_chargebacks_from_refunds(mariadb: Server, tmp_path: Path) -> None:
    """An earlier release recorded only the sum that went back to the buyer."""
    schema = await new_schema(mariadb)
    migrations = sorted((package_data.sql() / "schema").glob("*.sql"))
    for path in migrations[: CHARGED_BACK_MIGRATION - 1]:
        copy(path, tmp_path)
    rows = [
        (1, "mercadopago", "refunded", "refunded", 0),
        (2, "mercadopago", "charged_back", "in_process", 500),
        (3, "mercadopago", "charged_back", "settled", 500),
        (4, "mercadopago", "charged_back", "reimbursed", 0),
        (5, "stripe", "reversed", "undecided", 500),
        (6, "stripe", "reversed", "lost", 500),
        (7, "stripe", "reversed", "refunded", 0),
        (8, "stripe", "paid", "won", 0),
    ]
    async with admin(mariadb, schema) as root:
        await migrate(root, schema, tmp_path)
        for number, provider, status, detail, _ in rows:
            await root.execute(
                "INSERT INTO payments (id, provider, reference, status, detail, outcome, amount, refunded, updated_ms, "
                f"first_seen_at, seen_at) VALUES ({number}, '{provider}', 'r{number}', '{status}', '{detail}', "
                "'refunded', 500, 500, 1, 1, 1)"
            )
        copy(migrations[CHARGED_BACK_MIGRATION - 1], tmp_path)
        await migrate(root, schema, tmp_path)
        stored_rows = (await root.execute("SELECT id, charged_back FROM payments ORDER BY id")).rows
    assert [tuple(row) for row in stored_rows] == [(number, part) for number, *_, part in rows]


class KilledError(Exception):
    """The process is no more."""


class KilledConnection:
    """A connection whose process is killed once it has run that many statements of the migrations themselves."""

    def __init__(self, connection: Connection, lives: int) -> None:
        self._connection, self._lives = connection, lives

    async def execute(self, sql: str, args: dict[str, object] | None = None) -> Result:
        if args is None:  # what migrate asks besides has arguments
            if not self._lives:
                self._connection.close()
                raise KilledError
            self._lives -= 1
        return await self._connection.execute(sql, args)


async def test_migrate_after_a_kill_at_any_statement_completes_the_schema(mariadb: Server) -> None:
    reference_schema, killed_schema = await new_schema(mariadb), await new_schema(mariadb)
    async with admin(mariadb, reference_schema) as root:
        await migrate(root, reference_schema, FILES)
    kills = 0
    for migration in migration_files():
        for lives in range(len(migration.statements) + 1):
            async with admin(mariadb, killed_schema) as root:
                with pytest.raises(KilledError):
                    await migrate(cast("Connection", KilledConnection(root, lives)), killed_schema, FILES)
            kills += 1
        async with admin(mariadb, killed_schema) as root:
            with suppress(KilledError):  # in the next file, where there is one
                await migrate(
                    cast("Connection", KilledConnection(root, len(migration.statements) + 1)), killed_schema, FILES
                )
    assert kills > 40
    assert await _shape(mariadb, killed_schema) == await _shape(mariadb, reference_schema)


async def _shape(server: Server, schema: str) -> list[object]:
    """Columns, keys and the record of the migrations."""
    async with admin(server, schema) as root:
        columns = await root.execute(
            "SELECT table_name, column_name, column_type, is_nullable, column_default FROM information_schema.columns "
            f"WHERE table_schema = '{schema}' ORDER BY table_name, ordinal_position"
        )
        keys = await root.execute(
            "SELECT table_name, index_name, seq_in_index, column_name, non_unique FROM information_schema.statistics "
            f"WHERE table_schema = '{schema}' ORDER BY 1, 2, 3"
        )
        ran = await root.execute("SELECT number, name, checksum FROM schema_migrations ORDER BY number")
    return [*columns.rows, *keys.rows, *ran.rows]


# Its second statement takes long enough to be met in the middle.
SLOW = "CREATE TABLE IF NOT EXISTS second (id INT);\nDO SLEEP(1.5);\nCREATE TABLE IF NOT EXISTS third (id INT);\n"
CHILD = """
import asyncio, sys
from pathlib import Path
from gateway.database.database import connect
from gateway.config.dsn import parse_dsn
from gateway.install.migrate import migrate
async def run():
    await migrate(await connect(parse_dsn(sys.argv[1])), sys.argv[2], Path(sys.argv[3]))
asyncio.run(run())
"""


async def test_migrate_after_a_killed_process_waits_for_its_last_statement(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    (folder / "002_slow.sql").write_text(SLOW)
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", CHILD, mariadb.dsn(schema), schema, str(folder))
    async with admin(mariadb, schema) as root:
        await until(lambda: _is_sleeping(root, schema))
        child.send_signal(signal.SIGKILL)
        await child.wait()
        assert await migrate(root, schema, folder) == ["002_slow"]
        assert (await root.execute("SELECT COUNT(*) FROM first")).rows[0][0] == 1
        await root.execute("SELECT id FROM third")


async def _is_sleeping(root: Connection, schema: str) -> bool:
    statement = f"SELECT COUNT(*) FROM information_schema.processlist WHERE db = '{schema}' AND info LIKE 'DO SLEEP%'"
    return bool((await root.execute(statement)).rows[0][0])


async def test_install_upgrades_the_first_release(
    mariadb: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schemas = Schemas("old_game", "old_views", "old_site")
    installed.fill(cast("Any", mariadb), schemas, "acis", 20, 1)
    copy(package_data.sql() / "schema" / "001_site.sql", tmp_path)
    async with admin(mariadb) as root:
        await root.execute("CREATE SCHEMA old_site")
    async with admin(mariadb, "old_site") as root:
        assert await migrate(root, "old_site", tmp_path) == ["001_site"]
        await root.execute("INSERT INTO installation VALUES ('family', 'acis')")
        await root.execute("INSERT INTO status_samples (at, online, online_players) VALUES (1, 1, 5)")
        await root.execute("INSERT INTO character_samples VALUES ('2026-01-02', 7, 'demo', 80, 9, 1, 2)")
        await root.execute("INSERT INTO profiles VALUES ('demo', 'demo@example.org', 1, 2, 3)")
        await root.execute("INSERT INTO security_log VALUES (1, 'demo', 'login', '::1', 4, 1)")
        rows = await _rows(root)
        world = installed.install(cast("Any", mariadb), schemas, "acis", 20, 1)
        assert await _rows(root) == rows
    assert (await privileges.examine(world.settings)).is_ok
    for name, value in world.environment.items():
        monkeypatch.setenv(name, value)
    assert run_in_thread(lambda: cli.main(["ledger", "check"])) == 0


async def _rows(root: Connection) -> list[object]:
    """All that the first release keeps, in its columns."""
    profile = "login, email, created_at, first_login_at, last_login_at"
    tables = {
        "status_samples": "at, online, online_players",
        "character_samples": "*",
        "profiles": profile,
        "security_log": "id, login, action, ip_address, at, success",
    }
    return [(await root.execute(f"SELECT {columns} FROM {table}")).rows for table, columns in tables.items()]
