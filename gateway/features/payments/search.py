"""Searches at the providers for payments that no webhook has told of."""

import time
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from typing import Final

import structlog
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.payments.processor import PaymentProcessor, map_bounded
from gateway.features.payments.provider import ProviderFailed
from gateway.features.payments.provider_payment import MERCADOPAGO
from gateway.features.payments.reconcile import MARK_CHECKED

POLL_AFTER_SECONDS: Final = 600
"""The webhook of a donation that is pending for so long may be lost."""
PENDING_SECONDS: Final = 40 * DAY
"""The provider lets a payment be pending for 30 days."""
RECHECKED_SECONDS: Final = 180 * DAY
SEARCH_OVERLAP_SECONDS: Final = 3600
"""The provider's search may show a change late, so that much of the period before is searched again."""
_BATCH: Final = 200

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
FAIL = query("donations.fail", None)
SEARCH_POSITION = query("payments.search_position", SearchPosition)
HAS_DONATIONS = query("payments.has_donations", HasDonations)
SAVE_SEARCH_POSITION = query("payments.save_search_position", None)


class PaymentSearch:
    """Searches by donation and by time, and reconciles what it finds."""

    def __init__(
        self, site: Database, processor: PaymentProcessor, open_seconds: int, switched_off: Collection[str] = ()
    ) -> None:
        """`open_seconds`: for which a donation can be paid. `switched_off`: names of the providers that are not
        offered, and whose payments are still credited."""
        self._site = site
        self.processor = processor
        self._open_seconds = open_seconds
        self._switched_off = switched_off

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
        results = await map_bounded(self.search, rows)
        for donation, counts in zip(rows, results, strict=True):
            self.processor.metrics.found_by_search[donation.provider] += counts["moved"]
        return sum(results, Counter[str]())

    async def search_changed(self) -> Counter[str]:
        """Reconciles the payments that changed since the last search of any process, or within a day at the first."""
        counts = Counter[str]()
        for name in self.processor.names:
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
        for name in self.processor.names:
            counts += await self._search_since(name, since, is_resumed=False)
        return counts

    async def _search_since(self, name: str, since: int, *, is_resumed: bool) -> Counter[str]:
        """`is_resumed`: records after each page how far it came, so that the next search goes on from there."""
        counts = Counter[str]()
        try:
            async for page in self.processor.provider(name).search_changed(since):
                now = int(time.time())
                await self.processor.end_backoff(now)
                counts += await self.processor.reconcile_page(page, now)
                if is_resumed and page.searched_until is not None:
                    reached = page.searched_until
                    await self._site.write(SAVE_SEARCH_POSITION, job=search_job(name), reached=reached, now=now)
        except ProviderFailed as error:
            log.warning("search_deferred", provider=name, reason=str(error))
            counts["deferred"] += 1
        self.processor.metrics.found_by_search[name] += counts["moved"]
        return counts

    async def search(self, donation: DonationRef) -> Counter[str]:
        """Reconciles every payment of a donation. Returns the number of payments by verdict."""
        now = int(time.time())
        try:
            page = await self.processor.provider(donation.provider).search(donation.id, donation.preference_id or "")
            await self.processor.end_backoff(now)
            counts = await self.processor.reconcile_page(page, now)
            ends_at = donation.expires_at or donation.created_at + self._open_seconds
            if not page.size and now - ends_at > DAY:
                await self._site.write(FAIL, id=donation.id)
        except (ProviderFailed, DatabaseUnavailable) as error:
            log.warning("donation_deferred", donation=donation.id, reason=str(error))
            counts = Counter({"deferred": 1})
        if not counts:
            counts["unpaid"] = 1
        if counts["deferred"] or counts["unpaid"]:
            self.processor.metrics.count_reconciliation(
                donation.provider, "deferred" if counts["deferred"] else "unpaid"
            )
            with suppress(DatabaseUnavailable):  # one that fails must not stay the first to be polled
                await self._site.write(MARK_CHECKED, id=donation.id, checked_at=now)
        return counts


def search_job(provider: str) -> str:
    return "search_payments" if provider == MERCADOPAGO else f"search_payments:{provider}"
