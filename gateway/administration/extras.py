"""GET /api/admin/extras: all extras with the state of their tables, as `gateway extras list` shows them."""

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.registration.extra import ListedExtra, read_extras


class ExtraList(Struct, frozen=True):
    data: list[ListedExtra]


def routes(site: Database, settings: Settings) -> list[HTTPRouteHandler]:
    @get("/api/admin/extras", permission="extras.read")
    async def list_extras(operator: Operator) -> ExtraList:
        """All extras, each after those that it needs: which are on in this process, and whether their tables fit it."""
        return ExtraList(await read_extras(site, settings))

    return [list_extras]
