"""Connects the administration with the other features."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec

from litestar.handlers import HTTPRouteHandler

from gateway.administration import AdminFeature
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.overview import OverviewSources
from gateway.administration.players.sources import PlayerSources
from gateway.app.services import Services
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.extra import Extra, Parts
from gateway.features import payments
from gateway.features.payments import operator as payments_operator
from gateway.features.payments import operator_changes as payments_changes
from gateway.features.payments import operator_files as payments_files
from gateway.features.roulette import operator as roulette_operator
from gateway.features.roulette import operator_rows as roulette_rows
from gateway.features.roulette.operator import WheelMonitor
from gateway.features.site_content import operator as content_operator
from gateway.features.site_content import operator_changes as content_changes
from gateway.features.site_content.content_editor import ContentEditor


class Administration:
    """Makes its parts when they are first used."""

    def __init__(
        self,
        services: Services,
        extras: Sequence[Extra],
        parts: Parts,
    ) -> None:
        """`parts`: of the extras that are on."""
        self._services = services
        self._extras, self._parts = extras, parts

    @cached_property
    def _overview_sources(self) -> OverviewSources:
        services = self._services
        delivery_metrics, payment_metrics = services.delivery_metrics, services.payment_metrics
        return OverviewSources(
            health=services.health,
            statements=services.statements,
            status=services.status,
            ledger=services.ledger_check,
            controls=services.controls,
            zone=services.settings.server.zone,
            snapshot_at=lambda: services.snapshots.stats.taken_at if services.snapshots.stats else None,
            pending_deliveries=lambda: delivery_metrics.backlog.pending if delivery_metrics.backlog else None,
            waiting_webhooks=lambda: payment_metrics.waiting_webhooks,
            missing_pages=lambda: services.pages.missing,
        )

    @cached_property
    def feature(self) -> AdminFeature:
        services = self._services
        return AdminFeature(
            services.settings,
            services.databases.site,
            services.clients,
            services.accounts.authentication,
            services.site_name,
            self._overview_sources,
            self._players,
            [extra.name for extra in self._extras],
            lambda: self._extra_pages,
        )

    @cached_property
    def routes(self) -> list[HTTPRouteHandler]:
        """Returns all routes of the administration, with those of the nouns' own `operator.py`."""
        return self.feature.routes([*self._core_routes()])

    def _core_routes(self) -> Iterator[HTTPRouteHandler]:
        services = self._services
        settings, site = services.settings, services.databases.site
        zone = settings.server.zone
        editor = ContentEditor(settings.content, services.content)
        yield from payments_operator.routes(site, zone)
        yield from payments_files.routes(site, zone)
        yield from payments_changes.routes(site, self._open_search)
        yield from roulette_operator.routes(WheelMonitor(settings))
        yield from roulette_rows.routes(site)
        yield from content_operator.routes(editor, site)
        yield from content_changes.routes(editor, settings.server.body_timeout_seconds, self.feature.sessions.kinds)

    @cached_property
    def _extra_pages(self) -> list[OperatorPages]:
        modules = [f"gateway.extras.{extra.name}.operator" for extra in self._extras]
        return [import_module(module).pages(self._parts) for module in modules if find_spec(module)]

    @property
    def _players(self) -> PlayerSources:
        services = self._services
        authentication = services.accounts.authentication
        return PlayerSources(
            settings=services.settings,
            site=services.databases.site,
            auth=services.databases.auth,
            accounts=services.accounts.repository,
            sessions=authentication.sessions.store,
            characters=services.characters,
            inventories=services.inventories,
            catalogue=services.catalogue,
            snapshots=services.snapshots,
            processor=services.payment_processor,
            coin_name=services.coin_name,
            keys=DataKeys(services.settings.security.data_keys),
            factors=authentication.factors.store,
        )

    def _open_search(self, site: Database) -> payments.PaymentSearch | None:
        """Returns a search for an operator's change, which does not count in the metrics."""
        settings, providers = self._services.settings, self._services.providers
        if not providers:
            return None
        return payments.open_search(site, payments.open_processor(site, providers, settings), settings)
