"""Background tasks come back after they fail."""

import asyncio

import pytest

from gateway.concurrency import background_tasks
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.tests.support.wait_until import LONGEST, until


async def test_supervisor_restarts_failed_or_ended_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_tasks, "FIRST_BACKOFF_SECONDS", 0.0)
    runs = 0

    async def work() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise RuntimeError("broken")
        if runs == 3:
            await asyncio.Event().wait()

    async def three() -> bool:
        return runs == 3

    supervisor = TaskSupervisor()
    supervisor.start("work", work)
    await until(three)
    await supervisor.stop()


async def test_supervisor_stop_cancels_and_waits() -> None:
    ended = False
    begun = asyncio.Event()

    async def work() -> None:
        nonlocal ended
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended = True

    supervisor = TaskSupervisor()
    supervisor.start("work", work)
    await begun.wait()
    await supervisor.stop()
    assert ended


async def test_supervisor_stop_repeats_swallowed_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Python 3.11's `wait_for` forgets it when the answer comes in the same moment."""
    monkeypatch.setattr(background_tasks, "CANCEL_SECONDS", 0.01)
    begun, forgot = asyncio.Event(), False

    async def work() -> None:
        nonlocal forgot
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            forgot = True
        await asyncio.Event().wait()

    supervisor = TaskSupervisor()
    supervisor.start("work", work)
    await begun.wait()
    async with asyncio.timeout(LONGEST):
        await supervisor.stop()
    assert forgot


async def test_cancel_and_wait_waits_for_cleanup() -> None:
    begun, in_order = asyncio.Event(), 0

    async def work() -> None:
        nonlocal in_order
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            for _ in range(5):
                await asyncio.sleep(0.01)
                in_order += 1

    task = asyncio.create_task(work())
    await begun.wait()
    await background_tasks.cancel_and_wait([task])
    assert in_order == 5
