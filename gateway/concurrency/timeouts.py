"""Whether a time limit ran out for others or for us: who stood still has not looked at what came meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

LATE: Final = 0.1
"""Seconds. A loop that turns notices within a few milliseconds that a time is over."""
ATTEMPTS: Final = 3
"""How often somebody who was held up asks in all."""

T = TypeVar("T")


def was_held_up(limit: asyncio.Timeout) -> bool:
    """True where the limit was noticed late: the machine or this process was halted while it ran."""
    over = limit.when()
    return over is not None and asyncio.get_running_loop().time() - over > LATE


async def within(seconds: float, ask: Callable[[], Awaitable[T]]) -> T:
    """The answer. Raises TimeoutError where the other side, and not we, let the time pass."""
    for _ in range(ATTEMPTS - 1):
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await ask()
        except TimeoutError:
            if not was_held_up(limit):
                raise
    async with asyncio.timeout(seconds):
        return await ask()
