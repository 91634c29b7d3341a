"""The state of a rule and its next one: a pure function from state, value and time to state and events.

Messages that a rule is raised are at least `quiet_seconds` apart. If a rule changes again before, a message follows at
the end of that time, unless the rule has changed back by then. Each `cleared` follows a `raised`. While a rule is
explained by another one, none follows that it is raised.
"""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gateway.observability.signals import Signal

GAP_SECONDS: Final = 180
"""Without an evaluation for this time, the times of the thresholds begin anew."""
EXPLAINED_SECONDS: Final = 300
"""What a cause has explained has this time to recover after it."""

Event = Literal["raised", "grown", "cleared"]


class RuleState(Struct, frozen=True):
    """A row of `alert_states`; times in epoch seconds, 0: never.

    `changed_at`: when the rule was raised or cleared. `pending_since`: since when the value asks for the other state.
    `sent_at`: of the last message that it is raised; `sent_value`: its value, None after the message that the rule is
    cleared. `value` None: unknown.
    """

    rule: str
    is_raised: int = 0
    changed_at: int = 0
    pending_since: int | None = None
    sent_at: int = 0
    sent_value: float | None = None
    value: float | None = None
    evaluated_at: int = 0


class RuleStep(Struct, frozen=True):
    """`change`: for the history. `message`: for the channels."""

    state: RuleState
    change: Literal["raised", "cleared"] | None = None
    message: Event | None = None


def next_step(
    signal: Signal,
    state: RuleState,
    value: float | None,
    now: int,
    *,
    quiet_seconds: int,
    muted: bool = False,
    explained: bool = False,
) -> RuleStep:
    """Returns the state after an evaluation. A value that is not known changes nothing."""
    is_late = now - state.evaluated_at > GAP_SECONDS
    state = replace(state, pending_since=None if is_late else state.pending_since, value=value, evaluated_at=now)
    if value is None:
        return RuleStep(state)
    next_state = _next_state(signal, state, value, now)
    change = ("raised" if next_state.is_raised else "cleared") if next_state.is_raised != state.is_raised else None
    message = None if muted else _message(signal, next_state, value, now - quiet_seconds)
    if explained and message != "cleared":
        message = None
    return RuleStep(_with_message(next_state, message, value, now), change, message)


def explains(signal: Signal, state: RuleState, value: float | None, now: int) -> bool:
    """Returns whether a cause is raised, is about to be, or was until a short time ago."""
    has_ended = not state.is_raised and state.changed_at and now - state.changed_at < EXPLAINED_SECONDS
    return bool(state.is_raised or has_ended or (value is not None and value >= signal.thresholds.raise_at))


def _next_state(signal: Signal, state: RuleState, value: float, now: int) -> RuleState:
    limits = signal.thresholds
    asks = value < limits.clear_below if state.is_raised else value >= limits.raise_at
    if not asks:
        return replace(state, pending_since=None)
    since = now if state.pending_since is None else state.pending_since
    if now - since < (limits.clear_seconds if state.is_raised else limits.raise_seconds):
        return replace(state, pending_since=since)
    return replace(state, is_raised=1 - state.is_raised, changed_at=now, pending_since=None)


def _message(signal: Signal, state: RuleState, value: float, quiet_since: int) -> Event | None:
    if not state.is_raised:
        return None if state.sent_value is None else "cleared"
    if state.sent_at > quiet_since:
        return None
    if state.sent_value is None:  # a message that was held back is not sent of what is about to be cleared
        return "raised" if value >= signal.thresholds.clear_below else None
    return "grown" if signal.grows and value > state.sent_value else None


def _with_message(state: RuleState, message: Event | None, value: float, now: int) -> RuleState:
    match message:
        case "raised" | "grown":
            return replace(state, sent_at=now, sent_value=value)
        case "cleared":
            return replace(state, sent_value=None)
        case None if state.is_raised and state.sent_value is not None:
            # A new case after a solved one is another message.
            return replace(state, sent_value=min(state.sent_value, value))
        case None:
            return state
