"""The way through a level: the table itself, its ends, and whatever a database may hold."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.world.facts import EXPERIENCE
from gateway.game.experience import HIGHEST, STARTS, percent, to_next

ANY = st.integers(-(2**63), 2**64)


def test_the_table_rises_from_nothing() -> None:
    assert HIGHEST == 87
    assert STARTS[1] == 0
    assert all(before < after for before, after in pairwise(STARTS[1:]))


def test_the_table_is_the_one_that_the_world_is_made_by() -> None:
    assert list(STARTS[1:81]) == EXPERIENCE[1:81].tolist()


@pytest.mark.parametrize(
    ("level", "exp", "share", "missing"),
    [
        (1, 0, 0.0, 68),
        (1, 34, 50.0, 34),
        (2, 68, 0.0, 295),
        (2, 362, 99.66, 1),  # cut, not rounded: it is full when it is
        (20, 835_854, 0.0, 187_921),
        (79, 2_099_275_834, 0.0, 2_100_724_166),
        (80, 4_200_000_000, 0.0, 2_100_000_000),
        (80, 6_299_999_999, 99.99, 1),
        (85, 19_827_360_000, 0.0, 5_486_745_600),
        (86, 32_211_728_639, 99.99, 1),
    ],
)
def test_inside_the_table(level: int, exp: int, share: float, missing: int) -> None:
    assert (percent(level, exp), to_next(level, exp)) == (share, missing)


def test_experience_below_the_level_s_start_counts_as_none_of_it() -> None:
    assert percent(40, STARTS[40] - 1000) == 0.0
    assert to_next(40, STARTS[40] - 1000) == STARTS[41] - STARTS[40] + 1000
    assert (percent(1, -5), to_next(1, -5)) == (0.0, 68)


def test_experience_of_a_higher_level_counts_as_all_of_it() -> None:
    assert (percent(40, STARTS[60]), to_next(40, STARTS[60])) == (100.0, 0)


def test_beyond_the_table_nothing_is_left_to_do() -> None:
    for level in (87, 88, 99, 10**9):
        assert (percent(level, 10**12), to_next(level, 10**12)) == (100.0, 0)
        assert (percent(level, 0), to_next(level, 0)) == (100.0, 0)


def test_a_level_below_the_first_is_the_first() -> None:
    for level in (0, -1, -(2**63)):
        assert (percent(level, 34), to_next(level, 34)) == (50.0, 34)


@given(level=ANY, exp=ANY)
def test_whatever_is_stored_has_a_share_with_two_decimals(level: int, exp: int) -> None:
    share = percent(level, exp)
    assert 0 <= share <= 100
    assert share == round(share, 2)
    assert to_next(level, exp) >= 0
    assert (to_next(level, exp) == 0) == (share == 100.0)


@given(level=st.integers(1, 86), exp=st.integers(0, STARTS[-1]), more=st.integers(0, 10**9))
def test_more_experience_is_never_less_of_the_level(level: int, exp: int, more: int) -> None:
    assert percent(level, exp) <= percent(level, exp + more)
    assert to_next(level, exp) >= to_next(level, exp + more)
