"""Waiting for a condition instead of sleeping for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable

LONGEST = 75.0
"""Longer than the interval of snapshots: the first one of a new site may lack the key of the history."""


SHORTEST_PAUSE = 0.01
IDLE_SHARE = 4
"""Pauses are so many times as long as what they interrupt, so that waiting takes a fifth of a processor at most."""


TRANSACTIONS_PAUSE = 0.15
"""Between two reads of `innodb_trx`: the server renews it only after a tenth of a second without a read."""


async def until(true: Callable[[], Awaitable[bool]], pause: float = SHORTEST_PAUSE) -> None:
    """Returns once `true` says so; fails when it never does. `pause`: the shortest one, in seconds."""
    async with asyncio.timeout(LONGEST):
        asked_at = time.monotonic()
        while not await true():
            await asyncio.sleep(max(pause, IDLE_SHARE * (time.monotonic() - asked_at)))
            asked_at = time.monotonic()


async def until_transactions(true: Callable[[], Awaitable[bool]]) -> None:
    """As `until`, for a condition that reads `information_schema.innodb_trx`."""
    await asyncio.sleep(TRANSACTIONS_PAUSE)
    await until(true, TRANSACTIONS_PAUSE)
