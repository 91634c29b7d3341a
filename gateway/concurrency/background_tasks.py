"""Background tasks, restarted after a failure, and what they repeat."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog

FIRST_BACKOFF_SECONDS = 1.0
MAX_BACKOFF_SECONDS = 30.0
RESET_SECONDS = 60.0
"""A run of this length resets the backoff."""
CANCEL_SECONDS = 1.0
"""Time for a cancelled task to clean up before it is cancelled again."""

QUIET_SECONDS = 60.0
"""Between two lines of the log on a refresh that keeps failing."""

Refresh = Callable[[], Awaitable[object]]
Errors = type[Exception] | tuple[type[Exception], ...]
log = structlog.get_logger("gateway.background_tasks")


async def poll(name: str, seconds: float | Callable[[], float], refresh: Refresh, expected: Errors = ()) -> None:
    """Calls `refresh` at once and then every so many seconds; never returns.

    `seconds`: a function for a period that changes. `expected`: errors after which what was read before stays in use;
    the first is logged, and then one a minute. Any other error ends the task, which its supervisor begins anew.
    """
    quiet_until = 0.0
    while True:
        try:
            await refresh()
            quiet_until = 0.0
        except expected as error:
            if time.monotonic() >= quiet_until:
                quiet_until = time.monotonic() + QUIET_SECONDS
                log.warning("refresh_failed", task=name, reason=str(error))
        await asyncio.sleep(seconds() if callable(seconds) else seconds)


class TaskSupervisor:
    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(asyncio.create_task(_keep_running(name, work), name=name))

    def poll(self, name: str, seconds: float | Callable[[], float], refresh: Refresh, expected: Errors = ()) -> None:
        """Starts `poll` as a task."""
        self.start(name, lambda: poll(name, seconds, refresh, expected))

    async def end(self, name: str) -> None:
        """Ends one task ahead of the others, and waits for it."""
        await cancel_and_wait([task for task in self._tasks if task.get_name() == name])

    async def stop(self) -> None:
        await cancel_and_wait(self._tasks)


async def cancel_and_wait(tasks: Sequence[asyncio.Future[Any]]) -> None:
    """Cancels the tasks and waits until they have ended; their exceptions are dropped.

    One cancellation is not enough: the drivers use `asyncio.wait_for`, which before Python 3.12 swallows a cancellation
    that arrives together with the result, and an endless task would then never end.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=CANCEL_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)


async def _keep_running(name: str, work: Callable[[], Awaitable[None]]) -> None:
    backoff = FIRST_BACKOFF_SECONDS
    while True:
        started_at = time.monotonic()
        try:
            await work()
            log.warning("task_ended", task=name)
        except Exception:
            log.exception("task_failed", task=name, retry_in_seconds=backoff)
        await asyncio.sleep(backoff)
        backoff = (
            FIRST_BACKOFF_SECONDS
            if time.monotonic() - started_at > RESET_SECONDS
            else min(MAX_BACKOFF_SECONDS, backoff * 2)
        )
