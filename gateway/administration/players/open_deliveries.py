"""GET /api/admin/deliveries: deliveries of all players that the game has not confirmed."""

import time
from typing import Final

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.features.deliveries.command import OPEN, ListedDelivery, read

_ROWS: Final = 100


class OpenDeliveries(Struct, frozen=True):
    """The newest first."""

    data: list[ListedDelivery]


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/admin/deliveries", permission="players.read")
    async def list_open_deliveries(operator: Operator) -> OpenDeliveries:
        """Deliveries that wait for the game, are taken by it, or are stuck."""
        return OpenDeliveries(await read(site, OPEN, "", _ROWS, int(time.time())))

    return [list_open_deliveries]
