"""The snapshot that this process answers from, kept fresh: taken by whoever leads, shared through Redis, followed.

The packed snapshot lies in Redis in parts small enough to be handled between two requests, under a version; a pointer
names the latest. Without Redis, or while it does not answer, every process reads for itself.
"""

import asyncio
import hashlib
import random
import time
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
import structlog

from gateway.config.dsn import parse_dsn
from gateway.config.settings import Settings
from gateway.features.rankings.accounts import Accounts
from gateway.features.rankings.builder_process import Child, ReaderError
from gateway.features.rankings.serialization import FORMAT, PackError, unfilled
from gateway.features.rankings.snapshot import Facts, Snapshot
from gateway.observability.logging import Rarely
from gateway.observability.metrics import Samples, series

_PART: Final = 1 << 20
_LOOK: Final = 1.0
"""Seconds between two looks at the pointer, and the shorter pause while there is no snapshot at all."""
_FIRST_LOOK: Final = 0.1
_RETRY: Final = 3.0
"""Seconds until the next attempt after one that failed."""
_PRIMARY: Final = 60.0
"""Seconds for which a replica that could not be read through is left alone."""

log = structlog.stdlib.get_logger("gateway.rankings")
rarely = Rarely(log)


class Door(Protocol):
    """What is needed of Redis; None and False stand for a Redis that does not answer."""

    async def peek(self, key: str) -> bytes | None: ...
    async def put(self, key: str, value: bytes, ttl: float) -> bool: ...


class Leader(Protocol):
    @property
    def is_leader(self) -> bool: ...


class _Pointer(msgspec.Struct, frozen=True):
    version: str
    taken_at: float
    length: int


class Snapshots:
    """`current` is None until the first snapshot; `version` changes with each new one."""

    def __init__(
        self, settings: Settings, *, redis: Door | None, leader: Leader, replica: Callable[[], bool] = lambda: False
    ) -> None:
        """`replica` says whether there is one to be read now."""
        self._refresh = float(settings.rankings.refresh_seconds)
        self._redis = redis
        self._leader = leader
        self._replica = replica
        self._primary_until = 0.0
        self._child = Child(settings)
        self._packed: memoryview | None = None
        self._due = 0.0
        self._key = f"snapshot:{_world(settings)}"
        self._outcomes = dict.fromkeys(("taken", "followed", "failed"), 0)
        self._build_seconds: float | None = None
        self.current: Snapshot | None = None
        self.version = ""

    @property
    def overdue_seconds(self) -> float:
        """From this age on a snapshot is old because something is wrong, not because the next one is being taken."""
        return self._refresh * 1.5 + 15

    @property
    def facts(self) -> Facts | None:
        return self.current.facts if self.current else None

    @property
    def taken_at(self) -> float | None:
        """Epoch seconds at which the reading began."""
        return self.current.facts.taken_at if self.current else None

    @property
    def online_players(self) -> int | None:
        return self.current.facts.online_players if self.current else None

    @property
    def accounts(self) -> Accounts | None:
        return self.current.accounts if self.current else None

    async def run(self) -> None:
        """Never returns."""
        try:
            while True:
                await self.tick()
                await asyncio.sleep(_LOOK if self.current else _FIRST_LOOK)
        finally:
            await self.close()

    async def close(self) -> None:
        """Ends the reader."""
        await self._child.close()

    async def tick(self) -> None:
        """One look: follows what is newer than ours, and when leading takes what is due and shares what is missing."""
        shared = await self._shared()
        if shared and shared.version != self.version and shared.taken_at > (self.taken_at or 0.0):
            await self._follow(shared)
        if not self._leader.is_leader:
            await self._child.close()  # whoever led once needs its reader no more
            return
        if time.time() >= self._due:
            await self.renew()
        elif shared is None:
            await self._publish()

    async def renew(self) -> None:
        """Takes a snapshot now, holds it and shares it. When that fails, the one before stays."""
        began = time.perf_counter()
        replica = time.time() >= self._primary_until and self._replica()
        try:
            packed = await self._child.take(replica=replica)
            await self._hold(packed)
        except (ReaderError, PackError) as error:
            if replica:
                self._primary_until = time.time() + _PRIMARY
            self._outcomes["failed"] += 1
            self._due = time.time() + min(_RETRY, self._refresh)
            rarely.warning("snapshot_failed", reason=str(error))
            return
        self._outcomes["taken"] += 1
        self._build_seconds = time.perf_counter() - began
        log.debug("snapshot_taken", version=self.version, seconds=round(self._build_seconds, 3))
        await self._publish()

    def samples(self) -> Samples:
        """What is held, for operators."""
        for outcome, count in self._outcomes.items():
            yield series("gateway_snapshots_total", outcome=outcome), count
        if self.current is not None and self._packed is not None:
            yield series("gateway_snapshot_age_seconds"), max(0.0, time.time() - self.current.facts.taken_at)
            yield series("gateway_snapshot_characters"), self.current.facts.total_characters
            yield series("gateway_snapshot_bytes"), len(self._packed)
        if self._build_seconds is not None:
            yield series("gateway_snapshot_build_seconds"), self._build_seconds

    async def _follow(self, shared: _Pointer) -> None:
        packed, filled = unfilled(shared.length), 0
        while filled < shared.length:
            part = await self._redis.peek(self._part(shared.version, filled)) if self._redis else None
            if not part:
                return  # it has just been replaced, or Redis went away: the next look tells
            packed[filled : filled + len(part)] = part
            filled += len(part)
        try:
            await self._hold(packed, shared.version)
            self._outcomes["followed"] += 1
        except PackError as error:
            rarely.warning("snapshot_refused", reason=str(error))

    async def _hold(self, packed: memoryview, version: str = "") -> None:
        """Away from the loop, since a check of a hundred megabytes takes its time."""
        snapshot = await asyncio.to_thread(Snapshot.unpack, packed)
        taken_at = snapshot.facts.taken_at
        self.current, self._packed = snapshot, packed
        self.version = version or f"{int(taken_at * 1000):x}-{random.getrandbits(32):08x}"
        # Processes that read for themselves spread out; one that leads is on time.
        spread = 1.0 if self._redis else random.uniform(0.9, 1.1)  # noqa: S311
        self._due = taken_at + self._refresh * spread

    async def _publish(self) -> None:
        """Parts first, then the pointer to them. They live until the next snapshot is overdue."""
        if self._redis is None or self._packed is None or self.current is None:
            return
        ttl = self.overdue_seconds
        packed, version = self._packed, self.version
        for first in range(0, len(packed), _PART):
            part = packed[first : first + _PART].tobytes()
            if not await self._redis.put(self._part(version, first), part, ttl):
                return
        pointer = _Pointer(version, self.current.facts.taken_at, len(packed))
        await self._redis.put(self._key, msgspec.msgpack.encode(pointer), ttl)

    async def _shared(self) -> _Pointer | None:
        packed = await self._redis.peek(self._key) if self._redis else None
        try:
            return msgspec.msgpack.decode(packed, type=_Pointer) if packed else None
        except msgspec.MsgspecError:
            return None

    def _part(self, version: str, first: int) -> str:
        return f"{self._key}:{version}:{first}"


def _world(settings: Settings) -> str:
    """Tells worlds that share a Redis apart, and formats of the pack, as two releases side by side may have."""
    dsn = parse_dsn(settings.database.game_dsn)
    return hashlib.sha256(f"{FORMAT} {dsn.place} {dsn.schema}".encode()).hexdigest()[:12]
