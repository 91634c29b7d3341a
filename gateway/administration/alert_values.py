"""Present values of the alerts' rules, from the functions of the overview and of the other pages."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from gateway.administration.needs import Need, NeedKind
from gateway.administration.overview import OverviewReader, OverviewSources, PartHealth
from gateway.config.alert_rules import RuleName
from gateway.database.database import Database
from gateway.durations import HOUR
from gateway.feature import AlertValueReader
from gateway.features.accounts import shared_logins
from gateway.features.operators import coin_grants
from gateway.features.payments import over_cap
from gateway.features.site_content import content_hosts

_PERIODS: Final = 5
"""Evaluations of which the responses are counted."""
_MIN_REQUESTS: Final = 50
"""Fewer requests have no share of errors."""
_NEEDS: Final[dict[NeedKind, RuleName]] = {
    "delivery_stuck": "deliveries_stuck",
    "delivery_unconfirmed": "deliveries_unconfirmed",
    "payment_mismatched": "payments_mismatched",
    "dispute": "disputes",
    "economy_alarm": "economy_alarms",
    "competition_due": "prizes_unpaid",
    "coins_held": "coins_held",
}
_PARTS: Final[dict[str, RuleName]] = {
    "redis": "redis",
    "replica": "replica",
    "game_server": "game_port",
    "login_server": "login_port",
}


class RequestCount(Struct, frozen=True):
    """Requests since the start, and those of them with an error."""

    total: float
    errors: float


class ErrorShare:
    """Share of the requests with an error in the last minutes, in per cent."""

    def __init__(self, count: Callable[[], RequestCount]) -> None:
        self._count = count
        self._counts: deque[RequestCount] = deque(maxlen=_PERIODS + 1)

    def next(self) -> float:
        self._counts.append(self._count())
        total = self._counts[-1].total - self._counts[0].total
        errors = self._counts[-1].errors - self._counts[0].errors
        return 100 * errors / total if total >= _MIN_REQUESTS else 0.0


class AlertValues:
    """`failing_jobs`: of this process. `responses`: of its instance, with server errors; `visitors`: with unknown
    addresses. `unread_tables`: of the last snapshot. `feature_values`: as `Feature.alert_values` of all features."""

    def __init__(
        self,
        site: Database,
        overview: OverviewReader,
        sources: OverviewSources,
        feature_values: Callable[[], Iterable[AlertValueReader]],
        failing_jobs: Callable[[], int],
        responses: Callable[[], RequestCount],
        visitors: Callable[[], RequestCount],
        unread_tables: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._site = site
        self._overview = overview
        self._sources = sources
        self._feature_values = feature_values
        self._failing_jobs, self._unread_tables = failing_jobs, unread_tables
        self._started_at = time.time()
        self._server_errors, self._unknown_visitors = ErrorShare(responses), ErrorShare(visitors)

    async def read(self) -> dict[RuleName, float]:
        """Raises DatabaseUnavailable."""
        now, sources = time.time(), self._sources
        values: dict[RuleName, float | None] = {
            **_part_values(await self._overview.parts(now), now - self._started_at),
            **count_needs(await self._overview.needs(int(now))),
            "ledger_violations": sources.ledger.broken_count,
            "ledger_unchecked": (now - (sources.ledger.checked_at or self._started_at)) / HOUR,
            "webhook_backlog": sources.waiting_webhooks(),
            "payments_over_cap": await over_cap.count_of_last_day(self._site, int(now)),
            "jobs_failing": self._failing_jobs(),
            "queries_failing": 100 * max((role.share for role in sources.statements.failing()), default=0.0),
            "server_errors": self._server_errors.next(),
            "visitor_addresses": max(self._unknown_visitors.next(), await shared_logins.share(self._site, int(now))),
            "registrations": await self._overview.registered_since(int(now) - HOUR),
            "coins_self_released": await coin_grants.own_releases(self._site, int(now)),
            "content_hosts": await content_hosts.hosts_since_yesterday(self._site, int(now)),
            "world_tables": self._unread_tables(),
        }
        for read in self._feature_values():
            values |= await read(int(now))
        return {name: float(value) for name, value in values.items() if value is not None}


def _part_values(parts: list[PartHealth], running_seconds: float) -> dict[RuleName, float | None]:
    """`running_seconds`: the age of the snapshot before the first one."""
    by_name = {part.part: part for part in parts}
    values: dict[RuleName, float | None] = {
        rule: float(not by_name[part].is_up)  # pyright: ignore[reportArgumentType] - one of the parts
        for part, rule in _PARTS.items()
        if part in by_name
    }
    down_databases = sum(not part.is_up for part in parts if part.part in {"game", "auth"})
    renderer = by_name.get("renderer")
    return {
        **values,
        "game_database": down_databases,
        "snapshot_age": by_name["snapshot"].facts.get("age_seconds", running_seconds),
        "renderer": renderer.facts["missing_pages"] if renderer else None,
    }


def count_needs(needs: list[Need]) -> dict[RuleName, float | None]:
    """Returns the number of cases that need a person, by rule."""
    kinds = [need.kind for need in needs]
    return {rule: kinds.count(kind) for kind, rule in _NEEDS.items()}
