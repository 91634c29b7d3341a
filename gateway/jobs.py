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

from gateway.config.settings import Settings
from gateway.database.database import Database, Databases, DatabaseUnavailable
from gateway.database.lock import SiteLock
from gateway.features.accounts import challenges, reused_names
from gateway.features.accounts.mail_links import MailLinks
from gateway.features.accounts.reused_names import AccountOwners
from gateway.features.accounts.session_store import SessionStore
from gateway.features.admin import sessions as admin_sessions
from gateway.features.admin.alert_values import AlertValues
from gateway.features.alerts import AlertMonitor, AlertSender
from gateway.features.deliveries.game_table import OutboxWorker
from gateway.features.deliveries.metrics import DeliveryMetrics
from gateway.features.economy.counter import ItemCounter
from gateway.features.history.recorder import HistoryRecorder
from gateway.features.ledger import daily_check
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.mail import MailWorker
from gateway.features.notifications.board import LiveBoard
from gateway.features.notifications.repository import Calendar
from gateway.features.operators.site_controls import SiteControls
from gateway.features.payments import PaymentProcessor
from gateway.features.player import security_log
from gateway.features.population import repository as population
from gateway.features.population.chain import MINUTE, Count
from gateway.features.push import PushFeature
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.referrals import settlement
from gateway.features.referrals.settlement import ReferralSettlement
from gateway.features.server_status.status import StatusMonitor
from gateway.features.world import tracker
from gateway.features.world.tracker import WorldTracker
from gateway.http.errors import Problem, unavailable
from gateway.observability.metrics import LONG_BUCKETS, Histogram, Samples, series

HOUR_SECONDS = 3600
FIRST_RETRY_SECONDS = 1.0
RETRY_SECONDS = 10.0
"""Longest retry delay of a job that waits for a snapshot or a database; the first snapshot comes within seconds."""

WEBHOOK_SECONDS = 5
MAIL_SECONDS = 5
NOTIFICATION_SECONDS = 10
ALERT_SECONDS = 10
PUSH_SECONDS = 5
POLL_SECONDS = 60

log = structlog.stdlib.get_logger("gateway.jobs")


class JobMetrics:
    def __init__(self) -> None:
        self._outcomes = Counter[tuple[str, str]]()
        self._seconds = Histogram("fishi_job_duration_seconds", LONG_BUCKETS)
        self._done: dict[str, float] = {}
        self._failing: set[str] = set()

    def record(self, job: str, seconds: float, error: Exception | None) -> None:
        outcome = "deferred" if isinstance(error, DatabaseUnavailable | Problem) else "failed" if error else "done"
        self._outcomes[job, outcome] += 1
        self._seconds.add(seconds, job=job)
        if error is None:
            self._done[job] = time.time()
            self._failing.discard(job)
        else:
            self._failing.add(job)

    @property
    def failing(self) -> int:
        """Number of jobs of which the last run did not succeed."""
        return len(self._failing)

    def forget(self, job: str) -> None:
        """Forgets a job when this process stops leading: the next leader knows its last success."""
        self._done.pop(job, None)
        self._failing.discard(job)

    def samples(self) -> Samples:
        for (job, outcome), count in self._outcomes.items():
            yield series("fishi_job_runs_total", job=job, outcome=outcome), count
        for job, at in self._done.items():
            yield series("fishi_job_last_success_timestamp_seconds", job=job), at
        yield from self._seconds.samples()


class Job(Struct, frozen=True):
    name: str
    period_seconds: int
    work: Callable[[int], Awaitable[object]]
    """Called with the tick."""
    on_leadership_lost: Callable[[], None] | None = None
    """Removes gauges that only the leader may export."""


def sampling_jobs(
    settings: Settings, databases: Databases, monitor: StatusMonitor, snapshots: Snapshots, controls: SiteControls
) -> list[Job]:
    async def sample_status(tick: int) -> None:
        status = monitor.current()
        traders = snapshots.stats.traders if snapshots.stats else None
        count = Count(tick, int(status.online), int(bool(controls.notices())), status.online_players, traders)
        await population.add(databases.site, count)
        await population.close_days(databases.site, tick)

    async def prune(tick: int) -> int:
        return await population.prune(databases.site, tick)

    async def prune_security_log(_tick: int) -> int:
        return await security_log.prune(databases.site)

    async def prune_sessions(_tick: int) -> int:
        players = await SessionStore(databases.site, settings.accounts).prune() + await challenges.prune(databases.site)
        return players + await admin_sessions.prune(databases.site)

    return [
        Job("sample_status", MINUTE, sample_status),
        Job("prune_samples", HOUR_SECONDS, prune),
        Job("prune_security_log", 24 * 3600, prune_security_log),
        Job("prune_sessions", 24 * 3600, prune_sessions),
    ]


def history_job(recorder: HistoryRecorder, snapshots: Snapshots) -> Job:
    async def record(_tick: int) -> None:
        if snapshots.current is None:
            raise unavailable("game", "no_snapshot")
        await recorder.record(snapshots.current)

    return Job("record_history", POLL_SECONDS, record)


def economy_jobs(counter: ItemCounter) -> list[Job]:
    return [
        Job("count_items", POLL_SECONDS, lambda _tick: counter.work(time.time())),
        Job("prune_economy", 24 * HOUR_SECONDS, counter.prune),
    ]


def mail_jobs(worker: MailWorker, links: MailLinks) -> list[Job]:
    async def prune(_tick: int) -> int:
        return await worker.table.prune() + await links.prune()

    return [
        Job("send_mails", MAIL_SECONDS, lambda _tick: worker.work()),
        Job("prune_mails", HOUR_SECONDS, prune),
    ]


