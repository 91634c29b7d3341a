"""What the doctor finds in a database: each thing that can be wrong with views and tables, provoked once."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

import pytest

from fixtures import catalogue as names
from fixtures.installed import World
from gateway import doctor, package_data
from gateway.config import settings
from gateway.doctor.findings import Finding
from gateway.features.items import catalogue
from gateway.install.view_files import fitted
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def here(world: WorldFactory) -> World:
    """A world to be changed and put right again."""
    return world("acis", 120, 74)


async def told(here: World, *topics: str, deep: bool = False, **more: str) -> list[Finding]:
    env = {**here.environment, **more}
    login = here.game_admin_dsn if deep else ""
    return await doctor.examine(settings.load(None, env), only=topics, admin_dsn=login)


def wrong(findings: Collection[Finding]) -> list[Finding]:
    found = [finding for finding in findings if finding.level != "ok"]
    assert all(finding.do for finding in found)
    return found


@asynccontextmanager
async def changed(server: Server, here: World, there: str, back: str) -> AsyncGenerator[None]:
    async with admin(server, here.schema) as root:
        await root.execute(there)
        try:
            yield
        finally:
            await root.execute(back)


async def statement(server: Server, here: World, view: str) -> str:
    """The statement of the family's file that makes the view in this world."""
    async with admin(server, here.schema) as root:
        asked = f"SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = '{here.schema}'"
        tables: dict[str, set[str]] = {}
        for table, column in (await root.execute(asked)).rows:
            tables.setdefault(str(table).lower(), set()).add(str(column).lower())
    made = fitted(package_data.sql() / "views" / f"{here.family}.sql", {"game": tables, "login": tables})[
        view
    ].statement
    owner = f"'{here.schemas.views.removesuffix('_views')}_owner'@'localhost'"
    places = {"game": here.schema, "login": here.schema, "views": here.schemas.views, "owner": owner}
    return re.sub(r"\{(\w+)\}", lambda place: places[place[1]], made)


@asynccontextmanager
async def own_view(server: Server, here: World, view: str, old: str, new: str) -> AsyncGenerator[None]:
    """A view as an operator may have written it: the family's, with one thing otherwise."""
    written = await statement(server, here, view)
    assert old in written
    async with changed(server, here, written.replace(old, new, 1), written):
        yield


async def test_all_is_well_with_an_administrators_login_too(here: World) -> None:
    findings = await told(here, "connections", "rights", "schema", "views", "engines", "plans", "collations", deep=True)
    assert wrong(findings) == []
    text = "\n".join(finding.text for finding in findings)
    for part in (
        "InnoDB: a read keeps nobody waiting",
        "statements explained",
        "acis: 12 tables, 77 columns as expected",
        "_ci",
    ):
        assert part in text
    assert "left out" not in {finding.topic for finding in findings}
    (left,) = [finding for finding in await told(here, "engines", "plans") if finding.topic == "left out"]
    assert "--admin-dsn" in left.text


@pytest.mark.parametrize(
    ("view", "table", "column"), [("castles", "castle", "taxPercent"), ("characters", "characters", "karma")]
)
async def test_a_view_that_a_patch_broke_is_named_with_what_drops_it(
    mariadb: Server, here: World, view: str, table: str, column: str
) -> None:
    there = f"ALTER TABLE {table} RENAME COLUMN {column} TO renamed"
    async with changed(mariadb, here, there, f"ALTER TABLE {table} RENAME COLUMN renamed TO {column}"):
        deep = await told(here, deep=True)
        column_gone, found = [finding for finding in deep if not finding.well]
    assert column_gone.text.startswith(f"{table}.{column} is missing, and the view {view} breaks")
    assert found.topic == "views"
    assert found.text.startswith(f"views: {view} cannot be read")
    assert "gateway install --apply" in found.do
    assert f"DROP VIEW `{here.schemas.views}`.`{view}`;" in found.do
    assert wrong(await told(here, "views", "rights")) == []


async def test_a_view_that_is_gone(mariadb: Server, here: World) -> None:
    written = await statement(mariadb, here, "olympiad")
    async with changed(mariadb, here, f"DROP VIEW {here.schemas.views}.olympiad", written):
        found = wrong(await told(here, "views"))
    assert [finding.text for finding in found] == ["views: olympiad is missing"]


@pytest.mark.parametrize(
    ("view", "old", "new", "text"),
    [
        ("clans", "clan_data.leader_id", "clan_data.leader_id AS leader", "clans.leader_id is missing"),
        ("clans", "clan_data.clan_name AS name", "7 AS name", "clans.name is "),
        ("castles", "castle.id AS castle_id", "NULL AS castle_id", "castles.castle_id is always NULL"),
        (
            "characters",
            "(characters.lastAccess, 0) DIV 1000",
            "(characters.lastAccess, 0)",
            "which is no moment in seconds",
        ),
        ("characters", "(characters.sex, 0)", "(characters.sex, 0) + 5", "characters.sex holds"),
    ],
)
async def test_an_operators_own_view_is_held_to_the_contract(
    mariadb: Server, here: World, view: str, old: str, new: str, text: str
) -> None:
    async with own_view(mariadb, here, view, old, new):
        (found,) = wrong(await told(here, "views"))
    assert text in found.text
    assert "file of" in found.do


