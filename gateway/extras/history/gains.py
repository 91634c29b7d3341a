"""Gains: differences of values at the closes of days. Pure, except for the loading of baselines.

A value that fell is a mark, never a gain: a reset by the game or an administrator, or a loss of experience at a death.
"""

import asyncio
from collections.abc import Sequence
from datetime import date
from itertools import pairwise, product
from typing import Final, Literal, get_args

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.durations import MINUTE
from gateway.config.site_days import date_of
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.history import storage
from gateway.extras.history.tracked import Columns
from gateway.world_snapshot.ascending import is_in
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.string_column import compact

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
KILLS: Final[tuple[Metric, ...]] = ("pvp", "pk")
SMALLINT_LIMIT: Final = 65_535
"""Two families count kills in a SMALLINT, which stops there."""
_BASELINE_COLUMNS: Final = ("character_id", "first_day", *VALUE_OF.values())
_GROUPS: Final = 1024
_MAX_INT32: Final = np.iinfo(np.int32).max
_BLOCK: Final = 64
_SAME_PLACES: Final = np.empty(0, np.int64)
_NO_CHARACTER: Final[Columns] = {name: np.zeros(1, dtype) for name, dtype in storage.VALUE_TYPES.items()}


class Gain(Struct, frozen=True):
    """`mark`: `fell` where the value is lower than before, `limit` where the game counts no further."""

    value: int
    mark: Mark | None = None


WeekGains = dict[Metric, list[tuple[int, int]]]
"""Metric → pairs of character and gain, highest first; stored for each week."""


class GainBoards(Struct, frozen=True):
    """Metric → period → pairs of character id and gain, highest first.

    `falls`: metric of kills → character on a board → the last day of the month on which its number of kills fell.
    """

    today: int
    boards: dict[Metric, dict[Period, list[tuple[int, int]]]]
    falls: dict[Metric, dict[int, int]] = {}


class Baselines(Struct, frozen=True):
    """Values at the close of the day before each period, of the columns that boards compare."""

    today: int
    columns: dict[Period, Columns]


def gain(metric: Metric, old_value: int, new_value: int) -> Gain:
    if new_value < old_value:
        return Gain(0, "fell")
    return Gain(new_value - old_value, "limit" if is_at_limit(metric, new_value) else None)


def is_at_limit(metric: Metric, value: int) -> bool:
    return metric in KILLS and value == SMALLINT_LIMIT


async def load_baselines(site: Database, today: int) -> Baselines:
    columns: dict[Period, Columns] = {}
    for period, days in PERIOD_DAYS.items():
        values = await storage.values_at(site, today - days)
        columns[period] = await asyncio.to_thread(_baseline_columns, values)
    return Baselines(today, columns)


def _baseline_columns(values: Columns) -> Columns:
    return {name: compact(values[name]) for name in _BASELINE_COLUMNS}


def boards(characters: Columns, baselines: Baselines) -> GainBoards:
    """Computes all boards. `characters`: as in gateway.extras.history.tracked.

    Whole columns are subtracted, so that the cost does not depend on how many characters have changed.
    """
    result: dict[Metric, dict[Period, list[tuple[int, int]]]] = {metric: {} for metric in METRICS}
    ids, is_gone = characters["character_id"], np.flatnonzero(characters["is_gone"])
    now = {metric: _signed(in_minutes(name, characters[name])) for metric, name in VALUE_OF.items()}
    for values in now.values():
        values[is_gone] = -1  # below each value before: no gain
    base_ids, places = ids, _SAME_PLACES
    for period, baseline in baselines.columns.items():
        baseline = baseline if baseline["character_id"].size else _NO_CHARACTER
        if not np.array_equal(base_ids, baseline["character_id"]):
            base_ids = baseline["character_id"]
            places = _SAME_PLACES if np.array_equal(base_ids, ids) else _places(base_ids, ids)
        is_young = _at(places, baseline["first_day"]) != characters["first_day"]
        young_rows = np.flatnonzero(is_young | (_at(places, base_ids) != ids))
        for metric, name in VALUE_OF.items():
            gains = now[metric] - _signed(_at(places, baseline[name]))
            since = now[metric][young_rows] - in_minutes(name, characters[f"first_{name}"][young_rows])
            gains[young_rows] = np.maximum(since, 0)
            result[metric][period] = top(ids, gains, BOARD_ROWS)
    return GainBoards(baselines.today, result)


def _places(base_ids: Array, ids: Array) -> Array:
    """Returns what `np.searchsorted` does, in a third of its time where most ids are in both; both ascend."""
    starts = np.searchsorted(base_ids, ids[::_BLOCK])
    places = (starts[:, None] + np.arange(_BLOCK)).ravel()[: ids.size]
    missing_rows = np.flatnonzero(base_ids.take(places, mode="clip") != ids)
    places[missing_rows] = np.searchsorted(base_ids, ids[missing_rows])
    return places


def _signed(values: Array) -> Array:
    """Returns values in a signed type that has their differences, the smallest one for most worlds."""
    return values.astype(np.int32 if values.max(initial=0) <= _MAX_INT32 else np.int64)


def _at(places: Array, column: Array) -> Array:
    return column.take(places, mode="clip") if places.size else column


