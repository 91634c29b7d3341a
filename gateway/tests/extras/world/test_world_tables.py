"""The small tables of the world, with the same contents in every family: one reading is equal, as far as recorded."""

from typing import Any

import msgspec
import pytest

from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import in_schema
from fixtures.world.life import Life, Rates, play
from fixtures.world.plan import Plan
from gateway.concurrency.durations import MINUTE
from gateway.extras.world import game_tables
from gateway.extras.world.reading import (
    CursedWeapon,
    DiaryRow,
    FightRow,
    HallAuction,
    HallBids,
    HallRegistration,
    HallRow,
    NobleRow,
    OlympiadPeriod,
    SignsRow,
    WorldReading,
    owners_of_halls,
    points_key,
)
from gateway.extras.world.state import WorldState, step
from gateway.game.families import FAMILIES as FAMILY
from gateway.tests.conftest import WorldFactory

pytestmark = pytest.mark.database

FAMILIES = tuple(FAMILY)
ACIS = ("acis", "rusacis")
NOW = 1_900_000_000
MS = NOW * 1000
TABLES = (
    *("character_raid_points", "raidboss_points", "clanhall", "clanhall_siege", "siegable_clanhall", "auction"),
    *("auction_bid", "auctions", "clan_wars", "heroes_diary", "olympiad_nobles_eom", "olympiad_data", "oly_season"),
    *("olympiad_fights", "oly_comps", "seven_signs_status", "cursed_weapons"),
)
RATES = Rates(
    **dict.fromkeys(("pvp", "pk", "deaths", "boss_wait_hours", "clan_joins", "clan_leaves", "wars", "sieges"), 0),
    **{
        "peak": 2,
        "olympiad": 20,
        "hall_bids": 30,
        "cursed_weapons": 40,
        "alliances": 8,
        "bans": 4,
        "subclass_changes": 60,
    },
)
DAYS = 2
SIGNS = (
    "INSERT INTO seven_signs_status (id, current_cycle, active_period, previous_winner, dawn_stone_score, "
    "dawn_festival_score, dusk_stone_score, dusk_festival_score, avarice_owner, gnosis_owner, strife_owner) "
    "VALUES (0, 7, {0}, {1}, 10, 20, 30, 40, {1}, {2}, {3})"
)


def rows_of(family: str, ann: int, bob: int) -> list[str]:
    """The statements that fill tables which a world leaves empty."""
    if family == "lucera":
        return [
            f"INSERT INTO raidboss_points VALUES ({ann}, 25325, 40)",
            "INSERT INTO clanhall (id, name, last_siege_date, own_date, siege_date, auction_min_bid, auction_length, "
            f"cycle, paid_cycle) VALUES (36, 'x', 0, 0, {MS - 7 * 86_400_000}, 500, 7, 0, 0), "
            f"(34, 'y', 0, 0, {MS}, 0, 0, 0, 0)",
            "INSERT INTO siege_clans VALUES (34, 5, 'attackers', 0, 0), (34, 6, 'refund', 0, 0), "
            "(36, 5, 'attackers', 700, 0), (36, 6, 'attackers', 800, 0)",
            "INSERT INTO clan_wars VALUES (7, 8)",
            f"INSERT INTO heroes_diary VALUES ({ann}, {MS}, 1, 25325)",
            "UPDATE oly_nobles SET points_past = 0, points_pre_past = 0",
            f"UPDATE oly_nobles SET points_pre_past = 44, class_id = 88 WHERE char_id = {ann}",
            f"INSERT INTO oly_season VALUES (7, 0, {NOW}, {NOW + 86_400})",
            f"INSERT INTO oly_comps VALUES (7, {ann}, {bob}, 0, 1, 240, {NOW}), (7, {bob}, {ann}, 0, -1, 240, {NOW})",
            SIGNS.format(1, 2, 1, 0).replace("(id, ", "(").replace("(0, ", "("),
            "INSERT INTO cursed_weapons (item_id, player_id, nb_kills, end_time) "
            f"VALUES (8190, {ann}, 3, {NOW}), (8689, 0, 0, {NOW})",
        ]
    char = "charId" if family in {"mobius", "mobius_ct0", "frozen"} else "char_id"
    holder = "charId" if family == "mobius_ct0" else "playerId"
    text = "'{}'" if family in ACIS else "{}"
    sides = ("'DAWN'", "'DUSK'", "'NORMAL'") if family in ACIS else (2, 1, 0)
    statements = [
        f"INSERT INTO character_raid_points VALUES ({ann}, 25325, 40)",
        SIGNS.format("'COMPETITION'" if family in ACIS else 1, *sides),
        f"INSERT INTO cursed_weapons (itemId, {holder}, nbKills, endTime) "
        f"VALUES (8190, {ann}, 3, {MS}), (8689, 0, 0, 0)",
    ]
    if family in ACIS:
        statements += [
            f"INSERT INTO clanhall (id, ownerId, endDate, sellerBid) VALUES (36, 7, {MS}, 500), (34, 0, {MS}, 0)",
            "INSERT INTO auctions (clanhall_id, clan_oid) VALUES (36, 5), (36, 6)",
            "INSERT INTO clan_wars VALUES ('7', '8', 0), ('8', '9', 1)",
        ]
    else:
        siege = {
            "mobius_ct0": f"siegable_clanhall (clanHallId, ownerId, nextSiege) VALUES (34, 0, {MS})",
            "orion": f"clanhall_siege (clanHallId, ownerId, nextSiege) VALUES (34, 0, {MS})",
        }.get(family, f"clanhall_siege (id, name, siege_data) VALUES (34, 'y', {MS})")
        statements += [
            "INSERT INTO clanhall (id, name, ownerId, `desc`) VALUES (36, 'x', 7, '')",
            f"INSERT INTO {siege}",
            f"INSERT INTO auction (id, itemId, endDate, startingBid) VALUES (36, 36, {MS}, 500)",
            "INSERT INTO auction_bid (id, auctionId, bidderId, maxBid) VALUES (1, 36, 5, 700), (2, 36, 6, 800)",
            "INSERT INTO clan_wars (clan1, clan2) VALUES ('7', '8')",
        ]
    if family != "frozen":
        period = text.format("COMPETITION" if family in ACIS else 0)
        statements.append(
            "REPLACE INTO olympiad_data (id, current_cycle, period, olympiad_end, validation_end) "
            f"VALUES (0, 7, {period}, {MS}, {MS + 86_400_000})"
        )
    statements.append(
        f"INSERT INTO olympiad_nobles_eom ({char}, class_id, olympiad_points, competitions_done, competitions_won) "
        f"VALUES ({ann}, 88, 44, 9, 5)"
    )
    if family not in {"mobius", "frozen"}:
        statements += [
            f"INSERT INTO heroes_diary VALUES ({ann}, {MS}, 1, 25325)",
            "INSERT INTO olympiad_fights (charOneId, charTwoId, winner, start, time) "
            f"VALUES ({ann}, {bob}, 1, {MS - 240_000}, 240000)",
        ]
    return statements


