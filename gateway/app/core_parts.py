"""Objects of a process by their class: the clients of the servers, and the parts of core in the order of their use."""

from collections.abc import Collection
from datetime import datetime

from gateway import package_data
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.metrics import StatementMetrics
from gateway.database.replica import ReplicaMonitor
from gateway.features import payments
from gateway.features.accounts import AccountRepository, AccountsFeature, Signature
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
from gateway.features.site_content.icons import TOUCH_ICON
from gateway.features.site_content.pages import SitePages
from gateway.http.forwarded_for import cdn_networks
from gateway.http.health import HealthCheck
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.jobs import JobMetrics
from gateway.observability.metrics import MetricsRegistry
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.registration.extra import Parts
from gateway.registration.item_prices import ItemPrices
from gateway.world_snapshot.columns import FORMAT
from gateway.world_snapshot.snapshot_store import Snapshots


def open_parts(settings: Settings, *, extras: Collection[str], is_preview: bool) -> Parts:
    """Connects to nothing. Raises DsnError or ContentError.

    `extras`: names of those that are on. A replica and Redis are parts where they are configured.
    """
    parts = Parts(settings, TaskSupervisor(), StatementMetrics(), JobMetrics(), MetricsRegistry())
    _open_servers(parts)
    _open_accounts(parts)
    _open_world(parts)
    _open_money(parts)
    _open_pages(parts, extras, is_preview=is_preview)
    return parts


def _open_servers(parts: Parts) -> None:
    settings, statements = parts.get(Settings), parts.get(StatementMetrics)
    databases = parts.add(Databases.open(settings, statements))
    redis = RedisClient.open(settings.redis)
    for client in (redis, ReplicaMonitor.open(settings, databases.site, statements)):
        if client:
            parts.add(client)
    # A process cannot read snapshots of another release's format: each format has a leader of its own.
    parts.add(Lease(redis, f"snapshot:{FORMAT:x}"))
    parts.add(Limiter(redis.limits if redis else None))
    parts.add(
        Clients(
            settings.server.trusted_proxies,
            loopback=settings.limits.apply_to_loopback,
            cdn=cdn_networks((package_data.deploy() / "cloudflare.conf").read_text(encoding="utf-8")),
        )
    )


def _open_accounts(parts: Parts) -> None:
    settings, databases = parts.get(Settings), parts.get(Databases)
    zone = settings.server.zone
    content = parts.add(ContentStore(content_folder(settings), lambda: datetime.now(zone).date()))
    controls = parts.add(SiteControls(settings, databases.site))

    def signature(language: str) -> Signature:
        site = content.current.translations.get(language, content.current.texts).site
        logo = TOUCH_ICON if TOUCH_ICON in content.current.icons else ""  # a PNG: many mail clients show no SVG
        return Signature(name=site.name, email=site.email, links=site.contacts(language), logo=logo)

    accounts = AccountsFeature(settings, databases, parts.get(Clients), parts.get(Limiter), controls, signature)
    for part in (accounts, accounts.repository, accounts.registration, accounts.authentication, accounts.sessions):
        parts.add(part)


def _open_world(parts: Parts) -> None:
    settings, databases = parts.get(Settings), parts.get(Databases)
    redis, replica = parts.find(RedisClient), parts.find(ReplicaMonitor)
    leader = parts.get(Lease)
    privacy = parts.add(PrivacyStore(databases.site, settings.privacy.default_level))
    snapshots = parts.add(
        Snapshots(
            settings,
            redis=redis.snapshot if redis else None,
            leader=leader,
            replica=lambda: bool(replica and replica.is_usable),
            auth=databases.auth,
            privacy=privacy.levels,
            online_from=lambda: status.online_from,
        )
    )
    status = parts.add(
        StatusMonitor(
            settings.status,
            site=databases.site,
            redis=redis,
            leader=leader,
            family=parts.get(AccountRepository).family,
            world=lambda: snapshots.stats,
        )
    )
    parts.add(PublicSnapshots(snapshots, privacy))
    parts.add(CharacterRepository(databases.game, snapshots, settings.items.batch_scan_interval_seconds))
    parts.add(catalogue.load(settings.items.catalogue))
    parts.add(Inventories(settings, databases))
    parts.add(ItemPrices())
    parts.add(OwnDays())
    parts.add(RankingDays())
    conditions = {"snapshot": lambda: snapshots.current is not None, "probe": lambda: status.ready}
    parts.add(HealthCheck(databases, parts.get(StatementMetrics), replica, redis, conditions))


def _open_money(parts: Parts) -> None:
    settings, site = parts.get(Settings), parts.get(Databases).site
    metrics = parts.add(payments.PaymentMetrics())
    providers = payments.open_providers(settings, metrics.count_call)
    processor = payments.open_processor(site, providers, settings, metrics) if providers else None
    parts.add(payments.ProviderClients(providers, processor))
    parts.add(DailyLedgerCheck(settings, all_rules(settings.security.data_keys)))
    parts.add(DeliveryMetrics(site))


def _open_pages(parts: Parts, extras: Collection[str], *, is_preview: bool) -> None:
    redis, snapshots = parts.find(RedisClient), parts.get(Snapshots)
    pages = parts.add(
        SitePages(
            parts.get(Settings),
            parts.get(ContentStore),
            extras=extras,
            version=lambda: snapshots.version,
            redis=redis.snapshot if redis else None,
            leader=parts.get(Lease),
            is_preview=is_preview,
        )
    )
    parts.add(pages.share_pictures)
