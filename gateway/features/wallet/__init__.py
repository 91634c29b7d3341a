"""An account's coins and Adena, its donations and deliveries: read from the ledger and the game, never cached."""

from collections.abc import Callable

from litestar.handlers import HTTPRouteHandler

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.characters import CharacterRepository
from gateway.features.inventory import Inventories
from gateway.features.operators.site_controls import SiteControls
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.wallet import coins, history


def routes(
    settings: Settings,
    site: Database,
    snapshots: Snapshots,
    characters: CharacterRepository,
    inventories: Inventories,
    controls: SiteControls,
    coin_name: Callable[[], str],
) -> list[HTTPRouteHandler]:
    balances = coins.routes(settings, site, snapshots, characters, inventories, controls, coin_name)
    return [*balances, *history.routes(site)]
