"""What runs by the clock: samples and their pruning, on the one process that holds the site's lock.

A tick is a multiple of the job's period (epoch seconds). Whoever begins to lead works the tick that is running, so a
change of leader loses none; all work is idempotent, so repeating one does no harm. Ticks missed while the work, the
database or the machine was slow are skipped, not replayed in a burst.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

import structlog
from msgspec import Struct
from msgspec.structs import replace

from gateway.config.settings import Settings
from gateway.database.database import Database, Databases, DatabaseUnavailable
from gateway.database.lock import SiteLock
from gateway.features.deliveries.game_table import OutboxWorker
from gateway.features.deliveries.metrics import DeliveryMetrics
from gateway.features.ledger import daily_check
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.payments import PaymentProcessor
from gateway.features.player import security_log
from gateway.features.rankings import Snapshots
from gateway.features.server_status import time_series
from gateway.features.server_status.status import StatusMonitor
from gateway.http.errors import Problem, unavailable
from gateway.observability.metrics import LONG_BUCKETS, Histogram, Samples, series

DAILY_SECONDS = 3600
"""A day's sample of a character is taken every hour over the one before, so the day's last state stays."""
NEWCOMERS_SECONDS = 300
"""Whoever logs in for the first time is sampled by then, so that his charts begin that day."""
SOON_SECONDS = 10.0
"""A job that waits for a snapshot or a database asks again after this."""

INBOX_SECONDS = 5
POLL_SECONDS = 60

log = structlog.stdlib.get_logger("gateway.jobs")


class JobMetrics:
    """Counts the outcomes of jobs and records when each last succeeded."""

    def __init__(self) -> None:
        self._outcomes = Counter[tuple[str, str]]()
        self._seconds = Histogram("gateway_job_seconds", LONG_BUCKETS)
        self._done: dict[str, float] = {}

    def record(self, job: str, seconds: float, error: Exception | None) -> None:
        outcome = "deferred" if isinstance(error, DatabaseUnavailable | Problem) else "failed" if error else "done"
        self._outcomes[job, outcome] += 1
        self._seconds.add(seconds, job=job)
        if error is None:
            self._done[job] = time.time()

    def forget(self, job: str) -> None:
        """Forgets a job when this process stops leading: the next leader knows its last success."""
        self._done.pop(job, None)

    def samples(self) -> Samples:
        for (job, outcome), count in self._outcomes.items():
            yield series("gateway_job_runs_total", job=job, outcome=outcome), count
        for job, at in self._done.items():
            yield series("gateway_job_last_success_timestamp_seconds", job=job), at
        yield from self._seconds.samples()


class Job(Struct, frozen=True):
    name: str
    every: int
    work: Callable[[int], Awaitable[object]]
    """Is given the tick."""
    ended: Callable[[], None] | None = None
    """Called when this process leads no more, for what it should not go on saying."""


def sampling_jobs(settings: Settings, databases: Databases, monitor: StatusMonitor, snapshots: Snapshots) -> list[Job]:
    async def sample_status(tick: int) -> None:
        status = monitor.current()
        await time_series.add_status(databases.site, tick, status.online, status.online_players)

    async def sample_characters(tick: int, newcomers_since: int = 0) -> int:
        snapshot, day = snapshots.current, datetime.fromtimestamp(tick, UTC)
        if snapshot is None:
            raise unavailable("game")
        return await time_series.add_characters(databases.game, databases.site, snapshot.accounts, day, newcomers_since)

    async def sample_newcomers(tick: int) -> int:
        return await sample_characters(tick, tick - 2 * NEWCOMERS_SECONDS)

    async def prune(tick: int) -> int:
        return await time_series.prune(databases.site, datetime.fromtimestamp(tick, UTC))

    async def prune_security_log(_tick: int) -> int:
        return await security_log.prune(databases.site)

    return [
        Job("sample_status", settings.jobs.sample_seconds, sample_status),
        Job("sample_characters", DAILY_SECONDS, sample_characters),
        Job("sample_newcomers", NEWCOMERS_SECONDS, sample_newcomers),
        Job("prune_samples", DAILY_SECONDS, prune),
        Job("prune_security_log", 24 * 3600, prune_security_log),
    ]


def ledger_job(check: DailyLedgerCheck) -> Job:
    return Job("check_ledger", daily_check.EVERY, check.work, check.forget)


def delivery_job(metrics: DeliveryMetrics) -> Job:
    return Job("count_deliveries", POLL_SECONDS, lambda _tick: metrics.count(), metrics.forget)


def payment_jobs(processor: PaymentProcessor) -> list[Job]:
    """What the provider forgot to say, or nobody got done."""
    work = {
        "process_webhooks": (INBOX_SECONDS, processor.process_backlog),
        "poll_pending_donations": (POLL_SECONDS, processor.poll_pending),
        "poll_completed_donations": (5 * POLL_SECONDS, processor.poll_completed),
        "prune_webhooks": (DAILY_SECONDS, processor.prune),
    }
    counted = Job("count_payments", POLL_SECONDS, lambda _tick: processor.count(), processor.metrics.forget)
    return [*(Job(name, every, lambda _tick, each=each: each()) for name, (every, each) in work.items()), counted]


def game_table_job(worker: OutboxWorker, every: int) -> Job:
    async def hand_over(_tick: int) -> int:
        return await worker.work()

    return Job("hand_over", every, hand_over)


async def run(site: Database, jobs: Sequence[Job], metrics: JobMetrics) -> None:
    """Runs the jobs while this process holds the lock, waits for the lock otherwise; never returns."""
    await run_while_leader(site, [counted(job, metrics) for job in jobs])


def counted(job: Job, metrics: JobMetrics) -> Job:
    """The same job; what becomes of it is counted."""

    async def work(tick: int) -> object:
        began = time.perf_counter()
        try:
            done = await job.work(tick)
        except Exception as error:
            metrics.record(job.name, time.perf_counter() - began, error)
            raise
        metrics.record(job.name, time.perf_counter() - began, None)
        return done

    def ended() -> None:
        metrics.forget(job.name)
        if job.ended:
            job.ended()

    return replace(job, work=work, ended=ended)


async def run_while_leader(site: Database, work: Sequence[Job]) -> None:
    lock = SiteLock(site, "jobs")

    async def keep_all() -> None:
        try:
            async with asyncio.TaskGroup() as clocks:
                for job in work:
                    clocks.create_task(schedule(job, held=lambda: lock.held), name=job.name)
        finally:
            for job in work:
                if job.ended:
                    job.ended()

    await lock.run_while_leader(keep_all)


async def schedule(job: Job, now: Callable[[], float] = time.time, held: Callable[[], bool] = lambda: True) -> None:
    """Works the running tick, then each one as it comes, while the lock is held; never returns."""
    worked = None
    while True:
        tick = int(now()) // job.every * job.every
        if tick != worked and held() and await run_once(job, tick):
            worked = tick
        rest = max(0.0, tick + job.every - now())
        await asyncio.sleep(rest if tick == worked else min(rest, SOON_SECONDS))


async def run_once(job: Job, tick: int) -> bool:
    """False: what the job needs is not there yet. One that fails has its next tick; the others never notice."""
    try:
        await job.work(tick)
    except (DatabaseUnavailable, Problem) as error:
        log.warning("job_deferred", job=job.name, reason=str(error))
        return False
    except Exception:
        log.exception("job_failed", job=job.name)
    else:
        log.debug("job_done", job=job.name, tick=tick)
    return True
