"""Gains and records against a naive model: a value for each day."""

from collections.abc import Collection

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from gateway.extras.history import storage, tracked
from gateway.extras.history.gains import (
    PERIOD_DAYS,
    VALUE_OF,
    Baselines,
    DailyKills,
    Gain,
    GainBoards,
    Metric,
    Period,
    Point,
    boards,
    falls,
    gain,
    gains_since,
    records,
    top,
)
from gateway.extras.history.handlers import first_counted_day
from gateway.extras.history.movers import movers
from gateway.tests.support.history_data import Hero, snapshot_of
from gateway.world_snapshot.serialization import Array

FIRST = 20_000


def points_of(kills: dict[int, int]) -> Array:
    """`kills`: by day."""
    return np.array([astuple(Point(day, 1, 0, 0, count, 0, 0)) for day, count in kills.items()])


@given(st.lists(st.integers(0, 50), min_size=2, max_size=50), st.sampled_from([0, FIRST + 12]))
def test_gains_and_records_equal_those_of_all_days(kills: list[int], kept_from: int) -> None:
    """Rows exist only for days on which the value changed, and a record ends on one of them."""
    changed_days = [number for number in range(len(kills)) if number == 0 or kills[number] != kills[number - 1]]
    points = points_of({FIRST + number: kills[number] for number in changed_days})
    for days in (1, 7, 30):
        baseline = kills[max(0, len(kills) - 1 - days)]
        expected = Gain(kills[-1] - baseline) if kills[-1] >= baseline else Gain(0, "fell")
        assert gains_since(points, FIRST + len(kills) - 1 - days)["pvp"] == expected, f"kills since {days} days"
    for period, length in PERIOD_DAYS.items():
        gains = [
            kills[number] - kills[max(0, number - length)]
            for number in changed_days[1:]
            if FIRST + number - length >= kept_from - 1
        ]
        best = [row.value for row in records(points, kept_from=kept_from) if row.period == period]
        assert best == [value for value in [max(gains, default=0)] if value > 0], f"most kills in a {period}"


def test_gain_at_the_limit_of_a_smallint_is_marked() -> None:
    assert gain("pvp", 65_000, 65_535) == Gain(535, "limit")
    assert gain("exp", 65_000, 65_535) == Gain(535)


def test_day_of_a_fall_is_the_last_one_of_each_character() -> None:
    values = [(7, 500), (7, 0), (7, 600), (7, 20), (7, 25), (8, 3), (8, 9)]
    days = [DailyKills(character, FIRST + day, kills, 0) for day, (character, kills) in enumerate(values)]
    assert falls(days, "pvp_kills") == {7: FIRST + 3}
    assert falls(days, "pk_kills") == {}


@pytest.mark.parametrize(
    ("period", "recorded_days", "first"),
    [("day", [], 100), ("month", [], 100), ("week", [97, 98], 97), ("week", range(60, 100), 94), ("day", [99], 100)],
)
def test_board_counts_from_its_period_or_from_the_first_tracked_day(
    period: Period, recorded_days: Collection[int], first: int
) -> None:
    assert first_counted_day(100, period, recorded_days) == first


def test_late_day_is_no_record_of_a_day() -> None:
    points = points_of({FIRST: 0, FIRST + 1: 9, FIRST + 2: 12})
    assert [(row.period, row.value) for row in records(points, frozenset({FIRST + 1}))] == [
        ("day", 3),
        ("week", 12),
        ("month", 12),
    ]


@given(st.integers(0, 2**32 - 1), st.integers(0, 40) | st.just(5000), st.sampled_from([3, 50_000]), st.integers(1, 100))
def test_top_equals_a_sort(seed: int, size: int, highest: int, count: int) -> None:
    values = np.random.default_rng(seed).integers(-5, highest, size)
    order: list[int] = np.lexsort((np.arange(size), -values))[:count].tolist()
    assert top(np.arange(size), values, count) == [(row, values[row]) for row in order if values[row] > 0]


@st.composite
def histories(draw: st.DrawFn) -> list[list[int]]:
    """Returns the value of each character on its last days, today last; a character may be younger than a period."""
    lives = st.lists(st.integers(0, 9), min_size=1, max_size=35).map(
        lambda steps: [sum(steps[: n + 1]) for n in range(len(steps))]
    )
    return draw(st.lists(lives | st.lists(st.integers(0, 99), min_size=1, max_size=35), min_size=1, max_size=8))


