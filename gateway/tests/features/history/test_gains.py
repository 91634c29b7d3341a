"""Gains and records against a naive model: a value for each day."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.history.gains import PERIOD_DAYS, Gain, Point, gain, gains_since, records, top

FIRST = 20_000


def point(day: int, kills: int) -> Point:
    return Point(day, 1, 0, 0, kills, 0, 0)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=50), st.sampled_from([0, FIRST + 12]))
def test_gains_and_records_equal_those_of_all_days(kills: list[int], kept_from: int) -> None:
    """Rows exist only for days on which the value changed."""
    changed = [number for number in range(len(kills)) if number == 0 or kills[number] != kills[number - 1]]
    points = [point(FIRST + number, kills[number]) for number in changed]
    for days in (1, 7, 30):
        before = kills[max(0, len(kills) - 1 - days)]
        expected = Gain(kills[-1] - before) if kills[-1] >= before else Gain(0, "fell")
        assert gains_since(points, FIRST + len(kills) - 1 - days)["pvp"] == expected
    for period, length in PERIOD_DAYS.items():
        gained = [
            kills[number] - kills[max(0, number - length)]
            for number in range(1, len(kills))
            if FIRST + number - length >= kept_from - 1
        ]
        best = [row.value for row in records(points, kept_from=kept_from) if row.period == period]
        assert best == [value for value in [max(gained, default=0)] if value > 0]


def test_gain_at_the_limit_of_a_smallint_is_marked() -> None:
    assert gain("pvp", 65_000, 65_535) == Gain(535, "limit")
    assert gain("exp", 65_000, 65_535) == Gain(535)


def test_late_day_is_no_record_of_a_day() -> None:
    points = [point(FIRST, 0), point(FIRST + 1, 9), point(FIRST + 2, 12)]
    assert [(row.period, row.value) for row in records(points, frozenset({FIRST + 1}))] == [
        ("day", 3),
        ("week", 12),
        ("month", 12),
    ]


@given(st.lists(st.integers(-5, 20), max_size=40), st.integers(1, 10))
def test_top_equals_a_sort(values: list[int], count: int) -> None:
    expected = sorted(((number, value) for number, value in enumerate(values) if value > 0), key=lambda row: -row[1])
    assert top(np.arange(len(values)), np.array(values, np.int64), count) == expected[:count]
