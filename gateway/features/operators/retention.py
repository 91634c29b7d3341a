"""Rows of operators that go by age, also while the administration is off."""

from typing import Final

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.durations import DAY, HOUR
from gateway.feature import Feature, Retention

SESSION_SECONDS: Final = 8 * HOUR
"""An operator's session ends after this time in any case."""
PRUNE_SESSIONS = query("admin.prune_sessions", None)
PRUNE_REQUESTS = query("admin.prune_requests", None)


def feature(site: Database) -> Feature:
    return Feature(
        name="operators",
        retention=[
            Retention("operator_sessions", lambda now: site.prune(PRUNE_SESSIONS, before=now - SESSION_SECONDS)),
            Retention("operator_requests", lambda now: site.prune(PRUNE_REQUESTS, before=now - 2 * DAY)),
        ],
    )
