"""The wallet while the game's items, its characters or the books themselves cannot be read, on every family.

Each test has a service of its own: what a scan of the items found is kept for a minute.
"""

from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.doors import Server, admin
from gateway.tests.purse import empty, got, logged_in, put, send


@pytest.fixture(scope="module", params=("mobius", "acis", "lucera"))
def its_world(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    return world(request.param, characters=120, seed=43)


@pytest.fixture
async def http(its_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    await empty(its_world)
    async with logged_in(its_world, client) as http:
        yield http


async def test_items_that_cannot_be_read_leave_the_ledger_s_figures(
    http: httpx.AsyncClient, its_world: World, mariadb: Server
) -> None:
    await put(its_world, wallet=120)
    await send(its_world, 30)
    async with admin(mariadb, its_world.schema) as root:
        await root.execute("LOCK TABLES items WRITE")
        coins, balances = await got(http, "/api/player/coins"), await got(http, "/api/player/balances")
    assert (coins["in_game"], coins["available"], coins["total"], coins["pending_delivery"]) == (None, 120, 150, 150)
    assert balances["adena"] == {"total_amount": None}
    assert balances["lucky_coins"] == {"total_amount": 150, "pending_delivery": 150}
    assert balances["total_characters"] == len(balances["character_balances"]) == 3
    assert {(row["lucky_coins"], row["adena"]) for row in balances["character_balances"]} == {(None, None)}


async def test_characters_that_cannot_be_read_leave_the_ledger_s_figures(
    http: httpx.AsyncClient, its_world: World, mariadb: Server
) -> None:
    await put(its_world, wallet=120)
    async with admin(mariadb, its_world.schema) as root:
        await root.execute("LOCK TABLES characters WRITE")
        coins, balances = await got(http, "/api/player/coins"), await got(http, "/api/player/balances")
    assert (coins["in_game"], coins["total"]) == (None, 120)
    assert balances == {
        "lucky_coins": {"total_amount": 120, "pending_delivery": 120},
        "adena": {"total_amount": None},
        "total_characters": 3,
        "character_balances": [],
    }


async def test_without_the_books_there_is_no_answer(http: httpx.AsyncClient, its_world: World, mariadb: Server) -> None:
    async with admin(mariadb, its_world.schemas.site) as root:
        await root.execute("LOCK TABLES wallets WRITE, donations WRITE, deliveries WRITE")
        for path in ("coins", "balances", "donations", "deliveries"):
            answer = await http.get(f"/api/player/{path}", timeout=60)
            assert (answer.status_code, answer.json()["error"]) == (503, "site_unavailable"), path
