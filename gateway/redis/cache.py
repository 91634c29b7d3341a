"""The near/far/one-flight cache of encoded answers.

Redis that is down, slow or flushed is a miss, never an error.
"""

import asyncio
import math
import random
import secrets
import struct
import time
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from cachetools import TLRUCache

from gateway.observability.logging import Rarely
from gateway.redis.client import RedisDoor

__all__ = ["Cache", "Entry", "RedisDoor"]

log = Rarely(structlog.get_logger("gateway.redis"))

Load = Callable[[], Awaitable[bytes]]

NEAR_BYTES = 8 * 1024 * 1024
LEASE_SECONDS = 10.0
PATIENCE = 0.25  # how long a reader of a stale entry waits for a fresh one
WAIT_FOR_OTHERS = 3.0  # how long a cold reader waits for the process that holds the lease
POLL = 0.025


class Entry(msgspec.Struct, frozen=True):
    """An encoded answer, and its age in seconds."""

    body: bytes
    age: int


class _Kept(msgspec.Struct):
    """An entry as it is held. Times are epoch seconds, since processes share them."""

    body: bytes
    made: float
    cost: float
    fresh_until: float
    dead_at: float
    checked: float = 0.0

    _HEAD = struct.Struct("<4d")

    def packed(self) -> bytes:
        return self._HEAD.pack(self.made, self.cost, self.fresh_until, self.dead_at) + self.body

    @classmethod
    def unpacked(cls, raw: bytes) -> "_Kept":
        return cls(raw[cls._HEAD.size :], *cls._HEAD.unpack_from(raw))

    def due(self, now: float) -> bool:
        """XFetch: the nearer the end and the dearer the load, the likelier an early reload by one of many."""
        return now - self.cost * math.log(1.0 - random.random()) >= self.fresh_until  # noqa: S311

    def entry(self, now: float) -> Entry:
        return Entry(self.body, max(0, int(now - self.made)))


class Cache:
    """Encoded answers: near in this process, far in Redis, one load per key in a process and among them."""

    def __init__(self, redis: RedisDoor | None, near_seconds: float) -> None:
        self._redis = redis
        self._near_seconds = near_seconds
        self._near: TLRUCache[str, _Kept] = TLRUCache(
            NEAR_BYTES,
            ttu=lambda _key, kept, _now: kept.dead_at,
            timer=time.time,
            getsizeof=lambda kept: len(kept.body),
        )
        self._flights: dict[str, asyncio.Task[_Kept]] = {}
        self.verdicts = dict.fromkeys(("near", "stale", "far", "loaded", "failed"), 0)
        """The first two by reads; the others once, however many wait."""

    async def get(self, key: str, load: Load, ttl: float, stale: float) -> Entry:
        """The answer under `key`: at most `ttl` seconds old, at most `stale` more when it cannot be made anew.

        Raises what `load` raises when there is nothing to fall back on.
        """
        now = time.time()
        kept = self._near.get(key)
        if kept and now < kept.fresh_until:
            if now >= kept.checked + self._near_seconds or kept.due(now):
                self._fly(key, load, ttl, stale)
            self.verdicts["near"] += 1
            return kept.entry(now)
        flight = self._fly(key, load, ttl, stale)
        if not kept:
            return (await asyncio.shield(flight)).entry(time.time())
        await asyncio.wait([flight], timeout=PATIENCE)
        if flight.done() and not flight.cancelled() and not flight.exception():
            return flight.result().entry(time.time())
        self.verdicts["stale"] += 1
        return kept.entry(time.time())

    async def put(self, key: str, value: bytes, ttl: float) -> bool:
        """Shares a value with the other processes; False without Redis."""
        return bool(self._redis and await self._redis.put(key, value, ttl))

    async def peek(self, key: str) -> bytes | None:
        """What a process shared under the key."""
        return await self._redis.peek(key) if self._redis else None

    async def close(self) -> None:
        flights = list(self._flights.values())
        for flight in flights:
            flight.cancel()
        await asyncio.gather(*flights, return_exceptions=True)

    def _fly(self, key: str, load: Load, ttl: float, stale: float) -> asyncio.Task[_Kept]:
        """The one flight for the key. A caller that goes away does not end it."""
        if (flight := self._flights.get(key)) is None:
            flight = asyncio.create_task(self._fill(key, load, ttl, stale))
            self._flights[key] = flight
            flight.add_done_callback(lambda done: self._landed(key, done))
        return flight

    def _landed(self, key: str, flight: asyncio.Task[_Kept]) -> None:
        del self._flights[key]
        if not flight.cancelled() and (wrong := flight.exception()):
            log.warning("load_failed", key=key, reason=type(wrong).__name__)

    async def _fill(self, key: str, load: Load, ttl: float, stale: float) -> _Kept:
        lease, token = f"{key}:lease", secrets.token_hex(8)
        give_up = time.monotonic() + WAIT_FOR_OTHERS
        while True:
            far = await self._far(key)
            if far and not far.due(time.time()):
                self.verdicts["far"] += 1
                return self._hold(key, far)
            mine = await self._redis.take(lease, token, LEASE_SECONDS) if self._redis else None
            if mine is not False or time.monotonic() >= give_up:
                return await self._load(key, load, ttl, stale, lease, token)
            if far:  # another process is making it: what is there will do until then
                self.verdicts["far"] += 1
                return self._hold(key, far)
            await asyncio.sleep(POLL)

    async def _load(self, key: str, load: Load, ttl: float, stale: float, lease: str, token: str) -> _Kept:
        began = time.perf_counter()
        try:
            body = await load()
        except BaseException:
            self.verdicts["failed"] += 1
            if self._redis:
                await self._redis.give(lease, token)
            raise
        self.verdicts["loaded"] += 1
        now = time.time()
        kept = self._hold(key, _Kept(body, now, time.perf_counter() - began, now + ttl, now + ttl + stale))
        if self._redis:
            await self._redis.store(key, kept.packed(), ttl + stale, lease=lease, token=token)
        return kept

    async def _far(self, key: str) -> _Kept | None:
        raw = await self._redis.peek(key) if self._redis else None
        kept = _Kept.unpacked(raw) if raw else None
        near = self._near.get(key)
        # Without Redis, or after it was flushed, what this process holds is all there is.
        return max((each for each in (kept, near) if each), key=lambda each: each.made, default=None)

    def _hold(self, key: str, kept: _Kept) -> _Kept:
        kept.checked = time.time()
        if len(kept.body) < NEAR_BYTES:
            self._near[key] = kept
        return kept
