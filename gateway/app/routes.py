"""The routes of visitors and players."""

from litestar.handlers import HTTPRouteHandler

from gateway.app.services import Services
from gateway.features import (
    characters,
    deliveries,
    inventory,
    payments,
    player,
    site_content,
    spending_limits,
    votes,
)
from gateway.features.character_pages import handlers as character_pages
from gateway.features.character_pages import own_ranks
from gateway.features.character_pages.handlers import CharacterPages
from gateway.features.clans import handlers as clans
from gateway.features.clans.handlers import ClanBoards
from gateway.features.codes import redeem as codes
from gateway.features.competitions import handlers as competitions
from gateway.features.economy import report as economy_report
from gateway.features.history import handlers as history
from gateway.features.notifications import handlers as notifications
from gateway.features.population import handlers as population
from gateway.features.privacy import handlers as privacy
from gateway.features.rankings import handlers as rankings
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.referrals import handlers as referrals
from gateway.features.roulette import handlers as roulette
from gateway.features.search import handlers as search
from gateway.features.server_status import stats, status
from gateway.features.wallet import coins
from gateway.features.wallet import history as wallet_history
from gateway.features.week_review import handlers as week_review
from gateway.features.world import handlers as world
from gateway.features.world import report_handlers
from gateway.http import health, openapi


def _shared_names(snapshots: Snapshots) -> site_content.SharedNames:
    """Returns none before the first snapshot, when no page has a name either."""
    stats = snapshots.stats
    return (
        site_content.SharedNames(stats.shared_names, stats.shared_clan_names)
        if stats
        else site_content.SharedNames([], [])
    )


def public_routes(services: Services) -> list[HTTPRouteHandler]:
    """Returns every route that the framework answers."""
    settings = services.settings
    site = services.databases.site
    controls = services.controls
    coin_name = services.coin_name
    checkout = payments.DonationCheckout(
        settings, site, services.limiter, services.characters, services.providers, controls, coin_name
    )
    snapshots, archive = services.public_snapshots, services.archive
    clan_boards = ClanBoards(snapshots, archive)
    zone = settings.server.zone
    pages = CharacterPages(services.databases.game, site, snapshots, archive, services.world_store, zone)
    routes = [
        *status.routes(services.status),
        *stats.routes(services.databases, services.snapshots, services.status),
        *population.routes(site, services.status, lambda: services.content.site.name, settings.server.public_url),
        *site_content.routes(
            settings,
            controls,
            services.content,
            has_votes=bool(services.votes.offered_sites),
            shared_names=lambda: _shared_names(services.snapshots),
            typed_name_max=lambda: services.accounts.repository.typed_name_max,
        ),
        *rankings.routes(services.snapshots, services.archive),
        *history.routes(services.snapshots, services.archive),
        *world.routes(services.world),
        *report_handlers.routes(services.world, services.pages.share_pictures),
        *notifications.routes(services.world, services.calendar, settings.server, services.site_name),
        *character_pages.routes(pages, services.pages.share_pictures),
        *own_ranks.routes(services.characters, services.public_snapshots, services.archive),
        *week_review.routes(services.world, services.archive, services.pages.share_pictures),
        *clans.routes(clan_boards, services.world, services.pages.share_pictures),
        *economy_report.routes(settings.economy, economy_report.PublicEconomy(services.counts, services.catalogue)),
        *competitions.routes(
            competitions.CompetitionPages(site, services.snapshots, services.characters, settings.server.zone),
            services.pages.share_pictures,
        ),
        *search.routes(services.snapshots, clan_boards, services.world),
        *services.accounts.routes(),
        *player.routes(settings, site, services.snapshots, services.archive, services.accounts, services.characters),
        *characters.routes(services.characters),
        *inventory.routes(settings, services.characters, services.inventories, services.catalogue),
        *privacy.routes(settings, site),
        *services.push.routes(),
        *spending_limits.routes(settings, site),
        *codes.routes(settings, site, services.limiter, services.clients),
        *referrals.routes(settings, site, services.public_snapshots.current),
        *coins.routes(
            settings, site, services.snapshots, services.characters, services.inventories, controls, coin_name
        ),
        *wallet_history.routes(site),
        *deliveries.routes(settings, site, services.limiter, services.characters, controls, services.accounts.sessions),
        *votes.routes(services.votes, site, services.limiter, services.clients, settings.rewards.hold_hours),
        *payments.routes(settings, site, services.limiter, services.characters, checkout, services.payment_processor),
        *roulette.spin_routes(settings, site, services.spins, controls, services.accounts.sessions, coin_name),
        *roulette.fairness_routes(settings, site, services.limiter),
        *health.routes(services.health),
    ]
    return [*routes, *openapi.routes(routes)]
