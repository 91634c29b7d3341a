"""Alarms of a count: supply against 28 nights, impossible stacks, wealth of low levels."""

import numpy as np
import pytest

from gateway.extras.economy.alarms import (
    MIN_NIGHTS,
    Alarm,
    Baseline,
    Integers,
    bands_of,
    baseline_of,
    copy_alarms,
    gini,
    stack_alarms,
    supply_alarms,
    top_share,
    usual_range,
    wealth_alarms,
)
from gateway.extras.economy.totals import MAX_STACK
from gateway.game.items import ADENA

SWORD = 1


def of(*rows: tuple[int, int]) -> Integers:
    return np.array(rows, np.int64).reshape(-1, 2)


def test_usual_range_is_unknown_before_fourteen_nights() -> None:
    assert usual_range(MIN_NIGHTS - 1, baseline_of([100] * (MIN_NIGHTS - 1))) is None
    assert usual_range(MIN_NIGHTS, baseline_of([100] * MIN_NIGHTS)) == (60, 140)


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ([1_000_000_000] * 28, (980_000_000, 1_020_000_000)),
        ([1_000_000_000, 1_100_000_000] * 14, (850_000_000, 1_250_000_000)),
        ([0] * 28, (0, 4)),
        ([3] * 28, (0, 10)),
    ],
    ids=["flat: 0.5 % of the mean", "its own deviation", "none at all", "a rare item: square root of the mean"],
)
def test_usual_range_is_four_deviations_around_the_mean(amounts: list[int], expected: tuple[int, int]) -> None:
    assert usual_range(28, baseline_of(amounts)) == expected


def test_usual_range_counts_nights_without_the_item_as_zero() -> None:
    amounts = [200, 220, 240, 260]
    assert usual_range(28, baseline_of(amounts)) == usual_range(28, baseline_of([*amounts, *[0] * 24]))


@pytest.mark.parametrize(
    ("amounts", "expected"), [([], None), ([0, 0], None), ([7] * 50, 0.0), ([1, 3], 0.25), ([1] * 99 + [10**15], 0.99)]
)
def test_gini_rises_from_equal_amounts_to_one_holder(amounts: list[int], expected: float | None) -> None:
    result = gini(np.array(amounts, np.int64))
    assert result == (expected if expected is None else pytest.approx(expected, abs=1e-6))


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ([1] * 495 + [99] * 5, (1, 0.5)),
        ([1] * 95 + [19] * 5, (5, 0.5)),
        ([1] * 45 + [9] * 5, (10, 0.5)),
        ([1] * 49 + [0] * 900, (None, None)),
        ([], (None, None)),
    ],
)
def test_share_of_the_richest_is_of_five_holders_at_least(
    amounts: list[int], expected: tuple[int | None, float | None]
) -> None:
    assert top_share(np.array(amounts, np.int64)) == expected


def test_steady_growth_is_usual() -> None:
    amounts = [1_000_000 + 30_000 * night for night in range(28)]
    usual = usual_range(28, baseline_of(amounts))
    assert usual
    assert usual[0] < amounts[-1] + 30_000 < usual[1]


def test_supply_alarms_name_the_limit_that_is_passed() -> None:
    baselines = [Baseline(ADENA, 28, 1000.0, 10.0), Baseline(SWORD, 28, 900.0, 0.0), Baseline(2, 28, 500.0, 20.0)]
    alarms = supply_alarms({ADENA: 2000, 2: 510, 3: 40, 4: 4}, baselines, 28)
    assert {alarm.item_id: (alarm.value, alarm.limit) for alarm in alarms} == {
        3: (40, 4),
        SWORD: (0, 780),
        ADENA: (2000, 1127),
    }
    assert supply_alarms({ADENA: 2000}, baselines, MIN_NIGHTS - 1) == []


