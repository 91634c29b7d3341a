"""The database connection is cut at every place of a webhook and its processing: the payment is credited once."""

from collections import Counter
from collections.abc import AsyncGenerator

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.fault_proxy import FaultProxy
from fixtures.payment_snapshots import COINS
from fixtures.servers import MariaDB
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.sealing import DataKeys
from gateway.features.payments import inbox
from gateway.features.payments.orders import OrderSeals
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import Provider
from gateway.tests.support import payment_workload
from gateway.tests.support.databases import Server, ask, assert_ledger_consistent
from gateway.tests.support.payment_providers import ProviderCase
from gateway.tests.support.payment_workload import Payment
from gateway.tests.support.scripted_http_server import ScriptedServer

pytestmark = pytest.mark.faults

PLACES = 10
LAST_BYTES = 60  # the responses to the commit and to what finishes the webhook
CREDITED_COINS = ask(
    "SELECT SUM(amount) FROM ledger_entries JOIN ledger_transfers ON id = transfer_id "
    "WHERE reference = %(id)s AND account LIKE 'wallet:%%'",
    "id",
)
WEBHOOKS = ask("SELECT COUNT(*) FROM webhook_inbox WHERE payment_id = %(id)s", "id")
MAKE_DUE = ask("UPDATE webhook_inbox SET due_at = 0 WHERE status = %(status)s", "status")


class WebhookReceiver:
    """Receives webhooks of payments that a scripted provider knows."""

    def __init__(self, provider: ScriptedServer, client: Provider, case: ProviderCase) -> None:
        self._provider, self._client, self.case = provider, client, case
        self.schema = f"payments_cut_{case.name}"

    def processor(self, site: Database, payment: Payment) -> PaymentProcessor:
        self._provider.respond_with(self.case.payment(payment.ref, payment.donation_id))
        return PaymentProcessor(site, [self._client], OrderSeals(site, DataKeys(())))

    async def receive(self, site: Database, payment: Payment) -> str:
        """Stores and processes a webhook; returns the verdict, "deferred", or "refused" if it was not stored."""
        try:
            await inbox.store(site, f"{payment.id}:1:updated", payment.ref, payment_workload.NOW)
        except DatabaseUnavailable:
            return "refused"
        return await self.processor(site, payment).process(payment.ref) or "deferred"

    async def repeat(self, site: Database, payment: Payment, first: str) -> str:
        """Repeats the webhook: the provider repeats a refused one, the service an acknowledged one."""
        if first == "refused":
            return await self.receive(site, payment)
        webhooks = await site.one(WEBHOOKS, id=payment.id)
        assert webhooks
        assert webhooks.value == 1, "an acknowledged webhook was lost"
        await site.write(MAKE_DUE, status="waiting")
        return "".join(await self.processor(site, payment).process_backlog())

    async def receive_through_proxy(
        self, server: MariaDB, payment: Payment, **limits: int
    ) -> tuple[str, dict[str, int]]:
        """Cuts the database connection after so many bytes; also returns the bytes that passed."""
        assert server.port
        async with FaultProxy("127.0.0.1", server.port, **limits) as proxy:
            dsn = server.tcp_dsn(self.schema).replace(f":{server.port}/", f":{proxy.port}/")
            async with site_schema.connect(dsn) as site:
                verdict = await self.receive(site, payment)
        return verdict, proxy.byte_counts


@pytest.fixture
async def receiver(scripted_provider: ScriptedServer, case: ProviderCase) -> AsyncGenerator[WebhookReceiver]:
    async with case.open(scripted_provider, 30.0) as client:
        yield WebhookReceiver(scripted_provider, client, case)


async def test_connection_cut_anywhere_during_a_webhook_credits_once(
    mariadb: Server, receiver: WebhookReceiver
) -> None:
    assert isinstance(mariadb, MariaDB)
    outcomes: Counter[tuple[str, str, str]] = Counter()
    async with site_schema.connect(await site_schema.create(mariadb, receiver.schema)) as site:
        payments = [
            replace(payment, ref=receiver.case.ref_of(number), login="cut")
            for number, payment in enumerate(payment_workload.paid_payments(6 * PLACES), 1)
        ]
        await payment_workload.begin_all(site, payments)
        remaining_payments = iter(payments)
        assert await receiver.receive(site, next(remaining_payments)) == "moved"  # creates the wallet
        verdict, passed_bytes = await receiver.receive_through_proxy(mariadb, next(remaining_payments))
        assert verdict == "moved"
        for direction, length in passed_bytes.items():
            for place in (*range(0, length, length // PLACES), *range(length - LAST_BYTES, length, 4)):
                payment = next(remaining_payments)
                first, _ = await receiver.receive_through_proxy(mariadb, payment, **{direction: place})
                second = await receiver.repeat(site, payment, first)
                outcomes[direction, first, second] += 1
                credited_coins = await site.one(CREDITED_COINS, id=payment.donation_id)
                assert credited_coins
                assert credited_coins.value == COINS, (direction, place, first, second)
        await assert_ledger_consistent(site)
    for outcome in (
        ("requests", "refused", "moved"),  # lost before the webhook was stored
        ("requests", "deferred", "moved"),  # lost before the payment was reconciled
        ("replies", "refused", "moved"),  # lost after the webhook was stored
        ("replies", "deferred", "unchanged"),  # lost after the coins were posted
    ):
        assert outcomes[outcome], (outcome, outcomes)
