"""Waiting for a condition instead of sleeping for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable

LONGEST = 75.0
"""Longer than the interval of snapshots: the first one of a new site may lack the key of the history."""


SHORTEST_PAUSE = 0.01
IDLE_SHARE = 4
"""Pauses are so many times as long as what they interrupt, so that waiting takes a fifth of a processor at most."""


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Returns once `true` says so; fails when it never does."""
    async with asyncio.timeout(LONGEST):
        asked_at = time.monotonic()
        while not await true():
            await asyncio.sleep(max(SHORTEST_PAUSE, IDLE_SHARE * (time.monotonic() - asked_at)))
            asked_at = time.monotonic()
