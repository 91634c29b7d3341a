"""Banned accounts, whose characters are not ranked.

The tables of accounts have no index on bans. They are read in short ranges by login, since a writer of a MyISAM table,
such as a login into the game, waits for a whole statement. The pause after a reading grows with its cost.
"""

import asyncio
import time
from collections.abc import Collection
from typing import Final

import structlog
from msgspec import Struct

from gateway.concurrency.background_tasks import cancel_and_wait
from gateway.database.batch_scan import pause_after
from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.queries import query
from gateway.observability.logging import RateLimitedLogger

RANGE_ROWS: Final = 1000
_MAX_RANGE_ROWS: Final = 16_000
_QUICK_SECONDS: Final = 0.01
"""After a range that took less, the next one is twice as long."""
_MAX_AGE_SECONDS: Final = 3600.0
_MAX_PAUSE_SECONDS: Final = 600.0
_WAIT_SECONDS: Final = 2.0
_FIRST_WAIT_SECONDS: Final = 30.0
"""Without a reading before, a snapshot would show banned characters."""

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.rankings"))


class AccountLogin(Struct, frozen=True):
    login: str


RANGE_END = query("accounts.range_end", AccountLogin)
BANNED = (query("accounts.banned", AccountLogin), query("accounts.banned_for_a_time", AccountLogin))


class BannedLogins:
    """While the logins cannot be read, the last ones are used for an hour, then none."""

    def __init__(self, auth: Database) -> None:
        self._auth = auth
        self._logins: Collection[str] = ()
        self._reading: asyncio.Task[None] | None = None
        self._next_at = self._until = 0.0

    async def current(self) -> Collection[str]:
        """Waits for the first reading and for a short one. During a long one, snapshots use the logins of the one
        before."""
        if self._reading is None and time.monotonic() >= self._next_at:
            self._reading = asyncio.create_task(self._read())
        if self._reading:
            timeout = _WAIT_SECONDS if self._until else _FIRST_WAIT_SECONDS
            await asyncio.wait([self._reading], timeout=timeout)
            self._reading = None if self._reading.done() else self._reading
        return self._logins if time.monotonic() < self._until else ()

    async def close(self) -> None:
        if self._reading:
            await cancel_and_wait([self._reading])

    async def _read(self) -> None:
        try:
            self._logins, seconds = await read(self._auth)
        except DatabaseError as error:
            log.warning("banned_logins_not_read", reason=str(error), known=len(self._logins))
            return
        self._until = time.monotonic() + _MAX_AGE_SECONDS
        self._next_at = time.monotonic() + pause_after(seconds, _MAX_PAUSE_SECONDS)


async def read(auth: Database) -> tuple[set[str], float]:
    """Returns the logins of accounts that are banned now, and the seconds spent on all ranges but the last.

    Pauses after each range as long as it took. Raises DatabaseError.
    """
    logins: set[str] = set()
    total, last_login, rows = 0.0, "", RANGE_ROWS
    while True:
        started_at = time.monotonic()
        row = await auth.one(RANGE_END, after=last_login, offset=rows - 1)
        end = row.login if row else None
        for statement in BANNED:
            logins.update(row.login for row in await auth.read(statement, after=last_login, end=end))
        if end is None:
            return logins, total
        seconds = time.monotonic() - started_at
        await asyncio.sleep(seconds)
        total, last_login = total + seconds, end
        rows = min(2 * rows, _MAX_RANGE_ROWS) if seconds < _QUICK_SECONDS else RANGE_ROWS
