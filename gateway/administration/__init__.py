"""Administration: operators sign in at /admin, see the state of the site, and change it by the commands' functions."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from gateway.administration import (
    coin_grants,
    controls,
    doctor,
    document,
    log,
    operator_routes,
    overview,
    players,
    sign_in,
)
from gateway.administration.changes import DryRun, IdempotencyKey, OperatorChange
from gateway.administration.needs import NeedReader
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.overview import OverviewReader, OverviewSources
from gateway.administration.players.sources import PlayerSources
from gateway.administration.sessions import Operator, OperatorSessions
from gateway.administration.sign_in import SignIn
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.accounts.login import Authentication
from gateway.http.rate_limit import Clients


class AdminFeature:
    """Creates and connects the parts of the administration that belong to no noun."""

    def __init__(
        self,
        settings: Settings,
        site: Database,
        clients: Clients,
        authentication: Authentication,
        site_name: Callable[[], str],
        sources: OverviewSources,
        players: PlayerSources,
        extras: Collection[str],
        noun_pages: Callable[[], Sequence[OperatorPages]],
    ) -> None:
        """`extras`: names of those that are on. `noun_pages`: of the nouns' own `operator.py`."""
        self._site = site
        self._sources = sources
        self._keys = DataKeys(settings.security.data_keys)
        factors, public_url = authentication.factors.store, settings.server.public_url
        self.sessions = OperatorSessions(site, self._keys, factors, clients, public_url)
        self.overview = OverviewReader(site, sources, self._needs)
        self._noun_pages = noun_pages
        self._players = players
        self._sign_in = SignIn(site, authentication, self.sessions, site_name, settings.currency, extras)

    def _needs(self) -> Iterator[NeedReader]:
        yield partial(coin_grants.read_needs, self._site)
        for pages in self._noun_pages():
            yield from pages.needs

    def close(self) -> None:
        self._sign_in.hasher.close()

    @property
    def dependencies(self) -> dict[str, Provide]:
        """Returns the dependencies that handlers of the administration may declare."""
        site = self._site

        async def change(
            operator: Operator, idempotency_key: IdempotencyKey = None, dry_run: DryRun = False
        ) -> OperatorChange:
            return OperatorChange(site, operator, idempotency_key, dry_run)

        return {"operator": Provide(self.sessions.operator), "change": Provide(change)}

    def routes(self) -> list[HTTPRouteHandler]:
        pages = self._noun_pages()
        routes = [
            *sign_in.routes(self._sign_in),
            *overview.routes(self.overview),
            *doctor.routes(),
            *players.routes(self._players, [read for noun in pages for read in noun.hits]),
            *coin_grants.routes(self._site, [refuse for noun in pages for refuse in noun.at_refusal]),
            *controls.routes(self._site, self._sources.controls),
            *operator_routes.routes(self._site, self._keys),
            *log.routes(self._site),
            *(route for noun in pages for route in noun.routes),
        ]
        return [*routes, *document.routes(routes)]
