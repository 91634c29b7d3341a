"""Gains: differences of values at the closes of days. Pure, except for the loading of baselines.

A value that fell is a mark, never a gain: a reset by the game or an administrator, or a loss of experience at a death.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal, get_args

import numpy as np
from msgspec import Struct

from gateway.database.database import Database
from gateway.features.history import storage
from gateway.features.history.tracked import Columns
from gateway.features.rankings.serialization import Array

Metric = Literal["pvp", "pk", "exp", "level", "playtime"]
Period = Literal["day", "week", "month"]
Mark = Literal["fell", "limit"]

METRICS: Final[tuple[Metric, ...]] = get_args(Metric)
VALUE_OF: Final[dict[Metric, str]] = {
    "pvp": "pvp_kills",
    "pk": "pk_kills",
    "exp": "exp",
    "level": "level",
    "playtime": "playtime",
}
PERIOD_DAYS: Final[dict[Period, int]] = {"day": 1, "week": 7, "month": 30}
"""A period ends today: `week` is today and the six days before."""
BOARD_ROWS: Final = 100
WEEK_ROWS: Final = 10
SMALLINT_LIMIT: Final = 65_535
"""Two families count kills in a SMALLINT, which stops there."""
_MINUTE: Final = 60


class Gain(Struct, frozen=True):
    """`mark`: `fell` where the value is lower than before, `limit` where the game counts no further."""

    value: int
    mark: Mark | None = None


class GainBoards(Struct, frozen=True):
    """Metric → period → pairs of character id and gain, highest first."""

    today: int
    boards: dict[Metric, dict[Period, list[tuple[int, int]]]]


class Baselines(Struct, frozen=True):
    """Values at the close of the day before each period."""

    today: int
    columns: dict[Period, Columns]


def gain(metric: Metric, before: int, after: int) -> Gain:
    if after < before:
        return Gain(0, "fell")
    is_limit = metric in {"pvp", "pk"} and after == SMALLINT_LIMIT
    return Gain(after - before, "limit" if is_limit else None)


async def load_baselines(site: Database, today: int) -> Baselines:
    columns: dict[Period, Columns] = {}
    for period, days in PERIOD_DAYS.items():
        columns[period] = await storage.values_at(site, today - days)
    return Baselines(today, columns)


def boards(tracked: Columns, baselines: Baselines) -> GainBoards:
    """Computes all boards. `tracked`: as in gateway.features.history.tracked.

    Only characters that have changed since a baseline can have a gain.
    """
    result: dict[Metric, dict[Period, list[tuple[int, int]]]] = {metric: {} for metric in METRICS}
    for period, baseline in baselines.columns.items():
        has_changed = tracked["changed_day"] > baselines.today - PERIOD_DAYS[period]
        rows = np.flatnonzero(has_changed & ~tracked["is_gone"])
        places, has_base = _places(baseline, tracked["character_id"][rows], tracked["first_day"][rows])
        begun = rows[~has_base]
        rows = np.concatenate([rows[has_base], begun])
        for metric, name in VALUE_OF.items():
            after = _in_minutes(name, tracked[name][rows])
            first = _in_minutes(name, tracked[f"first_{name}"][begun])
            gained = after - np.concatenate([baseline[name][places], first], dtype=np.int64)
            result[metric][period] = top(tracked["character_id"][rows], gained, BOARD_ROWS)
    return GainBoards(baselines.today, result)


def _in_minutes(name: str, values: Array) -> Array:
    """Returns play time in minutes, as the days have it, and other values as they are."""
    return values // _MINUTE if name == "playtime" else values


async def week_board(site: Database, tracked: Columns, sunday: int) -> dict[Metric, list[tuple[int, int]]]:
    """Returns the highest gains of the week that ends on this day, which `tracked` has at its close."""
    monday = Baselines(sunday, {"week": await storage.values_at(site, sunday - 7)})
    week = await asyncio.to_thread(boards, tracked, monday)
    return {metric: periods["week"][:WEEK_ROWS] for metric, periods in week.boards.items()}


def top(ids: Array, gains: Array, count: int) -> list[tuple[int, int]]:
    """Returns the highest positive gains; equal ones by id."""
    rows = np.flatnonzero(gains > 0)
    if rows.size > count:
        least = np.partition(gains[rows], rows.size - count)[rows.size - count]
        rows = rows[gains[rows] >= least]
    order = np.lexsort((ids[rows], -gains[rows]))[:count]
    return list(zip(ids[rows][order].tolist(), gains[rows][order].tolist(), strict=True))


def _places(baseline: Columns, ids: Array, first_days: Array) -> tuple[Array, Array]:
    """Returns which ids have values of the same history in the baseline, and the places of these."""
    if not baseline["character_id"].size:
        return np.empty(0, np.int64), np.zeros(ids.size, np.bool_)
    places = np.minimum(np.searchsorted(baseline["character_id"], ids), baseline["character_id"].size - 1)
    is_same = (baseline["character_id"][places] == ids) & (baseline["first_day"][places] == first_days)
    return places[is_same], is_same


class Point(Struct, frozen=True):
    """Values at the close of a day; `playtime` in minutes."""

    day: int
    level: int
    class_id: int
    exp: int
    pvp_kills: int
    pk_kills: int
    playtime: int


class GainRecord(Struct, frozen=True):
    """Highest gain in a period, and the last day of the period (days since 1970)."""

    metric: Metric
    period: Period
    value: int
    day: int


def gains_since(points: Sequence[Point], day: int) -> dict[Metric, Gain]:
    """`points`: ascending, the first at first sight; gains from the close of `day` to the last point."""
    before = next((point for point in reversed(points) if point.day <= day), points[0])
    return {metric: gain(metric, getattr(before, name), getattr(points[-1], name)) for metric, name in VALUE_OF.items()}


def records(points: Sequence[Point], late_days: frozenset[int] = frozenset(), kept_from: int = 0) -> list[GainRecord]:
    """Returns the highest gains of periods from `kept_from` on: the days before are thinned out.

    A period ends on a day on which a value changed, so that a fall that leaves its window later makes no record.
    A late day has values of other days, so it is no record of a day.
    """
    if len(points) < 2:
        return []
    days = np.array([point.day for point in points])
    found: list[GainRecord] = []
    for metric, name in VALUE_OF.items():
        values = np.array([getattr(point, name) for point in points], np.int64)
        for period, length in PERIOD_DAYS.items():
            before = np.maximum(np.searchsorted(days, days - length, "right") - 1, 0)
            differences = values - values[before]
            differences[days - length < kept_from - 1] = 0
            if period == "day":
                differences[np.isin(days, list(late_days))] = 0
            best = int(np.argmax(differences))
            if differences[best] > 0:
                found.append(GainRecord(metric, period, int(differences[best]), int(days[best])))
    return found
