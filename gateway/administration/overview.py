"""GET /api/admin/overview: cases that need a person, health of the parts, players, registrations and revenue.

Each figure comes from the function of the command or of the metric that shows the same.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from typing import Annotated, Final, Literal, get_args
from zoneinfo import ZoneInfo

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.fields import Needs, NeedsMoney, NeedsPlayers, may
from gateway.administration.needs import MAX_NEEDS, NEED_PERMISSIONS, Need, NeedKind, NeedReader
from gateway.administration.permissions import Role
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.concurrency.durations import DAY
from gateway.database.database import Database, DatabaseError
from gateway.database.metrics import FailedQuery, StatementMetrics
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.operators import backup_record
from gateway.features.operators.site_controls import FEATURES, Feature, SiteControls
from gateway.features.server_status.status import Status, StatusMonitor
from gateway.features.server_status.time_series import HistoryPoint, history
from gateway.http.errors import Problem
from gateway.http.health import HealthCheck

_DAYS: Final = 14
_CREDITED_WITHIN: Final = 45 * DAY
_WEIGHT: Final[dict[NeedKind, int]] = {kind: weight for weight, kind in enumerate(get_args(NeedKind))}


class PartHealth(Struct, frozen=True):
    """`facts`: by name, as the metrics have them."""

    part: Literal["game", "auth", "site", "redis", "replica", "game_server", "login_server", "snapshot", "renderer"]
    is_up: bool
    facts: dict[str, float]


class CurrencyAmount(Struct, frozen=True):
    """`amount`: in minor units."""

    currency: str
    amount: int


class RevenueDay(Struct, frozen=True):
    day: date
    donations: int
    amounts: list[CurrencyAmount]


class LedgerState(Struct, frozen=True):
    """`broken_rules`: null on a process that does not run the daily check."""

    broken_rules: int | None
    checked_at: datetime | None


class FeatureSwitch(Struct, frozen=True):
    feature: Feature
    is_on: bool


class Overview(Struct, frozen=True, kw_only=True):
    """`players`: a point for each ten minutes. `waiting_webhooks`, `pending_deliveries`: null on a process that is not
    the leader. `backup_at`: the newest verified backup.

    `needs`: the cases that the operator may see. `has_more_needs`: there may be more cases of a kind than are listed.

    `players_now`: null while the game's port or the snapshot is not known. A figure is null for an operator
    without the right to its rows.
    """

    at: datetime
    time_zone: str
    needs: list[Need]
    has_more_needs: bool
    players_now: int | None
    players_peak: int | None
    players: list[HistoryPoint]
    registered_today: Annotated[int | None, NeedsPlayers]
    registered_month: Annotated[int | None, NeedsPlayers]
    revenue: Annotated[list[RevenueDay] | None, NeedsMoney]
    ledger: Annotated[LedgerState | None, Needs("wheel.read")]
    backup_at: datetime | None
    pending_deliveries: Annotated[int | None, NeedsPlayers]
    waiting_webhooks: Annotated[int | None, NeedsPlayers]
    parts: list[PartHealth]
    failing: list[FailedQuery]
    switches: list[FeatureSwitch]


class NeedCounts(Struct, frozen=True):
    """How many cases of each kind wait; kinds without one are left out."""

    counts: dict[NeedKind, int]


class _Registrations(Struct, frozen=True):
    today: int
    month: int


class _RevenueRow(Struct, frozen=True):
    day: int
    currency: str
    donations: int
    amount: int


REGISTRATIONS = query("admin.registrations", _Registrations)
REVENUE = query("admin.revenue", _RevenueRow)


class OverviewSources(Struct, frozen=True, kw_only=True):
    """The parts of the application that the overview shows. The gauges are None where another process has them."""

    health: HealthCheck
    statements: StatementMetrics
    status: StatusMonitor
    ledger: DailyLedgerCheck
    controls: SiteControls
    zone: ZoneInfo
    snapshot_at: Callable[[], float | None]
    pending_deliveries: Callable[[], int | None]
    waiting_webhooks: Callable[[], int | None]
    missing_pages: Callable[[], int | None]


class OverviewReader:
    def __init__(
        self, site: Database, sources: OverviewSources, noun_needs: Callable[[], Iterable[NeedReader]]
    ) -> None:
        """`noun_needs`: as `OperatorPages.needs` of all nouns."""
        self._site = site
        self._sources = sources
        self._noun_needs = noun_needs

    async def read(self, role: Role) -> Overview:
        """Raises DatabaseUnavailable if the site schema cannot be read."""
        sources, now = self._sources, time.time()
        local = datetime.fromtimestamp(now, sources.zone)
        today = local.replace(hour=0, minute=0, second=0, microsecond=0)
        month = today.replace(day=1)
        needs, players, registrations, revenue, parts, backup_at = await asyncio.gather(
            self.needs(int(now), role),
            history(self._site, now),
            self._site.one(REGISTRATIONS, today=int(today.timestamp()), month=int(month.timestamp())),
            self._revenue(today),
            self.parts(now),
            backup_record.read_last(self._site),
        )
        status = _status(sources.status)
        return Overview(
            at=to_datetime(now),
            time_zone=str(sources.zone),
            needs=needs,
            has_more_needs=max(Counter(need.kind for need in needs).values(), default=0) >= MAX_NEEDS,
            players_now=status.online_players if status else None,
            players_peak=status.peak_players if status else None,
            players=players,
            registered_today=registrations.today if registrations else 0,
            registered_month=registrations.month if registrations else 0,
            revenue=revenue,
            ledger=LedgerState(sources.ledger.broken_count, to_datetime(sources.ledger.checked_at or None)),
            backup_at=to_datetime(backup_at),
            pending_deliveries=sources.pending_deliveries(),
            waiting_webhooks=sources.waiting_webhooks(),
            parts=parts,
            failing=sources.statements.failed_queries(),
            switches=[FeatureSwitch(feature, sources.controls.is_on(feature)) for feature in FEATURES],
        )

    async def needs(self, now: int, role: Role) -> list[Need]:
        """Returns the cases that the role may see, the gravest first."""
        cases = [need for read in self._noun_needs() for need in await read(now)]
        needs = [need for need in cases if may(role, NEED_PERMISSIONS[need.kind])]
        return sorted(needs, key=lambda need: (_WEIGHT[need.kind], need.since or now))

    async def _revenue(self, today: datetime) -> list[RevenueDay]:
        """Returns one entry for each of the last days, today last. All days have today's distance to UTC."""
        first = today - timedelta(days=_DAYS - 1)
        offset = today.utcoffset() or timedelta()
        rows = await self._site.read(
            REVENUE,
            since=int(first.timestamp()) - _CREDITED_WITHIN,
            first=int(first.timestamp()),
            shift=int(offset.total_seconds()),
        )
        by_day = defaultdict[date, list[_RevenueRow]](list)
        for row in rows:
            by_day[date(1970, 1, 1) + timedelta(days=row.day)].append(row)
        days = [first.date() + timedelta(days=number) for number in range(_DAYS)]
        return [
            RevenueDay(
                day,
                sum(row.donations for row in by_day[day]),
                [CurrencyAmount(row.currency, row.amount) for row in by_day[day]],
            )
            for day in days
        ]

    async def parts(self, now: float) -> list[PartHealth]:
        sources = self._sources
        health, down_parts = sources.health, set(await sources.health.unavailable_servers())
        databases = (health.databases.game, health.databases.auth, health.databases.site)
        parts = [
            PartHealth(
                database.role,  # pyright: ignore[reportArgumentType] - one of the three roles
                database.role not in down_parts,
                {
                    "connections": database.pool.size,
                    "in_use": database.pool.in_use,
                    "waiting": database.pool.queue_length,
                },
            )
            for database in databases
        ]
        if health.redis:
            parts.append(PartHealth("redis", "redis" not in down_parts, {}))
        if health.replica:
            lag = health.replica.lag_seconds
            facts = {} if lag is None else {"lag_seconds": lag}
            parts.append(PartHealth("replica", "replica" not in down_parts, facts))
        probe = sources.status.probe
        parts.append(PartHealth("game_server", bool(probe and probe.game), {}))
        parts.append(PartHealth("login_server", bool(probe and probe.login), {}))
        taken_at, missing = sources.snapshot_at(), sources.missing_pages()
        age = {} if taken_at is None else {"age_seconds": max(0.0, now - taken_at)}
        parts.append(PartHealth("snapshot", taken_at is not None, age))
        return [*parts, *([] if missing is None else [PartHealth("renderer", not missing, {"missing_pages": missing})])]


def _status(monitor: StatusMonitor) -> Status | None:
    try:
        return monitor.current()
    except (Problem, DatabaseError):
        return None


def routes(reader: OverviewReader) -> list[HTTPRouteHandler]:
    @get("/api/admin/overview", permission="overview.read")
    async def get_overview(operator: Operator) -> Overview:
        """Items that need a person, and the health of the site."""
        return await reader.read(operator.role)

    @get("/api/admin/needs", permission="overview.read")
    async def count_needs(operator: Operator) -> NeedCounts:
        """How many cases need a person, by kind."""
        needs = await reader.needs(int(time.time()), operator.role)
        return NeedCounts(dict(Counter(need.kind for need in needs)))

    return [get_overview, count_needs]
