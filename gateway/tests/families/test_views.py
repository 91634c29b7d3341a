"""The views give the same rows for the same world, whichever family its tables are of."""

from typing import Any

import pytest

from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.world import facts, table_definitions
from gateway.config.dsn import parse_dsn
from gateway.database.database import connect
from gateway.game.families import FAMILIES as FAMILY
from gateway.game.view_contract import CONTRACT
from gateway.install import install
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.player_state import ID

pytestmark = pytest.mark.database

Rows = list[dict[str, Any]]
FAMILIES = tuple(FAMILY)
OTHER_FAMILIES = tuple(family for family in FAMILIES if family != "mobius")
NAMED_BOSSES = {29001, 29006, 29014, 29022}
BOSSES = {*facts.GRAND_BOSSES, *facts.RAID_BOSSES}
STATS = {"stat_str", "stat_dex", "stat_con", "stat_int", "stat_wit", "stat_men"}
LATER_COLUMNS = {"fame", "created_at"}

# View → its key, and the columns that a family does not record.
GAME: dict[str, tuple[tuple[str, ...], dict[str, set[str]]]] = {
    "characters": (
        ("character_id",),
        {
            "mobius": LATER_COLUMNS,
            "mobius_ct0": STATS,
            "acis": LATER_COLUMNS | STATS,
            "rusacis": LATER_COLUMNS | STATS,
            "frozen": LATER_COLUMNS | {"trader"},
            "orion": LATER_COLUMNS | {"trader"},
            "lucera": STATS | {"trader"},
        },
    ),
    "subclasses": (("character_id", "class_id"), {}),
    "items": (("object_id",), {}),
    "clans": (("clan_id",), {}),
    "castles": (("castle_id",), {}),
    "sieges": (("castle_id", "clan_id"), {}),
    "bosses": (("boss_id",), {"mobius": {"min_delay", "max_delay", "is_exact", "needs_points"}}),
    "heroes": (("character_id",), {"lucera": {"class_id"}}),
    "olympiad": (("character_id",), {}),
}