async def test_accounts_that_nothing_can_be_inserted_into(mariadb: Server, here: World) -> None:
    async with own_view(mariadb, here, "accounts", "SELECT ", "SELECT DISTINCT "):
        found = wrong(await told(here, "rights"))
    assert {finding.text.split(": ")[0] for finding in found} == {"fails, and has to work"}
    assert any("INSERT (login, password) on accounts" in finding.text for finding in found)


async def test_a_view_that_is_not_merged(mariadb: Server, here: World) -> None:
    async with own_view(mariadb, here, "items", "SELECT ", "SELECT DISTINCT "):
        found = wrong(await told(here, "plans", deep=True))
    assert any(finding.level == "bad" and "is not merged" in finding.text for finding in found), found


async def test_the_tables_of_another_family(here: World) -> None:
    (found,) = [
        each for each in await told(here, "schema", deep=True, GATEWAY_DATABASE_FAMILY="mobius") if not each.well
    ]
    assert "look like those of aCis" in found.text
    assert "--family acis" in found.do
    assert "Column by column: acis 77 of 79, " in found.text


async def test_engines_and_what_they_mean(world: WorldFactory, here: World) -> None:
    (found,) = wrong(await told(world("mobius", 30, 75), "engines", deep=True))
    assert found.level == "advice"
    assert "MyISAM: " in found.text
    assert "items (" in found.text
    assert "characters) took" in found.text
    assert wrong(await told(here, "engines", deep=True)) == []


@pytest.mark.parametrize("deep", [False, True])
async def test_an_index_that_is_wanted_came_and_went(mariadb: Server, here: World, deep: bool) -> None:
    (wanted,) = wrong(await told(here, "indexes", deep=deep))
    assert "no index leads to the items of a character" in wanted.text
    assert "Measured: a scan reads " in wanted.text
    assert "CREATE INDEX items_owner_id ON items (owner_id);" in wanted.do
    make, drop = "CREATE INDEX items_owner_id ON items (owner_id)", "DROP INDEX items_owner_id ON items"
    async with changed(mariadb, here, make, drop):
        (come,) = wrong(await told(here, "indexes", deep=deep))
        assert come.text == "items: there is an index now that leads to the items of a character"
    note = f"UPDATE {here.schemas.site}.installation SET value = '{{}}' WHERE name = 'items_owner_index'"
    async with changed(mariadb, here, note.format("yes"), note.format("no")):
        (gone,) = wrong(await told(here, "indexes", deep=deep))
        assert gone.level == "bad"
        assert "is gone" in gone.text
    forget = f"DELETE FROM {here.schemas.site}.installation WHERE name = 'items_owner_index'"
    async with changed(
        mariadb, here, forget, f"INSERT INTO {here.schemas.site}.installation VALUES ('items_owner_index', 'no')"
    ):
        (asked,) = wrong(await told(here, "indexes", deep=deep))
        assert "install did not look yet" in asked.text


async def test_names_that_compare_letter_by_letter(mariadb: Server, here: World) -> None:
    kept = "ALTER TABLE accounts MODIFY login VARCHAR(45) CHARACTER SET utf8mb3 COLLATE utf8mb3_{} NOT NULL DEFAULT ''"
    async with changed(mariadb, here, kept.format("bin"), kept.format("general_ci")):
        (found,) = wrong(await told(here, "collations"))
    assert "compares letter by letter" in found.text


async def test_a_catalogue_with_half_the_items(here: World, tmp_path: Path) -> None:
    none = wrong(await told(here, "items"))
    assert "gateway items import" in none[0].do
    every = str(names.write(tmp_path / "every.catalogue"))
    assert wrong(await told(here, "items", GATEWAY_ITEMS_CATALOGUE=every)) == []
    half = tmp_path / "half.catalogue"
    catalogue.save(islice(names.items(), 0, None, 2), half)
    (found,) = wrong(await told(here, "items", GATEWAY_ITEMS_CATALOGUE=str(half)))
    assert found.level == "advice"
    assert "kinds of items in the game have a name, " in found.text
    assert "Most often without a name: #" in found.text
    half.write_bytes(b"names")
    (broken,) = wrong(await told(here, "items", GATEWAY_ITEMS_CATALOGUE=str(half)))
    assert (broken.level, str(half) in broken.text) == ("bad", True)


async def test_a_clock_that_goes_wrong(mariadb: Server, here: World) -> None:
    """Of the server's, whom a setting lets tell every user of ours another time."""
    late = "SET GLOBAL init_connect = 'SET timestamp = 1700000000.5'"
    async with changed(mariadb, here, late, "SET GLOBAL init_connect = ''"):
        (found,) = wrong(await told(here, "time"))
    assert found.level == "bad"
    assert "behind this machine's" in found.text
    assert wrong(await told(here, "time")) == []
