"""A clan whose name an operator hides has no page, and no name on the boards; hidden players are in no search."""

from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, open_app, token_of
from gateway.tests.support.commands import run_command
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.visibility import HIDDEN_CLAN

BOARD = "/api/rankings/pvp?page_size=100"


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=350)


@pytest.fixture(scope="module")
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, GATEWAY_RANKINGS_REFRESH_SECONDS="5") as http:
        yield http


async def test_hidden_clan_and_hidden_players_leave_clans_and_search(server: World, http: httpx.AsyncClient) -> None:
    rows = (await wait_for_answer(http, BOARD)).json()["data"]
    clan = next(row["clan_name"] for row in rows if row["clan_name"])
    headers = bearer(await token_of(http, "demo"))
    names = [row["name"] for row in (await http.get("/api/player/characters", headers=headers)).json()["data"]]
    assert (await http.get(f"/api/clans/{clan}")).status_code == 200
    await http.put("/api/player/privacy", headers=headers, json={"level": "hidden"})
    assert (await run_command(server, "hide", clan, "--reason", "reported", "--by", "ann")).code == 0

    async def is_hidden() -> bool:
        board = (await http.get(BOARD)).json()["data"]
        return not {*names, clan} & {row[key] for row in board for key in ("char_name", "clan_name")}

    await until(is_hidden)
    for path in ("/api/clans", BOARD):
        board = (await http.get(path)).json()["data"]
        hidden_names = {row["clan_name"] for row in board if row.get("clan_hidden")}
        assert hidden_names == {HIDDEN_CLAN}
        assert not any("clan_hidden" in row for row in board if row["clan_name"] != HIDDEN_CLAN)
    assert_error(await http.get(f"/api/clans/{clan}"), 404, "not_found")
    for name in names:
        matches = (await http.get("/api/search", params={"q": name})).json()["data"]
        assert name not in {row["char_name"] for row in matches}
