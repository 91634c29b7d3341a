"""The features of this service: those of core in the order of their imports, and the extras that are on."""

from collections.abc import Callable, Collection, Sequence

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.features import characters, inventory, messages, payments, player, site_content, spending_limits
from gateway.features.accounts import AccountRepository, AccountsFeature, Sessions
from gateway.features.characters import CharacterRepository
from gateway.features.deliveries import create as deliveries
from gateway.features.deliveries.metrics import DeliveryMetrics
from gateway.features.inventory.handlers import Inventories
from gateway.features.items.catalogue import Catalogue
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.operators import retention
from gateway.features.operators.site_controls import SiteControls
from gateway.features.player.progression import OwnDays
from gateway.features.privacy import handlers as privacy
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.rankings import handlers as rankings
from gateway.features.rankings.handlers import RankingDays
from gateway.features.roulette import handlers as roulette
from gateway.features.server_status import stats as server_status
from gateway.features.server_status.status import StatusMonitor
from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.pages import SitePages
from gateway.features.wallet import coins as wallet
from gateway.http.rate_limit_shared import Limiter
from gateway.observability.metrics import MetricsRegistry
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.world_snapshot.snapshot_store import Snapshots


def core_features(parts: Parts, extras: Sequence[Extra], page_parts: Callable[[], Collection[str]]) -> list[Feature]:
    """`page_parts`: as `Feature.page_parts` of all features."""
    return [*_world_features(parts, extras, page_parts), *_player_features(parts)]


def _world_features(parts: Parts, extras: Sequence[Extra], page_parts: Callable[[], Collection[str]]) -> list[Feature]:
    """Returns the features of visitors: the game, and the site's content."""
    settings, databases = parts.get(Settings), parts.get(Databases)
    snapshots, accounts = parts.get(Snapshots), parts.get(AccountRepository)

    def shared_names() -> site_content.SharedNames:
        """Returns none before the first snapshot, when no page has a name either."""
        stats = snapshots.stats
        return site_content.SharedNames(
            characters=stats.shared_names if stats else [], clans=stats.shared_clan_names if stats else []
        )

    return [
        messages.feature(databases.site),
        retention.feature(databases.site, parts.get(SiteControls)),
        rankings.feature(snapshots, parts.get(RankingDays)),
        site_content.feature(
            settings,
            parts.get(SiteControls),
            parts.get(ContentStore),
            parts.get(SitePages),
            extras=[extra.name for extra in extras],
            page_parts=page_parts,
            shared_names=shared_names,
            typed_name_max=lambda: accounts.typed_name_max,
        ),
        privacy.feature(settings, databases.site, parts.get(PrivacyStore), parts.get(PublicSnapshots)),
        server_status.feature(databases, snapshots, parts.get(StatusMonitor)),
    ]


def _player_features(parts: Parts) -> list[Feature]:
    settings, databases = parts.get(Settings), parts.get(Databases)
    snapshots, limiter = parts.get(Snapshots), parts.get(Limiter)
    accounts, own_characters = parts.get(AccountsFeature), parts.get(CharacterRepository)
    controls, content = parts.get(SiteControls), parts.get(ContentStore)
    inventories, providers = parts.get(Inventories), parts.get(payments.ProviderClients)
    site, coin_name = databases.site, content.coin_name
    monitor, counts = parts.get(StatusMonitor), parts.get(MetricsRegistry).counts
    return [
        accounts.feature(),
        parts.get(DailyLedgerCheck).feature(),
        spending_limits.feature(settings, site),
        characters.feature(own_characters),
        roulette.feature(settings, site, limiter, controls, parts.get(Sessions), coin_name),
        inventory.feature(settings, own_characters, inventories, parts.get(Catalogue)),
        player.feature(site, snapshots, accounts, own_characters, parts.get(OwnDays)),
        wallet.feature(settings, site, snapshots, own_characters, inventories, controls, coin_name),
        payments.feature(settings, site, limiter, own_characters, controls, coin_name, providers, counts),
        deliveries.feature(
            settings,
            databases,
            limiter,
            own_characters,
            controls,
            accounts,
            parts.get(DeliveryMetrics),
            site_name=content.site_name,
            coin_name=coin_name,
            game_since=lambda: probe.since if (probe := monitor.probe) else None,
        ),
    ]
