"""Background tasks restart after a failure, and end on request."""

import asyncio

import pytest
from structlog.testing import capture_logs

from gateway.concurrency import background_tasks
from gateway.concurrency.background_tasks import TaskSupervisor, poll
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

    async def has_run_three_times() -> bool:
        return runs == 3

    supervisor = TaskSupervisor()
    supervisor.start("work", work)
    await until(has_run_three_times)
    await supervisor.stop()


async def test_supervisor_stop_repeats_swallowed_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Python 3.11's `wait_for` forgets it when the answer comes in the same moment."""
    monkeypatch.setattr(background_tasks, "CANCEL_SECONDS", 0.01)
    has_begun, has_swallowed = asyncio.Event(), False

    async def work() -> None:
        nonlocal has_swallowed
        has_begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            has_swallowed = True
        await asyncio.Event().wait()

    supervisor = TaskSupervisor()
    supervisor.start("work", work)
    await has_begun.wait()
    async with asyncio.timeout(LONGEST):
        await supervisor.stop()
    assert has_swallowed


async def test_supervisor_stop_waits_for_cleanup() -> None:
    has_begun, cleanup_steps = asyncio.Event(), 0

    async def work() -> None:
        nonlocal cleanup_steps
        try:
            has_begun.set()
            await asyncio.Event().wait()
        finally:
            for _ in range(5):
                await asyncio.sleep(0.01)
                cleanup_steps += 1

    supervisor = TaskSupervisor()
    supervisor.start("work", work)
    await has_begun.wait()
    await supervisor.stop()
    assert cleanup_steps == 5


async def test_poll_goes_on_after_expected_errors_and_logs_the_first_of_a_row() -> None:
    outcomes = [LookupError("away"), LookupError("away"), None, LookupError("away again"), None]
    ended = asyncio.Event()

    async def refresh() -> None:
        if not outcomes:
            ended.set()
            return
        if error := outcomes.pop(0):
            raise error

    supervisor = TaskSupervisor()
    with capture_logs() as lines:
        supervisor.poll("work", lambda: 0.0, refresh, LookupError)
        async with asyncio.timeout(LONGEST):
            await ended.wait()
        await supervisor.stop()
    assert [(line["event"], line["task"], line["reason"]) for line in lines] == [
        ("refresh_failed", "work", "away"),
        ("refresh_failed", "work", "away again"),
    ]


async def test_poll_ends_with_an_unexpected_error() -> None:
    async def refresh() -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        await poll("work", 0.0, refresh, LookupError)
