"""Operators, also while the administration is off: what other operators should see, and the rows that go by age."""

from collections.abc import Awaitable, Callable
from typing import Final

from gateway.concurrency.durations import DAY, HOUR
from gateway.database.database import Database
from gateway.database.installation import has_tables
from gateway.database.queries import Query, query
from gateway.features.operators.backup_record import BackupMetrics
from gateway.features.operators.operator_signals import operator_signals
from gateway.features.operators.site_controls import SiteControls
from gateway.observability.signals import PLANNED_WORK
from gateway.registration.feature import Feature, Gauge, Retention, value_of

SESSION_SECONDS: Final = 8 * HOUR
"""An operator's session ends after this time in any case."""
PRUNE_SESSIONS = query("operators.prune_sessions", None)
PRUNE_REQUESTS = query("operators.prune_requests", None)


def feature(site: Database, controls: SiteControls) -> Feature:
    backups = BackupMetrics(site)
    return Feature(
        name="operators",
        signals={**operator_signals(site), PLANNED_WORK: value_of(lambda: controls.is_work_planned)},
        gauges=[Gauge("backups", backups.count, backups.forget)],
        samples=[backups.samples],
        retention=[
            Retention("operator_sessions", _prune(site, PRUNE_SESSIONS, SESSION_SECONDS)),
            Retention("operator_requests", _prune(site, PRUNE_REQUESTS, 2 * DAY)),
        ],
    )


def _prune(site: Database, statement: Query[None], seconds: int) -> Callable[[int], Awaitable[int]]:
    """Deletes the rows of `seconds` ago; none where the administration has no tables."""

    async def prune(now: int) -> int:
        return await site.prune(statement, before=now - seconds) if await has_tables(site, "administration") else 0

    return prune
