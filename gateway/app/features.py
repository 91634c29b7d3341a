"""The features of this service, in the order of their imports."""

from gateway.administration import sessions as administration_sessions
from gateway.app.administration import Administration
from gateway.app.services import Services
from gateway.extras import votes
from gateway.extras.character_pages import handlers as character_pages
from gateway.extras.clans import handlers as clans
from gateway.extras.codes import redeem as codes
from gateway.extras.competitions import handlers as competitions
from gateway.extras.economy import report as economy
from gateway.extras.history import handlers as history
from gateway.extras.history.own_days import OwnHistory
from gateway.extras.notifications import handlers as notifications
from gateway.extras.population import handlers as population
from gateway.extras.referrals import handlers as referrals
from gateway.extras.search import handlers as search
from gateway.extras.week_review import handlers as week_review
from gateway.extras.world import feature as world
from gateway.feature import Feature
from gateway.features import characters, inventory, payments, player, site_content, spending_limits
from gateway.features.deliveries import create as deliveries
from gateway.features.privacy import handlers as privacy
from gateway.features.rankings import handlers as rankings
from gateway.features.roulette import handlers as roulette
from gateway.features.server_status import stats as server_status
from gateway.features.wallet import coins as wallet


def all_features(services: Services, administration: Administration) -> list[Feature]:
    return [*_world_features(services), *_player_features(services), *_operator_features(services, administration)]


def _shared_names(services: Services) -> site_content.SharedNames:
    """Returns none before the first snapshot, when no page has a name either."""
    stats = services.snapshots.stats
    if stats is None:
        return site_content.SharedNames([], [])
    return site_content.SharedNames(stats.shared_names, stats.shared_clan_names)


def _world_features(services: Services) -> list[Feature]:
    """Returns the features of visitors: the game, its history, and the site's content."""
    settings = services.settings
    site = services.databases.site
    pictures = services.pages.share_pictures
    snapshots = services.snapshots
    archive = services.archive
    world_store = services.world_store
    public_snapshots, zone = services.public_snapshots, settings.server.zone
    game, clan_boards = services.databases.game, clans.ClanBoards(public_snapshots, archive)
    pages = character_pages.CharacterPages(game, site, public_snapshots, archive, world_store, zone)
    return [
        rankings.feature(snapshots, archive),
        site_content.feature(
            settings,
            site,
            services.controls,
            services.content,
            services.pages,
            has_votes=bool(services.votes.offered_sites),
            shared_names=lambda: _shared_names(services),
            typed_name_max=lambda: services.accounts.repository.typed_name_max,
        ),
        privacy.feature(settings, site, services.privacy, public_snapshots),
        history.feature(snapshots, archive, services.recorder),
        server_status.feature(services.databases, snapshots, services.status),
        world.feature(services.world, world_store, game, snapshots, pictures),
        notifications.feature(settings, site, services.world, services.site_name),
        population.feature(
            site, services.status, snapshots, services.controls, services.site_name, settings.server.public_url
        ),
        character_pages.feature(pages, services.characters, public_snapshots, archive, pictures),
        competitions.feature(competitions.CompetitionPages(site, snapshots, services.characters, zone), pictures),
        economy.feature(
            settings.economy,
            services.economy,
            services.counts,
            game,
            zone,
            services.catalogue,
            lambda: snapshots.current,
        ),
        week_review.feature(services.world, archive, pictures),
        clans.feature(clan_boards, services.world, pictures),
        search.feature(snapshots, clan_boards, services.world),
    ]


def _player_features(services: Services) -> list[Feature]:
    settings = services.settings
    site = services.databases.site
    limiter = services.limiter
    controls = services.controls
    snapshots = services.snapshots
    own_characters = services.characters
    coin_name = services.coin_name
    own_history = OwnHistory(site, snapshots, services.archive, settings.server.zone)
    return [
        services.accounts.feature(),
        services.ledger_check.feature(),
        codes.feature(settings, site, limiter, services.clients),
        spending_limits.feature(settings, site),
        characters.feature(own_characters),
        roulette.feature(settings, site, limiter, controls, services.accounts.sessions, coin_name),
        inventory.feature(settings, own_characters, services.inventories, services.catalogue),
        player.feature(site, snapshots, services.accounts, own_characters, own_history.days),
        referrals.feature(settings, site, services.public_snapshots.current, services.referrals),
        votes.feature(services.votes, site, limiter, services.clients, settings.rewards.hold_hours),
        services.push.feature(),
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
    ]


def _operator_features(services: Services, administration: Administration) -> list[Feature]:
    return [
        services.alerts.feature(administration.alert_reader),
        administration_sessions.feature(services.databases.site),
    ]
