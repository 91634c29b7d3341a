"""Answers for the states that the game servers' own code writes: heroes, offline shops, bans, zero dates."""

import time
from typing import Any

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.game.families import FAMILIES
from gateway.tests.conftest import ClientFactory, Opener, WorldFactory
from gateway.tests.support.account_app import ACCESS, bearer, game, open_app, token_of
from gateway.tests.support.family_parity import BANS
from gateway.tests.support.player_state import ID, id_of
from gateway.tests.support.polling import wait_for_answer

pytestmark = pytest.mark.database

SEED = 73
FAMILIES_WITH_CLAIM = frozenset(FAMILIES) - {"mobius", "frozen"}
"""Families in which a hero claims the title at the monument."""
HEROES = {
    "mobius": ("heroes (charId, char_name, class_id, count, played) VALUES ({id}, 'x', 88, 1, 1)", ""),
    "frozen": ("heroes (charId, char_name, class_id, count, played) VALUES ({id}, 'x', 88, 1, 1)", ""),
    "mobius_ct0": ("heroes (charId, class_id, count, played) VALUES ({id}, 88, 1, 1)", "heroes SET claimed = 'true'"),
    "lucera": ("oly_heroes (char_id, count, played, active) VALUES ({id}, 1, 1, 0)", "oly_heroes SET active = 1"),
} | dict.fromkeys(
    ("acis", "rusacis", "orion"),
    ("heroes (char_id, class_id, count, played, active) VALUES ({id}, 88, 1, 1, 0)", "heroes SET active = 1"),
)
"""Family → what is written when a hero is chosen, and when the hero claims the title."""
MONTH_END = {"lucera": "UPDATE oly_heroes SET played = 0, active = 0"}
CHARACTER_BANS = {
    "mobius_ct0": "INSERT INTO punishments (`key`, affect, type, expiration, reason, punishedBy) "
    "VALUES ('{id}', 'CHARACTER', 'BAN', {ms}, 'bots', 'Overseer')",
    "lucera": "INSERT INTO bans (account_name, obj_Id, endban) VALUES ('any', {id}, {ms} DIV 1000)",
}


async def character(http: httpx.AsyncClient, headers: dict[str, str], id_: int) -> dict[str, Any]:
    response = await http.get(f"/api/player/characters/{id_}", headers=headers)
    assert response.status_code == 200, response.text
    return response.json()


def ms_from_now(seconds: float) -> int:
    return int((time.time() + seconds) * 1000)


@pytest.mark.parametrize("family", FAMILIES)
async def test_hero_of_this_month_alone_is_a_hero(world: WorldFactory, shared_app: Opener, family: str) -> None:
    game_world = world(family, seed=SEED)
    id_ = await id_of(game_world, "Elowen")
    hero_row, claim = HEROES[family]
    http = await shared_app(game_world)
    await wait_for_answer(http, "/health/ready")
    headers = bearer(await token_of(http, "demo"))

    async def is_hero(statement: str) -> bool:
        await game(game_world, statement)
        return (await character(http, headers, id_))["hero"]

    assert not await is_hero("SELECT 1")
    assert await is_hero(f"REPLACE INTO {hero_row}".format(id=id_)) == (family not in FAMILIES_WITH_CLAIM)
    assert not claim or await is_hero(f"UPDATE {claim} WHERE {'charId' if 'ct0' in family else 'char_id'} = {id_}")
    assert not await is_hero(MONTH_END.get(family, "UPDATE heroes SET played = 0"))


@pytest.mark.parametrize("family", ["rusacis", "frozen", "orion"])
async def test_hero_by_hand_is_a_hero_until_the_end(world: WorldFactory, shared_app: Opener, family: str) -> None:
    game_world = world(family, seed=SEED)
    id_ = await id_of(game_world, "Ashlin")
    custom = "REPLACE INTO characters_custom_data (obj_Id, char_name, hero, noble, donator, hero_end_date) "
    by_hand = custom + "VALUES ({id}, 'Ashlin', {hero}, {hero}, 0, {until})"
    update_end = "UPDATE characters SET herountil = {until} WHERE obj_Id = {id}"
    http = await shared_app(game_world)
    await wait_for_answer(http, "/health/ready")
    headers = bearer(await token_of(http, "demo"))
    for until, hero in (
        (ms_from_now(3600), 1),
        (ms_from_now(-3600), 0),
        (0, int(family != "rusacis")),
    ):
        statement = update_end if family == "rusacis" else by_hand
        await game(game_world, statement.format(id=id_, until=until, hero=1))
        answer = await character(http, headers, id_)
        assert (answer["hero"], answer["noble"]) == (hero == 1, family != "rusacis"), until
    if family != "rusacis":
        await game(game_world, by_hand.format(id=id_, until=0, hero=0))
        answer = await character(http, headers, id_)
        assert (answer["hero"], answer["noble"]) == (False, False)


async def shown_online(game_world: World, client: ClientFactory, *statements: str) -> bool:
    id_ = await id_of(game_world, "Elowen")
    await game(game_world, *(statement.format(id=id_) for statement in statements))
    async with open_app(game_world, client) as http:
        await wait_for_answer(http, "/health/ready")
        row = (await http.get("/api/rankings/pvp", params={"search_name": "Elowen"})).json()["data"][0]
        detail = await character(http, bearer(await token_of(http, "demo")), id_)
    assert row["online"] == detail["online"]
    return row["online"]


