"""Stars of an account and their news: who sees what, what is unread, and on which device."""

import time
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import bearer, open_app, site, token_of
from gateway.tests.support.polling import wait_for_answer

SEED = 85
BOSS, CASTLE, HOUR = 25325, 3, 3600
HERO = """
SELECT characters.character_id, characters.name, clans.clan_id, clans.name FROM {views}.characters
JOIN {views}.clans ON clans.clan_id = characters.clan_id JOIN {views}.accounts ON accounts.login = account_name
WHERE characters.access_level = 0 AND characters.deletion_at IS NULL AND accounts.access_level = 0
AND login NOT IN (SELECT login FROM {views}.account_bans) AND login <> 'demo' ORDER BY pvp_kills DESC LIMIT 1
"""
Subject = tuple[int, str, int, str]


@pytest.fixture(scope="module")
async def hero(own_world: World) -> Subject:
    """A clan member of another account: id, name, and those of the clan."""
    [row] = await site(own_world, HERO.format(views=own_world.schemas.views))
    return row


@pytest.fixture(scope="module")
async def http(own_world: World, hero: Subject, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    number, _, clan, _ = hero
    now = int(time.time())
    killers = f'{{"killers": [{number}], "party": [[{number}, 88, 80, {clan}]]}}'
    sides = (
        f'{{"started_at": {now - 9000}, "owner_before": {clan}, "owner_after": {clan}, "sides": [[{clan}, "owner"]]}}'
    )
    events = (
        ("boss_killed", BOSS, 0, now - HOUR, killers),
        ("siege_ended", CASTLE, 0, now - 2 * HOUR, sides),
        ("hero", number, 0, now - 3 * HOUR, '{"cycle": 1}'),
        ("clan_level", clan, 8, now - 40 * 24 * HOUR, "{}"),
    )
    rows = (
        f"({place}, '{kind}', {subject}, {object_id}, {at}, {at}, 60, '{details}')"
        for place, (kind, subject, object_id, at, details) in enumerate(events, 1)
    )
    columns = "id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details"
    await site(own_world, f"INSERT INTO world_events ({columns}) VALUES {', '.join(rows)}")
    async with open_app(own_world, client, GATEWAY_RANKINGS_REFRESH_SECONDS="5") as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_answer(http, "/api/world/bosses")
        http.headers.update(bearer(await token_of(http, "demo")))
        yield http


async def star(http: httpx.AsyncClient, *stars: tuple[str, str]) -> dict[str, Any]:
    form = {"stars": [{"kind": kind, "key": key} for kind, key in stars]}
    response = await http.put("/api/player/watch/stars", json=form)
    assert response.status_code == 200, response.text
    return response.json()


async def test_stars_are_kept_and_their_news_read(own_world: World, http: httpx.AsyncClient, hero: Subject) -> None:
    number, name, clan_id, _ = hero
    watch = await star(
        http, ("character", name), ("clan", f"~{clan_id}"), ("boss", str(BOSS)), ("castle", "giran"), ("item", "8190"),
        ("character", "Nobody"), ("boss", "1"), ("castle", "atlantis"),
    )  # fmt: skip
    assert {(star["kind"], star["id"]) for star in watch["stars"]} == {
        ("character", number), ("clan", clan_id), ("boss", BOSS), ("castle", CASTLE), ("item", 8190)
    }  # fmt: skip
    assert watch["limit"] == 200
    news = (await http.get("/api/player/watch/news")).json()
    entries = [entry for day in news["days"] for entry in day["entries"]]
    kinds = {entry["kind"] for entry in entries if entry["source"] == "star"}
    assert {"boss_killed", "siege_ended", "hero"} <= kinds
