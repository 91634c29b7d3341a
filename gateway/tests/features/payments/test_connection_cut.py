"""The database connection is cut at every place of a webhook and its processing: the payment is credited once."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.fault_proxy import FaultProxy
from fixtures.payment_snapshots import COINS
from fixtures.servers import MariaDB
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.payments import inbox
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import CheckoutOrder, Preference
from gateway.features.payments.provider_payment import ProviderPayment, ProviderRefund
from gateway.tests.support import payment_workload
from gateway.tests.support.databases import Server, ask, assert_ledger_consistent
from gateway.tests.support.payment_workload import Payment

pytestmark = pytest.mark.faults

SCHEMA = "payments_cut"
PLACES = 30
LAST_BYTES = 80  # the responses to the commit and to what finishes the webhook
CREDITED = ask(
    "SELECT SUM(amount) FROM ledger_entries JOIN ledger_transfers ON id = transfer_id "
    "WHERE reference = %(id)s AND account LIKE 'wallet:%%'",
    "id",
)
WEBHOOKS = ask("SELECT COUNT(*) FROM webhook_inbox WHERE payment_id = %(id)s", "id")
MAKE_DUE = ask("UPDATE webhook_inbox SET due_at = 0 WHERE status = %(status)s", "status")


class OnePaymentProvider:
    """A provider with a single payment, in this process."""

    def __init__(self, payment: ProviderPayment) -> None:
        self._payment = payment

    async def open_preference(self, order: CheckoutOrder) -> Preference:
        raise AssertionError("not called by the processor")

    async def payment(self, payment_id: int) -> ProviderPayment:
        assert payment_id == self._payment.payment_id
        return self._payment

    async def search(self, reference: str) -> list[ProviderPayment]:
        return [self._payment] if reference == self._payment.reference else []

    async def refund(self, payment_id: int, amount: int | None, key: str) -> ProviderRefund:
        raise AssertionError("not called by the processor")

    async def close(self) -> None:
        """Nothing is open."""


def processor(site: Database, payment: Payment) -> PaymentProcessor:
    return PaymentProcessor(site, OnePaymentProvider(payment.snapshot(0)), payment_workload.MERCHANT, 1)


async def receive_webhook(site: Database, payment: Payment) -> str:
    """Stores and processes a webhook; returns the verdict, "deferred", or "refused" if it was not stored."""
    try:
        await inbox.store(site, f"{payment.id}:1:updated", payment.id, payment_workload.NOW)
    except DatabaseUnavailable:
        return "refused"
    return await processor(site, payment).process(payment.id) or "deferred"


async def receive_through(server: MariaDB, payment: Payment, **limits: int) -> tuple[str, dict[str, int]]:
    """Receives a webhook over a connection that is cut after so many bytes; also returns the bytes that passed."""
    assert server.port
    async with FaultProxy("127.0.0.1", server.port, **limits) as proxy:
        dsn = server.tcp_dsn(SCHEMA).replace(f":{server.port}/", f":{proxy.port}/")
        async with site_schema.connect(dsn) as site:
            verdict = await receive_webhook(site, payment)
    return verdict, proxy.passed


async def repeat(site: Database, payment: Payment, first: str) -> str:
    """Does what happens next by itself: the provider repeats a refused webhook, the service an acknowledged one."""
    if first == "refused":
        return await receive_webhook(site, payment)
    webhooks = await site.one(WEBHOOKS, id=payment.id)
    assert webhooks
    assert webhooks.value == 1, "an acknowledged webhook was lost"
    await site.write(MAKE_DUE, status="waiting")
    return "".join(await processor(site, payment).process_backlog())


async def test_connection_cut_anywhere_during_a_webhook_credits_once(mariadb: Server) -> None:
    assert isinstance(mariadb, MariaDB)
    outcomes: Counter[tuple[str, str, str]] = Counter()
    async with site_schema.connect(await site_schema.create(mariadb, SCHEMA)) as site:
        payments = [replace(payment, login="cut") for payment in payment_workload.approved(4 * PLACES)]
        await payment_workload.begin_all(site, payments)
        unused = iter(payments)
        assert await receive_webhook(site, next(unused)) == "moved"  # creates the wallet
        verdict, passed = await receive_through(mariadb, next(unused))
        assert verdict == "moved"
        for direction, length in passed.items():
            for place in (*range(0, length, length // PLACES), *range(length - LAST_BYTES, length, 4)):
                payment = next(unused)
                first, _ = await receive_through(mariadb, payment, **{direction: place})
                second = await repeat(site, payment, first)
                outcomes[direction, first, second] += 1
                credited = await site.one(CREDITED, id=payment.donation_id)
                assert credited
                assert credited.value == COINS, (direction, place, first, second)
        await assert_ledger_consistent(site)
    for expected in (
        ("requests", "refused", "moved"),  # lost before the webhook was stored
        ("requests", "deferred", "moved"),  # lost before the payment was reconciled
        ("replies", "refused", "moved"),  # lost after the webhook was stored
        ("replies", "deferred", "unchanged"),  # lost after the coins were posted
    ):
        assert outcomes[expected], (expected, outcomes)