@given(histories(), st.integers(0, 7), st.booleans())
def test_boards_equal_the_differences_of_all_days(lives: list[list[int]], leaver: int, is_live: bool) -> None:
    """`is_live`: a younger character has its first values in the baseline, or no row if it is newer than that."""
    now = {name: np.zeros(len(lives), dtype) for name, dtype in tracked.TYPES.items()}
    closes: dict[Period, tracked.Columns] = {
        period: {name: np.zeros(len(lives), dtype) for name, dtype in storage.VALUE_TYPES.items()}
        for period in PERIOD_DAYS
    }
    for number, life in enumerate(lives):
        first_day = FIRST - len(life) + 1
        changed_days = [day for day in range(1, len(life)) if life[day] != life[day - 1]]
        now["character_id"][number], now["first_day"][number] = number + 1, first_day
        now["is_gone"][number] = number == leaver
        now["changed_day"][number] = first_day + changed_days[-1] if changed_days else 0
        for name in VALUE_OF.values():
            unit = 60 if name == "playtime" else 1
            now[name][number], now[f"first_{name}"][number] = life[-1] * unit, life[0] * unit
        for period, days in PERIOD_DAYS.items():
            closes[period]["character_id"][number] = number + 1
            has_close = days < len(life)
            closes[period]["first_day"][number] = first_day if has_close or is_live else 1
            for name in VALUE_OF.values():
                closes[period][name][number] = life[-1 - days] if has_close else life[0] if is_live else 77
    if is_live:
        for period, days in PERIOD_DAYS.items():
            rows = np.array([number for number, life in enumerate(lives) if days < len(life) or number % 2], np.int64)
            closes[period] = {name: column[rows] for name, column in closes[period].items()}
    result = boards(now, Baselines(FIRST, closes)).boards
    for period, days in PERIOD_DAYS.items():
        gains = [(number + 1, life[-1] - life[max(0, len(life) - 1 - days)]) for number, life in enumerate(lives)]
        expected = sorted(
            (row for row in gains if row[1] > 0 and row[0] != leaver + 1), key=lambda row: (-row[1], row[0])
        )
        periods = {metric: result[metric][period] for metric in VALUE_OF}
        assert periods == dict.fromkeys(VALUE_OF, expected), f"{period}: character and gain"


@given(st.integers(0, 2**32 - 1), st.sampled_from([100, 2**31 + 1000, 2**32 - 1]))
def test_boards_of_many_characters_equal_the_differences_of_single_ones(seed: int, highest: int) -> None:
    """Some characters are not in the baseline; a number of kills may take 32 bits."""
    chance = np.random.default_rng(seed)
    ids = np.sort(chance.choice(2000, 500, replace=False))
    old_kills, new_kills = chance.integers(0, highest, (2, ids.size), np.uint32)
    first = chance.integers(0, chance.choice([highest, 2**32 - 1], ids.size), ids.size, np.uint32)
    known_rows = np.flatnonzero(chance.random(ids.size) > chance.random() / 10)
    now = {name: np.zeros(ids.size, dtype) for name, dtype in tracked.TYPES.items()}
    now |= {"character_id": ids, "pvp_kills": new_kills, "first_pvp_kills": first, "is_gone": ids % 9 == 0}
    baseline = {name: np.zeros(known_rows.size, dtype) for name, dtype in storage.VALUE_TYPES.items()}
    baseline |= {"character_id": ids[known_rows], "pvp_kills": old_kills[known_rows]}
    kills = first.astype(np.int64)
    kills[known_rows] = old_kills[known_rows]
    gains = zip(ids.tolist(), (new_kills - kills).tolist(), strict=True)
    expected = sorted((row for row in gains if row[1] > 0 and row[0] % 9), key=lambda row: (-row[1], row[0]))
    assert boards(now, Baselines(FIRST, {"day": baseline})).boards["pvp"]["day"] == expected[:100]


def test_movers_are_shown_once_each_and_without_hidden_and_unranked_characters() -> None:
    snapshot = snapshot_of(b"key", 0.0, [Hero(number, pvp=100 - number) for number in (1, 2, 3, 4)])
    snapshot = snapshot.with_levels({3: 2})
    tops: dict[Metric, list[tuple[int, int]]] = {
        **{"pvp": [(9, 90), (3, 80), (1, 70), (2, 60)], "level": [(1, 5), (4, 3)]},
        **{"pk": [], "exp": [(1, 9)], "playtime": []},
    }
    empty: dict[Metric, dict[Period, list[tuple[int, int]]]] = {
        metric: {"day": [], "week": rows, "month": rows} for metric, rows in tops.items()
    }
    answer = movers(snapshot, GainBoards(FIRST, empty), lambda _kind, _ids, ranks: [(int(ranks[0]), None)])
    assert answer.period == "week"
    assert [(row.metric, row.char_id, row.gain, row.rank, row.rank_change) for row in answer.data] == [
        ("pvp", 1, 70, 1, 1),
        ("pvp", 2, 60, 2, 2),
        ("level", 4, 3, None, None),
    ]
