"""The line to the database is cut at every place of a notice and of what it leads to: it is one credit all the same."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.fault_proxy import FaultProxy
from fixtures.payment_snapshots import COINS
from fixtures.servers import MariaDB
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.ledger import check
from gateway.features.payments import inbox
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import CheckoutOrder, Preference
from gateway.features.payments.provider_payment import ProviderPayment, ProviderRefund
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.support import payment_workload
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.payment_workload import Payment

pytestmark = pytest.mark.faults

SCHEMA = "payments_cut"
PLACES = 30
LAST = 80  # bytes, in which the answers come to the commit and to what closes the notice
CREDITED = ask(
    "SELECT SUM(amount) FROM ledger_entries JOIN ledger_transfers ON id = transfer_id "
    "WHERE reference = %(id)s AND account LIKE 'wallet:%%'",
    "id",
)
NOTED = ask("SELECT COUNT(*) FROM webhook_inbox WHERE payment_id = %(id)s", "id")
HURRY = ask("UPDATE webhook_inbox SET due_at = 0 WHERE status = %(status)s", "status")


class Bank:
    """Knows one payment."""

    def __init__(self, snapshot: ProviderPayment) -> None:
        self._snapshot = snapshot

    async def open_preference(self, order: CheckoutOrder) -> Preference:
        raise AssertionError("nobody asks that of this bank")

    async def payment(self, payment_id: int) -> ProviderPayment:
        assert payment_id == self._snapshot.payment_id
        return self._snapshot

    async def search(self, reference: str) -> list[ProviderPayment]:
        return [self._snapshot] if reference == self._snapshot.reference else []

    async def refund(self, payment_id: int, amount: int | None, key: str) -> ProviderRefund:
        raise AssertionError("nobody asks that of this bank")

    async def close(self) -> None:
        """Nothing is open."""


def processor(site: Database, payment: Payment) -> PaymentProcessor:
    return PaymentProcessor(site, Bank(payment.snapshot(0)), payment_workload.TERMS, 1)


async def told(site: Database, payment: Payment) -> str:
    """A notice comes in and is worked: how far that came, as its sender and the operator can see."""
    try:
        await inbox.store(site, f"{payment.id}:1:updated", payment.id, payment_workload.NOW)
    except DatabaseUnavailable:
        return "refused"
    return await processor(site, payment).process(payment.id) or "deferred"


async def through(proxy: FaultProxy, server: Server, payment: Payment) -> str:
    assert isinstance(server, MariaDB)
    dsn = server.tcp_dsn(SCHEMA).replace(f":{server.port}/", f":{proxy.port}/")
    async with site_schema.connect(dsn) as site:
        return await told(site, payment)


def line(server: Server, **limits: int) -> FaultProxy:
    assert isinstance(server, MariaDB)
    assert server.port
    return FaultProxy("127.0.0.1", server.port, **limits)


async def again(site: Database, payment: Payment, first: str) -> str:
    """What the service does afterwards by itself; a notice that was refused the provider sends again."""
    if first == "refused":
        return await told(site, payment)
    noted = await site.one(NOTED, id=payment.id)
    assert noted
    assert noted.value == 1, "acknowledged and lost"
    await site.write(HURRY, status="waiting")
    return "".join(await processor(site, payment).process_backlog())


async def test_connection_cut_anywhere_during_a_webhook_credits_once(mariadb: Server) -> None:
    met: Counter[tuple[str, str, str]] = Counter()
    async with site_schema.connect(await site_schema.create(mariadb, SCHEMA)) as site:
        some = [replace(each, login="cutty") for each in payment_workload.approved(4 * PLACES)]
        await payment_workload.begin_all(site, some)
        made = iter(some)
        assert await told(site, next(made)) == "moved"  # it makes the wallet
        async with line(mariadb) as whole:
            assert await through(whole, mariadb, next(made)) == "moved"
        for way, length in whole.passed.items():
            for place in (*range(0, length, length // PLACES), *range(length - LAST, length, 4)):
                payment = next(made)
                async with line(mariadb, **{way: place}) as proxy:
                    first = await through(proxy, mariadb, payment)
                second = await again(site, payment, first)
                met[way, first, second] += 1
                credited = await site.one(CREDITED, id=payment.donation_id)
                assert credited
                assert credited.value == COINS, (way, place, first, second)
        assert await check.broken_rules(site, ALL_RULES) == []
    assert met["requests", "refused", "moved"], "no notice was lost before it was written down"
    assert met["requests", "deferred", "moved"], "no payment was lost before it was settled"
    assert met["replies", "refused", "moved"], "no answer was lost after a notice was written down"
    assert met["replies", "deferred", "unchanged"], "no answer was lost after the coins had moved"
