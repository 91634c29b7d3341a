"""Public boards of characters and clans, and the caller's own places."""

import time
from collections.abc import AsyncGenerator

import httpx
import msgspec
import pytest

from fixtures.installed import World
from gateway.config.settings import Settings
from gateway.config.site_days import day_of
from gateway.extras.competitions.rules import Board, BoardRow
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import bearer, open_app, site, token_of
from gateway.tests.support.polling import wait_for_answer

SEED = 188
DEMO_CHARACTER = """
SELECT characters.character_id, characters.name, clans.clan_id, clans.name FROM {0}.characters
JOIN {0}.clans ON clans.clan_id = characters.clan_id WHERE account_name = 'demo' ORDER BY character_id LIMIT 1
"""
PUBLIC_CHARACTER = "SELECT MIN(character_id) FROM {0}.characters WHERE account_name <> 'demo' AND access_level = 0"
HEROES, CLANS, WITHDRAWN = 1, 2, 3


@pytest.fixture
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """`demo` is hidden and has the second place, its clan the first; the third competition was withdrawn.

    All are closed, so that no job counts them again.
    """
    views, today = own_world.schemas.views, day_of(time.time(), Settings().server.zone)
    [(hidden_id, _, clan, _)], [(public_id,)] = (
        await site(own_world, DEMO_CHARACTER.format(views)),
        await site(own_world, PUBLIC_CHARACTER.format(views)),
    )
    boards = {
        HEROES: [BoardRow(int(public_id), 1, 9), BoardRow(int(hidden_id), 2, 5)],
        CLANS: [BoardRow(int(clan), 0, 70)],
    }
    days = f"{today}, {today + 1}, 1, 80, '', 1"
    await site(
        own_world,
        f"INSERT INTO competitions VALUES ({HEROES}, 'Heroes', 'pvp', {days}, 5, 'characters', NULL), "
        f"({CLANS}, 'Clans', 'exp', {days}, 5, 'clans', NULL), ({WITHDRAWN}, 'Never', 'pvp', {days}, 5, 'clans', NULL)",
        f"INSERT INTO competition_prizes (competition_id, place, coins) VALUES ({CLANS}, 1, 80)",
        "INSERT INTO privacy VALUES ('demo', 'hidden', 1)",
    )
    for number, rows in boards.items():
        body = msgspec.json.encode(Board(1, False, rows)).decode()
        await site(own_world, f"REPLACE INTO history_state VALUES ('competition:{number}', 1, '{body}')")
    async with open_app(own_world, client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def test_board_hides_a_player_but_not_own_places(own_world: World, http: httpx.AsyncClient) -> None:
    [(_, name, _, clan)] = await site(own_world, DEMO_CHARACTER.format(own_world.schemas.views))
    board = await http.get(f"/api/competitions/{HEROES}")
    assert [(row["place"], row["gain"]) for row in board.json()["data"]] == [(1, 9), (2, 5)]
    assert (board.json()["data"][1]["char_id"], str(name) in board.text) == (None, False)
    headers = bearer(await token_of(http, "demo"))
    [own_place] = (await http.get(f"/api/competitions/{HEROES}/me", headers=headers)).json()["data"]
    assert (own_place["place"], own_place["char_name"], own_place["privacy"]) == (2, name, "hidden")
    assert (await http.get(f"/api/competitions/{HEROES}/me")).status_code == 401

    [row] = (await http.get(f"/api/competitions/{CLANS}")).json()["data"]
    assert (row["clan_name"], row["char_name"], row["prize"], row["prize_state"]) == (clan, "", 80, "open")
    assert row["members"] > 0
    [clan_place] = (await http.get(f"/api/competitions/{CLANS}/me", headers=headers)).json()["data"]
    assert (clan_place["place"], clan_place["clan_name"]) == (1, clan)
    competitions = (await http.get("/api/competitions")).json()["data"]
    assert {competition["id"] for competition in competitions} == {HEROES, CLANS}
    assert (await http.get(f"/api/competitions/{WITHDRAWN}")).json()["competition"]["state"] == "closed"
    for path in ("/api/competitions/99", "/api/competitions/99/me", "/share/competition/x.en.jpg"):
        assert (await http.get(path, headers=headers)).status_code == 404, path
