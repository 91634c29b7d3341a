"""Leader lease in Redis: one process probes the servers and builds the snapshot.

Without Redis each process does both for itself. Work that writes is led by a lock of the site database instead
(`gateway.database.lock`), since that is where two leaders would collide.
"""

import random
import secrets
import time
from typing import Protocol

import structlog

from gateway.redis.client import RedisClient

LEASE_SECONDS = 9.0

log = structlog.get_logger("gateway.redis")


class Leadership(Protocol):
    """Tells whether this process does the work that one process does for all."""

    @property
    def is_leader(self) -> bool: ...


class Lease:
    """A lease in Redis, renewed by `run`. A process that cannot reach Redis leads for itself."""

    def __init__(self, redis: RedisClient | None, name: str, seconds: float = LEASE_SECONDS) -> None:
        self._redis = redis
        self._key = f"leader:{name}"
        self._token = secrets.token_hex(8)
        self._seconds = seconds
        self._valid_until = 0.0 if redis else float("inf")

    @property
    def is_leader(self) -> bool:
        """True while the lease is ours; it expires while a process is frozen."""
        return time.monotonic() < self._valid_until

    async def renew(self) -> bool:
        """Acquires the lease if it is free, extends it if it is ours."""
        if self._redis is None:
            return True
        asked_at, was_leader = time.monotonic(), self.is_leader
        is_acquired = await self._redis.acquire_lock(self._key, self._token, self._seconds)
        self._valid_until = 0.0 if is_acquired is False else asked_at + self._seconds
        if self.is_leader != was_leader:
            log.info("leadership_acquired" if self.is_leader else "leadership_lost", lease=self._key)
        return self.is_leader

    def renewal_seconds(self) -> float:
        """Returns the time until the next renewal, another one for each."""
        return self._seconds / 3 * random.uniform(0.8, 1.0)  # noqa: S311

    async def release(self) -> None:
        """Lets another process take over at once."""
        if self._redis is not None:
            self._valid_until = 0.0
            await self._redis.release_lock(self._key, self._token)
