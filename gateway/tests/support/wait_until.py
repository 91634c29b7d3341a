"""Waiting for a condition instead of sleeping for a while."""

import asyncio
from collections.abc import Awaitable, Callable

LONGEST = 30.0


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Returns once `true` says so; fails when it never does."""
    async with asyncio.timeout(LONGEST):
        while not await true():  # noqa: ASYNC110 - what is waited for is in another process
            await asyncio.sleep(0.01)
