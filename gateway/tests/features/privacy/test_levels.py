"""Levels that players choose, and names that operators hide, as the public answers of a running site show them."""

from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.lifespan import lifespan
from gateway.app import Application
from gateway.database.database import Databases
from gateway.features.privacy.repository import PrivacyStore
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, open_app, site, token_of
from gateway.tests.support.commands import run_command
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.visibility import HIDDEN_NAME

SEED = 83
PATH = "/api/player/privacy"


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(own_world, client, GATEWAY_RANKINGS_REFRESH_SECONDS="5") as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def board(http: httpx.AsyncClient) -> list[dict[str, Any]]:
    return (await http.get("/api/rankings/pvp?page_size=100")).json()["data"]


async def names_of(http: httpx.AsyncClient, headers: dict[str, str]) -> set[str]:
    answer = await http.get("/api/player/characters", headers=headers)
    return {row["name"] for row in answer.json()["data"]}


async def run_successfully(world: World, *words: str) -> None:
    result = await run_command(world, *words)
    assert (result.code, result.err) == (0, ""), result


async def test_hidden_player_and_hidden_name_leave_every_public_answer(
    own_world: World, http: httpx.AsyncClient
) -> None:
    headers = bearer(await token_of(http, "demo"))
    own_names, old_board = await names_of(http, headers), await board(http)
    reported_name = next(row["char_name"] for row in old_board if row["char_name"] not in own_names)
    ranks = [row["rank"] for row in old_board if row["char_name"] in {*own_names, reported_name}]
    first = (await http.get(PATH, headers=headers)).json()
    assert first == {"level": "public", "default_level": "public", "chosen_at": None}
    hidden = (await http.put(PATH, headers=headers, json={"level": "hidden"})).json()
    assert hidden["level"] == "hidden"
    assert hidden["chosen_at"]
    refusal = await run_command(own_world, "hide", reported_name)
    assert refusal.code == 1
    assert "--reason is missing" in refusal.err
    await run_successfully(own_world, "hide", reported_name, "--reason", "reported", "--by", "ann")
    clan = next(row["clan_name"] for row in old_board if row["clan_name"] and row["char_name"] not in own_names)
    await run_successfully(own_world, "hide", clan, "--reason", "reported", "--by", "ann")

    async def is_hidden() -> bool:
        rows = await board(http)
        names = {row[name] for row in rows for name in ("char_name", "clan_name")}
        return not {*own_names, reported_name, clan} & names

    await until(is_hidden)
    rows = [row for row in await board(http) if row["char_name"] == HIDDEN_NAME]
    assert [row["rank"] for row in rows] == ranks
    assert {(row["char_id"], row["privacy"], row["clan_name"]) for row in rows} == {(None, "hidden", None)}
    for name in (*own_names, reported_name):
        matches = (await http.get("/api/rankings/pvp", params={"search_name": name})).json()["data"]
        assert name not in {row["char_name"] for row in matches}
    assert await names_of(http, headers) == own_names


async def test_player_and_operator_show_names_again(own_world: World, http: httpx.AsyncClient) -> None:
    headers = bearer(await token_of(http, "demo"))
    databases = Databases.open(own_world.settings)
    try:
        store = PrivacyStore(databases.site, "public")
        await http.put(PATH, headers=headers, json={"level": "rankings"})
        await run_successfully(own_world, "hide", "Bad", "--what", "title", "--reason", "reported", "--by", "ann")
        await store.refresh()
        assert store.recent["demo"] == "rankings"
        assert ("title", "Bad") in store.hidden
        assert "demo" in (await store.levels()).logins["rankings"]
        version = store.version
        await http.put(PATH, headers=headers, json={"level": "public"})
        await run_successfully(own_world, "hide", "Bad", "--what", "title", "--lift", "--by", "ann")
        await store.refresh()
        assert store.version > version
        assert store.recent["demo"] == "public"
        assert ("title", "Bad") not in store.hidden
        assert (await store.levels()).logins == {}
    finally:
        await databases.close()
    await run_successfully(own_world, "hide", "Bad", "--lift", "--by", "ann")
    assert '"title:Bad"' in (await run_command(own_world, "log", "--json")).out


@pytest.mark.parametrize(
    ("form", "field"), [({"level": "friends"}, "level"), ({"level": "public", "x": 1}, "x"), ({}, "level")]
)
async def test_other_forms_are_refused(http: httpx.AsyncClient, form: dict[str, Any], field: str) -> None:
    response = await http.put(PATH, headers=bearer(await token_of(http, "demo")), json=form)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]
    assert_error(await http.put(PATH, json={"level": "public"}), 401, "not_authenticated")


async def test_levels_stay_while_the_site_schema_is_away(own_world: World) -> None:
    """Without any reading, all characters are hidden; after one, the last levels hold."""
    databases = Databases.open(own_world.settings)
    try:
        store, closed = PrivacyStore(databases.site, "public"), PrivacyStore(databases.site, "public")
        await site(own_world, "REPLACE INTO privacy VALUES ('ann', 'rankings', 1), ('bob', 'public', 1)")
        known_levels = await store.levels()
        assert known_levels.logins == {"rankings": ["ann"]}
        await site(own_world, "RENAME TABLE privacy TO privacy_away")
        assert await store.levels() == known_levels
        assert (await closed.levels()).default == "hidden"
        await site(own_world, "RENAME TABLE privacy_away TO privacy")
    finally:
        await databases.close()


async def test_recent_changes_are_read_before_the_first_request(own_world: World) -> None:
    """After a restart the snapshot of before is served, which has none of them."""
    await site(own_world, "REPLACE INTO privacy VALUES ('ann', 'hidden', UNIX_TIMESTAMP())")
    with in_process_builder():
        application = Application(own_world.settings)
    async with lifespan(application.asgi):
        assert application.parts.get(PrivacyStore).recent["ann"] == "hidden"