def ledger_jobs(check: DailyLedgerCheck) -> list[Job]:
    return [
        Job("check_ledger", daily_check.EVERY, check.work, check.forget),
        Job("anchor_ledger", daily_check.ANCHOR_EVERY, check.anchor),
    ]


def referral_job(referrals: ReferralSettlement) -> Job:
    return Job("settle_referrals", settlement.EVERY, lambda _tick: referrals.work())


def account_job(owners: AccountOwners) -> Job:
    return Job("check_account_owners", reused_names.CHECK_SECONDS, lambda _tick: owners.check_all())


def world_job(world: WorldTracker) -> Job:
    return Job("read_world", tracker.READ_SECONDS, lambda _tick: world.read(int(time.time())))


def notification_jobs(calendar: Calendar, live_board: LiveBoard | None) -> list[Job]:
    async def update(tick: int) -> None:
        entries = await calendar.update(tick)
        if live_board:
            await live_board.update(entries, tick)

    async def prune(_tick: int) -> int:
        return await calendar.prune() + (await live_board.dispatcher.table.prune() if live_board else 0)

    jobs = [Job("update_calendar", POLL_SECONDS, update), Job("prune_notifications", HOUR_SECONDS, prune)]
    if live_board:
        jobs.append(Job("send_notifications", NOTIFICATION_SECONDS, lambda _tick: live_board.dispatcher.work()))
    return jobs


def alert_jobs(monitor: AlertMonitor, sender: AlertSender, values: AlertValues) -> list[Job]:
    async def evaluate(tick: int) -> int:
        return await monitor.evaluate(await values.read(), tick)

    return [
        Job("evaluate_alerts", POLL_SECONDS, evaluate),
        Job("send_alerts", ALERT_SECONDS, lambda _tick: sender.work()),
        Job("prune_alerts", HOUR_SECONDS, lambda _tick: sender.prune()),
    ]


def push_jobs(push: PushFeature) -> list[Job]:
    if not push.subscriptions.is_on:
        return []
    reader, worker = push.reader, push.worker
    return [
        Job("note_push", POLL_SECONDS, lambda _tick: reader.note(), reader.forget),
        Job("send_push", PUSH_SECONDS, lambda _tick: worker.work()),
        Job("prune_push", HOUR_SECONDS, lambda _tick: worker.prune()),
    ]


def delivery_job(metrics: DeliveryMetrics) -> Job:
    return Job("count_deliveries", POLL_SECONDS, lambda _tick: metrics.count(), metrics.forget)


def payment_jobs(processor: PaymentProcessor) -> list[Job]:
    """Returns the jobs that process webhooks, and poll donations in case a webhook is lost."""
    jobs = {
        "process_webhooks": (WEBHOOK_SECONDS, processor.process_backlog),
        "poll_pending_donations": (POLL_SECONDS, processor.poll_pending),
        "poll_completed_donations": (5 * POLL_SECONDS, processor.poll_completed),
        "search_payments": (15 * POLL_SECONDS, processor.search_changed),
        "prune_webhooks": (HOUR_SECONDS, processor.prune),
    }
    count = Job("count_payments", POLL_SECONDS, lambda _tick: processor.count(), processor.metrics.forget)
    return [*(Job(name, period, lambda _tick, work=work: work()) for name, (period, work) in jobs.items()), count]


def game_table_job(worker: OutboxWorker, period_seconds: int) -> Job:
    async def deliver(_tick: int) -> int:
        return await worker.work()

    return Job("deliver_to_game", period_seconds, deliver)


async def run(site: Database, jobs: Sequence[Job], metrics: JobMetrics) -> None:
    """Runs the jobs while this process holds the leader lock, and waits for it otherwise; never returns."""
    await run_while_leader(site, [with_metrics(job, metrics) for job in jobs])


def with_metrics(job: Job, metrics: JobMetrics) -> Job:

    async def work(tick: int) -> object:
        started = time.perf_counter()
        try:
            result = await job.work(tick)
        except Exception as error:
            metrics.record(job.name, time.perf_counter() - started, error)
            raise
        metrics.record(job.name, time.perf_counter() - started, None)
        return result

    def on_leadership_lost() -> None:
        metrics.forget(job.name)
        if job.on_leadership_lost:
            job.on_leadership_lost()

    return replace(job, work=work, on_leadership_lost=on_leadership_lost)


async def run_while_leader(site: Database, jobs: Sequence[Job]) -> None:
    lock = SiteLock(site, "jobs")

    async def schedule_all() -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                for job in jobs:
                    tasks.create_task(schedule(job, is_leader=lambda: lock.is_held), name=job.name)
        finally:
            for job in jobs:
                if job.on_leadership_lost:
                    job.on_leadership_lost()

    await lock.run_while_leader(schedule_all)


async def schedule(
    job: Job, now: Callable[[], float] = time.time, is_leader: Callable[[], bool] = lambda: True
) -> None:
    """Runs the current tick, then each further one, while this process is the leader; never returns."""
    finished, retry_seconds = None, FIRST_RETRY_SECONDS
    while True:
        tick = int(now()) // job.period_seconds * job.period_seconds
        if tick != finished and is_leader() and await run_once(job, tick):
            finished, retry_seconds = tick, FIRST_RETRY_SECONDS
        remaining = max(0.0, tick + job.period_seconds - now())
        await asyncio.sleep(remaining if tick == finished else min(remaining, retry_seconds, RETRY_SECONDS))
        retry_seconds = min(2 * retry_seconds, RETRY_SECONDS)


async def run_once(job: Job, tick: int) -> bool:
    """Returns False if the tick has to be retried soon. A failed job is run at its next tick; other jobs continue."""
    try:
        await job.work(tick)
    except Problem as error:  # it waits for the first snapshot or probe, as at each start
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
