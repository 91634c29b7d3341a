"""Migrations run once, in order, alone, and notice a changed past."""

import asyncio
from pathlib import Path

import pytest

from gateway.db import DatabaseError
from gateway.install_script import InstallError
from gateway.migrate import Applied, files, migrate, pending
from gateway.tests.doors import Server, admin, new_schema

pytestmark = pytest.mark.database

FIRST = "-- why\nCREATE TABLE IF NOT EXISTS first (id INT PRIMARY KEY);\nINSERT INTO first VALUES (1);\n"
SECOND = "CREATE TABLE second (id INT PRIMARY KEY);\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "001_first.sql").write_text(FIRST)
    return tmp_path


async def test_each_runs_once_and_in_order(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    async with admin(mariadb, schema) as root:
        assert await migrate(root, schema, folder) == ["001_first"]
        assert await migrate(root, schema, folder) == []
        (folder / "002_second.sql").write_text(SECOND)
        assert await migrate(root, schema, folder) == ["002_second"]
        assert (await root.execute("SELECT COUNT(*) FROM first")).rows[0][0] == 1


async def test_many_at_once_run_each_but_once(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    (folder / "002_second.sql").write_text(SECOND)

    async def one() -> list[str]:
        async with admin(mariadb, schema) as root:
            return await migrate(root, schema, folder)

    ran = await asyncio.gather(*(one() for _ in range(6)))
    assert sorted(ran, key=len) == [[]] * 5 + [["001_first", "002_second"]]


async def test_a_file_changed_afterwards_is_noticed(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    async with admin(mariadb, schema) as root:
        await migrate(root, schema, folder)
        (folder / "001_first.sql").write_text(FIRST + "DROP TABLE first;\n")
        with pytest.raises(InstallError, match="001_first was changed after it ran"):
            await migrate(root, schema, folder)
        assert (await root.execute("SELECT COUNT(*) FROM first")).rows[0][0] == 1


async def test_one_that_fails_is_not_recorded_and_may_be_repeated(mariadb: Server, folder: Path) -> None:
    schema = await new_schema(mariadb)
    create = "CREATE TABLE IF NOT EXISTS second (id INT);"
    (folder / "002_second.sql").write_text(f"{create} INSERT INTO nowhere VALUES (1);")
    async with admin(mariadb, schema) as root:
        with pytest.raises(DatabaseError):
            await migrate(root, schema, folder)
        (folder / "002_second.sql").write_text(create)
        assert await migrate(root, schema, folder) == ["002_second"]


def test_a_schema_newer_than_the_gateway_is_left_alone(folder: Path) -> None:
    past = [Applied(1, "first", files(folder)[0].checksum), Applied(2, "second", "x")]
    with pytest.raises(InstallError, match="newer than this gateway"):
        pending(files(folder), past)


@pytest.mark.parametrize("name", ["003_gap.sql", "002-second.sql", "2_second.sql"])
def test_a_number_out_of_order_is_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("SELECT 1;")
    with pytest.raises(InstallError, match=r"expected 002_<name>\.sql"):
        files(folder)


def test_the_house_has_migrations_of_its_own() -> None:
    assert files()[0].name == "site"
