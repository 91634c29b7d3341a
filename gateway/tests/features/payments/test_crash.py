"""Buyers pay while the service, Redis or the database is killed: every payment is credited once."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures import site_schema
from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.servers import DURABLE, MariaDB, Redis
from fixtures.service import Service
from gateway.features.payments.provider_payment import PaymentRef
from gateway.tests.support import crash_tests
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import assert_ledger_consistent, clear_money, open_site
from gateway.tests.support.payment_app import (
    YEN,
    PaymentClient,
    open_payment_client,
    payment_environment,
    read_balances,
)
from gateway.tests.support.payment_providers import PROVIDERS, ProviderCase
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.faults

BUYERS, DONATIONS = 8, 4  # and how many each of them makes
COINS = 50  # of the smallest amount, and of the package in yen
PRICES = {"mercadopago": {}, "stripe": YEN}
KEY_PREFIXES = {case.name: case.key_prefix for case in PROVIDERS}


@pytest.fixture
def redis(tmp_path: Path) -> Generator[Redis]:
    with Redis(tmp_path) as server:
        yield server


@pytest.fixture
async def crash_service(
    payment_world: World, provider: Provider, provider_http: httpx.AsyncClient, redis: Redis, tmp_path: Path
) -> AsyncGenerator[Service]:
    """A service that finds no payments of earlier tests: its first search would restore their donations."""
    await provider_http.post("/_control/forget")
    await clear_money(payment_world)
    port = free_port()
    settings = {"GATEWAY_REDIS_URL": redis.url, "GATEWAY_LIMITS_DONATIONS": "100000"}
    env = {**payment_world.environment, **payment_environment(provider, port), **settings}
    with Service(env, port=port, log=tmp_path / "gateway.log") as running:
        yield running
    await clear_money(payment_world)


@pytest.fixture
async def crash_client(
    payment_world: World, provider: Provider, crash_service: Service
) -> AsyncGenerator[PaymentClient]:
    async with open_payment_client(payment_world, provider, crash_service) as client:
        yield client


async def create_donation(client: PaymentClient, case: ProviderCase) -> dict[str, Any]:
    """Retries until the service answers; the row of an unanswered request stays unpaid."""
    async with asyncio.timeout(60):
        while True:
            try:
                response = await client.create(**{"provider": case.name} | PRICES[case.name])
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            if response.status_code == 201:
                return response.json()
            assert response.status_code in {502, 503}, response.text
            await asyncio.sleep(0.05)


async def buy_during(client: PaymentClient, fault: Callable[[], Awaitable[None]]) -> None:
    """Runs the fault while all buyers pay, half of them at each provider, and checks that every payment is credited
    once and nothing else is.
    """
    donation_of: dict[PaymentRef, str] = {}

    async def buy(case: ProviderCase) -> None:
        for _ in range(DONATIONS):
            donation = await create_donation(client, case)
            donation_of[PaymentRef(case.name, await client.pay(donation))] = donation["donation_id"]

    await client.set_fault("duplicate")
    buying = asyncio.gather(*(buy(PROVIDERS[number % len(PROVIDERS)]) for number in range(BUYERS)))

    async def is_halfway() -> bool:
        return len(donation_of) >= BUYERS or buying.done()

    await until(is_halfway)
    assert not buying.done()
    await fault()
    await buying
    await wait_for_credits(client, set(donation_of.values()))
    assert len(donation_of) == BUYERS * DONATIONS
    credits = await site(client.world, "SELECT idempotency_key FROM ledger_transfers WHERE kind = 'credit'")
    assert {str(key) for (key,) in credits} == {
        f"{KEY_PREFIXES[payment.provider]}:{payment.reference}:credit" for payment in donation_of
    }
    assert (await read_balances(client.world))["wallet"] == COINS * len(donation_of)
    async with open_site(client.world) as database:
        await assert_ledger_consistent(database)


async def wait_for_credits(client: PaymentClient, donations: set[str]) -> None:
    """Waits until no donation is pending. Stored webhooks are made due at once; the provider repeats the others."""

    async def is_credited() -> bool:
        rows = await site(client.world, "SELECT id FROM donations WHERE status = 'pending'")
        if donations.isdisjoint(str(row[0]) for row in rows):
            return True
        await site(client.world, "UPDATE webhook_inbox SET due_at = 0 WHERE status = 'waiting'")
        await run_command(client.world, "reconcile", **payment_environment(client.provider, 1))
        return False

    await until(is_credited)


async def test_service_killed_loses_no_payment(crash_client: PaymentClient, crash_service: Service) -> None:
    async def kill() -> None:
        os.killpg(crash_service.pid, signal.SIGKILL)
        await asyncio.to_thread(crash_service.wait)
        await asyncio.to_thread(crash_service.start)

    await buy_during(crash_client, kill)
    webhooks = (await crash_client.provider_http.get("/_control/notices")).json()["data"]
    acknowledged_payments = {str(webhook["payment_id"]) for webhook in webhooks if webhook["status"] == 200}
    recorded_payments, stored_payments = [
        {str(row[0]) for row in await site(crash_client.world, f"SELECT reference FROM {table}")}
        for table in ("payments", "webhook_inbox")
    ]
    assert len(recorded_payments) == BUYERS * DONATIONS
    assert acknowledged_payments & recorded_payments <= stored_payments, "an acknowledged webhook was lost"


async def test_redis_flushed_and_stopped_changes_no_payment(crash_client: PaymentClient, redis: Redis) -> None:
    async def flush_and_kill() -> None:
        async with asyncio.timeout(10):
            reader, writer = await asyncio.open_unix_connection(redis.socket)
            writer.write(b"FLUSHALL\r\n")
            assert await reader.readline() == b"+OK\r\n"
            writer.close()
        redis.kill()

    await buy_during(crash_client, flush_and_kill)


async def test_database_killed_loses_no_payment(tmp_path: Path) -> None:
    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await site_schema.create(server)
        total = await crash_tests.repeat(lambda name: crash_tests.kill_server(server, dsn, name, crash_tests.PAYMENTS))
    assert total.unanswered_count > 0, "no kill interrupted a reconciliation"
