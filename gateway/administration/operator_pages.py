"""`OperatorPages`: the routes and actions that a noun adds to the administration, from `pages(parts)` of `operator`."""

from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.coin_grants import RefusalWork
from gateway.administration.needs import NeedReader
from gateway.administration.players.hits import HitReader
from gateway.registration.feature import Tasks


class OperatorPages(Struct, frozen=True, kw_only=True):
    routes: Sequence[HTTPRouteHandler] = ()
    needs: Sequence[NeedReader] = ()
    """Cases for the overview and for the rules of the alerts."""
    hits: Sequence[HitReader] = ()
    """Results for the search."""
    at_refusal: Sequence[RefusalWork] = ()
    tasks: Tasks = {}
    """While the administration is on."""
