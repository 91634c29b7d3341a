"""Waiting for a condition instead of sleeping for a while."""

import asyncio
from collections.abc import Awaitable, Callable

LONGEST = 75.0
"""Longer than the interval of snapshots: the first one of a new site may lack the key of the history."""


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Returns once `true` says so; fails when it never does."""
    async with asyncio.timeout(LONGEST):
        while not await true():  # noqa: ASYNC110 - what is waited for is in another process
            await asyncio.sleep(0.01)
