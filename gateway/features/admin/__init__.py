"""Administration: operators sign in at /admin, see how the site does, and change it through the commands' functions."""

from collections.abc import Callable

from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.accounts.login import Authentication
from gateway.features.admin import doctor, document, log, operator_routes, overview, players, sign_in
from gateway.features.admin.changes import DryRun, IdempotencyKey, OperatorChange
from gateway.features.admin.overview import OverviewReader, OverviewSources
from gateway.features.admin.players.sources import PlayerSources
from gateway.features.admin.sessions import Operator, OperatorSessions
from gateway.features.admin.sign_in import SignIn
from gateway.http.rate_limit import Clients


class AdminFeature:
    """Creates and connects the parts of the administration."""

    def __init__(
        self,
        settings: Settings,
        site: Database,
        clients: Clients,
        authentication: Authentication,
        site_name: Callable[[], str],
        sources: OverviewSources,
        players: PlayerSources,
    ) -> None:
        self._site = site
        self.sessions = OperatorSessions(site, authentication.factors.store, clients, settings.server.public_url)
        self._overview = OverviewReader(site, sources)
        self._players = players
        self._sign_in = SignIn(site, authentication, self.sessions, site_name)

    @property
    def dependencies(self) -> dict[str, Provide]:
        """What handlers of the administration may ask for."""
        site = self._site

        async def change(
            operator: Operator, idempotency_key: IdempotencyKey = None, dry_run: DryRun = False
        ) -> OperatorChange:
            return OperatorChange(site, operator, idempotency_key, dry_run)

        return {"operator": Provide(self.sessions.operator), "change": Provide(change)}

    def routes(self) -> list[HTTPRouteHandler]:
        routes = [
            *sign_in.routes(self._sign_in),
            *overview.routes(self._overview),
            *doctor.routes(),
            *operator_routes.routes(self._site),
            *log.routes(self._site),
            *players.routes(self._players),
        ]
        return [*routes, *document.routes(routes)]
