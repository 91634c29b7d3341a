"""Fetches payments from the provider and reconciles them with the ledger."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

import structlog

from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.database.sealing import KeyLost
from gateway.features.payments import inbox
from gateway.features.payments.metrics import PaymentBacklog, PaymentMetrics
from gateway.features.payments.orders import OrderSeals
from gateway.features.payments.provider import PaymentPage, Provider, ProviderFailed, ProviderRefused, UnknownPayment
from gateway.features.payments.provider_payment import PaymentRef, ProviderPayment
from gateway.features.payments.reconcile import NO_CAPS, Verdict, reconcile
from gateway.features.spending_limits import DonationCaps

CONCURRENCY: Final = 8
RETRY_PAUSE_SECONDS: Final = 60
_BATCH: Final = 200

T = TypeVar("T")
RowT = TypeVar("RowT")
BACKLOG = query("payments.backlog", PaymentBacklog)
log = structlog.stdlib.get_logger("gateway.payments")


class PaymentProcessor:
    """One for each process that takes payments."""

    def __init__(
        self,
        site: Database,
        providers: Sequence[Provider],
        seals: OrderSeals,
        metrics: PaymentMetrics | None = None,
        caps: DonationCaps = NO_CAPS,
    ) -> None:
        """`seals`: open the orders that come back with payments."""
        self._site, self._providers = site, {provider.name: provider for provider in providers}
        self._seals = seals
        self._caps = caps
        self._is_failing, self._retried_at = False, 0
        self.metrics = metrics or PaymentMetrics()

    @property
    def names(self) -> Sequence[str]:
        """Of the providers whose payments are processed."""
        return [*self._providers]

    def provider(self, name: str) -> Provider:
        """Raises ProviderRefused if it is switched off, and its key is not set."""
        if name not in self._providers:
            raise ProviderRefused(f"{name} is switched off")
        return self._providers[name]

    def takes(self, name: str) -> bool:
        """Returns whether payments of the provider are processed."""
        return name in self._providers

    async def process(
        self, payment: PaymentRef, attempts: int = 0, received_at: float | None = None, *, is_forced: bool = False
    ) -> Verdict | None:
        """Fetches a payment, reconciles it and finishes its webhooks, the first of which arrived at `received_at`.

        `is_forced`: also if the recorded state is newer. Returns None if it has to be repeated later.
        """
        verdict = await self._process(payment, attempts, is_forced=is_forced)
        wait_seconds = time.time() - received_at if verdict and received_at is not None else None
        self.metrics.count_reconciliation(payment.provider, verdict or "deferred", wait_seconds)
        return verdict

    async def _process(self, ref: PaymentRef, attempts: int, *, is_forced: bool) -> Verdict | None:
        now = int(time.time())
        try:
            upto = await inbox.newest(self._site, ref)
            try:
                payment = await self.provider(ref.provider).payment(ref.reference)
            except UnknownPayment:
                await inbox.postpone_unknown(self._site, ref, attempts, upto, now)
                return None
            await self.end_backoff(now)
            verdict = await self._reconcile(payment, now, is_forced=is_forced)
            await inbox.finish(self._site, ref, upto)
        except (ProviderFailed, DatabaseUnavailable) as error:
            log.warning("payment_deferred", payment=str(ref), reason=str(error))
            self._is_failing = True
            await self._postpone(ref, attempts, now)
            return None
        except KeyLost as error:
            log.warning("payment_deferred", payment=str(ref), reason=_key_lost_text(error))
            await self._postpone(ref, attempts, now)
            return None
        except Exception:
            log.exception("payment_failed", payment=str(ref))
            await self._postpone(ref, attempts, now)
            return None
        return verdict

    async def end_backoff(self, now: int) -> None:
        """Makes failed webhooks due after a success, at most once a minute: perhaps only some calls fail."""
        if self._is_failing and now - self._retried_at >= RETRY_PAUSE_SECONDS:
            self._is_failing, self._retried_at = False, now
            await inbox.retry_postponed(self._site, now)

    async def _reconcile(self, payment: ProviderPayment, now: int, *, is_forced: bool = False) -> Verdict:
        order = await self._seals.open(payment.donation_id, payment.order)
        merchant = self.provider(payment.ref.provider).merchant
        return await reconcile(self._site, merchant, payment, now, order, self._caps, is_forced=is_forced)

    async def _postpone(self, payment: PaymentRef, attempts: int, now: int) -> None:
        with suppress(DatabaseUnavailable):  # the webhook keeps its due time
            await inbox.postpone(self._site, payment, attempts, now)

    async def reconcile_page(self, page: PaymentPage, now: int) -> Counter[str]:
        """Returns the number of payments by verdict. Raises DatabaseUnavailable."""
        counts = Counter[str](deferred=page.unreadable)
        for payment in page.payments:
            try:
                verdict = await self._reconcile(payment, now)
            except DatabaseUnavailable:
                raise
            except Exception as error:  # one payment must not block all others: it is repeated as a webhook would be
                if isinstance(error, KeyLost):
                    log.warning("payment_deferred", payment=str(payment.ref), reason=_key_lost_text(error))
                else:
                    log.exception("payment_failed", payment=str(payment.ref))
                await inbox.store(self._site, f"search:{payment.ref}", payment.ref, now)
                verdict = "deferred"
            self.metrics.count_reconciliation(payment.ref.provider, verdict)
            counts[verdict] += 1
        return +counts

    async def process_backlog(self) -> Counter[str]:
        """Processes payments with due webhooks. Returns the number of payments by verdict."""
        rows = await self._site.read(inbox.DUE, now=int(time.time()), limit=_BATCH)
        verdicts = await map_bounded(lambda row: self.process(row.ref, row.attempts, row.received_at), rows)
        return Counter(verdict or "deferred" for verdict in verdicts)

    async def count(self) -> None:
        """Updates the leader's metrics."""
        empty = {name: PaymentBacklog(name, 0, 0) for name in self._providers}
        rows = {row.provider: row for row in await self._site.read(BACKLOG)}
        self.metrics.backlog = [*(empty | rows).values()]


def _key_lost_text(error: KeyLost) -> str:
    return f"its order is sealed with the data key {error}, which is not configured"


async def map_bounded(work: Callable[[RowT], Awaitable[T]], rows: Iterable[RowT]) -> list[T]:
    limit = asyncio.Semaphore(CONCURRENCY)

    async def limited_work(row: RowT) -> T:
        async with limit:
            return await work(row)

    return await asyncio.gather(*map(limited_work, rows))
