"""Background tasks that are started again when they fail."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
CALM = 60.0  # seconds without a failure after which the pause is short again

log = structlog.get_logger("gateway.supervise")


class Supervisor:
    """Runs named tasks until it is stopped."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(asyncio.create_task(_keep_running(name, work), name=name))

    async def end(self, name: str) -> None:
        """Ends one of them ahead of the others, and waits for it."""
        await _end([task for task in self._tasks if task.get_name() == name])

    async def stop(self) -> None:
        await _end(self._tasks)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _keep_running(name: str, work: Callable[[], Awaitable[None]]) -> None:
    pause = FIRST_PAUSE
    while True:
        began = time.monotonic()
        try:
            await work()
            log.warning("task_ended", task=name)
        except Exception:
            log.exception("task_failed", task=name, again_in=pause)
        await asyncio.sleep(pause)
        calm = time.monotonic() - began > CALM
        pause = FIRST_PAUSE if calm else min(LONGEST_PAUSE, pause * 2)
