"""What a noun brings to the administration. Its module `operator` makes it."""

from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.coin_grants import RefusalWork
from gateway.administration.needs import NeedReader
from gateway.administration.players.hits import HitReader


class OperatorPages(Struct, frozen=True, kw_only=True):
    routes: Sequence[HTTPRouteHandler] = ()
    needs: Sequence[NeedReader] = ()
    hits: Sequence[HitReader] = ()
    at_refusal: Sequence[RefusalWork] = ()