def expected(family: str, ann: int, bob: int) -> dict[str, Any]:
    is_lucera = family == "lucera"
    has_fights = family not in {"mobius", "frozen"}
    halls = [HallRow(36, None if is_lucera else 7, None)]
    if is_lucera or family in ACIS:
        halls.insert(0, HallRow(34, None, None))
    validation = None if is_lucera else 0
    last = NobleRow(ann, 88, 44, None, None) if is_lucera else NobleRow(ann, 88, 44, 9, 5)
    return {
        "points": {points_key(ann, 25325): 40},
        "halls": halls,
        "hall_sieges": [HallRow(34, None, NOW)],
        "hall_registrations": [HallRegistration(34, 5)] if is_lucera else [],
        "auctions": [HallAuction(36, NOW, 500)],
        "bids": [HallBids(36, 2)],
        "diary": [DiaryRow(ann, NOW, 1, 25325)] if has_fights else [],
        "last_month": [last],
        "olympiad": None if family == "frozen" else OlympiadPeriod(7, validation, NOW, NOW + 86_400),
        "fights": [FightRow(ann, bob, 1, NOW - 240, 240)] if has_fights else [],
        "signs": SignsRow(7, 1, 2, 10, 20, 30, 40, 2, 1, 0),
        "cursed_weapons": [CursedWeapon(8190, ann, 3, NOW)],
    }


@pytest.mark.parametrize("family", FAMILIES)
async def test_one_reading_is_equal_in_every_family(world: WorldFactory, family: str) -> None:
    game = world(family)
    tables = await execute(
        game.game_admin_dsn, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
    )
    present = {str(row[0]) for row in tables} & set(TABLES)
    views = in_schema(game.admin_dsn, game.schemas.views)
    heroes = await execute(
        views,
        "SELECT hero.character_id FROM olympiad_heroes AS hero JOIN olympiad USING (character_id) "
        "WHERE olympiad.fights > 0 ORDER BY 1 LIMIT 2",
    )
    ann, bob = (int(row[0]) for row in heroes)
    statements = rows_of(family, ann, bob)
    await execute(game.game_admin_dsn, *(f"DELETE FROM {table}" for table in sorted(present)), *statements)
    async with open_databases(game.settings) as databases:
        reading = await game_tables.read(databases.game, None, NOW)
    expected_rows = expected(family, ann, bob)
    assert {name: _sort_lists(getattr(reading, name)) for name in expected_rows} == expected_rows
    assert [(war.clan_id, war.enemy_id) for war in reading.wars] == [(7, 8)]
    assert reading.castles
    assert reading.clans
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(reading), type=WorldReading) == reading


