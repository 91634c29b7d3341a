"""Objects of a process: the clients of databases and Redis, and the parts of core."""

from collections.abc import Collection
from datetime import datetime

from gateway import jobs, package_data
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.metrics import StatementMetrics
from gateway.database.replica import ReplicaMonitor
from gateway.extra import Parts
from gateway.features import payments
from gateway.features.accounts import AccountsFeature, Signature
from gateway.features.characters import CharacterRepository
from gateway.features.deliveries.metrics import DeliveryMetrics
from gateway.features.inventory.handlers import Inventories
from gateway.features.items import catalogue
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.operators.site_controls import SiteControls
from gateway.features.player.progression import OwnDays
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.rankings.handlers import RankingDays
from gateway.features.roulette.verification import all_rules
from gateway.features.server_status.status import StatusMonitor
from gateway.features.site_content.content_store import ContentStore, content_folder
from gateway.features.site_content.pages import SitePages
from gateway.http.forwarded_for import cdn_networks
from gateway.http.health import HealthCheck
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.observability.metrics import MetricsRegistry
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.world_snapshot.columns import FORMAT
from gateway.world_snapshot.snapshot_store import Snapshots


class Services:
    def __init__(self, settings: Settings, *, extras: Collection[str], is_preview: bool) -> None:
        """`extras`: names of those that are on. Connects to nothing. Raises DsnError or ContentError."""
        zone = settings.server.zone
        self.content = ContentStore(content_folder(settings), lambda: datetime.now(zone).date())
        self.settings = settings
        self.tasks = TaskSupervisor()
        self.statements = StatementMetrics()
        self.job_metrics = jobs.JobMetrics()
        self.databases = Databases.open(settings, self.statements)
        self.replica = ReplicaMonitor.open(settings, self.databases.site, self.statements)
        self.redis = RedisClient.open(settings.redis)
        # A process cannot read snapshots of another release's format: each format has a leader of its own.
        self.lease = Lease(self.redis, f"snapshot:{FORMAT:x}")
        self.clients = Clients(
            settings.server.trusted_proxies,
            loopback=settings.limits.apply_to_loopback,
            cdn=cdn_networks((package_data.deploy() / "cloudflare.conf").read_text(encoding="utf-8")),
        )
        self.limiter = Limiter(self.redis.limits if self.redis else None)
        self.controls = SiteControls(settings, self.databases.site)
        self._open_world()
        self._open_players()
        self._open_money()
        self.health = HealthCheck(
            self.databases,
            self.statements,
            self.replica,
            self.redis,
            {"snapshot": lambda: self.snapshots.current is not None, "probe": lambda: self.status.ready},
        )
        self.metrics = MetricsRegistry()
        self.pages = SitePages(
            settings,
            self.content,
            extras=extras,
            version=lambda: self.snapshots.version,
            redis=self.redis.snapshot if self.redis else None,
            leader=self.lease,
            is_preview=is_preview,
        )

    def _open_world(self) -> None:
        self.privacy = PrivacyStore(self.databases.site, self.settings.privacy.default_level)
        self.snapshots = Snapshots(
            self.settings,
            redis=self.redis.snapshot if self.redis else None,
            leader=self.lease,
            replica=lambda: bool(self.replica and self.replica.is_usable),
            auth=self.databases.auth,
            privacy=self.privacy.levels,
            online_from=lambda: self.status.online_from,
        )
        self.ranking_days = RankingDays()
        self.public_snapshots = PublicSnapshots(self.snapshots, self.privacy)

    def _open_players(self) -> None:
        settings, databases = self.settings, self.databases
        self.accounts = AccountsFeature(settings, databases, self.clients, self.limiter, self.controls, self.signature)
        self.status = StatusMonitor(
            settings.status,
            site=databases.site,
            redis=self.redis,
            leader=self.lease,
            family=self.accounts.repository.family,
            world=lambda: self.snapshots.stats,
        )
        self.characters = CharacterRepository(
            databases.game, self.snapshots, settings.items.batch_scan_interval_seconds
        )
        self.catalogue = catalogue.load(settings.items.catalogue)
        self.inventories = Inventories(settings, databases)
        self.own_days = OwnDays()

    def _open_money(self) -> None:
        settings, site = self.settings, self.databases.site
        self.payment_metrics = payments.PaymentMetrics()
        self.providers = payments.open_providers(settings, self.payment_metrics.count_call)
        self.payment_processor = (
            payments.open_processor(site, self.providers, settings, self.payment_metrics) if self.providers else None
        )
        self.ledger_check = DailyLedgerCheck(settings, all_rules(settings.security.data_keys))
        self.delivery_metrics = DeliveryMetrics(site)

    def parts(self) -> Parts:
        """Returns what extras and the administration may use."""
        return Parts(
            self.settings,
            self.databases,
            self.content,
            self.pages,
            self.pages.share_pictures,
            self.clients,
            self.limiter,
            self.controls,
            self.privacy,
            self.snapshots,
            self.public_snapshots,
            self.accounts.repository,
            self.accounts.registration,
            self.status,
            self.characters,
            self.catalogue,
            self.own_days,
            self.ranking_days,
            payments.ProviderClients(self.providers, self.payment_processor),
            self.statements,
            self.payment_metrics,
            self.delivery_metrics,
            self.ledger_check,
            self.health,
            self.accounts.authentication,
            self.inventories,
        )

    def signature(self) -> Signature:
        site = self.content.site
        return Signature(site.name, site.email, site.contacts)

    def site_name(self) -> str:
        return self.content.site.name

    def coin_name(self) -> str:
        return self.content.site.coins.plural
