"""Connects the administration with the other features."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from litestar.handlers import HTTPRouteHandler

from gateway.administration import AdminFeature
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.overview import OverviewSources
from gateway.administration.players.sources import PlayerSources
from gateway.app.alert_values import AlertValues, RequestCount
from gateway.app.services import Services
from gateway.config.alert_rules import RuleName
from gateway.database.sealing import DataKeys
from gateway.extra import Extra, Parts
from gateway.feature import AlertValueReader

_NOUNS: Final = Path(__file__).parents[1] / "features"


class Administration:
    """Makes its parts when they are first used."""

    def __init__(
        self,
        services: Services,
        extras: Sequence[Extra],
        parts: Parts,
        alert_values: Callable[[], Iterable[AlertValueReader]],
    ) -> None:
        """`parts`: of the extras that are on. `alert_values`: as `Feature.alert_values` of all features."""
        self._services = services
        self._extras, self._parts = extras, parts
        self._alert_values = alert_values

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
            lambda: self._noun_pages,
        )

    @cached_property
    def routes(self) -> list[HTTPRouteHandler]:
        """Returns all routes of the administration, with those of the nouns' own `operator.py`."""
        return self.feature.routes()

    @cached_property
    def _noun_pages(self) -> list[OperatorPages]:
        """Returns the pages of core's nouns, and of the extras that are on."""
        self._parts.add(self.feature.sessions)
        modules = [f"gateway.features.{path.parent.name}.operator" for path in sorted(_NOUNS.glob("*/operator.py"))]
        extra_modules = [f"gateway.extras.{extra.name}.operator" for extra in self._extras]
        modules += [module for module in extra_modules if find_spec(module)]
        return [import_module(module).pages(self._parts) for module in modules]

    def alert_reader(self) -> Callable[[], Awaitable[Mapping[RuleName, float]]]:
        services = self._services
        sources, metrics = self._overview_sources, services.job_metrics
        return AlertValues(
            services.databases.site,
            self.feature.overview,
            sources,
            self._alert_values,
            lambda: metrics.failing,
            lambda: RequestCount(*services.metrics.responses()),
            lambda: RequestCount(*services.metrics.visitor_addresses()),
            self._unread_tables,
        ).read

    def _unread_tables(self) -> int | None:
        stats = self._services.snapshots.stats
        return len(stats.failed) if stats else None

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
