"""Periodic jobs, run by the one process that holds the site's leader lock.

A tick is a multiple of the job's period (epoch seconds). A new leader runs the current tick, so a change of leader
loses none; jobs are idempotent, so a tick may run twice. Ticks missed because of a slow job, database or machine are
skipped, not replayed.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import structlog
from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.errors import NotReady
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.lock import SiteLock
from gateway.observability.metrics import LONG_BUCKETS, Histogram, Samples, series

QUEUE_SECONDS = 5
"""Period of jobs that work off webhooks, mails and push messages."""
MESSAGE_SECONDS = 10
"""Period of jobs that send notifications and alerts."""
FIRST_RETRY_SECONDS = 1.0
RETRY_SECONDS = 10.0
"""Longest retry delay of a job that waits for a snapshot or a database; the first snapshot comes within seconds."""

log = structlog.stdlib.get_logger("gateway.jobs")


class JobMetrics:
    def __init__(self) -> None:
        self._outcomes = Counter[tuple[str, str]]()
        self._seconds = Histogram("fishi_job_duration_seconds", LONG_BUCKETS)
        self._succeeded_at: dict[str, float] = {}
        self._failing: set[str] = set()

    def record(self, job: str, seconds: float, error: Exception | None) -> None:
        outcome = "deferred" if isinstance(error, DatabaseUnavailable | NotReady) else "failed" if error else "done"
        self._outcomes[job, outcome] += 1
        self._seconds.add(seconds, job=job)
        if error is None:
            self._succeeded_at[job] = time.time()
            self._failing.discard(job)
        else:
            self._failing.add(job)

    @property
    def failing(self) -> int:
        """Number of jobs of which the last run did not succeed."""
        return len(self._failing)

    def forget(self, job: str) -> None:
        """Forgets a job when this process stops leading: the next leader knows its last success."""
        self._succeeded_at.pop(job, None)
        self._failing.discard(job)

    def samples(self) -> Samples:
        for (job, outcome), count in self._outcomes.items():
            yield series("fishi_job_runs_total", job=job, outcome=outcome), count
        for job, at in self._succeeded_at.items():
            yield series("fishi_job_last_success_timestamp_seconds", job=job), at
        yield from self._seconds.samples()


class Job(Struct, frozen=True):
    name: str
    period_seconds: int
    work: Callable[[int], Awaitable[object]]
    """Called with the tick."""
    on_leadership_lost: Callable[[], None] | None = None
    """Removes gauges that only the leader may export."""


async def run(site: Database, jobs: Sequence[Job], metrics: JobMetrics) -> None:
    """Runs the jobs while this process holds the leader lock, and waits for it otherwise; never returns."""
    lock = SiteLock(site, "jobs")
    counted_jobs = [with_metrics(job, metrics) for job in jobs]

    async def schedule_all() -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                for job in counted_jobs:
                    tasks.create_task(schedule(job, is_leader=lambda: lock.is_held), name=job.name)
        finally:
            for job in counted_jobs:
                if job.on_leadership_lost:
                    job.on_leadership_lost()

    await lock.run_while_leader(schedule_all)


def with_metrics(job: Job, metrics: JobMetrics) -> Job:

    async def work(tick: int) -> object:
        started_at = time.perf_counter()
        try:
            result = await job.work(tick)
        except Exception as error:
            metrics.record(job.name, time.perf_counter() - started_at, error)
            raise
        metrics.record(job.name, time.perf_counter() - started_at, None)
        return result

    def on_leadership_lost() -> None:
        metrics.forget(job.name)
        if job.on_leadership_lost:
            job.on_leadership_lost()

    return replace(job, work=work, on_leadership_lost=on_leadership_lost)


async def schedule(
    job: Job, now: Callable[[], float] = time.time, is_leader: Callable[[], bool] = lambda: True
) -> None:
    """Runs the current tick, then each further one, while this process is the leader; never returns."""
    finished_tick, retry_seconds = None, FIRST_RETRY_SECONDS
    while True:
        tick = int(now()) // job.period_seconds * job.period_seconds
        if tick != finished_tick and is_leader() and await run_once(job, tick):
            finished_tick, retry_seconds = tick, FIRST_RETRY_SECONDS
        remaining = max(0.0, tick + job.period_seconds - now())
        await asyncio.sleep(remaining if tick == finished_tick else min(remaining, retry_seconds, RETRY_SECONDS))
        retry_seconds = min(2 * retry_seconds, RETRY_SECONDS)


async def run_once(job: Job, tick: int) -> bool:
    """Returns False if the tick has to be retried soon. A failed job is run at its next tick; other jobs continue."""
    try:
        await job.work(tick)
    except NotReady as error:  # it waits for the first snapshot or probe, as at each start
        log.info("job_deferred", job=job.name, reason=error.reason)
        return False
    except DatabaseUnavailable as error:
        log.warning("job_deferred", job=job.name, reason=str(error))
        return False
    except Exception:
        log.exception("job_failed", job=job.name)
    else:
        log.debug("job_done", job=job.name, tick=tick)
    return True
