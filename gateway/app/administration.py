"""Connects the administration with the other features."""

from collections.abc import Awaitable, Callable
from functools import cached_property

from gateway.administration import AdminFeature
from gateway.administration.alert_values import AlertValues, RequestCount
from gateway.administration.economy import EconomyReader
from gateway.administration.insight.reader import InsightReader
from gateway.administration.overview import OverviewSources
from gateway.administration.players.sources import PlayerSources
from gateway.app.services import Services
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.extras.alerts import Values
from gateway.extras.economy.counts import item_name
from gateway.features import payments
from gateway.features.site_content.content_editor import ContentEditor


class Administration:
    """Makes its parts when they are first used."""

    def __init__(self, services: Services) -> None:
        self._services = services

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
            item_name=lambda item_id: item_name(services.catalogue, item_id),
            waiting_webhooks=lambda: payment_metrics.waiting_webhooks,
            missing_pages=lambda: services.pages.missing,
        )

    @cached_property
    def feature(self) -> AdminFeature:
        services = self._services
        authentication, databases = services.accounts.authentication, services.databases
        weekly_minutes = services.settings.insight.weekly_minutes
        return AdminFeature(
            services.settings,
            services.databases.site,
            services.clients,
            authentication,
            services.site_name,
            self._overview_sources,
            self._players,
            self._open_search,
            services.votes,
            EconomyReader(services.counts, databases.game, services.catalogue, services.settings.economy),
            services.alerts,
            InsightReader(databases.site, databases.game, services.settings.server.zone, weekly_minutes),
            ContentEditor(services.settings.content, services.content),
        )

    def alert_reader(self) -> Callable[[], Awaitable[Values]]:
        services = self._services
        sources, metrics = self._overview_sources, services.job_metrics
        return AlertValues(
            services.databases.site,
            self.feature.overview,
            sources,
            services.votes,
            lambda: metrics.failing,
            lambda: RequestCount(*services.metrics.responses()),
            lambda: RequestCount(*services.metrics.visitor_addresses()),
            self._unread_tables,
        ).read

    def _unread_tables(self) -> int | None:
        """Counts the game's tables that the last reading of the world and the last snapshot could not read."""
        state, stats = self._services.world_store.state, self._services.snapshots.stats
        failed = [part.failed for part in (state and state.reading, stats) if part]
        return sum(map(len, failed)) if failed else None

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
