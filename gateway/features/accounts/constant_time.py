"""Constant response time, so that the duration of a response does not reveal its outcome."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


@asynccontextmanager
async def min_duration(seconds: float) -> AsyncGenerator[None]:
    """Extends the block, on success and on failure, to `seconds`, or to the next multiple if it took longer."""
    started_at = time.monotonic()
    try:
        yield
    except Exception:
        await _sleep_to_multiple(started_at, seconds)
        raise
    await _sleep_to_multiple(started_at, seconds)


async def _sleep_to_multiple(started_at: float, seconds: float) -> None:
    elapsed_seconds = time.monotonic() - started_at
    await asyncio.sleep(math.ceil(elapsed_seconds / seconds) * seconds - elapsed_seconds)
