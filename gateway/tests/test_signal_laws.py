"""No threshold of a signal stands twice: readers compare values with the signal, not with a number of their own."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from fixtures import prometheus_rules
from gateway.concurrency.durations import HOUR
from gateway.observability.signals import CORE, PLANNED_WORK
from gateway.registration.extra import all_signals, installed_extras
from gateway.tests.support.paths import GATEWAY
from gateway.tests.support.sources import tree

READERS = (
    "doctor/**/*.py",
    "extras/*/doctor.py",
    "extras/*/extra.py",
    "extras/alerts/*.py",
    "administration/overview.py",
    "app/*.py",
    "database/metrics.py",
    "http/health.py",
    "features/*/signals.py",
    "features/*/metrics.py",
)
OTHER_BOUNDS = {
    "app/platform_signals.py: 3600",
    "database/metrics.py: 30",
    "extras/alerts/monitor.py: 60",
    "extras/alerts/state.py: 300",
    "extras/alerts/webhook.py: 300",
}
"""Of windows of time, a period, and a status."""
SMALLEST = 10
"""Smaller numbers are too frequent to mean a threshold."""
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def readers() -> list[Path]:
    return sorted({path for pattern in READERS for path in GATEWAY.glob(pattern)})


def bounds(path: Path) -> Iterator[float]:
    """Yields the numbers that the module orders values by: literals, and constants of its own."""
    module = import_module(f"gateway.{'.'.join(path.relative_to(GATEWAY).with_suffix('').parts)}")
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Compare) or not any(isinstance(operator, ORDERS) for operator in node.ops):
            continue
        for side in (node.left, *node.comparators):
            for part in ast.walk(side):
                value = part.value if isinstance(part, ast.Constant) else None
                value = getattr(module, part.id, None) if isinstance(part, ast.Name) else value
                if isinstance(value, int | float) and not isinstance(value, bool):
                    yield value


@pytest.mark.whole
def test_readers_have_no_threshold_of_their_own() -> None:
    units = [(signal.thresholds, HOUR if signal.unit == "hours" else 1) for signal in all_signals().values()]
    thresholds = {unit * limits.raise_at for limits, unit in units}
    orders = {
        f"{path.relative_to(GATEWAY)}: {number:g}"
        for path in readers()
        for number in bounds(path)
        if number in thresholds
    }
    assert {text for text in orders if float(text.split(": ")[1]) >= SMALLEST} == OTHER_BOUNDS


def test_names_of_signals_are_unique() -> None:
    signals = [*CORE, *(signal for extra in installed_extras().values() for signal in extra.signals)]
    assert len(signals) == len({signal.name for signal in signals}) == len(all_signals())


def test_alerts_of_prometheus_are_of_core_alone() -> None:
    assert {*prometheus_rules.SIGNALS.values()} <= {*CORE}


@pytest.mark.whole
def test_each_signal_has_a_scenario() -> None:
    text = (GATEWAY / "docs" / "operators" / "alerts.md").read_text(encoding="utf-8")
    assert [name for name in all_signals() if f"`{name}`" not in text] == []


@pytest.mark.whole
def test_planned_work_explains_no_money_no_rights_and_no_machine() -> None:
    explained = {signal.name for signal in all_signals().values() if PLANNED_WORK in signal.causes}
    assert explained == {
        "databases",
        "evaluation_gap",
        "game_port",
        "jobs_failing",
        "login_port",
        "market_age",
        "no_leader",
        "not_ready",
        "queries_failing",
        "redis",
        "renderer",
        "replica",
        "server_errors",
        "snapshot_age",
        "snapshot_tables",
        "world_tables",
    }
