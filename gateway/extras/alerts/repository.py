"""Rows of alerts in the site schema: states, history, and messages."""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from gateway.database.queries import query
from gateway.extras.alerts.state import Event, RuleState
from gateway.features.outbox import OutboxStatements

MessageState = Literal["waiting", "claimed", "sent", "refused", "gone"]


class DueAlert(Struct, frozen=True):
    """A message of the outbox. `rule` is empty for a test."""

    id: int
    channel: str
    rule: str
    event: Event | Literal["test"]
    value: float
    created_at: int


class AlertRow(Struct, frozen=True):
    """A raised alert, cleared at `cleared_at`."""

    id: int
    rule: str
    raised_at: datetime
    cleared_at: datetime | None
    value: float


class ChannelProblems(Struct, frozen=True):
    """Messages of a channel that need an operator, and time and state of its newest message."""

    channel: str
    unclear: int
    waiting: int
    refused: int
    last_at: datetime
    last_state: MessageState


class AlertCount(Struct, frozen=True):
    rule: str
    alerts: int


LOCK_STATES: Final = query("alerts.lock_states", RuleState)
STATES: Final = query("alerts.states", RuleState)
STORE_STATES: Final = query("alerts.store_states", None)
RAISE: Final = query("alerts.raise", None)
CLEAR: Final = query("alerts.clear", None)
NOTE: Final = query("alerts.note", None)
DUE: Final = query("alerts.due", DueAlert)
CHANNELS: Final = query("alerts.channels", ChannelProblems)
ALERT_COUNTS: Final = query("alerts.alert_counts", AlertCount)
HISTORY: Final = query("alerts.history", AlertRow)
PRUNE_ALERTS: Final = query("alerts.prune_alerts", None)
STATEMENTS: Final = OutboxStatements.of("alerts")
