"""Administration: operators sign in at /admin, see the state of the site, and change it by the commands' functions."""

from collections.abc import Callable

from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from gateway.administration import (
    alerts,
    codes,
    coin_grants,
    competitions,
    content,
    content_changes,
    controls,
    doctor,
    document,
    economy,
    log,
    money,
    money_changes,
    money_files,
    operator_routes,
    overview,
    players,
    referrals,
    sign_in,
    votes,
    wheel,
    wheel_rows,
)
from gateway.administration.alerts import AlertReader
from gateway.administration.changes import DryRun, IdempotencyKey, OperatorChange
from gateway.administration.competitions import CompetitionPrizes
from gateway.administration.economy import EconomyReader
from gateway.administration.insight import handlers as insight
from gateway.administration.insight.reader import InsightReader
from gateway.administration.money_changes import OpenSearch
from gateway.administration.overview import OverviewReader, OverviewSources
from gateway.administration.players.sources import PlayerSources
from gateway.administration.sessions import Operator, OperatorSessions
from gateway.administration.sign_in import SignIn
from gateway.administration.wheel import WheelMonitor
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.extras.alerts import AlertsFeature
from gateway.extras.competitions.payout import PrizeRules
from gateway.extras.votes import VoteService
from gateway.features.accounts.login import Authentication
from gateway.features.site_content.content_editor import ContentEditor
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
        open_search: OpenSearch,
        vote_service: VoteService,
        economy_reader: EconomyReader,
        alerts_feature: AlertsFeature,
        insight_reader: InsightReader,
        content_editor: ContentEditor,
    ) -> None:
        self._settings = settings
        self._site = site
        self._sources = sources
        self._open_search = open_search
        self._votes = vote_service
        self._economy = economy_reader
        self._insight = insight_reader
        self._alerts = AlertReader(site, alerts_feature)
        self._content = content_editor
        self._competition_prizes = CompetitionPrizes(
            sources.health.databases.game,
            players.accounts,
            PrizeRules(settings.payments.new_account_days, settings.privacy.default_level),
            sources.zone,
        )
        self._wheel = WheelMonitor(settings)
        self._keys = DataKeys(settings.security.data_keys)
        factors, public_url = authentication.factors.store, settings.server.public_url
        self.sessions = OperatorSessions(site, self._keys, factors, clients, public_url)
        self.overview = OverviewReader(site, sources)
        self._players = players
        self._sign_in = SignIn(site, authentication, self.sessions, site_name, settings.currency)

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
        site, zone = self._site, self._sources.zone
        routes = [
            *sign_in.routes(self._sign_in),
            *overview.routes(self.overview),
            *doctor.routes(),
            *players.routes(self._players),
            *money.routes(site, zone),
            *money_files.routes(site, zone),
            *money_changes.routes(site, self._open_search),
            *wheel.routes(self._wheel),
            *wheel_rows.routes(site),
            *codes.routes(site, coin_grants.limits_of(self._settings.admin)),
            *coin_grants.routes(site),
            *referrals.routes(site),
            *competitions.routes(site, self._competition_prizes),
            *votes.routes(self._votes, site),
            *economy.routes(self._economy),
            *alerts.routes(self._alerts),
            *insight.routes(site, self._insight),
            *content.routes(self._content, site),
            *content_changes.routes(self._content, self._settings.server.body_timeout_seconds, self.sessions.kinds),
            *controls.routes(site, self._sources.controls),
            *operator_routes.routes(site, self._keys),
            *log.routes(site),
        ]
        return [*routes, *document.routes(routes)]
