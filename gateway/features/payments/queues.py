"""Work in the background of a process: payments whose webhook has arrived, and donations that a buyer watches.

A webhook enqueues its payment at once; further webhooks of a queued payment are coalesced. Unfinished work stays in the
inbox, where the leader's jobs take it up. While a buyer watches a pending donation, its payments are looked up without
a webhook as well, so that a lost one costs seconds.
"""

import asyncio
import time
from typing import Final

import structlog

from gateway.database.database import Database, DatabaseError
from gateway.database.queries import query
from gateway.features.payments.processor import CONCURRENCY, PaymentProcessor
from gateway.features.payments.provider_payment import PaymentRef
from gateway.features.payments.search import DONATION, DonationRef, PaymentSearch

QUEUE_MAX: Final = 10_000
WATCH_CONCURRENCY: Final = 2
WATCH_MAX: Final = 500
WATCH_AFTER_SECONDS: Final = 3
"""A younger donation is left to its webhook."""
WATCH_PAUSE_SECONDS: Final = 5
"""Between two lookups of a watched donation, across processes; grows to a minute for one that is an hour old."""

CLAIM_CHECK = query("payments.claim_check", None)
log = structlog.stdlib.get_logger("gateway.payments")


class PaymentQueue:
    """Payments with new webhooks; in order, each once."""

    def __init__(self, processor: PaymentProcessor) -> None:
        self._processor = processor
        self._payments: dict[PaymentRef, float] = {}
        """The time of the first webhook of each."""
        self._event = asyncio.Event()

    def add(self, payment: PaymentRef) -> None:
        """Queues a payment for processing in the background."""
        if len(self._payments) < QUEUE_MAX:
            self._payments.setdefault(payment, time.time())
            self._event.set()

    async def run(self) -> None:
        """Never returns."""
        async with asyncio.TaskGroup() as workers:
            for _ in range(CONCURRENCY):
                workers.create_task(self._work())

    async def _work(self) -> None:
        while True:
            while not self._payments:
                self._event.clear()
                await self._event.wait()
            payment = next(iter(self._payments))
            await self._processor.process(payment, received_at=self._payments.pop(payment))


class DonationWatch:
    """Pending donations that a page asks for."""

    def __init__(self, site: Database, search: PaymentSearch) -> None:
        self._site = site
        self._search = search
        self._donations: dict[str, int] = {}
        """The time of the creation of each."""
        self._event = asyncio.Event()

    def add(self, donation_id: str, created_at: int, status: str) -> None:
        """Queues a pending donation for a lookup in the background, if one is due."""
        age = time.time() - created_at
        if status == "pending" and age >= WATCH_AFTER_SECONDS and len(self._donations) < WATCH_MAX:
            self._donations[donation_id] = created_at
            self._event.set()

    async def run(self) -> None:
        """Never returns."""
        async with asyncio.TaskGroup() as workers:
            for _ in range(WATCH_CONCURRENCY):
                workers.create_task(self._work())

    async def _work(self) -> None:
        while True:
            while not self._donations:
                self._event.clear()
                await self._event.wait()
            donation_id = next(iter(self._donations))
            donation = await self.claim_check(donation_id, self._donations.pop(donation_id))
            if donation:
                await self._search.search(donation)

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
