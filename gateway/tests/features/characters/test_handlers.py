"""Characters and profile of an account, requested over HTTP."""

import asyncio
from pathlib import Path

import httpx
import pytest

from fixtures import installed
from fixtures.installed import Schemas
from fixtures.servers import MariaDB
from gateway.game.experience import percent
from gateway.tests.conftest import ClientFactory, Opener, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, game, new_account, open_app, token_of
from gateway.tests.support.polling import wait_for_answer

FAMILIES = ("mobius", "acis", "lucera")
CHARACTERS, PROFILE = "/api/player/characters", "/api/player/profile"
FIELDS = {
    *("id", "account_id", "name", "title", "level", "exp", "exp_percent", "class_id", "class_name", "race"),
    *("race_name", "sex", "clan_name", "clan_level", "pvp_kills", "pk_kills", "deaths", "karma", "fame", "playtime"),
    *("current_location", "online", "last_login", "created_at", "access_level", "noble", "hero", "vitals", "stats"),
}
UNRECORDED_FIELDS = {
    "mobius": {"deaths", "fame", "created_at"},
    "acis": {"deaths", "fame", "created_at"},
    "lucera": {"deaths"},
}
"""Fields for which the family has no column."""


async def headers_of(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    await wait_for_answer(http, "/api/rankings/pvp")  # waits for the first snapshot
    return bearer(await token_of(http, name))


@pytest.mark.parametrize("family", FAMILIES)
async def test_characters_of_the_demo_account_have_all_fields(
    world: WorldFactory, shared_app: Opener, family: str
) -> None:
    http = await shared_app(world(family))
    headers = await headers_of(http, "demo")
    response = await http.get(CHARACTERS, headers=headers)
    body, data = response.json(), response.json()["data"]
    characters = await asyncio.gather(*(http.get(f"{CHARACTERS}/{entry['id']}", headers=headers) for entry in data))
    assert response.headers["cache-control"] == "no-store"
    assert (body["total"], body["slots"]) == (3, 3)
    assert [(entry["name"], entry["level"], entry["class_name"], entry["race_name"]) for entry in data] == [
        ("Aurelion", 80, "Duelist", "Human"),
        ("Elowen", 45, "Spellhowler", "Dark Elf"),
        ("Ashlin", 3, "Dwarven Fighter", "Dwarf"),
    ]
    assert [response.json() for response in characters] == data
    for entry in data:
        assert set(entry) == FIELDS
        assert set(entry["vitals"]) == {"hp", "max_hp", "mp", "max_mp", "cp", "max_cp"}
        assert set(entry["stats"]) == {"str", "dex", "con", "int", "wit", "men"}
        assert {name for name in ("deaths", "fame", "created_at") if entry[name] is None} == UNRECORDED_FIELDS[family]
        assert {value is None for value in entry["stats"].values()} == {family != "mobius"}
        assert entry["account_id"] == "demo"
        assert entry["exp_percent"] == percent(entry["level"], entry["exp"])
        assert entry["last_login"].endswith("Z")


async def test_characters_of_a_new_account_are_empty(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(world("acis", seed=37), client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        headers = bearer(await new_account(http, "newcomer"))
        assert (await http.get(CHARACTERS, headers=headers)).json() == {"data": [], "total": 0, "slots": 3}
        profile = (await http.get(PROFILE, headers=headers)).json()
    assert (profile["username"], profile["total_characters"], profile["average_character_level"]) == (
        "newcomer",
        0,
        0.0,
    )
    assert (profile["death_kill_ratio"], profile["total_fame"], profile["account_activity_score"]) == (None, None, 0)
    assert (profile["access_level"], profile["access_level_label"]) == (0, "Player")


_KILLS = {"mobius": "", "acis": "", "lucera": ", SUM(fame)"}
_LEVEL = {
    **dict.fromkeys(("mobius", "acis"), "SELECT SUM(level) FROM characters WHERE account_name = 'demo'"),
    "lucera": "SELECT SUM(level) FROM characters JOIN character_subclasses ON char_obj_id = obj_Id AND isBase = 1"
    " WHERE account_name = 'demo'",
}


@pytest.mark.parametrize("family", FAMILIES)
async def test_profile_totals_match_the_game_tables(world: WorldFactory, shared_app: Opener, family: str) -> None:
    game_world = world(family)
    sums = await game(
        game_world,
        "SELECT SUM(onlinetime), SUM(pvpkills), SUM(pkkills), SUM(karma)"
        f"{_KILLS[family]} FROM characters WHERE account_name = 'demo'",
    )
    playtime, pvp, pk, karma, *fame = map(int, sums[0])
    levels = int((await game(game_world, _LEVEL[family]))[0][0])
    http = await shared_app(game_world)
    profile = (await http.get(PROFILE, headers=await headers_of(http, "demo"))).json()
    assert (profile["total_playtime"], profile["total_karma"]) == (playtime, karma)
    assert (profile["total_pvp_kills"], profile["total_pk_kills"]) == (pvp, pk)
    assert profile["total_fame"] == (fame[0] if fame else None)
    assert profile["average_character_level"] == round(levels / 3, 1)
    assert (profile["username"], profile["access_level"], profile["access_level_label"]) == ("demo", 0, "Player")
    assert (profile["total_characters"], profile["death_kill_ratio"]) == (3, None)
    assert profile["active_characters"] >= 1
    assert 0 <= profile["account_activity_score"] <= 100
    assert (profile["email"] is None) == (family == "acis")


async def test_profile_access_label_and_death_ratio(world: WorldFactory, client: ClientFactory) -> None:
    game_world = world("mobius", deaths=True)
    rows = await game(
        game_world, "SELECT SUM(pvpkills + pkkills), SUM(deaths) FROM characters WHERE account_name = 'demo'"
    )
    kills, deaths = map(int, rows[0])
    async with open_app(game_world, client) as http:
        demo = (await http.get(PROFILE, headers=await headers_of(http, "demo"))).json()
        staff = (await http.get(PROFILE, headers=await headers_of(http, "staff"))).json()
    assert demo["death_kill_ratio"] == round(kills / deaths, 2)
    assert (staff["access_level"], staff["access_level_label"]) == (100, "Admin")


async def test_characters_database_down_answers_503_with_retry_after(tmp_path: Path, client: ClientFactory) -> None:
    with MariaDB(tmp_path / "db", tcp=True) as server:
        installed.fill(server, Schemas(), "mobius", 60, 7)
        game_world = installed.install(server, Schemas(), "mobius", 60, 7)
        async with open_app(game_world, client, GATEWAY_DATABASE_POOL_ACQUIRE_TIMEOUT_MS="800") as http:
            headers = await headers_of(http, "demo")
            assert (await http.get(CHARACTERS, headers=headers)).status_code == 200
            server.stop()
            for path in (CHARACTERS, f"{CHARACTERS}/{2**28}", PROFILE):
                response = await http.get(path, headers=headers)
                assert_error(response, 503, "game_unavailable")
                assert int(response.headers["retry-after"]) > 0
