"""Composition root: makes every object of a process and connects them. Nothing else knows them all."""

import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path

from litestar import Litestar
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from msgspec.structs import replace

from gateway import jobs, package_data
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.config.sections import ContentSettings
from gateway.config.settings import Settings
from gateway.database.database import Database, Databases
from gateway.database.metrics import StatementMetrics, pool_samples, replica_samples
from gateway.database.replica import ReplicaMonitor
from gateway.database.sealing import DataKeys
from gateway.features import (
    characters,
    deliveries,
    inventory,
    payments,
    player,
    site_content,
    spending_limits,
    votes,
    wallet,
)
from gateway.features.accounts import AccountsFeature, Signature
from gateway.features.accounts.tokens import MIN_SECRET_LENGTH
from gateway.features.admin import AdminFeature
from gateway.features.admin.alert_values import AlertValues, ResponseCount
from gateway.features.admin.economy import EconomyReader
from gateway.features.admin.files import AdminArea
from gateway.features.admin.insight.reader import InsightReader
from gateway.features.admin.overview import OverviewSources
from gateway.features.admin.players.sources import PlayerSources
from gateway.features.alerts import AlertsFeature
from gateway.features.character_pages import handlers as character_pages
from gateway.features.character_pages import own_ranks
from gateway.features.character_pages.handlers import CharacterPages
from gateway.features.characters import CharacterRepository
from gateway.features.clans import handlers as clans
from gateway.features.clans.handlers import ClanBoards
from gateway.features.codes import redeem as codes
from gateway.features.competitions import handlers as competitions
from gateway.features.competitions.boards import CompetitionBoards
from gateway.features.deliveries import game_table
from gateway.features.deliveries.metrics import DeliveryMetrics
from gateway.features.economy import report as economy_report
from gateway.features.economy.counter import ItemCounter
from gateway.features.economy.counts import EconomyCounts, item_name
from gateway.features.economy.repository import EconomyStore
from gateway.features.history import handlers as history
from gateway.features.history.archive import HistoryArchive
from gateway.features.history.recorder import HistoryRecorder
from gateway.features.inventory.handlers import Inventories
from gateway.features.items import catalogue
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.notifications import handlers as notifications
from gateway.features.notifications.board import open_live_board
from gateway.features.notifications.repository import Calendar
from gateway.features.operators.site_controls import SiteControls
from gateway.features.population import handlers as population
from gateway.features.privacy import handlers as privacy
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.push import PushFeature
from gateway.features.rankings import handlers as rankings
from gateway.features.rankings.columns import FORMAT
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.referrals import handlers as referrals
from gateway.features.referrals.settlement import ReferralSettlement
from gateway.features.roulette import handlers as roulette
from gateway.features.roulette.metrics import SpinMetrics
from gateway.features.roulette.verification import all_rules
from gateway.features.search import handlers as search
from gateway.features.server_status import stats, status
from gateway.features.server_status.status import StatusMonitor
from gateway.features.site_content import content_versions
from gateway.features.site_content.content_editor import ContentEditor
from gateway.features.site_content.content_store import ContentStore, content_folder
from gateway.features.site_content.pages import SitePages
from gateway.features.week_review import handlers as week_review
from gateway.features.world import handlers as world
from gateway.features.world import report_handlers
from gateway.features.world.store import WorldStore
from gateway.features.world.tracker import WorldTracker, keep_fresh
from gateway.http import errors, health, openapi
from gateway.http.frontend import Frontend
from gateway.http.health import HealthCheck
from gateway.http.named_pages import NamedPages
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.http.rendering.renderer_process import RenderError
from gateway.http.request_validation import validator
from gateway.http.response_cache import App
from gateway.observability.metrics import FOLDER, MetricsRegistry, Samples, series
from gateway.observability.process_metrics import process_samples
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.redis.metrics import redis_samples

BODY_LIMIT = 64 * 1024  # bytes; no request uploads a file


def documented_routes(settings: Settings, *, admin: bool = False) -> list[HTTPRouteHandler]:
    """Returns the routes of a service without configuration, to describe them; they connect to nothing.

    `admin`: those of the administration instead of the public ones.
    """
    no_database = "mysql://none@localhost/none"
    database = replace(settings.database, game_dsn=no_database, auth_dsn=no_database, site_dsn=no_database)
    accounts = replace(settings.accounts, token_secret="x" * MIN_SECRET_LENGTH)
    described = replace(settings, database=database, accounts=accounts, content=ContentSettings())
    application = Application(described)
    return application.admin_routes() if admin else application.routes()