@pytest.mark.parametrize("family", ["frozen", "orion"])
async def test_row_of_an_offline_shop_does_not_hide_a_player(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    """Login deletes no row; going offline writes `online` 0 first, and orion restores traders with 1 at a start."""
    game_world = world(family, seed=SEED)
    shop = "REPLACE INTO character_offline_trade (charId, time, type) VALUES ({id}, %d, 1)"
    if family == "orion":
        shop = "REPLACE INTO character_offline_trade (charId, time, type, name) VALUES ({id}, %d, 1, 'x')"
    update_online = "UPDATE characters SET online = %d, lastAccess = %d WHERE obj_Id = {id}"
    now, yesterday = ms_from_now(0), ms_from_now(-86400)
    assert not await shown_online(game_world, client, update_online % (0, yesterday), shop % (yesterday + 500))
    assert await shown_online(game_world, client, update_online % (1, now))
    if family == "orion":
        assert not await shown_online(game_world, client, update_online % (1, yesterday))


@pytest.mark.parametrize("family", [*BANS, "acis"])  # with bans of their own; one for those without
async def test_banned_characters_and_accounts_are_not_ranked(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    game_world = world(family, seed=SEED + 1)
    key, access = ID[family], ACCESS[family]
    rows_of_accounts = await game(
        game_world,
        f"SELECT MIN({key}), MIN(char_name), login, MIN(COALESCE(accounts.{access}, 0)) FROM characters "
        "JOIN accounts ON login = account_name WHERE characters.accesslevel = 0 AND login NOT LIKE 'demo%' "
        "AND char_name REGEXP '^[A-Za-z]+$' AND COALESCE(deletetime, 0) = 0 "  # a name that is shown as it is stored
        f"GROUP BY login HAVING COUNT(*) = 1 OR MIN(accounts.{access}) < 0 ORDER BY 4, 1",
    )
    banned, *people = [(int(id_), str(name), str(login), int(level)) for id_, name, login, level in rows_of_accounts]
    assert banned[3] < 0, "no banned account whose character is not banned"
    assert people[0][3] == 0
    ban_until = BANS.get(family)
    by_character = CHARACTER_BANS.get(family, f"UPDATE characters SET accesslevel = -100 WHERE {key} = {{id}}")
    hour, past = ms_from_now(3600), ms_from_now(-3600)
    # Statement, end in milliseconds, whether the character stays in the rankings.
    bans = [("SELECT 1", hour, False), (by_character, hour, False), ("SELECT 1", hour, True)]
    bans += [(ban_until, hour, False), (ban_until, past, True)] if ban_until else []
    bans += [(by_character, past, True)] if family in CHARACTER_BANS else []
    cases = list(zip([banned, *people], bans, strict=False))
    for (id_, _, login, _), (statement, end, _) in cases:
        await game(game_world, statement.format(id=id_, login=login, until=end // 1000, ms=end))
    async with open_app(game_world, client) as http:
        await wait_for_answer(http, "/health/ready")
        for (_, name, login, _), (statement, _, stays) in cases:
            rows = (await http.get("/api/rankings/pvp", params={"search_name": name})).json()["data"]
            assert (name in {row["char_name"] for row in rows}) == stays, (login, statement)


@pytest.mark.parametrize("family", ["mobius", "mobius_ct0"])
async def test_zero_date_is_no_date(world: WorldFactory, shared_app: Opener, family: str) -> None:
    """`createDate` is 2015-01-01 for characters older than the column."""
    game_world = world(family, seed=SEED)
    id_ = await id_of(game_world, "Ironbark")
    dates = {"0000-00-00": None, "2015-01-01": None, "2024-02-29": "2024-02-29T12:00:00Z"} if "ct0" in family else {}
    zero = "UPDATE accounts SET created_time = '0000-00-00' WHERE login = 'demo2'"
    await game(game_world, "SET SESSION sql_mode = ''", zero)
    http = await shared_app(game_world)
    await wait_for_answer(http, "/health/ready")
    headers = bearer(await token_of(http, "demo2"))
    assert (await http.get("/api/auth/profile", headers=headers)).json()["member_since"] is None
    assert (await character(http, headers, id_))["created_at"] is None or dates
    for date, created_at in dates.items():
        change = f"UPDATE characters SET createDate = '{date}' WHERE charId = {id_}"
        await game(game_world, "SET SESSION sql_mode = ''", change)
        assert (await character(http, headers, id_))["created_at"] == created_at, date


async def test_bosses_of_rusacis_are_known_by_name_and_alive_ones_are_not_down(world: WorldFactory) -> None:
    game_world = world("rusacis", seed=SEED)
    respawn_at = int(time.time()) + 7200
    names = (
        "antaras_max",
        "antaras_min",
        "baium",
        "gordon",
        "spirits_of_nellis",
        "witch_wimere",
        "frintessa",
        "sailren",
        "triolls_priest_andreas",
        "valakas",
    )
    rows = ", ".join(f"('{name}', 1, 5, 5, 0)" for name in names)
    await game(
        game_world,
        f"REPLACE INTO spawn_data (name, status, current_hp, current_mp, respawn_time) VALUES {rows}",
        f"UPDATE spawn_data SET status = 2, respawn_time = {respawn_at}000, current_hp = 70 WHERE name = 'zaken'",
        f"UPDATE spawn_data SET status = 0, respawn_time = {respawn_at}000, current_hp = 0 WHERE name = 'core'",
        "UPDATE spawn_data SET status = 0, respawn_time = 1, current_hp = 0 WHERE name = 'orfen'",
    )
    views = in_schema(game_world.admin_dsn, game_world.schemas.views)
    bosses = {int(row[0]): row[1:] for row in await execute(views, "SELECT boss_id, is_down, respawn_at FROM bosses")}
    assert bosses.keys() >= {25176, 25504, 29066, 29095}
    assert bosses.keys() >= {25004, 29001, 29006, 29014, 29020, 29022, 29028, 29045, 29062, 29065, 29068}
    assert (bosses[29022], bosses[29006], bosses[29014]) == ((0, respawn_at), (1, respawn_at), (1, None))
