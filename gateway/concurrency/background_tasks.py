"""Background tasks that are started again when they fail."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
PATIENCE = 1.0  # seconds in which a task that was cancelled may put its things in order
CALM = 60.0  # seconds without a failure after which the pause is short again

log = structlog.get_logger("gateway.background_tasks")


class Supervisor:
    """Runs named tasks until it is stopped."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(asyncio.create_task(_keep_running(name, work), name=name))

    async def end(self, name: str) -> None:
        """Ends one of them ahead of the others, and waits for it."""
        await ended([task for task in self._tasks if task.get_name() == name])

    async def stop(self) -> None:
        await ended(self._tasks)


async def ended(tasks: Sequence[asyncio.Future[Any]]) -> None:
    """Cancels the tasks and waits until they are over; what they raise is lost.

    Once is not enough: the drivers ask under `asyncio.wait_for`, which before Python 3.12 forgets a cancellation that
    comes in the same moment as the answer, and a task without an end would then go on for ever.
    """
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=PATIENCE)
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
