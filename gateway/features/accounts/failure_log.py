"""Wrong passwords in the security log: `ROWS_PER_HOUR` rows an hour and account, and one row that counts all others.

Guesses of a botnet must not bury the owner's entries, and rows of the log are never deleted before their time.
"""

import asyncio
import time
from typing import Final

from gateway.concurrency.durations import HOUR
from gateway.features.accounts.audit_log import AuditLog
from gateway.http.rate_limit_shared import Limiter

ROWS_PER_HOUR: Final = 50
_MAX_ACCOUNTS: Final = 10_000
"""Accounts whose failures are counted at the same time; those of further ones are in the metrics alone."""


class FailureLog:
    """Writes failures of logins. The counts of an hour are this process's, and are written after it and at the end."""

    def __init__(self, audit_log: AuditLog, limiter: Limiter) -> None:
        self._audit_log, self._limiter = audit_log, limiter
        self._counts: dict[tuple[str, int], int] = {}
        """Failures without a row, by login and hour."""

    async def note(self, login: str, address: str) -> bool:
        """Returns False if the failure was only counted."""
        hour = int(time.time()) // HOUR
        # A row an hour comes free, and the key is that of one hour, so it is at most one more.
        if not await self._limiter.take(f"failures:{hour}:{login}", ROWS_PER_HOUR, ROWS_PER_HOUR * HOUR):
            await self._audit_log.note(login, "LOGIN", address, success=False)
            return True
        if (login, hour) in self._counts or len(self._counts) < _MAX_ACCOUNTS:
            self._counts[login, hour] = self._counts.get((login, hour), 0) + 1
        return False

    async def announce(self, login: str, address: str) -> None:
        """Tells the owner, once a day, that guesses from unknown networks have reached their bound."""
        if not await self._limiter.take(f"guesses:{login}", 1, 24 * HOUR):
            await self._audit_log.note(login, "GUESSES_LIMITED", address, success=True)

    async def run(self) -> None:
        """Writes the counts of each hour after it. Never returns."""
        while True:
            await asyncio.sleep(HOUR - time.time() % HOUR + 1)
            await self.write(before=int(time.time()) // HOUR)

    async def close(self) -> None:
        """Writes all counts."""
        await self.write(before=int(time.time()) // HOUR + 1)

    async def write(self, before: int) -> None:
        """Writes one row for each account and hour before this one."""
        for login, hour in [key for key in self._counts if key[1] < before]:
            await self._audit_log.note_failures(login, self._counts.pop((login, hour)))
