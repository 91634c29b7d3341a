"""Progress within a level: the table, its ends, and arbitrary stored values."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.world.facts import EXPERIENCE
from gateway.game.experience import MAX_LEVEL, STARTS, percent, to_next

ANY_INTEGER = st.integers(-(2**63), 2**64)


def test_table_starts_at_zero_and_rises() -> None:
    assert MAX_LEVEL == 87
    assert STARTS[1] == 0
    assert all(start < end for start, end in pairwise(STARTS[1:]))


def test_table_equals_that_of_the_fixtures() -> None:
    assert list(STARTS[1:81]) == EXPERIENCE[1:81].tolist()


@pytest.mark.parametrize(
    ("level", "exp", "share", "missing"),
    [
        (1, 0, 0.0, 68),
        (1, 34, 50.0, 34),
        (2, 68, 0.0, 295),
        (2, 362, 99.66, 1),  # truncated, not rounded
        (20, 835_854, 0.0, 187_921),
        (79, 2_099_275_834, 0.0, 2_100_724_166),
        (80, 4_200_000_000, 0.0, 2_100_000_000),
        (80, 6_299_999_999, 99.99, 1),
        (85, 19_827_360_000, 0.0, 5_486_745_600),
        (86, 32_211_728_639, 99.99, 1),
        # experience below the level's start, and of a higher level
        (40, STARTS[40] - 1000, 0.0, STARTS[41] - STARTS[40] + 1000),
        (1, -5, 0.0, 68),
        (40, STARTS[60], 100.0, 0),
        # beyond the table, and below level 1, which counts as 1
        *((level, exp, 100.0, 0) for level in (87, 88, 99, 10**9) for exp in (0, 10**12)),
        *((level, 34, 50.0, 34) for level in (0, -1, -(2**63))),
    ],
)
def test_progress_within_the_level(level: int, exp: int, share: float, missing: int) -> None:
    assert (percent(level, exp), to_next(level, exp)) == (share, missing)


@given(level=ANY_INTEGER, exp=ANY_INTEGER)
def test_percent_of_arbitrary_values_is_0_to_100_with_two_decimals(level: int, exp: int) -> None:
    share = percent(level, exp)
    assert 0 <= share <= 100
    assert share == round(share, 2)
    assert to_next(level, exp) >= 0
    assert (to_next(level, exp) == 0) == (share == 100.0)


@given(level=st.integers(1, 86), exp=st.integers(0, STARTS[-1]), more=st.integers(0, 10**9))
def test_percent_is_monotonic_in_experience(level: int, exp: int, more: int) -> None:
    assert percent(level, exp) <= percent(level, exp + more)
    assert to_next(level, exp) >= to_next(level, exp + more)
