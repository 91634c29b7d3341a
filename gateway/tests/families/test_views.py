"""The same questions to the same world have the same answers, whichever family its tables are of."""

from __future__ import annotations

from typing import Any

import pytest

from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.world import table_definitions
from gateway.config.dsn import parse_dsn
from gateway.database.database import connect
from gateway.game.families import FAMILIES as FAMILY
from gateway.install import install
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.player_state import ID

pytestmark = pytest.mark.database

Rows = list[dict[str, Any]]
FAMILIES = tuple(FAMILY)
OTHERS = tuple(family for family in FAMILIES if family != "mobius")
STATS = {"stat_str", "stat_dex", "stat_con", "stat_int", "stat_wit", "stat_men"}
LATER = {"fame", "created_at"}

# View → its key, and what a family does not record.
GAME: dict[str, tuple[tuple[str, ...], dict[str, set[str]]]] = {
    "characters": (
        ("character_id",),
        {
            "mobius": LATER,
            "mobius_ct0": STATS,
            "acis": LATER | STATS,
            "rusacis": LATER | STATS,
            "frozen": LATER,
            "orion": LATER,
            "lucera": STATS,
        },
    ),
    "subclasses": (("character_id", "class_id"), {}),
    "items": (("object_id",), {}),
    "clans": (("clan_id",), {}),
    "castles": (("castle_id",), {}),
    "sieges": (("castle_id", "clan_id"), {}),
    "bosses": (("boss_id",), {}),
    "heroes": (("character_id",), {"lucera": {"class_id"}}),
    "olympiad": (("character_id",), {}),
}
COLUMNS = {
    "characters": "character_id account_name name title level exp sp base_class_id class_id race sex clan_id pvp_kills "
    "pk_kills deaths karma fame hp max_hp mp max_mp cp max_cp "
    "stat_str stat_dex stat_con stat_int stat_wit stat_men x y z "
    "online playtime last_access created_at deletion_at access_level noble",
    "subclasses": "character_id class_id level exp sp",
    "items": "object_id owner_id item_id amount enchant place slot augmentation",
    "clans": "clan_id name level reputation castle_id ally_id ally_name leader_id",
    "castles": "castle_id tax_percent siege_at",
    "sieges": "castle_id clan_id side",
    "bosses": "boss_id respawn_at hp",
    "heroes": "character_id class_id count",
    "olympiad": "character_id class_id points fights wins",
    "accounts": "login password access_level email",
    "account_activity": "login access_level last_active last_ip created_at",
    "account_bans": "login until",
}


