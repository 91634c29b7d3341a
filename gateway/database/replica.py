"""A replica of the game's server that is read instead of it, for as long as it is near enough.

How near is measured by a heartbeat: one row of the site schema that is renewed on the primary about once a second and
read on both, each time with the site's own user. So nobody needs a right to ask the server about its replication, the
clocks of the machines do not matter, and what is measured is what counts: whether rows arrive. The price is that the
site schema has to lie on the game's server, and to be replicated with it.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Literal

import msgspec
import structlog

from gateway.database.errors import STOPPED, Broken, Conflict, DatabaseError, DatabaseUnavailable, Silent, TooManyRows
from gateway.database.queries import query

if TYPE_CHECKING:
    from gateway.database.database import Database, Limits

LOOK_SECONDS = 1.0
BEAT_MS = 900  # between two beats, however many processes make them
LOST_SECONDS = 3.0  # for which a replica that failed a reader is not read
SILENT_SECONDS = 3.0  # without a new beat, of a replica that is late: then it is not slow, nothing comes
LONGEST_SECONDS = 10.0  # for which `examine` waits, however late a replica may be

Cause = Literal["", "new", "away", "unmeasured", "unknown", "silent", "late"]
"""Why it is not read: it cannot be, or its heartbeat cannot, or the primary's; nothing arrives, or not soon enough."""

log = structlog.get_logger("gateway.database")


class Beat(msgspec.Struct, frozen=True):
    """The last beat, the one before it, and now: milliseconds since 1970, on the primary by its clock alone."""

    at: int
    previous: int
    now: int


class Here(msgspec.Struct, frozen=True):
    here: int


MAKE_BEAT = query("replica.beat", None)
LAST_BEAT = query("replica.last_beat", Beat)
IS_HERE = query("replica.here", Here)


class Watch:
    """What is known of the replica: `lag` in seconds, to about one; None while it is away, or not measured."""

    def __init__(self, door: Database, *, copy: Database, site: Database, most: float) -> None:
        self._door, self._copy, self._site, self._most = door, copy, site, most
        self._fits = False
        self._not_before = 0.0
        self._first: int | None = None
        """The last beat here when it was first looked at, or first again: that it is there as well proves nothing."""
        self._proven = False
        self._there, self._arrived = 0, time.monotonic()
        self.lag: float | None = None
        self.reason = "it has not been looked at yet"
        """Why it is not read; empty while it is."""
        self.cause: Cause = "new"

    @property
    def fit(self) -> bool:
        """Whether it is to be read now."""
        return self._fits and time.monotonic() >= self._not_before

    async def run(self) -> None:
        """Never returns."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Asks once, and makes a beat when it is time for one."""
        try:
            await self._door.one(IS_HERE)
        except DatabaseError as error:
            self._begin_again(f"it cannot be read: {error}", "away")
            return
        if not self._most:
            self._judge(None, "")
            return
        try:
            beats = await self._beats()
        except DatabaseError as error:
            self._begin_again(f"how late it is cannot be measured: {error}", "unmeasured")
            return
        if beats:
            self._compare(*beats)
        elif not self._fits:
            self._judge(None, "the primary is away, so nobody can tell how late it is", "unknown")

    async def examine(self) -> None:
        """For who asks only now: makes beats, and looks whether they arrive. Takes about a second, and longer where
        they do not.
        """
        until = time.monotonic() + max(SILENT_SECONDS, min(self._most, LONGEST_SECONDS)) + LOOK_SECONDS
        await self.look()
        while not self._fits and self.cause in {"silent", "late"} and time.monotonic() < until:
            await asyncio.sleep(LOOK_SECONDS / 2)
            await self.look()

    async def _beats(self) -> tuple[Beat, Beat] | None:
        """Here and there. None while the primary is away: what nobody writes, nobody can be late with, and the
        judgement stands.
        """
        try:
            here = await self._site.one(LAST_BEAT)
        except DatabaseUnavailable:
            return None
        there = await self._copy.one(LAST_BEAT)
        await self._beat()
        if here is None or there is None:
            raise DatabaseError("replica", "the heartbeat has no row")
        return here, there

    def _compare(self, here: Beat, there: Beat) -> None:
        if self._first is None:
            self._first, self._arrived = here.at, time.monotonic()
        elif there.at != self._there:
            self._arrived = time.monotonic()
        self._there = there.at
        # While nobody looked nobody made a beat, and replication may have stopped since: a new one has to arrive.
        same = there.at == here.at and there.at != self._first
        self._proven = self._proven or same or there.at > self._first
        lag = _behind(here, there) / 1000
        silence = time.monotonic() - self._arrived
        nothing = f"nothing has arrived from the primary for {silence:.0f} s" if silence >= SILENT_SECONDS else ""
        if lag > self._most:
            late = f"it is {lag:.0f} s behind, and {self._most:g} s are allowed"
            self._judge(lag, f"{late}; {nothing}" if nothing else late, "silent" if nothing else "late")
        elif not self._proven:
            self._judge(None, nothing or "no beat of the primary's has arrived there yet", "silent")
        else:
            self._judge(lag, "")

    async def _beat(self) -> None:
        try:
            await self._site.write(MAKE_BEAT, every=BEAT_MS)
        except DatabaseUnavailable as error:
            log.debug("beat_missed", reason=str(error))

    def lost(self, error: DatabaseError) -> bool:
        """Whether the replica is to blame, so that the primary may be asked the same. Then it is left alone a while.

        What took too long there, or found its queue full, must not come down on the primary.
        """
        known = isinstance(error, Broken | Silent) or bool(error.code) or bool(self._door.pool.failure)
        if not known or error.code in STOPPED or isinstance(error, TooManyRows | Conflict):
            return False
        self._not_before = time.monotonic() + LOST_SECONDS
        self._judge(None, str(error), "away")
        return True

    def _begin_again(self, reason: str, cause: Cause) -> None:
        """What is known of it holds no longer: it may come back with replication stopped."""
        self._first, self._proven = None, False
        self._judge(None, reason, cause)

    def _judge(self, lag: float | None, reason: str, cause: Cause = "") -> None:
        fits = not reason
        if fits != self._fits:
            log.log(20 if fits else 30, "replica_used" if fits else "replica_unused", lag=lag, reason=reason)
        self._fits, self.lag, self.reason, self.cause = fits, lag, reason, cause

    async def close(self) -> None:
        await self._copy.close()


def _behind(here: Beat, there: Beat) -> int:
    """Milliseconds. Nobody beats while nobody looks, so the time between two beats may be long and says nothing."""
    if there.at == here.at:
        return 0
    if there.at == here.previous:
        return max(0, here.now - here.at)
    return abs(here.at - there.at)


class Replica:
    """A door to the replica, and what is known of it."""

    def __init__(self, door: Database, watch: Watch) -> None:
        self.door, self.watch = door, watch

    def beside(self, limits: Limits) -> Replica:
        return Replica(self.door.beside(limits), self.watch)
