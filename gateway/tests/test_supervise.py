"""Background tasks come back after they fail."""

import asyncio

import pytest

from gateway import supervise
from gateway.supervise import Supervisor
from gateway.tests.waiting import until


async def test_a_task_that_fails_or_ends_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "FIRST_PAUSE", 0.0)
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

    supervisor = Supervisor()
    supervisor.start("work", work)
    await until(three)
    await supervisor.stop()


async def test_stopping_ends_what_runs_and_waits_for_it() -> None:
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

    supervisor = Supervisor()
    supervisor.start("work", work)
    await begun.wait()
    await supervisor.stop()
    assert ended
