"""The features of this service: those of core in the order of their imports, and the extras that are on."""

from collections.abc import Callable, Collection, Sequence

from gateway.app.services import Services
from gateway.extra import Extra
from gateway.feature import Feature
from gateway.features import characters, inventory, messages, payments, player, site_content, spending_limits
from gateway.features.deliveries import create as deliveries
from gateway.features.operators import retention
from gateway.features.privacy import handlers as privacy
from gateway.features.rankings import handlers as rankings
from gateway.features.roulette import handlers as roulette
from gateway.features.server_status import stats as server_status
from gateway.features.wallet import coins as wallet


def core_features(
    services: Services, extras: Sequence[Extra], page_parts: Callable[[], Collection[str]]
) -> list[Feature]:
    """`page_parts`: as `Feature.page_parts` of all features."""
    return [*_world_features(services, extras, page_parts), *_player_features(services)]


def _shared_names(services: Services) -> site_content.SharedNames:
    """Returns none before the first snapshot, when no page has a name either."""
    stats = services.snapshots.stats
    if stats is None:
        return site_content.SharedNames([], [])
    return site_content.SharedNames(stats.shared_names, stats.shared_clan_names)


def _world_features(
    services: Services, extras: Sequence[Extra], page_parts: Callable[[], Collection[str]]
) -> list[Feature]:
    """Returns the features of visitors: the game, and the site's content."""
    settings, snapshots = services.settings, services.snapshots
    site = services.databases.site
    return [
        rankings.feature(snapshots, services.ranking_days),
        site_content.feature(
            settings,
            site,
            services.controls,
            services.content,
            services.pages,
            extras=[extra.name for extra in extras],
            page_parts=page_parts,
            shared_names=lambda: _shared_names(services),
            typed_name_max=lambda: services.accounts.repository.typed_name_max,
        ),
        privacy.feature(settings, site, services.privacy, services.public_snapshots),
        server_status.feature(services.databases, snapshots, services.status),
    ]


def _player_features(services: Services) -> list[Feature]:
    settings = services.settings
    site = services.databases.site
    limiter = services.limiter
    controls = services.controls
    snapshots = services.snapshots
    own_characters = services.characters
    coin_name = services.coin_name
    return [
        messages.feature(site),
        services.accounts.feature(),
        services.ledger_check.feature(),
        spending_limits.feature(settings, site),
        characters.feature(own_characters),
        roulette.feature(settings, site, limiter, controls, services.accounts.sessions, coin_name),
        inventory.feature(settings, own_characters, services.inventories, services.catalogue),
        player.feature(site, snapshots, services.accounts, own_characters, services.own_days),
        wallet.feature(settings, site, snapshots, own_characters, services.inventories, controls, coin_name),
        payments.feature(
            settings,
            site,
            limiter,
            own_characters,
            controls,
            coin_name,
            services.providers,
            services.payment_processor,
        ),
        deliveries.feature(
            settings,
            services.databases,
            limiter,
            own_characters,
            controls,
            services.accounts,
            services.delivery_metrics,
            site_name=services.site_name,
            coin_name=coin_name,
        ),
        retention.feature(site),
    ]
