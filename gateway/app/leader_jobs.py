"""The periodic jobs of the leader, with their periods."""

import time
from collections.abc import Iterator

from gateway.app.administration import Administration
from gateway.app.services import Services
from gateway.durations import DAY, HOUR, MINUTE
from gateway.features.accounts import challenges, reused_names
from gateway.features.accounts.session_store import SessionStore
from gateway.features.admin import sessions as admin_sessions
from gateway.features.deliveries.game_table.save_tracker import WATCH_SECONDS
from gateway.features.ledger import daily_check
from gateway.features.player import security_log
from gateway.features.population import repository as population
from gateway.features.population.chain import Count
from gateway.features.referrals import settlement
from gateway.features.world import tracker
from gateway.features.world.tracker import WorldTracker
from gateway.http.errors import unavailable
from gateway.jobs import Job

POLL_SECONDS = 60
QUEUE_SECONDS = 5
"""Period of jobs that work off webhooks, mails and push messages."""
MESSAGE_SECONDS = 10
"""Period of jobs that send notifications and alerts."""


def leader_jobs(services: Services, administration: Administration) -> list[Job]:
    return [
        *_samples(services),
        *_world(services),
        *_accounts(services),
        *_notifications(services),
        *_alerts(services, administration),
        *_push(services),
        *_money(services),
        *_payments(services),
    ]


def _samples(services: Services) -> Iterator[Job]:
    site = services.databases.site
    monitor = services.status
    snapshots = services.snapshots

    async def sample_status(tick: int) -> None:
        status = monitor.current()
        traders = snapshots.stats.traders if snapshots.stats else None
        is_planned = bool(services.controls.notices())
        await population.add(
            site,
            Count(
                at=tick,
                online=int(status.online),
                planned=int(is_planned),
                players=status.online_players,
                traders=traders,
            ),
        )
        await population.close_days(site, tick)

    yield Job("sample_status", MINUTE, sample_status)
    yield Job("prune_samples", HOUR, lambda tick: population.prune(site, tick))


def _world(services: Services) -> Iterator[Job]:
    snapshots, counter = services.snapshots, services.item_counter
    world = WorldTracker(
        services.world_store, services.databases.game, services.world.zone, lambda: snapshots.current, services.family
    )

    async def record(_tick: int) -> None:
        if snapshots.current is None:
            raise unavailable("game", "no_snapshot")
        await services.recorder.record(snapshots.current)

    yield Job("record_history", POLL_SECONDS, record)
    yield Job("read_world", tracker.READ_SECONDS, lambda _tick: world.read(int(time.time())))
    if services.settings.economy.enabled:
        yield Job("count_items", POLL_SECONDS, lambda _tick: counter.work(time.time()))
        yield Job("prune_economy", DAY, counter.prune)


def _accounts(services: Services) -> Iterator[Job]:
    site = services.databases.site
    accounts = services.accounts
    referrals = services.referrals

    async def prune_sessions(_tick: int) -> int:
        players = await SessionStore(site, services.settings.accounts).prune() + await challenges.prune(site)
        return players + await admin_sessions.prune(site)

    yield Job("prune_security_log", DAY, lambda _tick: security_log.prune(site))
    yield Job("prune_sessions", DAY, prune_sessions)
    yield Job("check_account_owners", reused_names.CHECK_SECONDS, lambda _tick: accounts.owners.check_all())
    if services.settings.referrals.enabled:
        yield Job("settle_referrals", settlement.EVERY, lambda _tick: referrals.work())
    if worker := accounts.mail_worker:

        async def prune_mails(_tick: int) -> int:
            return await worker.table.prune() + await accounts.mail_links.prune()

        yield Job("send_mails", QUEUE_SECONDS, lambda _tick: worker.work())
        yield Job("prune_mails", HOUR, prune_mails)


def _notifications(services: Services) -> Iterator[Job]:
    calendar, live_board = services.calendar, services.live_board

    async def update(tick: int) -> None:
        entries = await calendar.update(tick)
        if live_board:
            await live_board.update(entries, tick)

    async def prune(_tick: int) -> int:
        return await calendar.prune() + (await live_board.dispatcher.table.prune() if live_board else 0)

    yield Job("update_calendar", POLL_SECONDS, update)
    yield Job("prune_notifications", HOUR, prune)
    if live_board:
        yield Job("send_notifications", MESSAGE_SECONDS, lambda _tick: live_board.dispatcher.work())


def _alerts(services: Services, administration: Administration) -> Iterator[Job]:
    monitor, sender = services.alerts.monitor, services.alerts.sender
    if sender is None:
        return
    values = administration.alert_values()

    async def evaluate(tick: int) -> int:
        return await monitor.evaluate(await values.read(), tick)

    yield Job("evaluate_alerts", POLL_SECONDS, evaluate)
    yield Job("send_alerts", MESSAGE_SECONDS, lambda _tick: sender.work())
    yield Job("prune_alerts", HOUR, lambda _tick: sender.prune())


def _push(services: Services) -> Iterator[Job]:
    if services.push.subscriptions.is_on:
        reader, worker = services.push.reader, services.push.worker
        yield Job("note_push", POLL_SECONDS, lambda _tick: reader.note(), reader.forget)
        yield Job("send_push", QUEUE_SECONDS, lambda _tick: worker.work())
        yield Job("prune_push", HOUR, lambda _tick: worker.prune())


def _money(services: Services) -> Iterator[Job]:
    check = services.ledger_check
    deliveries = services.delivery_metrics
    worker = services.outbox_worker
    yield Job("check_ledger", daily_check.EVERY, check.work, check.forget)
    yield Job("anchor_ledger", daily_check.ANCHOR_EVERY, check.anchor)
    yield Job("count_deliveries", POLL_SECONDS, lambda _tick: deliveries.count(), deliveries.forget)
    if worker:
        period = services.settings.game_table_delivery.poll_seconds
        yield Job("deliver_to_game", period, lambda _tick: worker.work())
    tracker = services.save_tracker
    yield Job("watch_game_saves", WATCH_SECONDS, lambda _tick: tracker.watch(), tracker.forget)


def _payments(services: Services) -> Iterator[Job]:
    """Yields the jobs that process webhooks, and poll donations in case a webhook is lost."""
    if processor := services.payment_processor:
        yield Job("process_webhooks", QUEUE_SECONDS, lambda _tick: processor.process_backlog())
        yield Job("poll_pending_donations", POLL_SECONDS, lambda _tick: processor.poll_pending())
        yield Job("poll_completed_donations", 5 * POLL_SECONDS, lambda _tick: processor.poll_completed())
        yield Job("search_payments", 15 * POLL_SECONDS, lambda _tick: processor.search_changed())
        yield Job("prune_webhooks", HOUR, lambda _tick: processor.prune())
        yield Job("count_payments", POLL_SECONDS, lambda _tick: processor.count(), processor.metrics.forget)
