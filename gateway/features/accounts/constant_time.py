"""One answer time for every outcome, so that none can be told by the clock."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


@asynccontextmanager
async def floor(seconds: float) -> AsyncGenerator[None]:
    """Holds what is done inside, success and failure alike, to `seconds`, or to a multiple where it took longer."""
    began = time.monotonic()
    try:
        yield
    except Exception:
        await _hold(began, seconds)
        raise
    await _hold(began, seconds)


async def _hold(began: float, seconds: float) -> None:
    spent = time.monotonic() - began
    await asyncio.sleep(math.ceil(spent / seconds) * seconds - spent)
