"""The account's characters and its profile as they are asked for, through the whole service."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from fixtures import installed
from fixtures.installed import Schemas
from fixtures.servers import MariaDB
from gateway.game.experience import percent
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, entrance, join, refused, token_of
from gateway.tests.support.player_state import game, id_of
from gateway.tests.support.polling import answered

FAMILIES = ("mobius", "acis", "lucera")
CHARACTERS, PROFILE = "/api/player/characters", "/api/player/profile"
FIELDS = {
    *("id", "account_id", "name", "title", "level", "exp", "exp_percent", "class_id", "class_name", "race"),
    *("race_name", "sex", "clan_name", "clan_level", "pvp_kills", "pk_kills", "deaths", "karma", "fame", "playtime"),
    *("current_location", "online", "last_login", "created_at", "access_level", "noble", "hero", "vitals", "stats"),
}
OWN = {"mobius": {"deaths", "fame", "created_at"}, "acis": {"deaths", "fame", "created_at"}, "lucera": {"deaths"}}
"""What the family has no column for."""


async def headers_of(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    await answered(http, "/api/rankings/pvp")  # a snapshot is held
    return bearer(await token_of(http, name))


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_demo_s_characters(world: WorldFactory, client: ClientFactory, family: str) -> None:
    async with entrance(world(family), client) as http:
        mine = await headers_of(http, "demo")
        answer = await http.get(CHARACTERS, headers=mine)
        body = answer.json()
        single = await asyncio.gather(*(http.get(f"{CHARACTERS}/{each['id']}", headers=mine) for each in body["data"]))
    assert answer.headers["cache-control"] == "no-store"
    assert (body["total"], body["slots"]) == (3, 3)
    assert [(each["name"], each["level"], each["class_name"], each["race_name"]) for each in body["data"]] == [
        ("Aurelion", 80, "Duelist", "Human"),
        ("Elowen", 45, "Spellhowler", "Dark Elf"),
        ("Ashlin", 3, "Dwarven Fighter", "Dwarf"),
    ]
    assert [one.json() for one in single] == body["data"]
    for each in body["data"]:
        assert set(each) == FIELDS
        assert set(each["vitals"]) == {"hp", "max_hp", "mp", "max_mp", "cp", "max_cp"}
        assert set(each["stats"]) == {"str", "dex", "con", "int", "wit", "men"}
        assert {name for name in ("deaths", "fame", "created_at") if each[name] is None} == OWN[family]
        assert {value is None for value in each["stats"].values()} == {family != "mobius"}
        assert each["account_id"] == "demo"
        assert each["exp_percent"] == percent(each["level"], each["exp"])
        assert each["last_login"].endswith("Z")


@pytest.mark.parametrize("family", FAMILIES)
async def test_somebody_else_s_character_is_like_none(world: WorldFactory, client: ClientFactory, family: str) -> None:
    here = world(family)
    people = {"demo": await id_of(here, "Aurelion"), "demo2": await id_of(here, "Ironbark")}
    async with entrance(here, client) as http:
        headers = {name: await headers_of(http, name) for name in people}
        for name, other in (("demo", "demo2"), ("demo2", "demo")):
            assert (await http.get(f"{CHARACTERS}/{people[name]}", headers=headers[name])).status_code == 200
            bodies: list[dict[str, object]] = []
            for wanted in (people[other], 5, 0, 2**31 + 1, 10**400):
                answer = await http.get(f"{CHARACTERS}/{wanted}", headers=headers[name])
                refused(answer, 404, "not_found")
                bodies.append({key: value for key, value in answer.json().items() if key != "request_id"})
            assert all(body == bodies[0] for body in bodies)


async def test_without_a_token_nothing_is_told(world: WorldFactory, client: ClientFactory) -> None:
    here = world("acis")
    mine = await id_of(here, "Aurelion")
    async with entrance(here, client) as http:
        for path in (CHARACTERS, f"{CHARACTERS}/{mine}", f"{CHARACTERS}/1", PROFILE):
            refused(await http.get(path), 401, "not_authenticated")


async def test_a_newcomer_has_none_yet_and_soon_one(world: WorldFactory, client: ClientFactory) -> None:
    async with entrance(world("acis", seed=37), client) as http:
        await answered(http, "/api/rankings/pvp")
        mine = bearer((await join(http, "newcomer")).json()["token"])
        assert (await http.get(CHARACTERS, headers=mine)).json() == {"data": [], "total": 0, "slots": 3}
        profile = (await http.get(PROFILE, headers=mine)).json()
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
async def test_the_profile_sums_up_what_the_game_has(world: WorldFactory, client: ClientFactory, family: str) -> None:
    here = world(family)
    sums = await game(
        here,
        "SELECT SUM(onlinetime), SUM(pvpkills), SUM(pkkills), SUM(karma)"
        f"{_KILLS[family]} FROM characters WHERE account_name = 'demo'",
    )
    played, pvp, pk, karma, *fame = map(int, sums[0])
    levels = int((await game(here, _LEVEL[family]))[0][0])
    async with entrance(here, client) as http:
        profile = (await http.get(PROFILE, headers=await headers_of(http, "demo"))).json()
    assert (profile["total_playtime"], profile["total_karma"]) == (played, karma)
    assert (profile["total_pvp_kills"], profile["total_pk_kills"]) == (pvp, pk)
    assert profile["total_fame"] == (fame[0] if fame else None)
    assert profile["average_character_level"] == round(levels / 3, 1)
    assert (profile["username"], profile["access_level"], profile["access_level_label"]) == ("demo", 0, "Player")
    assert (profile["total_characters"], profile["death_kill_ratio"]) == (3, None)
    assert profile["active_characters"] >= 1
    assert 0 <= profile["account_activity_score"] <= 100
    assert (profile["email"] is None) == (family == "acis")


async def test_the_staff_s_label_and_the_ratio_of_a_pack_that_counts_deaths(
    world: WorldFactory, client: ClientFactory
) -> None:
    here = world("mobius", deaths=True)
    rows = await game(here, "SELECT SUM(pvpkills + pkkills), SUM(deaths) FROM characters WHERE account_name = 'demo'")
    kills, deaths = map(int, rows[0])
    async with entrance(here, client) as http:
        demo = (await http.get(PROFILE, headers=await headers_of(http, "demo"))).json()
        staff = (await http.get(PROFILE, headers=await headers_of(http, "staff"))).json()
    assert demo["death_kill_ratio"] == round(kills / deaths, 2)
    assert (staff["access_level"], staff["access_level_label"]) == (100, "Admin")


async def test_a_game_that_is_away_is_told_to_come_back_later(tmp_path: Path, client: ClientFactory) -> None:
    with MariaDB(tmp_path / "db", tcp=True) as server:
        installed.fill(server, Schemas(), "mobius", 60, 7)
        here = installed.install(server, Schemas(), "mobius", 60, 7)
        async with entrance(here, client, GATEWAY_DATABASE_ACQUIRE_MS="800") as http:
            mine = await headers_of(http, "demo")
            assert (await http.get(CHARACTERS, headers=mine)).status_code == 200
            server.stop()
            for path in (CHARACTERS, f"{CHARACTERS}/{2**28}", PROFILE):
                answer = await http.get(path, headers=mine)
                refused(answer, 503, "game_unavailable")
                assert int(answer.headers["retry-after"]) > 0
