"""Whoever sees to the payments in a process: fetches what there is to know of one, and settles it.

A notice makes him look at its payment at once; notices of one payment that come meanwhile are joined into one more
look. What he does not get done stays in the inbox, and the jobs of whoever leads take it up. Where a buyer waits for a
donation to settle, he looks at that without a notice, too, so that one that is lost costs seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

import structlog
from msgspec import Struct

from gateway.database.database import Database, DatabaseError, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.payments import inbox
from gateway.features.payments.metrics import Figures, Standing
from gateway.features.payments.provider import Provider, ProviderFailed, UnknownPayment
from gateway.features.payments.reconcile import CHECKED, Terms, Verdict, settle

AT_ONCE: Final = 8
WAITING_MOST: Final = 10_000
SOUGHT_AT_ONCE: Final = 2
SOUGHT_MOST: Final = 500
SOUGHT_AFTER: Final = 3
"""Younger ones are left to their notice."""
SOUGHT_SECONDS: Final = 5
"""Between two looks at a donation that somebody waits for, whichever process he asks; an hour old, a minute."""
POLLED_AFTER: Final = 600
"""A donation that is pending for so long may have lost its notice."""
PENDING_SECONDS: Final = 40 * 86400
"""The provider lets a payment be pending for 30 days."""
WATCHED_SECONDS: Final = 180 * 86400
DAY: Final = 86400
_BATCH: Final = 200

T = TypeVar("T")
log = structlog.stdlib.get_logger("gateway.payments")


class Waiting(Struct, frozen=True):
    id: str
    created_at: int
    status: str


WAITING = query("payments.waiting_donations", Waiting)
SETTLED = query("payments.settled_donations", Waiting)
CLAIM_LOOK = query("payments.claim_look", None)
FAIL = query("donations.fail", None)
STANDING = query("payments.standing", Standing)


class Cashier:
    """One for each process that takes money."""

    def __init__(
        self, site: Database, provider: Provider, terms: Terms, open_seconds: int, figures: Figures | None = None
    ) -> None:
        self._site, self._provider, self._terms = site, provider, terms
        self._open_seconds = open_seconds
        self.figures = figures or Figures()
        self._told: dict[int, float] = {}  # payments to look at, in their order, each once, and since when
        self._news = asyncio.Event()
        self._sought: dict[str, Waiting] = {}  # donations that somebody waits for
        self._wanted = asyncio.Event()

    def tell(self, payment_id: int) -> None:
        """There is news of a payment; looked at in the background."""
        if len(self._told) < WAITING_MOST:
            self._told.setdefault(payment_id, time.time())
            self._news.set()

    def seek(self, donation: Waiting) -> None:
        """Somebody waits for it; looked for in the background, where it is time to."""
        age = time.time() - donation.created_at
        if donation.status == "pending" and age >= SOUGHT_AFTER and len(self._sought) < SOUGHT_MOST:
            self._sought[donation.id] = donation
            self._wanted.set()

    async def run(self) -> None:
        """Never returns."""
        async with asyncio.TaskGroup() as workers:
            for _ in range(AT_ONCE):
                workers.create_task(self._work())
            for _ in range(SOUGHT_AT_ONCE):
                workers.create_task(self._seek())

    async def _seek(self) -> None:
        while True:
            while not self._sought:
                self._wanted.clear()
                await self._wanted.wait()
            donation = self._sought.pop(next(iter(self._sought)))
            if await self.is_time(donation):
                await self.search(donation)

    async def is_time(self, donation: Waiting) -> bool:
        """Takes the look, which is one process's alone."""
        now = int(time.time())
        pause = max(SOUGHT_SECONDS, (now - donation.created_at) // 60)
        try:
            return await self._site.write(CLAIM_LOOK, id=donation.id, now=now, before=now - pause) > 0
        except DatabaseError as wrong:
            log.warning("donation_waits", donation=donation.id, reason=str(wrong))
            return False

    async def _work(self) -> None:
        while True:
            while not self._told:
                self._news.clear()
                await self._news.wait()
            payment_id = next(iter(self._told))
            await self.look(payment_id, since=self._told.pop(payment_id))

    async def look(self, payment_id: int, attempts: int = 0, since: float | None = None) -> Verdict | None:
        """Fetches a payment, settles it and answers its notices, of which the first came at `since`. None: that has to
        be done again later."""
        verdict = await self._look(payment_id, attempts)
        waited = time.time() - since if verdict and since is not None else None
        self.figures.settled(verdict or "waits", waited)
        return verdict

    async def _look(self, payment_id: int, attempts: int) -> Verdict | None:
        now = int(time.time())
        try:
            upto = await inbox.newest(self._site, payment_id)
            try:
                snapshot = await self._provider.payment(payment_id)
            except UnknownPayment:
                await inbox.unknown(self._site, payment_id, attempts, upto, now)
                return None
            verdict = await settle(self._site, self._terms, snapshot, now)
            await inbox.answered(self._site, payment_id, upto)
        except (ProviderFailed, DatabaseUnavailable) as wrong:
            log.warning("payment_waits", payment=payment_id, reason=str(wrong))
            await self._postpone(payment_id, attempts, now)
            return None
        except Exception:
            log.exception("payment_failed", payment=payment_id)
            await self._postpone(payment_id, attempts, now)
            return None
        return verdict

    async def _postpone(self, payment_id: int, attempts: int, now: int) -> None:
        with suppress(DatabaseUnavailable):  # it is due as it was
            await inbox.failed(self._site, payment_id, attempts, now)

    async def work_inbox(self) -> Counter[str]:
        """Notices that nobody got done. How many payments had which verdict."""
        rows = await inbox.leftovers(self._site, int(time.time()), _BATCH)
        return Counter(
            verdict or "waits"
            for verdict in await _some_at_once(
                [lambda row=row: self.look(row.payment_id, row.attempts, row.received_at) for row in rows]
            )
        )

    async def poll_waiting(self) -> Counter[str]:
        """Pending donations whose notice may have been lost."""
        now = int(time.time())
        rows = await self._site.read(
            WAITING, now=now, before=now - POLLED_AFTER, since=now - PENDING_SECONDS, limit=_BATCH
        )
        return await self._search_each(rows)

    async def poll_settled(self) -> Counter[str]:
        """What was refunded or charged back, or paid after all, without our hearing of it; each once a day."""
        now = int(time.time())
        rows = await self._site.read(
            SETTLED,
            statuses=("completed", "failed", "refunded"),
            checked_before=now - DAY,
            since=now - WATCHED_SECONDS,
            limit=_BATCH,
        )
        return await self._search_each(rows)

    async def _search_each(self, rows: list[Waiting]) -> Counter[str]:
        found = await _some_at_once([lambda row=row: self.search(row) for row in rows])
        return sum(found, Counter[str]())

    async def search(self, donation: Waiting) -> Counter[str]:
        """Settles every payment that the provider has on a donation. Counts the verdicts; `waits`: ask again."""
        found = await self._search(donation)
        for verdict in found.elements():
            self.figures.settled(verdict)
        return found

    async def _search(self, donation: Waiting) -> Counter[str]:
        now = int(time.time())
        try:
            snapshots = await self._provider.search(donation.id)
            verdicts = [await settle(self._site, self._terms, each, now) for each in snapshots]
            if not snapshots:
                await self._site.write(CHECKED, id=donation.id, checked_at=now)
                if now - donation.created_at > self._open_seconds + DAY:
                    await self._site.write(FAIL, id=donation.id)
        except (ProviderFailed, DatabaseUnavailable) as wrong:
            log.warning("donation_waits", donation=donation.id, reason=str(wrong))
            return Counter({"waits": 1})
        except Exception:  # one donation must not stand in the way of all the others
            log.exception("donation_failed", donation=donation.id)
            return Counter({"waits": 1})
        return Counter(verdicts) or Counter({"unpaid": 1})

    async def count(self) -> None:
        """For the figures of whoever leads."""
        self.figures.standing = await self._site.one(STANDING)

    async def prune(self) -> int:
        return await inbox.prune(self._site, int(time.time()))


async def _some_at_once(work: list[Callable[[], Awaitable[T]]]) -> list[T]:
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(each: Callable[[], Awaitable[T]]) -> T:
        async with limit:
            return await each()

    return list(await asyncio.gather(*(one(each) for each in work)))
