"""A replica of the game's server that is read instead of it, for as long as it is near enough.

How near is measured by a heartbeat: one row of the site schema that is renewed on the primary about once a second and
read on both, each time with the site's own user. So nobody needs a right to ask the server about its replication, the
clocks of the machines do not matter, and what is measured is what counts: whether rows arrive. The price is that the
site schema has to lie on the game's server, and to be replicated with it.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec
import structlog

from gateway.db_errors import STOPPED, Broken, Conflict, DatabaseError, DatabaseUnavailable, Silent, TooManyRows
from gateway.queries import query

if TYPE_CHECKING:
    from gateway.db import Database, Limits

LOOK_SECONDS = 1.0
BEAT_MS = 900  # between two beats, however many processes make them
LOST_SECONDS = 3.0  # for which a replica that failed a reader is not read

log = structlog.get_logger("gateway.replica")


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
        self.lag: float | None = None
        self.reason = "it has not been looked at yet"
        """Why it is not read; empty while it is."""

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
            lag = await self._measured() if self._most else None
        except DatabaseError as error:
            self._judge(None, f"it cannot be read: {error}")
            return
        if not self._most:
            self._judge(None, "")
        elif lag is None and not self._fits:
            self._judge(None, "the primary is away, so nobody can tell how late it is")
        elif lag is not None:
            late = f"it is {lag:.0f} s behind, and {self._most:g} s are allowed"
            self._judge(lag, late if lag > self._most else "")

    async def examine(self) -> None:
        """For who asks only now: makes a beat, and looks whether it arrives. Takes about two seconds."""
        await self.look()
        await asyncio.sleep(2 * LOOK_SECONDS)
        await self.look()

    async def _measured(self) -> float | None:
        """None while the primary is away: what nobody writes, nobody can be late with, and the judgement stands."""
        try:
            here = await self._site.one(LAST_BEAT)
        except DatabaseUnavailable:
            return None
        there = await self._copy.one(LAST_BEAT)
        await self._beat()
        if here is None or there is None:
            raise DatabaseError("replica", "the heartbeat has no row")
        return _behind(here, there) / 1000

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
        self._judge(None, str(error))
        return True

    def _judge(self, lag: float | None, reason: str) -> None:
        fits = not reason
        if fits != self._fits:
            log.log(20 if fits else 30, "replica_used" if fits else "replica_unused", lag=lag, reason=reason)
        self._fits, self.lag, self.reason = fits, lag, reason

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
