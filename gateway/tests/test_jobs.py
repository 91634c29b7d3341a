"""Periodic jobs: skipped ticks, retries, failures and the loss of leadership."""

import asyncio

import pytest

from gateway import jobs
from gateway.concurrency.errors import NotReady
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, DatabaseUnavailable, Limits
from gateway.jobs import Job, run_once, schedule
from gateway.tests.conftest import WorldFactory


class Clock:
    """Manual clock."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


async def _work(clock: Clock, costs: list[float], error: type[Exception] | None = None) -> list[int]:
    """Returns the ticks of a job whose runs take `costs` seconds."""
    ticks: list[int] = []
    has_finished = asyncio.Event()

    async def work(tick: int) -> None:
        ticks.append(tick)
        clock.now += costs[len(ticks) - 1]
        if len(ticks) == len(costs):
            has_finished.set()
            await asyncio.Event().wait()
        if error:
            raise error("game", "gone") if error is DatabaseUnavailable else error("broken")

    running = asyncio.create_task(schedule(Job("test", 60, work), clock))
    await has_finished.wait()
    running.cancel()
    return ticks


async def test_schedule_runs_the_current_tick_and_skips_missed_ones() -> None:
    assert await _work(Clock(1000.0), [90, 600, 60, 0]) == [960, 1080, 1680, 1740]


@pytest.mark.parametrize("error", [DatabaseUnavailable, ValueError])
async def test_failed_job_runs_at_its_next_tick(error: type[Exception]) -> None:
    assert await _work(Clock(960.0), [60, 60, 0], error) == [960, 1020, 1080]


@pytest.mark.parametrize("error", [DatabaseUnavailable, NotReady])
async def test_deferred_job_retries_the_same_tick(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    monkeypatch.setattr(jobs, "RETRY_SECONDS", 0.0)
    assert await _work(Clock(960.0), [1, 1, 58, 0], error) == [960, 960, 960, 1020]


async def test_cancellation_passes_through_the_job() -> None:
    async def work(_: int) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await run_once(Job("test", 60, work), 0)


async def test_loss_of_leadership_calls_the_hook_of_the_job(world: WorldFactory) -> None:
    site = Database("site", parse_dsn(world().environment["GATEWAY_DATABASE_SITE_DSN"]), Limits())
    has_started, is_lost = asyncio.Event(), asyncio.Event()

    async def work(_tick: int) -> None:
        has_started.set()

    task = asyncio.create_task(jobs.run(site, [Job("test", 3600, work, is_lost.set)], jobs.JobMetrics()))
    try:
        async with asyncio.timeout(30):
            await has_started.wait()
        assert not is_lost.is_set()
        task.cancel()
        await asyncio.wait([task])
        assert is_lost.is_set()
    finally:
        task.cancel()
        await site.close()
