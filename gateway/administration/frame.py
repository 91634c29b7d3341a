"""The administration of a process: its own pages, and those of the nouns."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from litestar.di import Provide
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from gateway import package_data
from gateway.administration import (
    coin_grants,
    controls,
    doctor,
    document,
    extras,
    log,
    operator_routes,
    overview,
    players,
    sign_in,
)
from gateway.administration.changes import DryRun, IdempotencyKey, OperatorChange
from gateway.administration.files import AdminArea
from gateway.administration.needs import NeedReader
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.origin import Connection
from gateway.administration.overview import OverviewReader, OverviewSources
from gateway.administration.players.sources import PlayerSources
from gateway.administration.sessions import Operator, OperatorSessions
from gateway.administration.sign_in import SignIn
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.metrics import StatementMetrics
from gateway.database.sealing import DataKeys
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.repository import AccountRepository
from gateway.features.characters import CharacterRepository
from gateway.features.deliveries.metrics import DeliveryMetrics
from gateway.features.inventory.handlers import Inventories
from gateway.features.items.catalogue import Catalogue
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.operators.site_controls import SiteControls
from gateway.features.payments import PaymentMetrics, ProviderClients
from gateway.features.server_status.status import StatusMonitor
from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.pages import SitePages
from gateway.http.health import HealthCheck
from gateway.http.openapi import Json
from gateway.http.rate_limit import Clients
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Tasks
from gateway.world_snapshot.snapshot_store import Snapshots

_FEATURES: Final = Path(__file__).parents[1] / "features"


class AdministrationFrame:
    """Makes its objects when they are first used, and connects to nothing before."""

    def __init__(self, parts: Parts, extras: Sequence[Extra]) -> None:
        """`extras`: those that are on."""
        self._parts, self._extras = parts, extras
        self._settings, self._site = parts.get(Settings), parts.get(Databases).site
        self._keys = DataKeys(self._settings.security.data_keys)
        self._authentication = parts.get(Authentication)
        factors, public_url = self._authentication.factors.store, self._settings.server.public_url
        self._sessions = parts.add(OperatorSessions(self._site, self._keys, factors, parts.get(Clients), public_url))

    @cached_property
    def routes(self) -> list[HTTPRouteHandler]:
        """Returns all routes of the administration, with those of the nouns' own `operator.py`."""
        pages = self._noun_pages
        routes = [
            *sign_in.routes(self._sign_in),
            *overview.routes(self._overview),
            *doctor.routes(),
            *extras.routes(self._site, self._settings),
            *players.routes(self._players, [read for noun in pages for read in noun.hits]),
            *coin_grants.routes(self._site, [refuse for noun in pages for refuse in noun.at_refusal]),
            *controls.routes(self._site, self._parts.get(SiteControls)),
            *operator_routes.routes(self._site, self._keys),
            *log.routes(self._site),
            *(route for noun in pages for route in noun.routes),
        ]
        return [*routes, *document.routes(routes)]

    def document(self) -> Json:
        return document.document(self.routes)

    @property
    def dependencies(self) -> dict[str, Provide]:
        """Returns the dependencies that handlers of the administration may declare."""
        site = self._site

        async def change(
            operator: Operator, idempotency_key: IdempotencyKey = None, dry_run: DryRun = False
        ) -> OperatorChange:
            return OperatorChange(site, operator, idempotency_key, dry_run)

        return {"operator": Provide(self._sessions.operator), "change": Provide(change)}

    async def authorize(self, connection: Connection, route: BaseRouteHandler) -> None:
        """As `OperatorSessions.authorize`."""
        await self._sessions.authorize(connection, route)

    @property
    def area(self) -> AdminArea:
        networks, hsts = self._settings.admin.networks, self._settings.server.transport_security
        return AdminArea(package_data.ui(), self._parts.get(Clients), networks, hsts)

    @property
    def tasks(self) -> Tasks:
        return {name: run for pages in self._noun_pages for name, run in pages.tasks.items()}

    def close(self) -> None:
        self._sign_in.hasher.close()

    @cached_property
    def _noun_pages(self) -> list[OperatorPages]:
        """Returns the pages of core's nouns, and of the extras that are on."""
        modules = [f"gateway.features.{path.parent.name}.operator" for path in sorted(_FEATURES.glob("*/operator.py"))]
        extra_modules = [f"gateway.extras.{extra.name}.operator" for extra in self._extras]
        modules += [module for module in extra_modules if find_spec(module)]
        return [import_module(module).pages(self._parts) for module in modules]

    def _needs(self) -> Iterator[NeedReader]:
        yield partial(coin_grants.read_needs, self._site)
        for pages in self._noun_pages:
            yield from pages.needs

    @cached_property
    def _sign_in(self) -> SignIn:
        content = self._parts.get(ContentStore)
        return SignIn(
            self._site,
            self._keys,
            self._authentication,
            self._sessions,
            content.site_name,
            self._settings.currency,
            [extra.name for extra in self._extras],
        )

    @cached_property
    def _overview(self) -> OverviewReader:
        return OverviewReader(self._site, self._overview_sources, self._needs)

    @cached_property
    def _overview_sources(self) -> OverviewSources:
        parts = self._parts
        deliveries, payments = parts.get(DeliveryMetrics), parts.get(PaymentMetrics)
        snapshots, pages = parts.get(Snapshots), parts.get(SitePages)
        return OverviewSources(
            health=parts.get(HealthCheck),
            statements=parts.get(StatementMetrics),
            status=parts.get(StatusMonitor),
            ledger=parts.get(DailyLedgerCheck),
            controls=parts.get(SiteControls),
            zone=self._settings.server.zone,
            snapshot_at=lambda: snapshots.stats.taken_at if snapshots.stats else None,
            pending_deliveries=lambda: deliveries.backlog.pending if deliveries.backlog else None,
            waiting_webhooks=lambda: payments.waiting_webhooks,
            missing_pages=lambda: pages.missing,
        )

    @property
    def _players(self) -> PlayerSources:
        parts, content = self._parts, self._parts.get(ContentStore)
        return PlayerSources(
            settings=self._settings,
            site=self._site,
            auth=parts.get(Databases).auth,
            accounts=parts.get(AccountRepository),
            sessions=self._authentication.sessions.store,
            characters=parts.get(CharacterRepository),
            inventories=parts.get(Inventories),
            catalogue=parts.get(Catalogue),
            snapshots=parts.get(Snapshots),
            processor=parts.get(ProviderClients).processor,
            coin_name=content.coin_name,
            keys=self._keys,
            factors=self._authentication.factors.store,
        )