async def test_reading_has_every_noble_and_the_best_of_the_last_month(world: WorldFactory) -> None:
    game, first, count = world("acis"), 800_000_000, 1300
    columns = "(char_id, class_id, olympiad_points, competitions_done, competitions_won)"
    values = ", ".join(f"({first + number}, 88, {number}, 9, 5)" for number in range(count))
    await execute(
        game.game_admin_dsn,
        "DELETE FROM olympiad_nobles_eom",
        *(f"INSERT INTO {table} {columns} VALUES {values}" for table in ("olympiad_nobles", "olympiad_nobles_eom")),
    )
    try:
        async with open_databases(game.settings) as databases:
            reading = await game_tables.read(databases.game, None, NOW)
    finally:
        await execute(
            game.game_admin_dsn,
            f"DELETE FROM olympiad_nobles WHERE char_id >= {first} AND char_id < {first + count}",
            "DELETE FROM olympiad_nobles_eom",
        )
    assert {noble.character_id for noble in reading.nobles} >= {*range(first, first + count)}
    best = [noble.points for noble in reading.last_month]
    assert (best[0], best[-1], len(best)) == (count - 1, count - game_tables.SMALL, game_tables.SMALL)


async def test_nobles_are_read_again_after_a_while_or_once_heroes_are_chosen(world: WorldFactory) -> None:
    game, ann = world("acis"), 800_009_000
    columns = "(char_id, class_id, olympiad_points, competitions_done, competitions_won)"
    noble = f"REPLACE INTO olympiad_nobles {columns} VALUES ({ann}, 88, {{}}, 9, 5)"
    removal = [f"DELETE FROM {table} WHERE char_id = {ann}" for table in ("olympiad_nobles", "heroes")]

    async def points(state: WorldState | None, minute: int) -> tuple[WorldState, int]:
        reading = await game_tables.read(databases.game, state, NOW + minute * MINUTE)
        values = [noble.points for noble in reading.nobles if noble.character_id == ann]
        return step(state, reading).state, values[0]

    await execute(game.game_admin_dsn, noble.format(10))
    try:
        async with open_databases(game.settings) as databases:
            state, at_first = await points(None, 0)
            await execute(game.game_admin_dsn, noble.format(20))
            state, soon = await points(state, 14)
            state, after_a_while = await points(state, 15)
            hero = f"INSERT INTO heroes (char_id, class_id, count, played, active) VALUES ({ann}, 88, 1, 1, 1)"
            await execute(game.game_admin_dsn, noble.format(30), hero)
            state, with_new_hero = await points(state, 16)
    finally:
        await execute(game.game_admin_dsn, *removal)
    assert (at_first, soon, after_a_while, with_new_hero) == (10, 10, 20, 30)


@pytest.mark.parametrize("family", FAMILIES)
async def test_states_of_a_simulated_server_are_read_in_every_family(world: WorldFactory, family: str) -> None:
    game = world(family, seed=71)  # other tests count on the players of the usual world
    life = Life(Plan(game.characters, game.seed), family, RATES)
    views = in_schema(game.admin_dsn, game.schemas.views)
    present = await execute(
        game.game_admin_dsn, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
    )
    tables = sorted({str(row[0]) for row in present} & {*TABLES, "siege_clans"})
    await execute(game.game_admin_dsn, *(f"DELETE FROM {table}" for table in tables))
    async for _ in play(game.game_admin_dsn, life.run(DAYS * 86_400)):
        pass
    async with open_databases(game.settings) as databases:
        reading = await game_tables.read(databases.game, None, int(life.now))
    owners = {hall: clan for hall, clan in life.halls.owners.items() if clan}
    bids = {hall: len(bids) for hall, bids in life.halls.bids.items() if bids}
    clans = {hall: set(clans) for hall, clans in life.halls.registrations.items() if clans}
    swords = {item: sword.holder.id for item, sword in life.cursed_weapons.swords.items() if sword.holder}
    assert all((owners, bids, clans, swords))
    assert owners_of_halls(reading) == owners
    assert {hall.hall_id for hall in reading.halls} == life.halls.owners.keys()
    assert {weapon.item_id: weapon.character_id for weapon in reading.cursed_weapons} == swords
    assert {clan.clan_id: clan.ally_id for clan in reading.clans} == {
        clan.id: clan.ally for clan in life.clans.values()
    }
    is_lucera = family == "lucera"
    assert {row.hall_id: row.bids for row in reading.bids} == bids
    assert {row.hall_id for row in reading.auctions} == life.halls.bids.keys()
    registrations = {(hall, clan) for hall, hall_clans in clans.items() for clan in hall_clans}
    assert {(row.hall_id, row.clan_id) for row in reading.hall_registrations} == (registrations if is_lucera else set())
    fights = [fight for noble in life.nobles for fight in range(noble.fights)]
    assert bool(reading.fights) == (family not in {"mobius", "frozen"} and bool(fights))
    players = [
        player for player in life.people.values() if player.plays_subclass and player.subclass and not player.online
    ]
    levels = await execute(views, "SELECT character_id, class_id, level FROM subclasses")
    assert {(row.id, row.subclass.class_id, row.subclass.level) for row in players if row.subclass} <= set(levels)
    view = "character_bans" if family == "mobius_ct0" else "characters WHERE access_level < 0"
    banned = await execute(views, f"SELECT character_id FROM {view}")
    assert {event.subject for event in life.truth if event.kind == "ban"} <= {row[0] for row in banned}


def _sort_lists(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list) else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
