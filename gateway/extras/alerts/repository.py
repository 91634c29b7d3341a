"""Rows of alerts in the site schema: states and history."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from gateway.database.queries import query
from gateway.extras.alerts.state import RuleState


class AlertRow(Struct, frozen=True):
    """A raised alert, cleared at `cleared_at`."""

    id: int
    rule: str
    raised_at: datetime
    cleared_at: datetime | None
    value: float


class AlertCount(Struct, frozen=True):
    rule: str
    alerts: int


LOCK_STATES: Final = query("alerts.lock_states", RuleState)
STATES: Final = query("alerts.states", RuleState)
STORE_STATES: Final = query("alerts.store_states", None)
RAISE: Final = query("alerts.raise", None)
CLEAR: Final = query("alerts.clear", None)
ALERT_COUNTS: Final = query("alerts.alert_counts", AlertCount)
HISTORY: Final = query("alerts.history", AlertRow)
PRUNE_ALERTS: Final = query("alerts.prune_alerts", None)
