"""Banned accounts, whose characters are not ranked."""

import time
from collections.abc import Awaitable, Callable, Collection
from typing import Final

import structlog

from gateway.database.errors import DatabaseError
from gateway.observability.logging import RateLimitedLogger

_KEPT_SECONDS: Final = 3600.0

ReadLogins = Callable[[], Awaitable[Collection[str]]]
log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.rankings"))


class BannedLogins:
    """Reads the logins for each snapshot. While that fails, the last ones are used for an hour, then none."""

    def __init__(self, read: ReadLogins, clock: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._clock = clock
        self._logins: Collection[str] = ()
        self._until = 0.0

    async def current(self) -> Collection[str]:
        try:
            self._logins = await self._read()
            self._until = self._clock() + _KEPT_SECONDS
        except DatabaseError as error:
            if self._clock() >= self._until:
                self._logins = ()
            log.warning("banned_logins_not_read", reason=str(error), known=len(self._logins))
        return self._logins
