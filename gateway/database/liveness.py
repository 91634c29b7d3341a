"""Liveness probe: opens a second connection when a statement is silent, to tell a dead server from a slow query.

A slow statement keeps its full time limit. A frozen or unreachable server fails all waiting statements within
`database.pool_acquire_timeout_ms` (0.8 s) instead of their time limits (2.25 s; 5.25 s for the site's).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, Self

from gateway.concurrency.timeouts import retry_if_stalled
from gateway.database.errors import DatabaseError

SERVER_ERROR_CODES = range(1000, 2000)
"""Error codes that a server sends; the driver's own have other numbers."""


class Closeable(Protocol):
    def close(self) -> None: ...


class LivenessProbe:
    """At most one probe runs at a time, for all statements of a pool.

    `after`: seconds of silence before the first probe; `timeout`: seconds for the server to accept a connection.
    """

    def __init__(self, connect: Callable[[], Awaitable[Closeable]], *, after: float, timeout: float) -> None:
        self.after = after
        self._connect = connect
        self._timeout = timeout
        self._probe: asyncio.Task[bool] | None = None

    def guard(self, limit: asyncio.Timeout) -> StatementGuard:
        """Context manager that ends `limit` early once the server is known to be down."""
        return StatementGuard(self, limit)

    async def server_is_down(self) -> bool:
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._run())
        return await asyncio.shield(self._probe)

    async def _run(self) -> bool:
        try:
            connection = await retry_if_stalled(self._timeout, self._connect)
        except DatabaseError as error:
            return error.code not in SERVER_ERROR_CODES
        except (OSError, TimeoutError):
            return True
        connection.close()
        return False


class StatementGuard:
    """Guards one statement."""

    __slots__ = ("_limit", "_pause", "_probe", "_task", "_timer")

    def __init__(self, probe: LivenessProbe, limit: asyncio.Timeout) -> None:
        self._probe, self._limit, self._pause = probe, limit, probe.after
        self._task: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        self._timer = asyncio.get_running_loop().call_later(self._pause, self._start_probe)
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._task:
            self._task.cancel()

    def _start_probe(self) -> None:
        self._task = asyncio.create_task(self._check())

    async def _check(self) -> None:
        loop = asyncio.get_running_loop()
        if await self._probe.server_is_down():
            self._limit.reschedule(loop.time())
            return
        self._pause *= 2  # the longer a statement runs, the rarer the probes
        self._timer = loop.call_later(self._pause, self._start_probe)
