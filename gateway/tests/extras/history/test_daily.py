"""Days of a character, and ranks from counts of scores."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gateway.config.site_days import date_of
from gateway.extras.history import score_table
from gateway.extras.history.daily import daily
from gateway.extras.history.gains import Point

TODAY = 20_000


def point(day: int, pvp: int) -> Point:
    return Point(day, 40, 0, 0, pvp, 0, 0)


def test_gaps_are_filled_and_days_without_a_reading_are_named() -> None:
    points = [point(TODAY - 5, 10), point(TODAY - 3, 12), point(TODAY, 20)]
    days = daily(points, {TODAY - 4, TODAY - 3, TODAY - 1}, [], TODAY, 60)
    assert [row.pvp_kills for row in days.data] == [10, 10, 12, 12, 12, 20]
    assert [next_row.day.toordinal() - row.day.toordinal() for row, next_row in pairwise(days.data)] == [1] * 5
    assert days.missing == [date_of(TODAY - 2)]
    assert days.tracked_since == date_of(TODAY - 4)
    assert [row.pvp_kills for row in daily(points, (), [], TODAY, 2).data] == [12, 12, 20]
    assert daily([], (), [], TODAY, 2).tracked_since is None


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=30))
def test_rank_of_a_score_is_the_place_among_all(scores: list[int]) -> None:
    table = score_table.decode(TODAY - 1, score_table.encode(np.array(scores, np.uint32)))
    for score in scores:
        days = daily([point(TODAY - 2, 0), point(TODAY - 1, score)], (), [table], TODAY, 9)
        rank = 1 + sum(higher > score for higher in scores)
        assert [row.rank for row in days.pvp_ranks] == [rank], f"rank of {score}"
