"""Buyers who pay while the service is killed, or while Redis is emptied and gone: every payment is credited once."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.servers import Redis
from fixtures.service import Service
from gateway.features.ledger.check import broken_rules
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import site
from gateway.tests.support.payment_app import Shop, environment, shop, site_door
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.faults

BUYERS, EACH = 8, 4
COINS = 50  # what the smallest amount buys


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=64)


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Generator[Redis]:
    with Redis(tmp_path_factory.mktemp("till")) as server:
        yield server


@pytest.fixture(scope="module")
def provider() -> Generator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture(scope="module")
def settings(its_world: World, provider: Provider, redis: Redis) -> dict[str, str]:
    own = {"GATEWAY_REDIS_URL": redis.url, "GATEWAY_LIMITS_DONATIONS": "100000"}
    return {**its_world.environment, **environment(provider, free_port()), **own}


@pytest.fixture(scope="module")
def gateway(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Generator[Service]:
    port = int(settings["GATEWAY_SERVER_PUBLIC_URL"].rpartition(":")[2])
    with Service(settings, port=port, log=tmp_path_factory.mktemp("till") / "gateway.log") as running:
        yield running


@pytest.fixture
async def there(its_world: World, provider: Provider, gateway: Service) -> AsyncGenerator[Shop]:
    async with shop(its_world, provider, gateway) as made:
        await made.form()
        yield made


async def buy(there: Shop, begun: list[dict[str, Any]], paid: dict[str, str]) -> None:
    """Some donations, each begun as often as it takes to be told of it, and then paid."""
    for _ in range(EACH):
        donation = await begin(there)
        begun.append(donation)
        paid[await there.choose(donation)] = donation["donation_id"]


async def begin(there: Shop) -> dict[str, Any]:
    form = await there.form()
    async with asyncio.timeout(60):
        while True:
            try:
                answer = await there.http.post("/api/donations/create", json=form)
            except httpx.TransportError:  # it was killed before it answered: perhaps the donation is there, unknown
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 201:
                return answer.json()
            assert answer.status_code in {502, 503}, answer.text
            await asyncio.sleep(0.05)


async def bustle(there: Shop, disturb: Callable[[], Awaitable[None]]) -> None:
    """Everybody buys; in the midst of it that happens. Then what was paid is there, once, and nothing else."""
    begun: list[dict[str, Any]] = []
    paid: dict[str, str] = {}
    before = (await there.coins()).get("wallet", 0)
    await there.fault("duplicate")
    buying = asyncio.gather(*(buy(there, begun, paid) for _ in range(BUYERS)))

    async def midst() -> bool:
        return len(paid) >= BUYERS or buying.done()

    await until(midst)
    assert not buying.done()
    await disturb()
    await buying
    await settled(there, set(paid.values()))
    assert len(paid) == BUYERS * EACH
    assert (await there.coins())["wallet"] - before == COINS * len(paid)
    credits = await site(there.world, "SELECT idempotency_key FROM ledger_transfers WHERE kind = 'credit'")
    assert {f"mp:{payment}:credit" for payment in paid} <= {str(key) for (key,) in credits}
    async with site_door(there.world) as door:
        assert await broken_rules(door, ALL_RULES) == []


async def settled(there: Shop, donations: set[str]) -> None:
    """Notices that had an answer before the service was killed are in the inbox; the provider sends the others again.
    What was not begun to be worked on is due after a while: here at once."""

    async def waiting() -> set[str]:
        rows = await site(there.world, "SELECT id FROM donations WHERE status = 'pending'")
        return {str(key) for (key,) in rows} & donations

    async def done() -> bool:
        if await waiting():
            await site(there.world, "UPDATE webhook_inbox SET due_at = 0 WHERE status = 'waiting'")
            await asyncio.to_thread(reconcile, there)
        return not await waiting()

    await until(done)


def reconcile(there: Shop) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GATEWAY_")}
    env |= {**there.world.environment, **environment(there.provider, 1)}
    subprocess.run([sys.executable, "-m", "gateway", "reconcile"], env=env, capture_output=True, check=False)


async def test_service_killed_loses_no_payment(there: Shop, gateway: Service) -> None:
    async def kill() -> None:
        os.killpg(gateway.pid, signal.SIGKILL)
        await asyncio.to_thread(gateway.wait)
        await asyncio.to_thread(gateway.start)

    await bustle(there, kill)
    noticed = await there.bank.get("/_control/notices")
    answered = {str(each["payment_id"]) for each in noticed.json()["data"] if each["status"] == 200}
    assert answered <= {str(row[0]) for row in await there.inbox()}, "a notice was answered and is not there"


async def test_redis_flushed_and_stopped_changes_no_payment(there: Shop, redis: Redis) -> None:
    async def lose() -> None:
        async with asyncio.timeout(10):
            reader, writer = await asyncio.open_unix_connection(redis.socket)
            writer.write(b"FLUSHALL\r\n")
            assert await reader.readline() == b"+OK\r\n"
            writer.close()
        redis.kill()

    await bustle(there, lose)
