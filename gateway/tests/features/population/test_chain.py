"""Rules of the population chain: hashes by hand, a changed row, totals and outages of a day."""

import hashlib
from collections.abc import Sequence
from datetime import date

import pytest
from msgspec.structs import replace

from gateway.features.population import badge, feed
from gateway.features.population.chain import (
    DAY,
    MAX_OUTAGES,
    START,
    ChainedCount,
    Count,
    Outage,
    first_mismatch,
    hash_of,
    totals,
)

NOON = 20_000 * DAY + 12 * 3600


def minute(number: int, players: int = 5, *, online: bool = True, planned: bool = False) -> Count:
    return Count(NOON + number * 60, int(online), int(planned), players if online else 0, 2)


def chained(counts: Sequence[Count]) -> list[ChainedCount]:
    before, rows = START, list[ChainedCount]()
    for count in counts:
        before = hash_of(before, count)
        rows.append(ChainedCount(count.at, count.online, count.planned, count.players, count.traders, before))
    return rows


def test_hash_is_that_of_the_published_line() -> None:
    up = hash_of(START, Count(60, 1, 0, 1284, 431))
    assert up == hashlib.sha256(b"0" * 64 + b" 60 up 1284 431").hexdigest()
    assert hash_of(up, Count(120, 0, 1, 0, None)) == hashlib.sha256(up.encode() + b" 120 planned 0 -").hexdigest()
    assert hash_of(up, Count(120, 0, 0, 0, 0)) == hashlib.sha256(up.encode() + b" 120 down 0 0").hexdigest()


@pytest.mark.parametrize("change", [{"players": 6}, {"traders": None}, {"at": NOON + 121}, {"planned": 1, "online": 0}])
def test_first_mismatch_names_a_changed_row(change: dict[str, int | None]) -> None:
    rows = chained([minute(number) for number in range(5)])
    assert first_mismatch(START, rows) is None
    rows[2] = replace(rows[2], **change)
    assert first_mismatch(START, rows) == rows[2]


def test_first_mismatch_names_the_row_after_a_missing_one() -> None:
    rows = chained([minute(number) for number in range(5)])
    assert first_mismatch(START, [*rows[:2], *rows[3:]]) == rows[3]


def test_totals_counts_minutes_and_lists_outages() -> None:
    counts = [
        minute(0),
        minute(1, online=False),
        minute(2, online=False),
        minute(3, 9),
        minute(4, online=False, planned=True),
        minute(5, online=False),
        minute(20, online=False),  # nothing is known between 6 and 20
        minute(21, 9),
    ]
    sums = totals(counts)
    assert (sums.minutes, sums.up, sums.planned) == (8, 3, 1)
    assert (sums.peak_players, sums.peak_at, sums.peak_traders) == (9, NOON + 180, 2)
    assert [((outage.since - NOON) // 60, (outage.until - NOON) // 60, outage.planned) for outage in sums.outages] == [
        (1, 3, False),
        (4, 5, True),
        (5, 6, False),
        (20, 21, False),
    ]


def test_totals_of_a_day_without_players_has_no_peak() -> None:
    sums = totals([Count(NOON, 0, 0, 0, None)])
    assert (sums.peak_players, sums.peak_at, sums.peak_traders) == (0, None, None)
    assert sums.outages == [Outage(NOON, NOON + 60, False)]


def test_totals_lists_the_longest_outages_only() -> None:
    counts = [minute(number, online=bool(number % 3 == 0 or (number % 3 == 1 and number > 9))) for number in range(200)]
    outages = totals(counts).outages
    assert len(outages) == MAX_OUTAGES
    assert outages[0].until - outages[0].since == 120
    assert outages == sorted(outages, key=lambda outage: outage.since)


class Known:
    def __init__(self, minutes: int, up: int) -> None:
        self.minutes, self.up_minutes = minutes, up


def test_badge_escapes_the_name_and_rounds_uptime_down() -> None:
    hostile = '<script>"&'
    for size in ("small", "large"):
        svg = badge.draw(size, hostile, 1284, badge.uptime([Known(1440, 1440), Known(1440, 1439)])).decode()
        assert "<script>" not in svg
        assert "&lt;script&gt;&quot;&amp;" in svg
        assert "1,284" in svg
    assert badge.uptime([Known(1440, 1440), Known(1440, 1439)]) == 99.96
    assert badge.uptime([]) is None


def test_feed_lists_newest_head_first_and_escapes_the_name() -> None:
    days = [(date(2024, 10, 4), "a" * 64), (date(2024, 10, 5), "b" * 64)]
    text = feed.status_feed(days, "<b>", "https://play.example").decode()
    assert text.index("b" * 64) < text.index("a" * 64)
    assert "<b>" not in text
    assert "tag:play.example,2026:population/2024-10-04" in text
