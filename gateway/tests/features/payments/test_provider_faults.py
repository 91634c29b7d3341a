"""The provider stumbles: what was not done is done later, once, and nothing is believed in the meantime."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack

import httpx
import pytest

from fixtures.installed import World
from fixtures.provider import Provider
from fixtures.provider.payments import COLLECTOR_ID
from gateway.config.payments import PaymentSettings
from gateway.database.database import Database
from gateway.features.ledger.check import broken_rules
from gateway.features.payments import PaymentProcessor, inbox
from gateway.features.payments.mercadopago import MercadoPago
from gateway.features.payments.processor import DonationRef
from gateway.features.payments.provider import CheckoutOrder, ProviderFailed, ProviderRefused
from gateway.features.payments.reconcile import MerchantAccount
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.conftest import WorldFactory
from gateway.tests.features.payments.test_reconcile import balances, donate
from gateway.tests.support.account_app import site
from gateway.tests.support.payment_app import site_door

COINS = 50
STUMBLES = ("timeout", "slow", "http_500")
Desk = tuple[MercadoPago, PaymentProcessor]


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=65)


@pytest.fixture(scope="module")
async def door(its_world: World) -> AsyncGenerator[Database]:
    async with site_door(its_world) as opened:
        yield opened
        assert await broken_rules(opened, ALL_RULES) == []


@pytest.fixture(scope="module")
def provider() -> Generator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture(scope="module")
async def bank(provider: Provider) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=provider.url, timeout=30) as http:
        yield http


@pytest.fixture(scope="module")
async def desks(provider: Provider, door: Database) -> AsyncGenerator[Callable[[float], Desk]]:
    """The client and whoever sees to payments with it, who wait for so many seconds."""
    async with AsyncExitStack() as stack:

        def desk(seconds: float) -> Desk:
            wanted = PaymentSettings(api_url=provider.url, access_token=provider.token, timeout_ms=int(seconds * 1000))
            client = MercadoPago(wanted)
            stack.push_async_callback(client.close)
            return client, PaymentProcessor(door, client, MerchantAccount(COLLECTOR_ID, live_mode=False), 7 * 86400)

        yield desk


async def fault(bank: httpx.AsyncClient, mode: str) -> None:
    assert (await bank.post("/_control/faults", json={"mode": mode})).status_code == 200


def order(donation: str) -> CheckoutOrder:
    address = "https://play.example/"
    return CheckoutOrder(donation, "50 coins", 5000, "ARS", address, address, address, address, int(time.time()) + 600)


@pytest.mark.parametrize("mode", STUMBLES)
async def test_failed_processing_is_repeated_later(
    its_world: World, door: Database, bank: httpx.AsyncClient, desks: Callable[[float], Desk], mode: str
) -> None:
    patient, hasty = desks(30.0), desks(0.4)
    await fault(bank, "drop_notices")
    donation = await donate(its_world, f"faults{mode}", COINS)
    opened = await patient[0].open_preference(order(donation))
    paid = await bank.post(opened.init_point, data={"outcome": "approved"})
    payment = int(httpx.URL(paid.headers["location"]).params["payment_id"])
    await inbox.store(door, f"notice:{payment}", payment, int(time.time()))
    notice = f"SELECT status, attempts FROM webhook_inbox WHERE payment_id = {payment}"

    await fault(bank, mode)
    client, processor = hasty
    assert await processor.process(payment) is None
    assert await processor.search(DonationRef(donation, int(time.time()), "pending")) == {"deferred": 1}
    with pytest.raises(ProviderFailed):
        await client.open_preference(order(donation))
    with pytest.raises(ProviderFailed) as unknown:
        await client.refund(payment, None, "key")
    assert not isinstance(unknown.value, ProviderRefused)
    assert [tuple(row) for row in await site(its_world, notice)] == [("waiting", 1)]
    assert await balances(its_world, f"faults{mode}") == {}

    await fault(bank, "none")
    client, processor = patient
    assert await processor.process(payment) == "moved"
    assert await processor.process(payment) == "unchanged"
    assert (await balances(its_world, f"faults{mode}"))["wallet"] == COINS
    assert [tuple(row) for row in await site(its_world, notice)] == [("done", 1)]


async def test_claim_check_limits_lookups_of_a_donation(
    its_world: World, door: Database, bank: httpx.AsyncClient, desks: Callable[[float], Desk]
) -> None:
    """Whoever asks, and of however many processes."""
    _, processor = desks(30.0)
    donation, now = await donate(its_world, "sought", COINS), int(time.time())
    looks = [await processor.claim_check(DonationRef(donation, now - age, "pending")) for age in (10, 10, 10)]
    assert looks == [True, False, False]
    change = "UPDATE donations SET checked_at = {} WHERE id = '{}'"
    # An hour old it is looked at once a minute.
    for ago, age, is_time in ((60, 10, True), (60, 7200, False), (200, 7200, True)):
        await site(its_world, change.format(now - ago, donation))
        assert await processor.claim_check(DonationRef(donation, now - age, "pending")) is is_time, (ago, age)
    await site(its_world, f"UPDATE donations SET checked_at = 1, status = 'failed' WHERE id = '{donation}'")
    assert await processor.claim_check(DonationRef(donation, now - 10, "pending")) is False


async def test_failing_donation_does_not_block_others(
    its_world: World, door: Database, bank: httpx.AsyncClient, desks: Callable[[float], Desk]
) -> None:
    """Somebody's hand wrote to the ledger where only a payment may: it is told, and nothing of it is done."""
    client, processor = desks(30.0)
    await fault(bank, "drop_notices")
    paid = dict[str, int]()
    for owner in ("spoilt", "sound"):
        donation = await donate(its_world, owner, COINS)
        opened = await client.open_preference(order(donation))
        done = await bank.post(opened.init_point, data={"outcome": "approved"})
        paid[donation] = int(httpx.URL(done.headers["location"]).params["payment_id"])
        await site(its_world, f"UPDATE donations SET created_at = created_at - 700 WHERE id = '{donation}'")
    spoilt = next(iter(paid.values()))
    await site(
        its_world,
        "INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) "
        f"VALUES ('mp:{spoilt}:credit', 'credit', 'x', 1)",
    )
    try:
        await fault(bank, "none")
        counts = await processor.poll_pending()
        assert (counts["deferred"], counts["moved"]) == (1, 1)
        assert (await balances(its_world, "spoilt")).get("wallet", 0) == 0
        assert (await balances(its_world, "sound"))["wallet"] == COINS
    finally:
        await site(its_world, f"DELETE FROM ledger_transfers WHERE idempotency_key = 'mp:{spoilt}:credit'")