async def read(world: World, view: str) -> Rows:
    role = "AUTH" if view.startswith("account") else "GAME"
    connection = await connect(parse_dsn(world.environment[f"GATEWAY_DATABASE_{role}_DSN"]))
    try:
        result = await connection.execute(f"SELECT * FROM {view}")
        return [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    finally:
        connection.close()


@pytest.mark.parametrize("family", OTHER_FAMILIES)
async def test_views_of_every_family_give_the_same_rows(world: WorldFactory, family: str) -> None:
    for view, (key, unrecorded_columns) in GAME.items():
        left_out = unrecorded_columns.get("mobius", set()) | unrecorded_columns.get(family, set())
        mobius_rows = comparable(await read(world("mobius"), view), key, left_out)
        family_rows = comparable(await read(world(family), view), key, left_out)
        assert mobius_rows, view
        if view == "bosses" and family == "rusacis":  # its world gives the names of raid bosses to others
            mobius_rows, family_rows = (
                [row for row in rows if row["boss_id"] in NAMED_BOSSES] for rows in (mobius_rows, family_rows)
            )
        elif view == "bosses":  # some packs ship rows of parts and variants
            mobius_rows, family_rows = (
                [row for row in rows if row["boss_id"] in BOSSES] for rows in (mobius_rows, family_rows)
            )
        assert family_rows == mobius_rows, view


def comparable(rows: Rows, key: tuple[str, ...], left_out: set[str]) -> Rows:
    """The rows without the columns that one of the families does not record, in the order of the key."""
    columns = [{name: value for name, value in row.items() if name not in left_out} for row in rows]
    return sorted(columns, key=lambda row: tuple(row[name] for name in key))


@pytest.mark.parametrize("family", FAMILIES)
async def test_account_views_of_every_family_give_the_same_rows(world: WorldFactory, family: str) -> None:
    activity = {row["login"].lower(): row for row in await read(world(family), "account_activity")}
    expected = {row["login"].lower(): row for row in await read(world("mobius"), "account_activity")}
    accounts = {row["login"].lower(): row for row in await read(world(family), "accounts")}
    assert activity.keys() == expected.keys() == accounts.keys()
    for login, row in activity.items():
        assert row["access_level"] == expected[login]["access_level"] == (accounts[login]["access_level"] or 0), login
        assert row["last_active"] == expected[login]["last_active"], f"{login}: seconds since 1970"


@pytest.mark.parametrize("family", FAMILIES)
async def test_views_have_the_contract_s_columns_in_order(mariadb: Server, world: WorldFactory, family: str) -> None:
    async with admin(mariadb, world(family).schemas.views) as root:
        for view, spec in CONTRACT.items():
            columns = (await root.execute(f"SELECT * FROM {view} LIMIT 0")).columns
            assert list(columns) == [name for name in spec.columns if name != "email" or FAMILY[family].has_email], view


@pytest.mark.parametrize("family", FAMILIES)
async def test_unrecorded_columns_are_null(world: WorldFactory, family: str) -> None:
    characters = await read(world(family), "characters")
    for column in GAME["characters"][1][family] | {"deaths"}:
        assert {row[column] for row in characters} == {None}, column


@pytest.mark.parametrize("family", FAMILIES)
async def test_units_are_those_of_the_contract(world: WorldFactory, family: str) -> None:
    characters = await read(world(family), "characters")
    day = 86_400
    for row in characters:
        assert row["online"] in {0, 1}
        assert all(row[name] is not None for name in ("level", "exp", "pvp_kills", "pk_kills", "access_level", "race"))
        for moment in ("last_access", "created_at", "deletion_at"):
            assert row[moment] is None or 1_000_000_000 < row[moment] < 4_000_000_000, "seconds, not milliseconds"
        assert 0 <= row["playtime"] < 20 * 365 * day, "seconds"
        assert row["level"] <= 85
    assert any(row["deletion_at"] for row in characters)
    assert 0 < sum(row["online"] for row in characters) < len(characters)
    for row in await read(world(family), "items"):
        assert (row["slot"] is not None) == (row["place"] == "PAPERDOLL")


async def test_offline_traders_are_not_online(mariadb: Server, world: WorldFactory) -> None:
    for family in ("mobius", "mobius_ct0", "acis", "rusacis"):
        game_world, key = world(family), ID[family]
        async with admin(mariadb, game_world.schema) as root:
            traders = {row[0] for row in (await root.execute(f"SELECT {key} FROM characters WHERE online = 2")).rows}
        assert traders
        characters = await read(game_world, "characters")
        online = {row["character_id"] for row in characters if row["online"]}
        assert online
        assert not online & traders
        assert {row["character_id"] for row in characters if row["trader"]} == traders, family


async def test_optional_deaths_column_is_shown(world: WorldFactory) -> None:
    characters = await read(world("mobius", deaths=True), "characters")
    assert all(isinstance(row["deaths"], int) for row in characters)
    assert len({row["deaths"] for row in characters}) > 3


CORE_TABLES = {"accounts", "characters", "items", "clan_data"}
LUCERA_TABLES = {"character_subclasses", "clan_subpledges"}  # where it keeps levels, and names of clans


@pytest.mark.parametrize("family", FAMILIES)
async def test_install_needs_the_core_tables_alone(mariadb: Server, family: str) -> None:
    schemas = Schemas(f"core_{family}", f"core_{family}_views", f"core_{family}_site")
    tables = CORE_TABLES | LUCERA_TABLES if family == "lucera" else CORE_TABLES
    definitions = {statement.split("`")[1]: statement for statement in table_definitions(family)}
    await execute(mariadb.dsn(), f"CREATE SCHEMA {schemas.game} CHARACTER SET utf8mb4")
    await execute(mariadb.dsn(schemas.game), *(definitions[table] for table in sorted(tables)))
    schema_names = {"game_schema": schemas.game, "views_schema": schemas.views, "site_schema": schemas.site}
    install.apply(mariadb.dsn(), **schema_names, family=family)
    for view, spec in CONTRACT.items():
        names = ", ".join(name for name in spec.columns if name != "email")
        assert await execute(mariadb.dsn(schemas.views), f"SELECT {names} FROM {view}") == []


@pytest.mark.parametrize("family", FAMILIES)
async def test_runtime_users_see_no_schema_of_the_game(world: WorldFactory, family: str) -> None:
    game_world = world(family)
    visible_schemas: set[str] = set()
    for role in ("GAME", "AUTH", "SITE"):
        connection = await connect(parse_dsn(game_world.environment[f"GATEWAY_DATABASE_{role}_DSN"]))
        visible_schemas |= {str(row[0]) for row in (await connection.execute("SHOW DATABASES")).rows}
        connection.close()
    assert game_world.schema not in visible_schemas
    assert {game_world.schemas.views, game_world.schemas.site} <= visible_schemas