def test_stack_alarms_have_one_row_for_owner_and_item() -> None:
    stacks = [(7, ADENA, MAX_STACK + 1), (7, ADENA, MAX_STACK + 5), (8, SWORD, 3), (9, ADENA, -1)]
    assert {(alarm.owner_id, alarm.item_id, alarm.value, alarm.limit) for alarm in stack_alarms(stacks)} == {
        (7, ADENA, MAX_STACK + 5, MAX_STACK),
        (8, SWORD, 3, 1),
        (9, ADENA, -1, 0),
    }


def test_wealth_alarms_on_low_levels_above_the_limit() -> None:
    adena = of((1, 501), (2, 500), (3, 900), (4, 900))
    levels = np.array([39, 39, 40, 0])
    assert wealth_alarms(adena, levels, below_level=40, limit=500) == [
        Alarm(kind="wealth", item_id=ADENA, owner_id=1, value=501, limit=500)
    ]
    assert wealth_alarms(adena, levels, below_level=40, limit=0) == [], "four holders have no percentile"


def test_wealth_alarms_above_the_percentile_of_all_holders() -> None:
    adena = np.column_stack((np.arange(2000), np.arange(2000)))
    levels = np.full(2000, 70)
    levels[[10, 1999]] = 20
    alarms = wealth_alarms(adena, levels, below_level=40, limit=10**9)
    assert [(alarm.owner_id, alarm.value, alarm.limit) for alarm in alarms] == [(1999, 1999, 1997)]


def stacks(*rows: tuple[int, int, int]) -> Integers:
    return np.array(rows, np.int64).reshape(-1, 3)


def test_copy_alarms_name_both_owners_of_the_largest_pair() -> None:
    pairs = [(item, amount, owner) for item, amount in ((2, 45_671), (2, 45_672), (3, 98_765)) for owner in (7, 9)]
    assert copy_alarms(stacks(*pairs)) == [
        Alarm(kind="copy", item_id=3, owner_id=7, value=98_765, limit=10_000, other_owner_id=9),
        Alarm(kind="copy", item_id=2, owner_id=7, value=45_672, limit=10_000, other_owner_id=9),
    ]


def test_copy_alarms_leave_out_amounts_of_three_owners_and_of_one() -> None:
    assert copy_alarms(stacks(*((2, 9_876_543, owner) for owner in (1, 2, 3)), (3, 9_876_543, 1))) == []
    assert copy_alarms(stacks((2, 9_876_543, 1), (2, 9_876_543, 1))) == [], "two stacks of one owner"
    assert copy_alarms(stacks()) == []


def test_copy_alarms_leave_out_pairs_that_chance_makes() -> None:
    """Among 2,000 random stacks below 1,000,000 some are equal; a pair of the few larger ones is not by chance."""
    rng = np.random.default_rng(3)
    common = np.column_stack((np.full(2000, ADENA), rng.integers(100_000, 1_000_000, 2000), np.arange(2000)))
    assert len(np.unique(common[:, 1])) < 2000
    assert copy_alarms(common) == []
    (alarm,) = copy_alarms(np.concatenate((common, stacks((ADENA, 987_654_321, 4), (ADENA, 987_654_321, 5)))))
    assert (alarm.owner_id, alarm.other_owner_id, alarm.value) == (4, 5, 987_654_321)


def test_random_worlds_raise_a_copy_alarm_in_one_night_of_twenty_at_most() -> None:
    rng = np.random.default_rng(4)
    nights = 100
    alarms = 0
    for _ in range(nights):
        amounts = (10 ** rng.uniform(3, 9.3, 20_000)).astype(np.int64)
        alarms += len(copy_alarms(np.column_stack((rng.integers(1, 200, 20_000), amounts, np.arange(20_000)))))
    assert alarms <= nights / 20


def test_bands_hold_all_of_the_adena() -> None:
    adena = of((1, 5), (2, 7), (3, 100), (4, 3))
    rows = {band.band: band for band in bands_of(adena, np.array([19, 20, 0, 76]))}
    assert {band: row.amount for band, row in rows.items()} == {0: 100, 1: 5, 20: 7, 40: 0, 52: 0, 61: 0, 76: 3}
    assert (rows[0].holders, rows[0].largest, rows[0].largest_owner) == (1, 100, 3)