class DailyKills(Struct, frozen=True):
    """Numbers of kills at the close of a day."""

    character_id: int
    day: int
    pvp_kills: int
    pk_kills: int


KILLS_OF_DAYS: Final = query("history.kills_of_days", DailyKills)


async def with_falls(site: Database, boards: GainBoards) -> GainBoards:
    """Adds the days on which kills of the characters on the boards of kills fell: the game counts only upwards."""
    ids = {row[0] for metric in KILLS for rows in boards.boards[metric].values() for row in rows}
    if not ids:
        return boards
    days = await site.read(KILLS_OF_DAYS, ids=sorted(ids), day=boards.today - PERIOD_DAYS["month"])
    return replace(boards, falls={metric: falls(days, VALUE_OF[metric]) for metric in KILLS})


def falls(days: Sequence[DailyKills], name: str) -> dict[int, int]:
    """`days`: by character, ascending. Returns the last day on which a value was lower than before."""
    return {
        current.character_id: current.day
        for previous, current in pairwise(days)
        if previous.character_id == current.character_id and getattr(current, name) < getattr(previous, name)
    }


def in_minutes(name: str, values: Array) -> Array:
    """Returns play time in minutes, as the days have it, and other values as they are."""
    return values // MINUTE if name == "playtime" else values


async def week_board(site: Database, characters: Columns, sunday: int) -> WeekGains:
    """Returns the highest gains of the week that ends on this day, which `characters` have at its close."""
    monday = Baselines(sunday, {"week": await storage.values_at(site, sunday - 7)})
    week = await asyncio.to_thread(boards, characters, monday)
    return {metric: periods["week"][:WEEK_ROWS] for metric, periods in week.boards.items()}


def top(ids: Array, gains: Array, count: int) -> list[tuple[int, int]]:
    """Returns the highest positive gains; equal ones by id. `ids`: ascending."""
    rows = np.flatnonzero(gains >= max(1, _lower_bound(gains, count)))
    if rows.size > count:
        values = gains[rows]
        least = np.partition(values, rows.size - count)[rows.size - count]
        higher = rows[values > least]
        rows = np.concatenate([higher, rows[values == least][: count - higher.size]])
    order = np.lexsort((ids[rows], -gains[rows]))
    return list(zip(ids[rows][order].tolist(), gains[rows][order].tolist(), strict=True))


def _lower_bound(values: Array, count: int) -> int:
    """Returns a value that at least `count` values reach: of the highest ones of many groups, the one at `count`."""
    if values.size < _GROUPS or count > _GROUPS:
        return 0
    highest = values[: values.size // _GROUPS * _GROUPS].reshape(-1, _GROUPS).max(axis=0)
    return int(np.partition(highest, _GROUPS - count)[_GROUPS - count])


class Point(Struct, frozen=True, array_like=True):
    """Values at the close of a day; `playtime` in minutes."""

    day: int
    level: int
    class_id: int
    exp: int
    pvp_kills: int
    pk_kills: int
    playtime: int


POINT_FIELDS: Final = Point.__struct_fields__
_COLUMN_OF: Final[dict[Metric, int]] = {metric: POINT_FIELDS.index(name) for metric, name in VALUE_OF.items()}


class GainRecord(Struct, frozen=True):
    """Highest gain in a period. `day`: the last day of the period."""

    metric: Metric
    period: Period
    value: int
    day: date


def gains_since(points: Array, day: int) -> dict[Metric, Gain]:
    """Returns the gains from the close of `day` to the last point.

    `points`: rows with the fields of a Point, ascending, the first at first sight.
    """
    place = max(int(np.searchsorted(points[:, 0], day, "right")) - 1, 0)
    old_values, new_values = points[[place, -1]].tolist()
    return {metric: gain(metric, old_values[column], new_values[column]) for metric, column in _COLUMN_OF.items()}


def records(points: Array, late_days: frozenset[int] = frozenset(), kept_from: int = 0) -> list[GainRecord]:
    """Returns the highest gains of periods from `kept_from` on: the days before are thinned out.

    `points`: as in `gains_since`. A period ends on a day on which a value changed, so that a fall that leaves its
    window later makes no record. A late day has values of other days, so it is no record of a day.
    """
    if len(points) < 2:
        return []
    days, values = points[:, 0], points.T[[*_COLUMN_OF.values()]]
    best: dict[tuple[Metric, Period], GainRecord] = {}
    for period, length in PERIOD_DAYS.items():
        baseline_places = np.maximum(np.searchsorted(days, days - length, "right") - 1, 0)
        is_no_record = days - length < kept_from - 1
        if period == "day" and late_days:
            is_no_record |= is_in(days, np.array(list(late_days)))
        baseline_values: Array = values.take(baseline_places, axis=1)
        differences = np.where(is_no_record, 0, values - baseline_values)
        for metric, row, place in zip(VALUE_OF, differences, differences.argmax(axis=1).tolist(), strict=True):
            if row[place] > 0:
                best[metric, period] = GainRecord(metric, period, int(row[place]), date_of(int(days[place])))
    return [best[key] for key in product(VALUE_OF, PERIOD_DAYS) if key in best]
