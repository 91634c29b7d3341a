"""Liveness probe: opens a second connection when a statement is silent, to tell a dead server from a slow query.

A slow statement keeps its full time limit. A frozen or unreachable server fails all waiting statements within
`database.pool_acquire_timeout_ms` (0.8 s) instead of their time limits (2.25 s; 5.25 s for the site's).
"""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Protocol

from gateway.concurrency.timeouts import retry_if_stalled
from gateway.database.errors import DatabaseError

SERVER_ERROR_CODES = range(1000, 2000)
"""Error codes that a server sends; the driver's own have other numbers."""


class Closeable(Protocol):
    def close(self) -> None: ...


class LivenessProbe:
    """At most one probe runs at a time, for all statements of a pool.

    `after_seconds`: silence before the first probe; `timeout_seconds`: time for the server to accept a connection.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Closeable]], *, after_seconds: float, timeout_seconds: float
    ) -> None:
        self._after_seconds = after_seconds
        self._connect = connect
        self._timeout_seconds = timeout_seconds
        self._probe: asyncio.Task[bool] | None = None

    @property
    def has_found_down(self) -> bool:
        """True if the last probe has ended and found the server down."""
        return self._probe is not None and self._probe.done() and not self._probe.cancelled() and self._probe.result()

    @contextmanager
    def guard(self, limit: asyncio.Timeout) -> Generator[None]:
        """Ends `limit` early once the server is known to be down."""
        watches: list[asyncio.Task[None]] = []
        # A timer, since most statements end before it: a task costs each of them twice as much.
        timer = asyncio.get_running_loop().call_later(
            self._after_seconds, lambda: watches.append(asyncio.create_task(self._watch(limit)))
        )
        try:
            yield
        finally:
            timer.cancel()
            for watch in watches:
                watch.cancel()

    async def _watch(self, limit: asyncio.Timeout) -> None:
        pause = self._after_seconds
        while not await self.server_is_down():
            pause *= 2  # the longer a statement runs, the rarer the probes
            await asyncio.sleep(pause)
        limit.reschedule(asyncio.get_running_loop().time())

    async def server_is_down(self) -> bool:
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._run())
        return await asyncio.shield(self._probe)

    async def _run(self) -> bool:
        try:
            connection = await retry_if_stalled(self._timeout_seconds, self._connect)
        except DatabaseError as error:
            return error.code not in SERVER_ERROR_CODES
        except (OSError, TimeoutError):
            return True
        connection.close()
        return False
