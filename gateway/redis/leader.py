"""Who does what only one process should do.

Probe and snapshot are led by a lease in Redis; without Redis every process does them for itself. What writes is led by
a lock of the site's database, since that is where it would collide.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable

import structlog
from msgspec import Struct

from gateway.concurrency.background_tasks import ended
from gateway.database.database import Database, Session
from gateway.database.errors import DatabaseUnavailable
from gateway.database.queries import query
from gateway.observability.logging import Rarely
from gateway.redis.cache import RedisDoor

LEASE_SECONDS = 9.0
LOCK_PING_SECONDS = 2.0
LOCK_IDLE_SECONDS = 6  # a leader that hangs, or is cut off, loses its lock when the server ends its session
TAKE_OVER_SECONDS = LOCK_IDLE_SECONDS + 1.2 * LOCK_PING_SECONDS
"""Another leads by then, however the leader went; at once where it went in good order."""

log = structlog.get_logger("gateway.redis")
rarely = Rarely(log)


class Lease:
    """A lease in Redis, kept by `run`. Whoever cannot reach Redis leads for itself."""

    def __init__(self, redis: RedisDoor | None, name: str, seconds: float = LEASE_SECONDS) -> None:
        self._redis = redis
        self._key = f"leader:{name}"
        self._token = secrets.token_hex(8)
        self._seconds = seconds
        self._until = 0.0 if redis else float("inf")

    @property
    def leads(self) -> bool:
        """Whether this process leads now. One that was frozen finds its lease run out."""
        return time.monotonic() < self._until

    async def renew(self) -> bool:
        """Takes the lease if it is free, prolongs it if it is ours."""
        if self._redis is None:
            return True
        asked, led = time.monotonic(), self.leads
        taken = await self._redis.take(self._key, self._token, self._seconds)
        self._until = 0.0 if taken is False else asked + self._seconds
        if self.leads != led:
            log.info("leads" if self.leads else "follows", lease=self._key)
        return self.leads

    async def run(self) -> None:
        """Never returns."""
        while True:
            await self.renew()
            await asyncio.sleep(self._seconds / 3 * random.uniform(0.8, 1.0))  # noqa: S311

    async def release(self) -> None:
        """Lets another take over at once."""
        if self._redis is not None:
            self._until = 0.0
            await self._redis.give(self._key, self._token)


class Taken(Struct, frozen=True):
    taken: int | None


TAKE = query("leader.take", Taken)


class SiteLock:
    """A lock by name in the site's database, held by a connection of its own: it ends when the connection does."""

    def __init__(self, site: Database, name: str) -> None:
        self._site = site
        self._name = name
        self._sure_until = 0.0

    @property
    def held(self) -> bool:
        """False where nobody can say: one that was frozen must not go on before it has asked."""
        return time.monotonic() < self._sure_until

    async def lead(self, work: Callable[[], Awaitable[None]]) -> None:
        """Does `work` while the lock is held; ends it when the lock is lost and begins anew with the next one.

        Never returns. What `work` raises, but for a database that is away, is raised here.
        """
        while True:
            try:
                async with self._site.session(LOCK_IDLE_SECONDS) as session:
                    asked = time.monotonic()
                    answer = await session.one(TAKE, name=self._name)
                    if answer and answer.taken:
                        self._sure_until = asked + LOCK_IDLE_SECONDS
                        log.info("leads", lock=self._name)
                        await self._work_while_held(session, work)
            except DatabaseUnavailable as wrong:
                rarely.warning("lock_unavailable", lock=self._name, reason=str(wrong))
            await asyncio.sleep(LOCK_PING_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311

    async def _work_while_held(self, session: Session, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.ensure_future(work())
        try:
            while not task.done():
                await asyncio.wait([task], timeout=LOCK_PING_SECONDS)
                asked = time.monotonic()
                await session.ping()
                self._sure_until = asked + LOCK_IDLE_SECONDS
            await task
        finally:
            self._sure_until = 0.0
            await ended([task])
