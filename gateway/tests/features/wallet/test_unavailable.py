"""The wallet while the game's items, its characters or the books themselves cannot be read, on every family.

The service reads no item in any of them: what a scan of the items found is kept for a minute.
"""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from fixtures.installed import World
from gateway.config.settings import Settings
from gateway.database import database
from gateway.database.database import Limits, limits_for
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.wallet_data import empty, got, logged_in, put, send


@pytest.fixture(scope="module", params=("mobius", "acis", "lucera"))
def its_world(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    return world(request.param, characters=120, seed=43)


def hasty(settings: Settings, role: str, statement_timeout_ms: int | None = None) -> Limits:
    """The usual limits, but that who waits for a lock waits a second, and not three."""
    return replace(limits_for(settings, role, statement_timeout_ms), lock_seconds=1)


@pytest.fixture(scope="module")
async def opened(its_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "limits_for", hasty)
        async with logged_in(its_world, client) as http:
            yield http


@pytest.fixture
async def http(its_world: World, opened: httpx.AsyncClient) -> httpx.AsyncClient:
    await empty(its_world)
    return opened


async def both(http: httpx.AsyncClient) -> tuple[dict[str, Any], dict[str, Any]]:
    return await asyncio.gather(got(http, "/api/player/coins"), got(http, "/api/player/balances"))


async def test_unreadable_items_leave_the_figures_of_the_ledger(
    http: httpx.AsyncClient, its_world: World, mariadb: Server
) -> None:
    await put(its_world, wallet=120)
    await send(its_world, 30)
    async with admin(mariadb, its_world.schema) as root:
        await root.execute("LOCK TABLES items WRITE")
        coins, balances = await both(http)
    assert (coins["in_game"], coins["available"], coins["total"], coins["pending_delivery"]) == (None, 120, 150, 150)
    assert balances["adena"] == {"total_amount": None}
    assert balances["lucky_coins"] == {"total_amount": 150, "pending_delivery": 150}
    assert balances["total_characters"] == len(balances["character_balances"]) == 3
    assert {(row["lucky_coins"], row["adena"]) for row in balances["character_balances"]} == {(None, None)}


async def test_unreadable_characters_leave_the_figures_of_the_ledger(
    http: httpx.AsyncClient, its_world: World, mariadb: Server
) -> None:
    await put(its_world, wallet=120)
    async with admin(mariadb, its_world.schema) as root:
        await root.execute("LOCK TABLES characters WRITE")
        coins, balances = await both(http)
    assert (coins["in_game"], coins["total"]) == (None, 120)
    assert balances == {
        "lucky_coins": {"total_amount": 120, "pending_delivery": 120},
        "adena": {"total_amount": None},
        "total_characters": 3,
        "character_balances": [],
    }


async def test_unreadable_ledger_answers_503(http: httpx.AsyncClient, its_world: World, mariadb: Server) -> None:
    async with admin(mariadb, its_world.schemas.site) as root:
        await root.execute("LOCK TABLES wallets WRITE, donations WRITE, deliveries WRITE")
        paths = ("coins", "balances", "donations", "deliveries")
        answers = await asyncio.gather(*(http.get(f"/api/player/{path}", timeout=60) for path in paths))
    for answer in answers:
        assert (answer.status_code, answer.json()["error"]) == (503, "site_unavailable"), answer.url
