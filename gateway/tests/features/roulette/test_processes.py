"""The wheel behind real processes: limits that hold over two of them, and a service that is killed in the midst."""

import asyncio
import os
import signal
import time
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures import site_schema
from fixtures.installed import World, in_schema
from fixtures.procfs import tree
from fixtures.servers import Redis
from fixtures.site_schema import credit, posted
from gateway.features.ledger import post
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.account_app import APP_ENV, bearer, token_of
from gateway.tests.support.roulette_data import sound

pytestmark = pytest.mark.faults

WORKERS = {
    **APP_ENV,
    "GATEWAY_SERVER_WORKERS": "2",
    "GATEWAY_ROULETTE_COOLDOWN_SECONDS": "0",
    "GATEWAY_ROULETTE_MAX_DAILY_SPINS": "0",
}
NOTHING = {"GATEWAY_ROULETTE_SLOTS": ",".join("TINY_WIN:0:1" for _ in range(12))}
COINS = 1000
HANDS = 16
ENOUGH = 12
"""So many answers, and then the blow."""


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=62)


@asynccontextmanager
async def browser(url: str, login: str) -> AsyncGenerator[httpx.AsyncClient]:
    """A connection for each request, so that they come to either process."""
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as http:
        http.headers.update(bearer(await token_of(http, login)))
        yield http


async def spun(http: httpx.AsyncClient, key: str) -> dict[str, Any]:
    answer = await http.post("/api/roulette/spin", headers={"Idempotency-Key": key})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def give(its_world: World, login: str, coins: int) -> None:
    async with site_schema.connect(its_world.environment["GATEWAY_DATABASE_SITE_DSN"]) as site:
        assert await posted(site, post, credit(f"given:{uuid.uuid4()}", login, coins)) == "done"


async def sound_books(its_world: World) -> None:
    async with site_schema.connect(in_schema(its_world.admin_dsn, its_world.schemas.site)) as site:
        await sound(site)


async def test_limits_hold_across_processes(its_world: World, service: ServiceFactory, tmp_path: Path) -> None:
    """One key is spun once, and what a wallet affords; Redis, which is killed meanwhile, has no part in it."""
    with Redis(tmp_path) as redis, service(its_world, WORKERS | NOTHING | {"GATEWAY_REDIS_URL": redis.url}) as running:
        async with browser(running.url, "staff") as http:
            await give(its_world, "staff", 7 * 10 + 9)
            same = await asyncio.gather(*(spun(http, "one-press") for _ in range(16)))
            assert len({result["spin_id"] for result in same}) == 1
            spinning = asyncio.gather(*(spun(http, f"press-{n}") for n in range(64)))
            redis.kill()
            assert Counter(result["reason"] for result in await spinning) == {None: 6, "insufficient_coins": 58}
            assert await spun(http, "one-press") == same[0], "asked again without Redis"
            assert (await http.get("/api/roulette/stats")).json()["total_spins"] == 7
            assert (await http.get("/api/player/coins")).json()["available"] == 9
    await sound_books(its_world)


async def test_answered_spins_survive_the_service(its_world: World, service: ServiceFactory) -> None:
    """Every process of the service is killed while spins are on their way; the next service tells the same of the same
    keys, and spins once what was not answered."""
    await give(its_world, "demo", COINS)
    answered: dict[str, dict[str, Any]] = {}
    keys: list[str] = []
    with service(its_world, WORKERS) as running:
        async with browser(running.url, "demo") as http:

            async def press_until_it_dies() -> None:
                with suppress(httpx.TransportError):
                    while True:
                        keys.append(key := f"press-{len(keys)}")
                        answered[key] = await spun(http, key)
                        if len(answered) == ENOUGH:
                            _kill(tree(running.pid))

            await asyncio.gather(*(press_until_it_dies() for _ in range(HANDS)))
    assert len(keys) == len(answered) + HANDS, "each hand's last press was on its way, or came too late"
    with service(its_world, WORKERS) as running:
        async with browser(running.url, "demo") as http:
            again = dict(zip(keys, await asyncio.gather(*(spun(http, key) for key in keys)), strict=True))
            assert {key: again[key] for key in answered} == answered
            stats = (await http.get("/api/roulette/stats")).json()
            assert stats["total_spins"] == len({result["spin_id"] for result in again.values()}) == len(keys)
            left = (await http.get("/api/player/coins")).json()["available"]
            assert left == COINS + stats["net_result"]
    await sound_books(its_world)


def _kill(processes: Sequence[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    while any(Path(f"/proc/{process}").exists() and _runs(process) for process in processes):
        time.sleep(0.01)


def _runs(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False
