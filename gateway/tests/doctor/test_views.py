"""Topics that read the game: views, engines, indexes, items and clocks, each with something broken for a moment."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

import pytest

from fixtures import catalogue as names
from fixtures.installed import World
from gateway import package_data
from gateway.features.items import catalogue
from gateway.install.view_files import SchemaTables, fit_views
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.doctor_schemas import changed_schema, examine, problems

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def acis(world: WorldFactory) -> World:
    """A world to be changed and repaired."""
    return world("acis", 120, 74)


async def view_statement(server: Server, world: World, view: str) -> str:
    """The statement of the family's file that makes the view in this world."""
    query = f"SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = '{world.schema}'"
    tables: dict[str, set[str]] = {}
    async with admin(server, world.schema) as root:
        for table, column in (await root.execute(query)).rows:
            tables.setdefault(str(table).lower(), set()).add(str(column).lower())
    views = fit_views(
        package_data.sql() / "views" / f"{world.family}.sql",
        {"game": SchemaTables(tables), "login": SchemaTables(tables)},
    )
    owner = f"'{world.schemas.views.removesuffix('_views')}_owner'@'localhost'"
    values = {"game": world.schema, "login": world.schema, "views": world.schemas.views, "owner": owner}
    return re.sub(r"\{(\w+)\}", lambda place: values[place[1]], views[view].statement)


@asynccontextmanager
async def replaced_view(server: Server, world: World, view: str, old: str, new: str) -> AsyncGenerator[None]:
    """The family's view with one part written differently, as an operator may do."""
    statement = await view_statement(server, world, view)
    assert old in statement
    async with changed_schema(server, world.schema, statement.replace(old, new, 1), statement):
        yield


@pytest.mark.parametrize("with_admin", [False, True])
async def test_topics_on_a_fresh_installation_are_ok(acis: World, with_admin: bool) -> None:
    findings = await examine(acis, "connections", "rights", "schema", "views", "engines", "time", with_admin=with_admin)
    assert problems(findings) == []
    text = "\n".join(finding.text for finding in findings)
    assert "account names compare without regard to case" in text
    assert ("22 tables that the views read are InnoDB" in text) is with_admin
    assert ("without --admin-dsn" in text) is not with_admin


async def test_views_broken_by_a_patch_are_named_with_the_remedy(mariadb: Server, acis: World) -> None:
    change, restore = "RENAME COLUMN karma TO renamed", "RENAME COLUMN renamed TO karma"
    async with changed_schema(
        mariadb, acis.schema, f"ALTER TABLE characters {change}", f"ALTER TABLE characters {restore}"
    ):
        column, view = [finding for finding in await examine(acis, with_admin=True) if finding.level == "bad"]
    assert column.text.startswith("game: characters.karma is missing, and the view characters needs it")
    assert view.text.startswith("views: characters cannot be read")
    assert "gateway install --apply" in view.do
    assert f"DROP VIEW `{acis.schemas.views}`.`characters`;" in view.do


async def test_views_missing_view_is_bad(mariadb: Server, acis: World) -> None:
    statement = await view_statement(mariadb, acis, "olympiad")
    async with changed_schema(mariadb, acis.schema, f"DROP VIEW {acis.schemas.views}.olympiad", statement):
        (finding,) = problems(await examine(acis, "views"))
    assert finding.text == "views: olympiad is missing"


@pytest.mark.parametrize(
    ("view", "old", "new", "text"),
    [
        ("clans", "clan_data.leader_id", "clan_data.leader_id AS leader", "clans.leader_id is missing"),
        ("clans", "clan_data.clan_name AS name", "7 AS name", "clans.name is "),
        ("castles", "castle.id AS castle_id", "NULL AS castle_id", "castles.castle_id is always NULL"),
        ("characters", "(characters.lastAccess, 0) DIV 1000", "(characters.lastAccess, 0)", "no moment in seconds"),
        ("characters", "(characters.sex, 0)", "(characters.sex, 0) + 5", "characters.sex holds"),
        ("account_activity", "(accounts.last_active, 0) DIV 1000", "(accounts.last_active, 0)", "no moment in seconds"),
        ("items", "SELECT ", "SELECT DISTINCT ", "views: items is not merged"),
    ],
)
async def test_views_that_break_the_contract_are_reported(
    mariadb: Server, acis: World, view: str, old: str, new: str, text: str
) -> None:
    async with replaced_view(mariadb, acis, view, old, new):
        texts = [finding.text for finding in problems(await examine(acis, "views", with_admin="merged" in text))]
    assert len(texts) == 1
    assert text in texts[0]


async def test_rights_view_without_update_fails(mariadb: Server, acis: World) -> None:
    async with replaced_view(mariadb, acis, "player_accounts", "WITH CASCADED CHECK OPTION", "LIMIT 99999"):
        texts = [finding.text for finding in problems(await examine(acis, "rights"))]
    assert any(text.startswith("auth: fails: UPDATE (password) on player_accounts") for text in texts), texts


async def test_engines_myisam_tables_are_advice(world: WorldFactory) -> None:
    (finding,) = problems(await examine(world("mobius", 30, 75), "engines", with_admin=True))
    assert "items (MyISAM, " in finding.text
    assert "characters) took" in finding.text


async def test_views_case_sensitive_logins_are_advice(mariadb: Server, acis: World) -> None:
    alter = "ALTER TABLE accounts MODIFY login VARCHAR(45) CHARACTER SET utf8mb3 COLLATE utf8mb3_{} NOT NULL DEFAULT ''"
    async with changed_schema(mariadb, acis.schema, alter.format("bin"), alter.format("general_ci")):
        (finding,) = problems(await examine(acis, "views"))
    assert "is case-sensitive" in finding.text


async def test_items_missing_partial_or_broken_catalogue_is_reported(acis: World, tmp_path: Path) -> None:
    (missing_finding,) = problems(await examine(acis, "items"))
    assert "gateway items import" in missing_finding.do
    path = tmp_path / "items.catalogue"
    setting = {"GATEWAY_ITEMS_CATALOGUE": str(path)}
    names.write(path)
    assert problems(await examine(acis, "items", env=setting)) == []
    catalogue.save(islice(names.items(), 0, None, 2), path)
    (partial_finding,) = problems(await examine(acis, "items", env=setting))
    assert "are shown by number, most often #" in partial_finding.text
    path.write_bytes(b"names")
    (broken_finding,) = problems(await examine(acis, "items", env=setting))
    assert (broken_finding.level, str(path) in broken_finding.text) == ("bad", True)


async def test_time_wrong_clock_is_bad(mariadb: Server, acis: World) -> None:
    late = "SET GLOBAL init_connect = 'SET timestamp = 1700000000.5'"
    async with changed_schema(mariadb, acis.schema, late, "SET GLOBAL init_connect = ''"):
        (finding,) = problems(await examine(acis, "time"))
    assert (finding.level, "behind this machine's" in finding.text) == ("bad", True)