class Application:
    is_preview = False

    def __init__(self, settings: Settings) -> None:
        """Connects to nothing. Raises DsnError or ContentError."""
        zone = settings.roulette.zone
        self._content = ContentStore(content_folder(settings), lambda: datetime.now(zone).date())
        self.settings = settings
        self.tasks = TaskSupervisor()
        self._statements, self._job_metrics, self._spins = StatementMetrics(), jobs.JobMetrics(), SpinMetrics()
        self._databases = Databases.open(settings, self._statements)
        self._replica = ReplicaMonitor.open(settings, self._databases.site, self._statements)
        self._redis = RedisClient.open(settings.redis)
        # A process cannot read snapshots of another release's format: each format has a leader of its own.
        self.lease = Lease(self._redis, f"snapshot:{FORMAT:x}")
        self._clients = Clients(settings.server.trusted_proxies, loopback=settings.limits.apply_to_loopback)
        self._limiter = Limiter(self._redis.limits if self._redis else None)
        self._controls = SiteControls(settings, self._databases.site)
        self._open_world()
        self._open_players()
        self._open_money()
        self.push = PushFeature(settings, self._databases.site, self._world, self._public_snapshots)
        self.health = HealthCheck(
            self._databases,
            self._statements,
            self._replica,
            self._redis,
            {"snapshot": lambda: self._snapshots.current is not None, "probe": lambda: self._status.ready},
        )
        self.metrics = MetricsRegistry()
        self._pages = SitePages(
            settings,
            self._content,
            version=lambda: self._snapshots.version,
            redis=self._redis.snapshot if self._redis else None,
            leader=self.lease,
            is_preview=self.is_preview,
        )

    def _open_world(self) -> None:
        self._privacy = PrivacyStore(self._databases.site, self.settings.privacy.default_level)
        self._snapshots = Snapshots(
            self.settings,
            redis=self._redis.snapshot if self._redis else None,
            leader=self.lease,
            replica=lambda: bool(self._replica and self._replica.is_usable),
            auth=self._databases.auth,
            privacy=self._privacy.levels,
            account_key=lambda: self._archive.current_account_key(),
        )
        site, zone = self._databases.site, self.settings.roulette.zone
        self._archive = HistoryArchive(site, zone)
        self._recorder = HistoryRecorder(
            site,
            zone,
            days=self.settings.history.days,
            between_snapshots=self._snapshots.idle.wait,
            on_published=CompetitionBoards(site).update,
        )
        self._public_snapshots = PublicSnapshots(self._snapshots, self._privacy)
        self._status = StatusMonitor(
            self.settings.status,
            site=self._databases.site,
            redis=self._redis,
            leader=self.lease,
            world=lambda: self._snapshots.stats,
        )

    def _open_players(self) -> None:
        settings, databases = self.settings, self._databases
        self._accounts = AccountsFeature(
            settings, databases, self._clients, self._limiter, self._controls, self._signature, self._bind_referral
        )
        self._referrals = ReferralSettlement(
            settings.referrals, databases.site, self._accounts.repository, lambda: self._snapshots.current
        )
        self._characters = CharacterRepository(
            databases.game, self._snapshots, settings.items.batch_scan_interval_seconds
        )
        self._catalogue = catalogue.load(settings.items.catalogue)
        self._inventories = Inventories(settings, databases)
        self._economy = EconomyStore(databases.site)
        self._counts = EconomyCounts(self._economy)
        self._item_counter = ItemCounter(
            self._economy,
            databases.game,
            settings.roulette.zone,
            settings.economy,
            self._catalogue,
            lambda: self._snapshots.current,
        )
        self._world_store = WorldStore(databases.site)
        self._world = world.World(
            settings, databases.site, self._snapshots, self._privacy, self._world_store, self._family
        )
        self._calendar = Calendar(databases.site, self._world)
        self._live_board = open_live_board(settings, databases.site, self._world, self._site_name)
        self._alerts = AlertsFeature(settings, databases.site, self._controls, self._site_name)

    async def _bind_referral(self, code: str, login: str, network: str) -> None:
        await self._referrals.bind(code, login, network)

    def _family(self) -> str:
        family = self._accounts.repository.known_family
        return family.key if family else ""

    def _open_money(self) -> None:
        settings, site = self.settings, self._databases.site
        self._payment_metrics = payments.PaymentMetrics()
        self._providers = payments.open_providers(settings, self._payment_metrics.called)
        self._payment_processor = (
            payments.open_processor(site, self._providers, settings, self._payment_metrics) if self._providers else None
        )
        self._votes = votes.VoteService(settings.votes, site)
        self._ledger_check = DailyLedgerCheck(settings, all_rules(settings.security.data_keys))
        self._delivery_metrics = DeliveryMetrics(site)
        self._outbox_worker = game_table.open_worker(
            settings, site, self._accounts.repository.family, sender=self._site_name, coins=self._coin_name
        )

    def _signature(self) -> Signature:
        site = self._content.site
        return Signature(site.name, site.email, site.contacts)

    def _site_name(self) -> str:
        return self._content.site.name

    def _coin_name(self) -> str:
        return self._content.site.coins.plural

    def routes(self) -> list[HTTPRouteHandler]:
        """Returns every route that the framework answers."""
        settings, site, controls = self.settings, self._databases.site, self._controls
        coins = self._coin_name
        checkout = payments.DonationCheckout(
            settings, site, self._limiter, self._characters, self._providers, controls, coins
        )
        clan_boards = ClanBoards(self._public_snapshots, self._archive)
        routes = [
            *status.routes(self._status),
            *stats.routes(self._databases, self._snapshots, self._status),
            *population.routes(site, self._status, lambda: self._content.site.name, settings.server.public_url),
            *site_content.routes(settings, controls, self._content, has_votes=bool(self._votes.offered)),
            *rankings.routes(self._snapshots, self._archive),
            *history.routes(self._snapshots, self._archive),
            *world.routes(self._world),
            *report_handlers.routes(self._world, self._pages.share_pictures),
            *notifications.routes(self._world, self._calendar, settings.server, self._site_name),
            *character_pages.routes(self._character_pages(), self._pages.share_pictures),
            *own_ranks.routes(self._characters, self._public_snapshots, self._archive),
            *week_review.routes(self._world, self._archive, self._pages.share_pictures),
            *clans.routes(clan_boards, self._world, self._pages.share_pictures),
            *economy_report.routes(settings.economy, economy_report.PublicEconomy(self._counts, self._catalogue)),
            *competitions.routes(site, self._snapshots, settings.roulette.zone),
            *search.routes(self._snapshots, clan_boards, self._world),
            *self._accounts.routes(),
            *player.routes(settings, site, self._snapshots, self._archive, self._accounts, self._characters),
            *characters.routes(self._characters),
            *inventory.routes(settings, self._characters, self._inventories, self._catalogue),
            *privacy.routes(settings, site),
            *self.push.routes(),
            *spending_limits.routes(settings, site),
            *codes.routes(settings, site, self._limiter, self._clients),
            *referrals.routes(settings, site, self._public_snapshots.current),
            *wallet.routes(settings, site, self._snapshots, self._characters, self._inventories, controls, coins),
            *deliveries.routes(settings, site, self._limiter, self._characters, controls, self._accounts.sessions),
            *votes.routes(self._votes, site, self._limiter, self._clients, settings.rewards.hold_hours),
            *payments.routes(settings, site, self._limiter, self._characters, checkout, self._payment_processor),
            *roulette.routes(settings, site, self._limiter, self._spins, controls, self._accounts.sessions, coins),
            *health.routes(self.health),
        ]
        return [*routes, *openapi.routes(routes)]

    @cached_property
    def _overview_sources(self) -> OverviewSources:
        delivery_metrics, payment_metrics = self._delivery_metrics, self._payment_metrics
        return OverviewSources(
            health=self.health,
            statements=self._statements,
            status=self._status,
            ledger=self._ledger_check,
            controls=self._controls,
            zone=self.settings.roulette.zone,
            snapshot_at=lambda: self._snapshots.stats.taken_at if self._snapshots.stats else None,
            pending_deliveries=lambda: delivery_metrics.backlog.pending if delivery_metrics.backlog else None,
            item_name=lambda item_id: item_name(self._catalogue, item_id),
            waiting_webhooks=lambda: payment_metrics.waiting_webhooks,
            missing_pages=lambda: self._pages.missing,
        )

    @cached_property
    def _admin(self) -> AdminFeature:
        authentication, databases = self._accounts.authentication, self._databases
        weekly_minutes = self.settings.insight.weekly_minutes
        return AdminFeature(
            self.settings,
            self._databases.site,
            self._clients,
            authentication,
            self._site_name,
            self._overview_sources,
            self._players,
            self._open_processor,
            self._votes,
            EconomyReader(self._counts, databases.game, self._catalogue, self.settings.economy),
            self._alerts,
            InsightReader(databases.site, databases.game, self.settings.roulette.zone, weekly_minutes),
            ContentEditor(self.settings.content, self._content),
        )

    def _alert_values(self) -> AlertValues:
        sources, metrics = self._overview_sources, self._job_metrics
        return AlertValues(
            self._databases.site,
            self._admin.overview,
            sources,
            self._votes,
            lambda: metrics.failing,
            lambda: ResponseCount(*self.metrics.responses()),
        )

    @property
    def _players(self) -> PlayerSources:
        authentication = self._accounts.authentication
        return PlayerSources(
            settings=self.settings,
            site=self._databases.site,
            auth=self._databases.auth,
            accounts=self._accounts.repository,
            sessions=authentication.sessions.store,
            characters=self._characters,
            inventories=self._inventories,
            catalogue=self._catalogue,
            snapshots=self._snapshots,
            processor=self._payment_processor,
            coin_name=self._coin_name,
            keys=DataKeys(self.settings.security.data_keys),
            factors=authentication.factors.store,
        )

    def _open_processor(self, site: Database) -> payments.PaymentProcessor | None:
        """Returns a processor for an operator's change, which does not count in the metrics."""
        return payments.open_processor(site, self._providers, self.settings) if self._providers else None

    def admin_routes(self) -> list[HTTPRouteHandler]:
        """Returns the routes of the administration, whether it is enabled or not."""
        return self._admin.routes()

    def _character_pages(self) -> CharacterPages:
        databases, zone = self._databases, self.settings.roulette.zone
        return CharacterPages(
            databases.game, databases.site, self._public_snapshots, self._archive, self._world_store, zone
        )

    @cached_property
    def asgi(self) -> App:
        """The application: connects the framework, what is in front of it, and the pages."""
        settings, routes = self.settings, self.routes()
        admin = self._admin if settings.admin.enabled else None
        framework = Litestar(
            [*routes, *admin.routes()] if admin else routes,
            dependencies={
                "caller": Provide(self._accounts.sessions.caller),
                **(admin.dependencies if admin else {}),
            },
            guards=[admin.sessions.authorize] if admin else [],
            lifespan=[lambda _app: self._run()],
            exception_handlers={Exception: errors.handle_exception},
            before_request=validator(settings.server.body_timeout_seconds),
            request_max_body_size=BODY_LIMIT,
            openapi_config=None,
            logging_config=None,
        )
        files = self._pages.files
        files.absent_views = self._world.absent_tabs
        frontend = Frontend(framework, routes, files, self._clients, settings, self._version)
        if admin:
            networks, hsts = settings.admin.networks, settings.server.transport_security
            frontend.router.admin = AdminArea(package_data.ui(), self._clients, networks, hsts)
        if settings.render.enabled:
            self._pages.open(frontend.cache.read_address)
        render = self._pages.store.render_named if self._pages.store else None
        frontend.router.named = NamedPages(files, frontend.cache.read, self._version, render, (RenderError,))
        self.metrics.sources += [frontend.samples, self._samples]
        return frontend.cache

    def _version(self, name: str) -> str:
        """Returns the version of the data that routes and pages name."""
        match name:
            case "rankings":
                return self._snapshots.version
            case "world":
                return self._world.version
            case "characters":
                return self._public_snapshots.version
            case "content":
                return self._content.current.version
            case _:
                return ""

    @asynccontextmanager
    async def _run(self) -> AsyncGenerator[None]:
        """Starts the background tasks; ends them, and then the clients that they use, in reverse order."""
        async with AsyncExitStack() as stack:
            self._close_later(stack)
            if self._replica:
                await self._replica.check()
            await self._accounts.repository.prepare()
            await self._controls.refresh()
            stack.push_async_callback(self.tasks.stop)
            await self.lease.renew()
            self._start_tasks()
            yield
            self.health.stopping = True

    def _close_later(self, stack: AsyncExitStack) -> None:
        for part in (self._databases, self._recorder, self._replica, self._redis):
            if part:
                stack.push_async_callback(part.close)
        stack.push_async_callback(self.lease.release)
        stack.callback(self._accounts.close)
        for part in (
            self._inventories,
            self._item_counter,
            self._economy,
            self._characters,
            *self._providers,
            self.push,
            self._votes,
            self._outbox_worker,
            self._live_board,
            self._alerts,
        ):
            if part:
                stack.push_async_callback(part.close)

    def _start_tasks(self) -> None:
        if self._replica:
            self.tasks.start("replica", self._replica.run)
        self.tasks.start("leader", self.lease.run)
        self.tasks.start("site_controls", self._controls.run)
        self.tasks.start("privacy", self._privacy.run)
        self._pages.start(self.tasks)
        if self.settings.admin.enabled:
            self.tasks.start("content_report", lambda: content_versions.report(self._databases.site, self._content))
        self.tasks.start("history", self._archive.run)
        self.tasks.start("snapshots", self._snapshots.run)
        self.tasks.start("status", self._status.run)
        self.tasks.start("world", lambda: keep_fresh(self._world_store))
        self.tasks.start("jobs", lambda: jobs.run(self._databases.site, self._jobs(), self._job_metrics))
        if self._payment_processor:
            self.tasks.start("payments", self._payment_processor.run)
        if folder := os.environ.get(FOLDER):
            self.tasks.start("metrics", lambda: self.metrics.run(Path(folder)))

    def _world_tracker(self) -> WorldTracker:
        snapshots = self._snapshots
        return WorldTracker(
            self._world_store, self._databases.game, self._world.zone, lambda: snapshots.current, self._family
        )

    def _jobs(self) -> list[jobs.Job]:
        every, accounts = self.settings.game_table_delivery.poll_seconds, self._accounts
        return [
            *jobs.sampling_jobs(self.settings, self._databases, self._status, self._snapshots, self._controls),
            jobs.history_job(self._recorder, self._snapshots),
            *(jobs.economy_jobs(self._item_counter) if self.settings.economy.enabled else ()),
            *([jobs.referral_job(self._referrals)] if self.settings.referrals.enabled else ()),
            jobs.account_job(self._accounts.owners),
            jobs.world_job(self._world_tracker()),
            *jobs.notification_jobs(self._calendar, self._live_board),
            *(
                jobs.alert_jobs(self._alerts.monitor, self._alerts.sender, self._alert_values())
                if self._alerts.sender
                else ()
            ),
            *jobs.ledger_jobs(self._ledger_check),
            *(jobs.mail_jobs(accounts.mail_worker, accounts.mail_links) if accounts.mail_worker else ()),
            *jobs.push_jobs(self.push),
            jobs.delivery_job(self._delivery_metrics),
            *(jobs.payment_jobs(self._payment_processor) if self._payment_processor else ()),
            *([jobs.game_table_job(self._outbox_worker, every)] if self._outbox_worker else ()),
        ]

    async def release_leadership(self) -> None:
        """Stops the work of the leader, so that another process takes over at once."""
        await self.tasks.end("jobs")
        await self.tasks.end("leader")
        await self.lease.release()

    def _samples(self) -> Samples:
        for part in (
            self._statements,
            self._job_metrics,
            self._spins,
            self._votes,
            self._ledger_check,
            self._delivery_metrics,
            self.push,
            self._alerts,
            self._snapshots,
            self._accounts,
            self._pages,
        ):
            yield from part.samples()
        if self._providers:
            yield from self._payment_metrics.samples()
        if self._live_board:
            yield from self._live_board.dispatcher.table.samples()
        yield from pool_samples(self._databases)
        yield from replica_samples(self._replica)
        yield from redis_samples(self._redis)
        yield from process_samples(self._family())
        yield series("fishi_ready"), int(self.health.ready().status == "ready")
        yield series("fishi_is_leader"), int(self.lease.is_leader)
