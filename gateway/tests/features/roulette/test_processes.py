"""Spins of a real service: limits hold over two processes."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from fixtures import site_schema
from fixtures.installed import World, in_schema
from fixtures.servers import Redis
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.account_app import APP_ENV, bearer, token_of
from gateway.tests.support.roulette_data import ZERO_WHEEL, give_coins, request_spin
from gateway.tests.support.wallet_invariants import assert_consistent

pytestmark = pytest.mark.faults

WORKERS = {
    **APP_ENV,
    "GATEWAY_SERVER_WORKERS": "2",
    "GATEWAY_ROULETTE_COOLDOWN_SECONDS": "0",
    "GATEWAY_ROULETTE_MAX_DAILY_SPINS": "0",
}


@pytest.fixture(scope="module")
async def own_world(world: WorldFactory) -> AsyncGenerator[World]:
    own_world = world("mobius", characters=60, seed=62)
    yield own_world
    async with site_schema.connect(in_schema(own_world.admin_dsn, own_world.schemas.site)) as site:
        await assert_consistent(site)


@asynccontextmanager
async def log_in_as(url: str, login: str) -> AsyncGenerator[httpx.AsyncClient]:
    """A new connection for each request, so that both processes get some."""
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as http:
        http.headers.update(bearer(await token_of(http, login)))
        yield http


async def test_limits_hold_across_processes(own_world: World, service: ServiceFactory, tmp_path: Path) -> None:
    """One key spins once, and the wallet is never overdrawn, also after Redis was killed."""
    with Redis(tmp_path) as redis:
        env = {"GATEWAY_ROULETTE_SLOTS": ZERO_WHEEL.text, "GATEWAY_REDIS_URL": redis.url}
        with service(own_world, WORKERS | env) as running:
            async with log_in_as(running.url, "staff") as http:
                await give_coins(own_world, "staff", 7 * 10 + 9)
                same = await asyncio.gather(*(request_spin(http, "one-key") for _ in range(16)))
                assert len({result["spin_id"] for result in same}) == 1
                spinning = asyncio.gather(*(request_spin(http, f"key-{n}") for n in range(64)))
                redis.kill()
                assert Counter(result["reason"] for result in await spinning) == {None: 6, "insufficient_coins": 58}
                assert await request_spin(http, "one-key") == same[0], "repeated without Redis"
                assert (await http.get("/api/roulette/stats")).json()["total_spins"] == 7
                assert (await http.get("/api/player/coins")).json()["available"] == 9
