"""What runs by the clock: samples and their pruning, on the one process that holds the site's lock.

A tick is a multiple of the job's period (epoch seconds). Whoever begins to lead works the tick that is running, so a
change of leader loses none; all work is idempotent, so repeating one does no harm. Ticks missed while the work, the
database or the machine was slow are skipped, not replayed in a burst.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

import structlog
from msgspec import Struct
from msgspec.structs import replace

from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.deliveries.game_table import Courier
from gateway.features.ledger import daily_check
from gateway.features.payments import Cashier
from gateway.features.player import security_log
from gateway.features.server_status import time_series
from gateway.http.errors import Problem, unavailable
from gateway.http.figures import Runs
from gateway.redis.leader import SiteLock
from gateway.state import GatewayState

DAILY_SECONDS = 3600
"""A day's sample of a character is taken every hour over the one before, so the day's last state stays."""
NEWCOMERS_SECONDS = 300
"""Whoever logs in for the first time is sampled by then, so that his charts begin that day."""
SOON_SECONDS = 10.0
"""A job that waits for a snapshot or a database asks again after this."""

INBOX_SECONDS = 5
POLL_SECONDS = 60

log = structlog.stdlib.get_logger("gateway.jobs")


class Job(Struct, frozen=True):
    name: str
    every: int
    work: Callable[[int], Awaitable[object]]
    """Is given the tick."""
    ended: Callable[[], None] | None = None
    """Called when this process leads no more, for what it should not go on saying."""


def jobs(state: GatewayState) -> list[Job]:
    async def sample_status(tick: int) -> None:
        status = state.status.current()
        await time_series.add_status(state.db.site, tick, status.online, status.online_players)

    async def sample_characters(tick: int, newcomers_since: int = 0) -> int:
        snapshot, day = state.snapshots.current, datetime.fromtimestamp(tick, UTC)
        if snapshot is None:
            raise unavailable("game")
        return await time_series.add_characters(state.db.game, state.db.site, snapshot.accounts, day, newcomers_since)

    async def sample_newcomers(tick: int) -> int:
        return await sample_characters(tick, tick - 2 * NEWCOMERS_SECONDS)

    async def prune(tick: int) -> int:
        return await time_series.prune(state.db.site, datetime.fromtimestamp(tick, UTC))

    async def prune_security_log(_tick: int) -> int:
        return await security_log.prune(state.db.site)

    return [
        Job("sample_status", state.settings.jobs.sample_seconds, sample_status),
        Job("sample_characters", DAILY_SECONDS, sample_characters),
        Job("sample_newcomers", NEWCOMERS_SECONDS, sample_newcomers),
        Job("prune_samples", DAILY_SECONDS, prune),
        Job("prune_security_log", 24 * 3600, prune_security_log),
        Job("check_ledger", daily_check.EVERY, state.audit.work, state.audit.forget),
        Job("count_deliveries", POLL_SECONDS, lambda _tick: state.queue.count(), state.queue.forget),
        *(_of_payments(state.cashier) if state.cashier else ()),
        *([_of_handover(state.courier, state.settings.game_table_delivery.poll_seconds)] if state.courier else ()),
    ]


def _of_payments(cashier: Cashier) -> list[Job]:
    """What the provider forgot to say, or nobody got done."""
    work = {
        "work_inbox": (INBOX_SECONDS, cashier.work_inbox),
        "poll_waiting_donations": (POLL_SECONDS, cashier.poll_waiting),
        "poll_settled_donations": (5 * POLL_SECONDS, cashier.poll_settled),
        "prune_inbox": (DAILY_SECONDS, cashier.prune),
    }
    counted = Job("count_payments", POLL_SECONDS, lambda _tick: cashier.count(), cashier.figures.forget)
    return [*(Job(name, every, lambda _tick, each=each: each()) for name, (every, each) in work.items()), counted]


def _of_handover(courier: Courier, every: int) -> Job:
    async def hand_over(_tick: int) -> int:
        return await courier.work()

    return Job("hand_over", every, hand_over)


async def run(state: GatewayState) -> None:
    """Keeps time while this process holds the lock, waits for it otherwise; never returns."""
    await lead(state.db.site, [counted(job, state.runs) for job in jobs(state)])


def counted(job: Job, runs: Runs) -> Job:
    """The same job; what becomes of it is counted."""

    async def work(tick: int) -> object:
        began = time.perf_counter()
        try:
            done = await job.work(tick)
        except Exception as wrong:
            runs.ran(job.name, time.perf_counter() - began, wrong)
            raise
        runs.ran(job.name, time.perf_counter() - began, None)
        return done

    def ended() -> None:
        runs.forget(job.name)
        if job.ended:
            job.ended()

    return replace(job, work=work, ended=ended)


async def lead(site: Database, work: Sequence[Job]) -> None:
    lock = SiteLock(site, "jobs")

    async def keep_all() -> None:
        try:
            async with asyncio.TaskGroup() as clocks:
                for job in work:
                    clocks.create_task(keep_time(job, held=lambda: lock.held), name=job.name)
        finally:
            for job in work:
                if job.ended:
                    job.ended()

    await lock.lead(keep_all)


async def keep_time(job: Job, now: Callable[[], float] = time.time, held: Callable[[], bool] = lambda: True) -> None:
    """Works the running tick, then each one as it comes, while the lock is held; never returns."""
    worked = None
    while True:
        tick = int(now()) // job.every * job.every
        if tick != worked and held() and await attempt(job, tick):
            worked = tick
        rest = max(0.0, tick + job.every - now())
        await asyncio.sleep(rest if tick == worked else min(rest, SOON_SECONDS))


async def attempt(job: Job, tick: int) -> bool:
    """False: what the job needs is not there yet. One that fails has its next tick; the others never notice."""
    try:
        await job.work(tick)
    except (DatabaseUnavailable, Problem) as wrong:
        log.warning("job_waits", job=job.name, reason=str(wrong))
        return False
    except Exception:
        log.exception("job_failed", job=job.name)
    else:
        log.debug("job_done", job=job.name, tick=tick)
    return True
