"""The clock: ticks that are missed are skipped, a job that fails stops nobody, and one of several processes leads."""

import asyncio

import pytest

from gateway import jobs
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, DatabaseUnavailable, Limits
from gateway.jobs import Job, run_once, run_while_leader, schedule
from gateway.tests.conftest import WorldFactory


class Clock:
    """Moves only when it is told to."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


async def _work(clock: Clock, costs: list[float], fails: type[Exception] | None = None) -> list[int]:
    """The ticks that a job works which takes so long each time."""
    ticks: list[int] = []
    done = asyncio.Event()

    async def work(tick: int) -> None:
        ticks.append(tick)
        clock.now += costs[len(ticks) - 1]
        if len(ticks) == len(costs):
            done.set()
            await asyncio.Event().wait()
        if fails:
            raise fails("game", "gone") if fails is DatabaseUnavailable else fails("broken")

    running = asyncio.create_task(schedule(Job("test", 60, work), clock))
    await done.wait()
    running.cancel()
    return ticks


async def test_the_running_tick_is_worked_at_once_and_missed_ones_are_skipped() -> None:
    assert await _work(Clock(1000.0), [90, 600, 60, 0]) == [960, 1080, 1680, 1740]


@pytest.mark.parametrize("wrong", [DatabaseUnavailable, ValueError])
async def test_a_job_that_fails_has_its_next_tick(wrong: type[Exception]) -> None:
    assert await _work(Clock(960.0), [60, 60, 0], wrong) == [960, 1020, 1080]


async def test_a_job_that_waits_tries_the_same_tick_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SOON_SECONDS", 0.0)
    assert await _work(Clock(960.0), [1, 1, 58, 0], DatabaseUnavailable) == [960, 960, 960, 1020]


async def test_cancelling_is_not_a_failure_of_the_job() -> None:
    async def work(_: int) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await run_once(Job("test", 60, work), 0)


async def test_who_leads_no_more_is_told_so(world: WorldFactory) -> None:
    site = Database("site", parse_dsn(world().environment["GATEWAY_DATABASE_SITE_DSN"]), Limits())
    worked, ended = asyncio.Event(), asyncio.Event()

    async def work(_tick: int) -> None:
        worked.set()

    leading = asyncio.create_task(run_while_leader(site, [Job("test", 3600, work, ended.set)]))
    try:
        async with asyncio.timeout(30):
            await worked.wait()
        assert not ended.is_set()
        leading.cancel()
        await asyncio.wait([leading])
        assert ended.is_set()
    finally:
        leading.cancel()
        await site.close()
