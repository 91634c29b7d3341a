"""Background worker: fetches payments from the provider and reconciles them with the ledger.

A webhook enqueues its payment at once; further webhooks of a queued payment are coalesced. Unfinished work stays in the
inbox, where the leader's jobs take it up. While a buyer watches a pending donation, its payments are looked up without
a webhook as well, so that a lost one costs seconds.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

import structlog
from msgspec import Struct

from gateway.database.database import Database, DatabaseError, DatabaseUnavailable
from gateway.database.queries import query
from gateway.database.sealing import KeyLost
from gateway.durations import DAY
from gateway.features.payments import inbox
from gateway.features.payments.metrics import PaymentBacklog, PaymentMetrics
from gateway.features.payments.orders import OrderSeals
from gateway.features.payments.provider import PaymentPage, Provider, ProviderFailed, ProviderRefused, UnknownPayment
from gateway.features.payments.provider_payment import MERCADOPAGO, PaymentRef, ProviderPayment
from gateway.features.payments.reconcile import MARK_CHECKED, NO_CAPS, Verdict, reconcile
from gateway.features.spending_limits import DonationCaps

CONCURRENCY: Final = 8
QUEUE_MAX: Final = 10_000
WATCH_CONCURRENCY: Final = 2
WATCH_MAX: Final = 500
WATCH_AFTER_SECONDS: Final = 3
"""A younger donation is left to its webhook."""
WATCH_PAUSE_SECONDS: Final = 5
"""Between two lookups of a watched donation, across processes; grows to a minute for one that is an hour old."""
POLL_AFTER_SECONDS: Final = 600
"""The webhook of a donation that is pending for so long may be lost."""
PENDING_SECONDS: Final = 40 * DAY
"""The provider lets a payment be pending for 30 days."""
RECHECKED_SECONDS: Final = 180 * DAY
SEARCH_OVERLAP_SECONDS: Final = 3600
"""The provider's search may show a change late, so that much of the period before is searched again."""
RETRY_PAUSE_SECONDS: Final = 60
_BATCH: Final = 200

T = TypeVar("T")
RowT = TypeVar("RowT")
log = structlog.stdlib.get_logger("gateway.payments")


class DonationRef(Struct, frozen=True):
    """`preference_id`: of its checkout, once that is open. `expires_at`: its end; None: seven days after the start."""

    id: str
    created_at: int
    status: str
    provider: str
    preference_id: str | None
    expires_at: int | None = None


class SearchPosition(Struct, frozen=True):
    """Epoch seconds."""

    reached: int


class HasDonations(Struct, frozen=True):
    is_expected: int


DONATION = query("payments.donation", DonationRef)
PENDING_DONATIONS = query("payments.pending_donations", DonationRef)
COMPLETED_DONATIONS = query("payments.completed_donations", DonationRef)
CLAIM_CHECK = query("payments.claim_check", None)
FAIL = query("donations.fail", None)
BACKLOG = query("payments.backlog", PaymentBacklog)
SEARCH_POSITION = query("payments.search_position", SearchPosition)
HAS_DONATIONS = query("payments.has_donations", HasDonations)
SAVE_SEARCH_POSITION = query("payments.save_search_position", None)


