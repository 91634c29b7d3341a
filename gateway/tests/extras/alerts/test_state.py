"""Hysteresis of alerts: a table of values by minute, and the changes and messages that follow."""

from typing import Any

import pytest
from msgspec.structs import replace

from gateway.extras.alerts.settings import AlertSettings
from gateway.extras.alerts.state import RuleState, explains, next_step
from gateway.observability.signals import Signal, Thresholds

MINUTE = 60
START = 1_800_000_000
AGE = Signal(name="age", severity="warning", unit="seconds", thresholds=Thresholds(300, 120, 100, 180))
CASES = Signal(name="cases", severity="critical", thresholds=Thresholds(1, 0, 1, 0), grows=True)
CASES_ONCE = replace(CASES, grows=False)


def run(
    rule: Signal,
    values: list[float | None],
    *,
    muted: range = range(0),
    explained: range = range(0),
    quiet: int = 30,
) -> tuple[list[str], list[str]]:
    """Returns changes and messages with their minutes, one value a minute."""
    state, changes, messages = RuleState("disputes"), list[str](), list[str]()
    for minute, value in enumerate(values):
        now = START + minute * MINUTE
        holds = {"muted": minute in muted, "explained": minute in explained}
        step = next_step(rule, state, value, now, quiet_seconds=quiet * MINUTE, **holds)
        state = step.state
        changes += [f"{minute} {step.change}"] if step.change else []
        messages += [f"{minute} {step.message}"] if step.message else []
    return changes, messages


@pytest.mark.parametrize(
    ("values", "changes"),
    [
        ([299, 299, 299, 299], []),
        ([300, 300], []),
        ([300, 300, 300], ["2 raised"]),
        ([300, 299, 300, 300, 300], ["4 raised"]),
        ([300, 300, 300, 100, 100, 100, 100], ["2 raised"]),
        ([300, 300, 300, 99, 99, 99], ["2 raised"]),
        ([300, 300, 300, 99, 99, 99, 99], ["2 raised", "6 cleared"]),
        ([300, 300, 300, 99, 99, 100, 99, 99, 99, 99], ["2 raised", "9 cleared"]),
        ([None, 300, None, 300, 300], ["3 raised"]),
        ([300, 300, 300, None, None, None, None], ["2 raised"]),
        ([], []),
    ],
)
def test_value_has_to_stay_beyond_a_threshold_for_its_time(values: list[float | None], changes: list[str]) -> None:
    assert run(AGE, values) == (changes, changes)


def test_time_without_evaluations_does_not_count() -> None:
    state = next_step(AGE, RuleState("disputes"), 400, START, quiet_seconds=0).state
    late = next_step(AGE, state, 400, START + 3600, quiet_seconds=0)
    assert (late.change, late.state.pending_since) == (None, START + 3600)


@pytest.mark.parametrize(
    ("rule", "values", "messages"),
    [
        (CASES, [1, 1, 0, 0], ["0 raised", "2 cleared"]),
        (CASES_ONCE, [1] * 40, ["0 raised"]),
        (CASES_ONCE, [1, 0, 1, 0, 1, *[0] * 40], ["0 raised", "1 cleared"]),
        (CASES_ONCE, [1, 0, *[1] * 40], ["0 raised", "1 cleared", "30 raised"]),
        (CASES_ONCE, [1, 5, 9], ["0 raised"]),
        (CASES, [*[1] * 10, *[3] * 30], ["0 raised", "30 grown"]),
        (CASES, [*[2] * 10, *[1] * 10, *[2] * 30], ["0 raised", "30 grown"]),
        (CASES, [2] * 40, ["0 raised"]),
    ],
)
def test_rule_that_flaps_sends_few_messages(rule: Signal, values: list[float | None], messages: list[str]) -> None:
    assert run(rule, values)[1] == messages


@pytest.mark.parametrize(
    ("muted", "values", "messages"),
    [
        (range(5), [1] * 10, ["5 raised"]),
        (range(5), [1, 1, 0, 0, 0, 0], []),
        (range(1, 5), [1, 1, 0, 0, 0, 0], ["0 raised", "5 cleared"]),
    ],
)
def test_muted_rule_sends_its_messages_after_the_mute(
    muted: range, values: list[float | None], messages: list[str]
) -> None:
    changes, sent_messages = run(CASES, values, muted=muted)
    assert sent_messages == messages
    assert changes[0] == "0 raised", "the history has muted alerts"


@pytest.mark.parametrize(
    ("explained", "values", "messages"),
    [
        (range(5), [1] * 10, ["5 raised"]),
        (range(5), [*[1] * 5, 0, 0], []),
        (range(1, 5), [1, 1, 0, 0, 0], ["0 raised", "2 cleared"]),
        (range(3, 6), [1, 1, 2, 2, 3, 3, *[3] * 30], ["0 raised", "30 grown"]),
    ],
)
def test_explained_rule_sends_that_it_is_raised_afterwards_and_that_it_is_cleared_at_once(
    explained: range, values: list[float | None], messages: list[str]
) -> None:
    assert run(CASES, values, explained=explained)[1] == messages


def test_rule_that_is_about_to_be_cleared_is_not_sent_late() -> None:
    assert run(AGE, [300, 300, 300, 300, 50, 50, 50, 50], explained=range(4)) == (["2 raised", "7 cleared"], [])


@pytest.mark.parametrize(
    ("state", "value", "is_explained"),
    [
        (RuleState("databases"), 0, False),
        (RuleState("databases"), None, False),
        (RuleState("databases"), 1, True),
        (RuleState("databases", is_raised=1, changed_at=START - 9999), None, True),
        (RuleState("databases", is_raised=0, changed_at=START - 299), 0, True),
        (RuleState("databases", is_raised=0, changed_at=START - 300), 0, False),
    ],
)
def test_cause_explains_before_it_is_raised_and_some_minutes_after_it(
    state: RuleState, value: float | None, is_explained: bool
) -> None:
    assert explains(CASES, state, value, START) is is_explained


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"thresholds": ("redis:1:1",)}, "expected rule"),
        ({"thresholds": ("redis:1:60:2:60",)}, "clear_below"),
        ({"webhooks": ("http://example.org/",)}, "loopback"),
        ({"webhooks": ("https://user:pass@example.org/",)}, "loopback"),
        ({"webhooks": ("file:///etc/passwd",)}, "loopback"),
        ({"webhooks": ("https://example.org/",)}, "webhook_secret"),
        ({"webhooks": ("https://example.org/",), "webhook_secret": "whsec_c2hvcnQ="}, "webhook_secret"),
        ({"emails": ("ops",)}, "emails"),
        ({"discord_webhooks": ("https://discord.com.evil.example/api/webhooks/1/a",)}, "discord_webhooks"),
    ],
)
def test_wrong_settings_are_refused_without_their_secrets(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem) as refusal:
        AlertSettings(**settings)
    assert "c2hvcnQ" not in str(refusal.value)
    assert "pass@" not in str(refusal.value)


def test_thresholds_of_the_settings_replace_those_of_a_rule() -> None:
    limits = AlertSettings(thresholds=("snapshot_age:600:60:300:30",)).limits()
    assert limits == {"snapshot_age": Thresholds(600, 60, 300, 30)}
