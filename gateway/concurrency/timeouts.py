"""Tells a timeout of the other side from a stall of our own event loop. After a stall the call is retried.

A process that was halted (a busy machine, a paused container) finds its timers expired before it reads the answers that
arrived meanwhile; without this, it would take a healthy server for dead.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

LATE_THRESHOLD: Final = 0.1
"""Seconds. A running event loop fires a timer within a few milliseconds."""
ATTEMPTS: Final = 3

T = TypeVar("T")


def timed_out_late(limit: asyncio.Timeout) -> bool:
    """Returns True if the timer fired late: the event loop stood still."""
    deadline = limit.when()
    return deadline is not None and asyncio.get_running_loop().time() - deadline > LATE_THRESHOLD


async def retry_if_stalled(seconds: float, call: Callable[[], Awaitable[T]]) -> T:
    """Returns the result of `call`. Raises TimeoutError if it takes longer than `seconds` without a stall."""
    for _ in range(ATTEMPTS - 1):
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await call()
        except TimeoutError:
            if not timed_out_late(limit):
                raise
    async with asyncio.timeout(seconds):
        return await call()
