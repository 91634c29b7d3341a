"""Faults of the provider: unfinished work is repeated later, once, and nothing is credited in between."""

import time
from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.installed import World
from fixtures.payment_snapshots import COINS
from fixtures.provider import Provider as FakeProvider
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.payments import PaymentProcessor, inbox
from gateway.features.payments.orders import OrderSeals
from gateway.features.payments.provider import Provider, ProviderFailed, ProviderRefused
from gateway.features.payments.provider_payment import PaymentRef
from gateway.features.payments.queues import DonationWatch
from gateway.features.payments.search import DonationRef, PaymentSearch
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import clear_money
from gateway.tests.support.payment_app import checkout_order, insert_donation, pay_order, read_balances, set_fault
from gateway.tests.support.payment_providers import PROVIDERS, ProviderCase

OPEN_SECONDS = 7 * 86400
UNKNOWN = PaymentRef("mercadopago", "901")


@pytest.fixture
async def client(provider: FakeProvider, case: ProviderCase) -> AsyncGenerator[Provider]:
    async with case.open(provider, 30.0) as provider_client:
        yield provider_client


@pytest.fixture
async def processor(payment_world: World, database: Database, client: Provider) -> PaymentProcessor:
    await clear_money(payment_world)
    return PaymentProcessor(database, [client], OrderSeals(database, DataKeys(())))


class Buyer:
    """Pays donations at one provider without a webhook."""

    def __init__(self, world: World, http: httpx.AsyncClient, client: Provider) -> None:
        self._world, self._http, self._client = world, http, client

    async def pay(self, account: str) -> tuple[DonationRef, PaymentRef]:
        """Returns a new donation of the account, and its payment."""
        await set_fault(self._http, "drop_notices")
        name = self._client.name
        donation = await insert_donation(self._world, account, provider=name)
        checkout_id, reference = await pay_order(self._world, self._http, self._client, checkout_order(donation))
        row = DonationRef(donation, int(time.time()), "pending", name, checkout_id)
        return row, PaymentRef(name, reference)


@pytest.fixture
def buyer(payment_world: World, provider_http: httpx.AsyncClient, client: Provider) -> Buyer:
    return Buyer(payment_world, provider_http, client)


@pytest.mark.parametrize("mode", ["timeout", "slow", "http_500"])
async def test_failed_processing_is_repeated_later(
    payment_world: World,
    database: Database,
    provider: FakeProvider,
    provider_http: httpx.AsyncClient,
    case: ProviderCase,
    buyer: Buyer,
    processor: PaymentProcessor,
    mode: str,
) -> None:
    donation, payment = await buyer.pay(mode)
    await inbox.store(database, f"webhook:{payment}", payment, int(time.time()))

    async def webhooks() -> list[tuple[object, ...]]:
        return [tuple(row) for row in await site(payment_world, "SELECT status, attempts FROM webhook_inbox")]

    await set_fault(provider_http, mode)
    async with case.open(provider, 0.4) as impatient:
        failing = PaymentProcessor(database, [impatient], OrderSeals(database, DataKeys(())))
        assert await failing.process(payment) is None
        assert await PaymentSearch(database, failing, OPEN_SECONDS).search(donation) == {"deferred": 1}
        with pytest.raises(ProviderFailed):
            await impatient.open_preference(checkout_order(donation.id))
        with pytest.raises(ProviderFailed) as unknown:
            # Of no payment: a late refund would send webhooks during other tests.
            await impatient.refund(case.ref_of(1).reference, None, "ARS", "key")
    assert not isinstance(unknown.value, ProviderRefused)
    assert await webhooks() == [("waiting", 1)]
    assert await read_balances(payment_world, mode) == {}

    await set_fault(provider_http, "none")
    assert [await processor.process(payment) for _ in range(2)] == ["moved", "unchanged"]
    assert (await read_balances(payment_world, mode))["wallet"] == COINS
    assert await webhooks() == [("done", 1)]
    # The same webhook again, for a change that cannot be fetched yet.
    await inbox.store(database, f"webhook:{payment}", payment, int(time.time()))
    assert await webhooks() == [("waiting", 0)]


async def test_backoff_ends_at_the_first_success(
    payment_world: World,
    database: Database,
    provider_http: httpx.AsyncClient,
    case: ProviderCase,
    buyer: Buyer,
    processor: PaymentProcessor,
) -> None:
    now = int(time.time())
    _, payment = await buyer.pay("backoff")
    unknown = case.ref_of(901)
    for ref in (payment, unknown):
        await inbox.store(database, f"webhook:{ref}", ref, now)
    await set_fault(provider_http, "http_500")
    for ref in (payment, unknown):
        assert await processor.process(ref, attempts=10) is None
    due = "SELECT COUNT(*) FROM webhook_inbox WHERE status = 'waiting' AND due_at <= UNIX_TIMESTAMP()"
    assert (await site(payment_world, due))[0][0] == 0
    await set_fault(provider_http, "none")
    assert await processor.process(payment) == "moved"
    assert (await site(payment_world, due))[0][0] == 1


@pytest.mark.parametrize("case", PROVIDERS[:1], ids=["mercadopago"])
async def test_unsigned_webhook_is_given_up_after_three_attempts(
    payment_world: World, database: Database, processor: PaymentProcessor
) -> None:
    for name in ("old:901", "901:1:updated"):
        await inbox.store(database, name, UNKNOWN, int(time.time()))
    statuses: list[list[object]] = []
    for attempts in range(3):
        assert await processor.process(UNKNOWN, attempts) is None
        rows = await site(payment_world, "SELECT status FROM webhook_inbox ORDER BY id")
        statuses.append([row[0] for row in rows])
    assert statuses == [["waiting", "waiting"]] * 2 + [["given_up", "waiting"]]


@pytest.mark.parametrize("case", PROVIDERS[:1], ids=["mercadopago"])
async def test_claim_check_limits_lookups_of_a_donation(
    payment_world: World, database: Database, processor: PaymentProcessor
) -> None:
    watch = DonationWatch(database, PaymentSearch(database, processor, OPEN_SECONDS))
    donation, now = await insert_donation(payment_world, "watched"), int(time.time())
    claims = [await watch.claim_check(donation, now - 10) for _ in range(3)]
    assert [claim is not None for claim in claims] == [True, False, False]
    # The pause grows with the age of the donation.
    for checked_ago, age, is_due in ((60, 10, True), (60, 7200, False), (200, 7200, True)):
        await site(payment_world, f"UPDATE donations SET checked_at = {now - checked_ago} WHERE id = '{donation}'")
        claim = await watch.claim_check(donation, now - age)
        assert (claim is not None) is is_due, (checked_ago, age)
    await site(payment_world, f"UPDATE donations SET checked_at = 1, status = 'failed' WHERE id = '{donation}'")
    assert await watch.claim_check(donation, now - 10) is None
