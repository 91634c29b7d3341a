"""Is a server that is silent on one connection gone, or only slow? It is asked on a new one.

Who runs a statement may wait for as long as statements may take, but not for a server that is frozen or cut off: that
is felt on every connection at once, and nobody is served by waiting for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, Self

from gateway.concurrency.timeouts import within
from gateway.database.errors import DatabaseError

SPOKEN = range(1000, 2000)
"""Codes of errors that a server sends; what the driver finds out by itself has others."""


class Opened(Protocol):
    def close(self) -> None: ...


class Doubt:
    """Asks at most once at a time, for all who wonder. `after` so many seconds of silence somebody begins to; the
    server has `within` so many to answer."""

    def __init__(self, open_one: Callable[[], Awaitable[Opened]], *, after: float, within: float) -> None:
        self.after = after
        self._open_one = open_one
        self._within = within
        self._asking: asyncio.Task[bool] | None = None

    def over(self, limit: asyncio.Timeout) -> Wait:
        """While inside, the limit is brought forward to the moment at which the server is known to be gone."""
        return Wait(self, limit)

    @classmethod
    def after_silence(cls, seconds: float, reachable: float, open_one: Callable[[], Awaitable[Opened]]) -> Self | None:
        """None for no seconds of it. All together takes no longer than a server has to be `reachable`."""
        return cls(open_one, after=seconds, within=reachable - seconds) if seconds else None

    async def gone(self) -> bool:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> bool:
        try:
            connection = await within(self._within, self._open_one)
        except DatabaseError as error:
            return error.code not in SPOKEN
        except (OSError, TimeoutError):
            return True
        connection.close()
        return False


class Wait:
    """One statement's."""

    __slots__ = ("_doubt", "_limit", "_pause", "_task", "_timer")

    def __init__(self, doubt: Doubt, limit: asyncio.Timeout) -> None:
        self._doubt, self._limit, self._pause = doubt, limit, doubt.after
        self._task: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        self._timer = asyncio.get_running_loop().call_later(self._pause, self._wonder)
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._task:
            self._task.cancel()

    def _wonder(self) -> None:
        self._task = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        if await self._doubt.gone():
            self._limit.reschedule(loop.time())
            return
        self._pause *= 2  # a statement that is only long is not asked after all the time
        self._timer = loop.call_later(self._pause, self._wonder)