class PaymentProcessor:
    """One for each process that takes payments."""

    def __init__(
        self,
        site: Database,
        providers: Sequence[Provider],
        open_seconds: int,
        seals: OrderSeals,
        metrics: PaymentMetrics | None = None,
        caps: DonationCaps = NO_CAPS,
        switched_off: Collection[str] = (),
    ) -> None:
        """`open_seconds`: for which a donation can be paid. `seals`: open the orders that come back with payments.

        `switched_off`: names of the providers that are not offered, and whose payments are still credited.
        """
        self._site, self._providers = site, {provider.name: provider for provider in providers}
        self._open_seconds = open_seconds
        self._seals = seals
        self._caps = caps
        self._switched_off = switched_off
        self._is_failing, self._retried_at = False, 0
        self.metrics = metrics or PaymentMetrics()
        self._queue: dict[PaymentRef, float] = {}  # payment → time of its first webhook; in order, each once
        self._queue_event = asyncio.Event()
        self._watched_donations: dict[str, int] = {}  # donation → time of its creation
        self._watch_event = asyncio.Event()

    def provider(self, name: str) -> Provider:
        """Raises ProviderRefused if it is switched off, and its key is not set."""
        if name not in self._providers:
            raise ProviderRefused(f"{name} is switched off")
        return self._providers[name]

    def takes(self, name: str) -> bool:
        """Returns whether payments of the provider are processed."""
        return name in self._providers

    def enqueue(self, payment: PaymentRef) -> None:
        """Queues a payment for processing in the background."""
        if len(self._queue) < QUEUE_MAX:
            self._queue.setdefault(payment, time.time())
            self._queue_event.set()

    def watch_donation(self, donation_id: str, created_at: int, status: str) -> None:
        """Queues a pending donation for a lookup in the background, if one is due."""
        age = time.time() - created_at
        if status == "pending" and age >= WATCH_AFTER_SECONDS and len(self._watched_donations) < WATCH_MAX:
            self._watched_donations[donation_id] = created_at
            self._watch_event.set()

    async def run(self) -> None:
        """Never returns."""
        async with asyncio.TaskGroup() as workers:
            for _ in range(CONCURRENCY):
                workers.create_task(self._process_queue())
            for _ in range(WATCH_CONCURRENCY):
                workers.create_task(self._check_watched_donations())

    async def _check_watched_donations(self) -> None:
        while True:
            while not self._watched_donations:
                self._watch_event.clear()
                await self._watch_event.wait()
            donation_id = next(iter(self._watched_donations))
            donation = await self.claim_check(donation_id, self._watched_donations.pop(donation_id))
            if donation:
                await self.search(donation)

    async def claim_check(self, donation_id: str, created_at: int) -> DonationRef | None:
        """Claims this check so that only one process performs it; returns the donation if it succeeds."""
        now = int(time.time())
        pause = max(WATCH_PAUSE_SECONDS, (now - created_at) // 60)
        try:
            is_claimed = await self._site.write(CLAIM_CHECK, id=donation_id, now=now, before=now - pause) > 0
            return await self._site.one(DONATION, id=donation_id) if is_claimed else None
        except DatabaseError as error:
            log.warning("donation_deferred", donation=donation_id, reason=str(error))
            return None

    async def _process_queue(self) -> None:
        while True:
            while not self._queue:
                self._queue_event.clear()
                await self._queue_event.wait()
            payment = next(iter(self._queue))
            await self.process(payment, received_at=self._queue.pop(payment))

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
            await self._end_backoff(now)
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

    async def _end_backoff(self, now: int) -> None:
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

    async def process_backlog(self) -> Counter[str]:
        """Processes payments with due webhooks. Returns the number of payments by verdict."""
        rows = await self._site.read(inbox.DUE, now=int(time.time()), limit=_BATCH)
        verdicts = await _map_bounded(lambda row: self.process(row.ref, row.attempts, row.received_at), rows)
        return Counter(verdict or "deferred" for verdict in verdicts)

    async def poll_pending(self) -> Counter[str]:
        """Looks up pending donations with a possibly lost webhook."""
        now = int(time.time())
        rows = await self._site.read(
            PENDING_DONATIONS, now=now, before=now - POLL_AFTER_SECONDS, since=now - PENDING_SECONDS, limit=_BATCH
        )
        return await self._search_all(rows)

    async def poll_completed(self) -> Counter[str]:
        """Looks up finished donations once a day: for a refund, a chargeback or a late payment without a webhook."""
        now = int(time.time())
        rows = await self._site.read(
            COMPLETED_DONATIONS,
            statuses=("completed", "failed", "refunded"),
            checked_before=now - DAY,
            since=now - RECHECKED_SECONDS,
            limit=_BATCH,
        )
        return await self._search_all(rows)

    async def _search_all(self, rows: list[DonationRef]) -> Counter[str]:
        results = await _map_bounded(self.search, rows)
        for donation, counts in zip(rows, results, strict=True):
            self.metrics.found_by_search[donation.provider] += counts["moved"]
        return sum(results, Counter[str]())

    async def search_changed(self) -> Counter[str]:
        """Reconciles the payments that changed since the last search of any process, or within a day at the first."""
        counts = Counter[str]()
        for name in self._providers:
            now = int(time.time())
            if name in self._switched_off and not await self._has_donations(name, now):
                continue
            last = await self._site.one(SEARCH_POSITION, job=search_job(name))
            # A position in the future was written under a wrong clock: it counts as none.
            since = last.reached - SEARCH_OVERLAP_SECONDS if last and last.reached <= now else now - DAY
            counts += await self._search_since(name, since, is_resumed=True)
        return counts

    async def _has_donations(self, name: str, now: int) -> bool:
        return await self._site.one(HAS_DONATIONS, provider=name, since=now - RECHECKED_SECONDS) is not None

    async def search_since(self, since: int) -> Counter[str]:
        """Reconciles every payment of our accounts that changed since then (epoch seconds). Returns as `search`."""
        counts = Counter[str]()
        for name in self._providers:
            counts += await self._search_since(name, since, is_resumed=False)
        return counts

    async def _search_since(self, name: str, since: int, *, is_resumed: bool) -> Counter[str]:
        """`is_resumed`: records after each page how far it came, so that the next search goes on from there."""
        counts = Counter[str]()
        try:
            async for page in self.provider(name).search_changed(since):
                now = int(time.time())
                await self._end_backoff(now)
                counts += await self._reconcile_page(page, now)
                if is_resumed and page.searched_until is not None:
                    reached = page.searched_until
                    await self._site.write(SAVE_SEARCH_POSITION, job=search_job(name), reached=reached, now=now)
        except ProviderFailed as error:
            log.warning("search_deferred", provider=name, reason=str(error))
            counts["deferred"] += 1
        self.metrics.found_by_search[name] += counts["moved"]
        return counts

    async def _reconcile_page(self, page: PaymentPage, now: int) -> Counter[str]:
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

    async def search(self, donation: DonationRef) -> Counter[str]:
        """Reconciles every payment of a donation. Returns the number of payments by verdict."""
        now = int(time.time())
        try:
            page = await self.provider(donation.provider).search(donation.id, donation.preference_id or "")
            await self._end_backoff(now)
            counts = await self._reconcile_page(page, now)
            ends_at = donation.expires_at or donation.created_at + self._open_seconds
            if not page.size and now - ends_at > DAY:
                await self._site.write(FAIL, id=donation.id)
        except (ProviderFailed, DatabaseUnavailable) as error:
            log.warning("donation_deferred", donation=donation.id, reason=str(error))
            counts = Counter({"deferred": 1})
        if not counts:
            counts["unpaid"] = 1
        if counts["deferred"] or counts["unpaid"]:
            self.metrics.count_reconciliation(donation.provider, "deferred" if counts["deferred"] else "unpaid")
            with suppress(DatabaseUnavailable):  # one that fails must not stay the first to be polled
                await self._site.write(MARK_CHECKED, id=donation.id, checked_at=now)
        return counts

    async def count(self) -> None:
        """Updates the leader's metrics."""
        empty = {name: PaymentBacklog(name, 0, 0) for name in self._providers}
        rows = {row.provider: row for row in await self._site.read(BACKLOG)}
        self.metrics.backlog = [*(empty | rows).values()]

    async def prune(self, now: int) -> int:
        return await inbox.prune(self._site, now)


def _key_lost_text(error: KeyLost) -> str:
    return f"its order is sealed with the data key {error}, which is not configured"


def search_job(provider: str) -> str:
    return "search_payments" if provider == MERCADOPAGO else f"search_payments:{provider}"


async def _map_bounded(work: Callable[[RowT], Awaitable[T]], rows: Iterable[RowT]) -> list[T]:
    limit = asyncio.Semaphore(CONCURRENCY)

    async def limited_work(row: RowT) -> T:
        async with limit:
            return await work(row)

    return await asyncio.gather(*map(limited_work, rows))
