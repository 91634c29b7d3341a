"""Leader lock in the site database, for work that writes."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

import structlog
from msgspec import Struct

from gateway.concurrency.background_tasks import cancel_and_wait
from gateway.database.database import Database, Session
from gateway.database.errors import DatabaseUnavailable
from gateway.database.queries import query
from gateway.observability.logging import RateLimitedLogger

PING_SECONDS = 2.0
IDLE_SECONDS = 6  # the server ends the idle session of a leader that hangs or is cut off, which frees its lock

log = structlog.get_logger("gateway.database")
rate_limited_log = RateLimitedLogger(log)


class Acquired(Struct, frozen=True):
    acquired: int | None


ACQUIRE = query("lock.acquire", Acquired)


class SiteLock:
    """A named lock in the site database, held by a dedicated connection: it ends when the connection does."""

    def __init__(self, site: Database, name: str) -> None:
        self._site = site
        self._name = name
        self._confirmed_until = 0.0

    @property
    def is_held(self) -> bool:
        """True while confirmed: a process that was frozen has to confirm the lock before it continues."""
        return time.monotonic() < self._confirmed_until

    async def run_while_leader(self, work: Callable[[], Awaitable[None]]) -> None:
        """Runs `work` while the lock is held, ends it when the lock is lost, runs it again when it is held again.

        Never returns. Raises what `work` raises, except DatabaseUnavailable.
        """
        while True:
            try:
                async with self._site.session(IDLE_SECONDS) as session:
                    asked_at = time.monotonic()
                    row = await session.one(ACQUIRE, name=self._name)
                    if row and row.acquired:
                        self._confirmed_until = asked_at + IDLE_SECONDS
                        log.info("leadership_acquired", lock=self._name)
                        await self._work_while_held(session, work)
            except DatabaseUnavailable as error:
                rate_limited_log.warning("lock_unavailable", lock=self._name, reason=str(error))
            await asyncio.sleep(PING_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311

    async def _work_while_held(self, session: Session, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.ensure_future(work())
        try:
            while not task.done():
                await asyncio.wait([task], timeout=PING_SECONDS)
                asked_at = time.monotonic()
                await session.ping()
                self._confirmed_until = asked_at + IDLE_SECONDS
            await task
        finally:
            self._confirmed_until = 0.0
            await cancel_and_wait([task])
