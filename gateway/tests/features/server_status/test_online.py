"""Tests of who is online beside a game that stops and starts: no one after a crash, which leaves the flags set."""

import re
import socket
from contextlib import closing
from typing import Any

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway import package_data
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, open_app, token_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until

NAME = "Elowen"  # of the account `demo`
ENV = {"GATEWAY_STATUS_PROBE_SECONDS": "1", "GATEWAY_RANKINGS_REFRESH_SECONDS": "5"}


def _listen(port: int = 0) -> socket.socket:
    """All that the probe needs of a game server on this machine."""
    return socket.create_server(("127.0.0.1", port))


async def _body(http: httpx.AsyncClient, path: str) -> Any:
    return (await wait_for_answer(http, path)).json()


async def _online(http: httpx.AsyncClient) -> dict[str, object]:
    """Returns what each kind of reader says: the ranking, its filter, the player's own page, the totals."""
    owned = (await _body(http, "/api/player/characters"))["data"]
    rows = (await _body(http, f"/api/rankings/pvp?search_name={NAME}"))["data"]
    return {
        "row": [row["online"] for row in rows],
        "filter": (await _body(http, "/api/rankings/pk?online_only=true"))["total"] > 0,
        "owned": [row["online"] for row in owned if row["name"] == NAME],
        "stats": (await _body(http, "/api/server/stats"))["online_players"] > 0,
        "status": (await _body(http, "/api/server/status"))["online_players"] > 0,
    }


def _all(value: bool) -> dict[str, object]:
    return {"row": [value], "filter": value, "owned": [value], "stats": value, "status": value}


async def _set_flags(world: World) -> None:
    await execute(world.game_admin_dsn, f"UPDATE characters SET online = 1 WHERE char_name = '{NAME}'")


@pytest.mark.parametrize("family", ["mobius", "acis"])
async def test_online_flags_of_a_stopped_game_count_nowhere(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    server = world(family, seed=83)
    await _set_flags(server)
    game = _listen()
    port = int(game.getsockname()[1])
    env = ENV | {"GATEWAY_STATUS_GAME_PORT": str(port), "GATEWAY_STATUS_LOGIN_PORT": str(port)}
    async with open_app(server, client, **env) as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        await wait_for_answer(http, "/api/server/status")

        async def are(value: bool) -> bool:
            return await _online(http) == _all(value)

        async def is_game(value: bool) -> bool:
            return (await _body(http, "/api/server/status"))["online"] is value

        await until(lambda: are(True))
        with closing(game):
            pass  # a crash: the flags stay
        await until(lambda: is_game(False))
        assert await _online(http) == _all(False)
        generated_at = (await _body(http, "/api/rankings/pvp"))["generated_at"]

        async def has_next_snapshot() -> bool:
            return (await _body(http, "/api/rankings/pvp"))["generated_at"] != generated_at

        await until(has_next_snapshot)
        assert await _online(http) == _all(False), "also of a snapshot that is taken meanwhile"
        with closing(_listen(port)):
            await until(lambda: is_game(True))
            await until(lambda: are(True))


async def test_online_flags_count_where_no_probe_has_ever_succeeded(world: WorldFactory, client: ClientFactory) -> None:
    """A closed port is no crash there: the address may be wrong, which the doctor says."""
    server = world("mobius", seed=84)
    await _set_flags(server)
    with closing(_listen()) as listener:
        port = str(listener.getsockname()[1])
    env = ENV | {"GATEWAY_STATUS_GAME_PORT": port, "GATEWAY_STATUS_LOGIN_PORT": port}
    async with open_app(server, client, **env) as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        await wait_for_answer(http, "/api/server/status")
        assert await _online(http) == _all(True) | {"stats": False, "status": False}


def test_queries_that_read_online_flags_ask_whether_they_count() -> None:
    """The builder of the snapshot and the doctor read the flags as they are; the signal of waiting deliveries reads
    them while the game runs alone.
    """
    queries: dict[str, str] = {}
    for file in package_data.query_files():
        for text in file.read_text().split("-- name: ")[1:]:
            queries[f"{file.stem}.{text.partition('(')[0]}"] = text
    readers = {
        name: text
        for name, text in queries.items()
        if re.search(r"\bonline\b", text) and re.search(r"\bFROM characters\b", text)
    }
    assert readers.keys() >= {"characters.owned_characters", "characters.briefs", "rankings.characters"}
    names = {name for name, text in readers.items() if ":counts_online" not in text}
    assert {name for name in names if not name.startswith("doctor.")} == {
        "rankings.characters",
        "characters.receivers",
        "characters.online",
    }