async def read(world: World, view: str) -> Rows:
    role = "AUTH" if view.startswith("account") else "GAME"
    connection = await connect(parse_dsn(world.environment[f"GATEWAY_DATABASE_{role}_DSN"]))
    try:
        result = await connection.execute(f"SELECT * FROM {view}")
        return [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    finally:
        connection.close()


@pytest.mark.parametrize("view", GAME)
@pytest.mark.parametrize("family", OTHERS)
async def test_families_agree_on_what_both_record(world: WorldFactory, family: str, view: str) -> None:
    key, unrecorded = GAME[view]
    left_out = unrecorded.get("mobius", set()) | unrecorded.get(family, set())

    def comparable(rows: Rows) -> Rows:
        kept = [{name: value for name, value in row.items() if name not in left_out} for row in rows]
        return sorted(kept, key=lambda row: tuple(row[name] for name in key))

    mobius, other = comparable(await read(world("mobius"), view)), comparable(await read(world(family), view))
    if view == "bosses":
        mobius = bosses_as_told(mobius, other, family)
    assert mobius
    assert other == mobius


def bosses_as_told(mobius: Rows, other: Rows, family: str) -> Rows:
    """What another family can say of the same bosses."""
    if family == "lucera":  # its table of epic bosses has no health
        return [boss | {"hp": None} if mine["hp"] is None else boss for boss, mine in zip(mobius, other, strict=True)]
    if family == "rusacis":  # it names them, and says of one who lives that he does
        known = [boss for boss in mobius if boss["boss_id"] in {29001, 29006, 29014, 29022}]
        return [boss | {"respawn_at": None} if boss["hp"] else boss for boss in known]
    return mobius


@pytest.mark.parametrize("family", FAMILIES)
async def test_accounts_agree_on_what_every_family_records(world: WorldFactory, family: str) -> None:
    activity = {row["login"].lower(): row for row in await read(world(family), "account_activity")}
    expected = {row["login"].lower(): row for row in await read(world("mobius"), "account_activity")}
    accounts = {row["login"].lower(): row for row in await read(world(family), "accounts")}
    assert activity.keys() == expected.keys() == accounts.keys()
    for login, row in activity.items():
        assert row["access_level"] == expected[login]["access_level"] == (accounts[login]["access_level"] or 0)
        assert row["last_active"] == expected[login]["last_active"]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("view", COLUMNS)
async def test_every_view_has_its_columns_in_their_order(world: WorldFactory, family: str, view: str) -> None:
    role = "AUTH" if view.startswith("account") else "GAME"
    connection = await connect(parse_dsn(world(family).environment[f"GATEWAY_DATABASE_{role}_DSN"]))
    found = (await connection.execute(f"SELECT * FROM {view} LIMIT 0")).columns
    connection.close()
    wanted = COLUMNS[view].split()
    if view == "accounts" and not FAMILY[family].has_email:
        wanted.remove("email")
    assert list(found) == wanted


@pytest.mark.parametrize("family", FAMILIES)
async def test_what_is_not_recorded_is_null_and_not_a_number(world: WorldFactory, family: str) -> None:
    characters = await read(world(family), "characters")
    for column in GAME["characters"][1][family] | {"deaths"}:
        assert {row[column] for row in characters} == {None}


@pytest.mark.parametrize("family", FAMILIES)
async def test_units_are_those_of_the_views(world: WorldFactory, family: str) -> None:
    characters = await read(world(family), "characters")
    day = 86_400
    for row in characters:
        assert row["online"] in {0, 1}
        assert all(row[name] is not None for name in ("level", "exp", "pvp_kills", "pk_kills", "access_level", "race"))
        for moment in ("last_access", "created_at", "deletion_at"):
            assert row[moment] is None or 1_000_000_000 < row[moment] < 4_000_000_000, "seconds, not milliseconds"
        assert 0 <= row["playtime"] < 20 * 365 * day
        assert row["level"] <= 85
    assert any(row["deletion_at"] for row in characters)
    assert 0 < sum(row["online"] for row in characters) < len(characters)
    for row in await read(world(family), "items"):
        assert (row["slot"] is not None) == (row["place"] == "PAPERDOLL")


async def test_an_offline_trader_is_not_online(mariadb: Server, world: WorldFactory) -> None:
    for family in ("mobius", "mobius_ct0", "acis", "rusacis"):
        here, key = world(family), ID[family]
        async with admin(mariadb, here.schema) as root:
            traders = {row[0] for row in (await root.execute(f"SELECT {key} FROM characters WHERE online = 2")).rows}
        assert traders
        online = {row["character_id"] for row in await read(here, "characters") if row["online"]}
        assert online
        assert not online & traders


async def test_deaths_are_seen_where_a_pack_counts_them(world: WorldFactory) -> None:
    characters = await read(world("mobius", deaths=True), "characters")
    assert all(isinstance(row["deaths"], int) for row in characters)
    assert len({row["deaths"] for row in characters}) > 3


HEART = {"accounts", "characters", "items", "clan_data"}
LUCERA_S = {"character_subclasses", "clan_subpledges"}  # where it keeps levels, and names of clans


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_pack_needs_the_heart_of_its_family_and_no_more(mariadb: Server, family: str) -> None:
    schemas = Schemas(f"heart_{family}", f"heart_{family}_views", f"heart_{family}_site")
    tables = HEART | LUCERA_S if family == "lucera" else HEART
    named = {statement.split("`")[1]: statement for statement in table_definitions(family)}
    await execute(mariadb.dsn(), f"CREATE SCHEMA {schemas.game} CHARACTER SET utf8mb4")
    await execute(mariadb.dsn(schemas.game), *(named[table] for table in sorted(tables)))
    wanted = {"game_schema": schemas.game, "views_schema": schemas.views, "site_schema": schemas.site}
    install.apply(mariadb.dsn(), **wanted, family=family)
    for view, columns in COLUMNS.items():
        names = ", ".join(name for name in columns.split() if name != "email")
        assert await execute(mariadb.dsn(schemas.views), f"SELECT {names} FROM {view}") == []


@pytest.mark.parametrize("family", FAMILIES)
async def test_nothing_of_the_game_but_the_views_is_to_be_seen(world: WorldFactory, family: str) -> None:
    here = world(family)
    seen: set[str] = set()
    for role in ("GAME", "AUTH", "SITE"):
        connection = await connect(parse_dsn(here.environment[f"GATEWAY_DATABASE_{role}_DSN"]))
        seen |= {str(row[0]) for row in (await connection.execute("SHOW DATABASES")).rows}
        connection.close()
    assert here.schema not in seen
    assert {here.schemas.views, here.schemas.site} <= seen
