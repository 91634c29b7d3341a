"""The activity index against examples computed by hand, and minutes from play times."""

import json
import math

import numpy as np
import pytest

from gateway.extras.insight.activity import (
    LONGEST_ABSENCE,
    AccountActivity,
    ActivityCollector,
    PlayedRow,
    band_counts,
    index_of,
    minutes_of,
)

pytestmark = pytest.mark.unit

UNTIL = 1000
T = 120


def row(
    character: int, account: int, days: dict[int, int], *, minutes: int = 0, level: int = 1, is_gone: int = 0
) -> PlayedRow:
    """`days`: day → play time at its close. The database gives them in no order."""
    pairs = json.dumps([list(pair) for pair in reversed(days.items())]) if days else None
    return PlayedRow(character, account, level, max(days, default=0), is_gone, minutes, pairs)


def activity_of(*rows: PlayedRow) -> AccountActivity:
    collector = ActivityCollector()
    for played_row in rows:
        collector.add([played_row])
    return collector.result(UNTIL, T)


def test_index_equals_the_formula_at_values_computed_by_hand() -> None:
    weeks = np.array([[0, 0, 0], [120, 120, 120], [0, 0, 240], [1200, 1200, 1200]])
    idle, threshold, single_week, heavy = index_of(weeks, T).tolist()
    assert idle == 0
    assert threshold == pytest.approx(5 - 5 / (math.pi / 2 + 1))
    assert threshold == pytest.approx(3.0550, abs=1e-4)
    assert single_week == pytest.approx(5 - 5 * (1 + 1 + 1 / (math.pi + 1)) / 3)
    assert single_week == pytest.approx(1.2643, abs=1e-4)
    assert heavy == pytest.approx(4.7008, abs=1e-4)


def test_bands_contain_their_lower_limit() -> None:
    index = np.array([5, 3.75, 3.7499, 3, 2.9999, 2, 1, 0.9999, 0])
    assert list(band_counts(index).values()) == [2, 2, 2, 1, 2]


def test_minutes_are_the_rise_of_the_play_time_and_never_below_zero() -> None:
    minutes = minutes_of([row(1, 7, {990: 130, 992: 190, 993: 50}, minutes=100), row(2, 8, {}), row(3, 7, {991: 10})])
    assert list(zip(minutes.accounts.tolist(), minutes.days.tolist(), minutes.minutes.tolist(), strict=True)) == [
        (7, 990, 30),
        (7, 992, 60),
        (7, 993, 0),
        (7, 991, 10),
    ]


def test_weeks_end_with_the_last_closed_day_and_characters_of_an_account_add_up() -> None:
    # 120 minutes in each of the three weeks to day 1000, on two characters; day 1001 is not closed, day 979 is older.
    first, second = {979: 500, 980: 560, 994: 620, 1001: 999}, {986: 60, 987: 180, 1000: 240}
    activity = activity_of(row(1, 7, first), row(2, 7, second))
    week = np.array([[120, 120, 120]])
    assert activity.index.tolist() == pytest.approx(index_of(week, T).tolist())
    assert activity.index_before.tolist() == pytest.approx(index_of(np.array([[120, 120, 500]]), T).tolist())
    assert activity.last_day.tolist() == [1001]


def test_absent_accounts_were_regular_have_a_character_and_left_long_enough_ago() -> None:
    def weeks(last: int) -> dict[int, int]:
        return {last - 14: 300, last - 7: 600, last: 900}

    activity = activity_of(
        row(1, 1, weeks(UNTIL)),
        row(2, 2, weeks(UNTIL - 6)),
        row(3, 3, weeks(UNTIL - 7), level=20),
        row(4, 3, {}, level=70),
        row(5, 3, {}, level=80, is_gone=1),
        row(6, 4, {day: minutes * 2 for day, minutes in weeks(UNTIL - 20).items()}),
        row(7, 5, {UNTIL - 20: 200}),
        row(8, 6, weeks(UNTIL - 20), is_gone=1),
        row(9, 7, weeks(UNTIL - LONGEST_ABSENCE)),
        row(10, 8, weeks(UNTIL - LONGEST_ABSENCE - 1)),
        row(11, 9, {}),
    )
    absent = activity.absent(UNTIL, 7)
    assert activity.accounts[absent].tolist() == [4, 3, 7], "the most active first, then who left last"
    assert activity.character[absent].tolist() == [6, 4, 9], "the highest level that is not gone"
    hashes = np.array([3, 9, 10_000], np.uint64)
    assert activity.last_days_of(hashes).tolist() == [UNTIL - 7, 0, 0]
    assert activity_of().last_days_of(hashes).tolist() == [0, 0, 0]
