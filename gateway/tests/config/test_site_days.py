"""Rules of the site's days: one zone, a change of the zone, and its record."""

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.site_days import (
    CHANGE_NOTICE,
    SiteDays,
    ZoneChange,
    date_of,
    decode,
    encode,
    start_of,
)
from gateway.config.zones import time_zone

BUENOS_AIRES, MADRID = "America/Argentina/Buenos_Aires", "Europe/Madrid"
EASTERNMOST, WESTERNMOST = "Pacific/Kiritimati", "Pacific/Pago_Pago"
ZONES = (
    BUENOS_AIRES,
    MADRID,
    "UTC",
    "America/Santiago",  # the day of its change begins at 1: there is no midnight
    "America/Havana",  # midnight comes twice
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    EASTERNMOST,  # UTC+14
    WESTERNMOST,  # UTC-11
)
MOMENTS = st.integers(
    int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()), int(datetime(2026, 12, 31, tzinfo=UTC).timestamp())
)


def at(text: str) -> int:
    """Returns the epoch second of a time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def days_around(days: SiteDays, moment: int) -> list[tuple[int, str]]:
    """Returns beginning and date of the days from two days before the moment to six after it, found by the minute."""
    days_found = {days.day_of(second) for second in range(moment - 2 * DAY, moment + 6 * DAY, 900)}
    return [(int(days.start_of(day)), date_of(day).isoformat()) for day in sorted(days_found)]


@pytest.mark.parametrize(
    ("old", "new", "now", "extended_from", "since", "dates"),
    [
        # To the east: the present day lasts 44 hours, and its successor's date is left out.
        (BUENOS_AIRES, MADRID, "2026-11-29 12:00", "2026-11-30 03:00", "2026-11-30 23:00", (29, 1)),
        # To the west: the present day lasts 28 hours.
        (MADRID, BUENOS_AIRES, "2026-11-29 12:00", "2026-11-29 23:00", "2026-11-30 03:00", (29, 30)),
        # Midnight is less than an hour away: the next day is the long one.
        (MADRID, BUENOS_AIRES, "2026-11-29 22:30", "2026-11-30 23:00", "2026-12-01 03:00", (30, 1)),
        # The summer time ends in the night of the change, at 01:00 UTC.
        (BUENOS_AIRES, MADRID, "2026-10-24 12:00", "2026-10-25 03:00", "2026-10-25 23:00", (24, 26)),
        (MADRID, BUENOS_AIRES, "2026-10-24 20:00", "2026-10-24 22:00", "2026-10-25 03:00", (24, 25)),
        # The summer time begins at midnight: the day begins at one o'clock.
        (MADRID, "America/Santiago", "2026-09-05 12:00", "2026-09-05 22:00", "2026-09-06 04:00", (5, 6)),
        # The same midnights: nothing is extended.
        (BUENOS_AIRES, "America/Sao_Paulo", "2026-11-29 12:00", "2026-11-30 03:00", "2026-11-30 03:00", (29, 30)),
        # 25 hours to the west: a date never comes twice.
        (EASTERNMOST, WESTERNMOST, "2026-11-29 12:00", "2026-11-30 10:00", "2026-12-01 11:00", (30, 1)),
    ],
)  # fmt: skip
def test_changed_zone_holds_from_its_first_midnight_that_cuts_no_day(
    old: str, new: str, now: str, extended_from: str, since: str, dates: tuple[int, int]
) -> None:
    days = SiteDays(time_zone(old)).with_zone(time_zone(new), at(now))
    assert days.changes == (ZoneChange(time_zone(new), at(extended_from), at(since)),)
    last, first = (date_of(days.day_of(moment)).day for moment in (at(since) - 1, at(since)))
    assert (last, first) == dates
    assert days.start_of(days.day_of(at(since))) == at(since)
    assert days.before(days.day_of(at(since))) == days.day_of(at(now) + CHANGE_NOTICE)


@given(
    moment=MOMENTS,
    zones=st.lists(st.sampled_from(ZONES), min_size=2, max_size=6),
    pauses=st.lists(st.integers(0, 3 * DAY), min_size=5, max_size=5),
)
def test_changes_at_any_moment_keep_days_whole_and_in_order(moment: int, zones: list[str], pauses: list[int]) -> None:
    days, now = SiteDays(time_zone(zones[0])), moment
    for zone, pause in zip(zones[1:], pauses, strict=False):
        changed_days = days.with_zone(time_zone(zone), now)
        assert str(changed_days.last_zone) == zone
        agreed = changed_days.agrees_until(days, now) or now + CHANGE_NOTICE
        assert agreed >= now + CHANGE_NOTICE
        is_dropped = bool(days.changes) and changed_days.zone == days.changes[0].zone
        # The oldest zone kept stands for those before it.
        first = days.changes[0].since if is_dropped else moment - 2 * DAY
        for second in (*range(first, agreed, 3 * HOUR), now, agreed - 1):
            assert changed_days.day_of(second) == days.day_of(second), "a day that has begun stays as it is"
        days, now = changed_days, now + pause
    assert decode(encode(days)) == days
    starts = days_around(days, moment) + days_around(days, now)
    for (start, first_date), (next_start, next_date) in pairwise(sorted(set(starts))):
        assert first_date < next_date
        assert next_start - start >= 23 * HOUR
        assert days.day_start(start) == start
        assert days.day_of(next_start - 1) == days.before(days.day_of(next_start))
        assert days.start_of(days.day_of(next_start - 1)) <= next_start - 23 * HOUR
        assert days.month_start(start) <= start


@given(moment=MOMENTS, zone=st.sampled_from(ZONES))
def test_days_of_one_zone_are_those_of_the_zone(moment: int, zone: str) -> None:
    days, local = SiteDays(time_zone(zone)), datetime.fromtimestamp(moment, ZoneInfo(zone))
    assert date_of(days.day_of(moment)) == local.date()
    assert days.start_of(days.day_of(moment)) == start_of(days.day_of(moment), ZoneInfo(zone))
    assert datetime.fromtimestamp(days.month_start(moment), ZoneInfo(zone)).date() == local.date().replace(day=1)


def test_pending_change_taken_back_before_the_long_day_leaves_no_change() -> None:
    days, now = SiteDays(time_zone(BUENOS_AIRES)), at("2026-11-29 12:00")
    changed_days = days.with_zone(time_zone(MADRID), now)
    assert changed_days.with_zone(time_zone(BUENOS_AIRES), now + HOUR) == days
    assert changed_days.with_zone(time_zone(MADRID), now + HOUR) is changed_days
    assert changed_days.pending(now) == changed_days.changes[0]
    assert changed_days.pending(at("2026-11-30 23:00")) is None


def test_change_taken_back_in_the_long_day_ends_it_at_the_next_midnight() -> None:
    now = at("2026-11-30 12:00")
    days = SiteDays(time_zone(BUENOS_AIRES)).with_zone(time_zone(MADRID), now - DAY)
    days = days.with_zone(time_zone(BUENOS_AIRES), now)
    assert date_of(days.day_of(now)).isoformat() == "2026-11-29", "the day that has not ended does not end afterwards"
    assert days.day_of(at("2026-12-01 02:59")) == days.day_of(now)
    assert date_of(days.day_of(at("2026-12-01 03:00"))).isoformat() == "2026-12-01"


def test_date_that_is_left_out_begins_with_the_next_one() -> None:
    days = SiteDays(time_zone(BUENOS_AIRES)).with_zone(time_zone(MADRID), at("2026-11-29 12:00"))
    last = days.day_of(at("2026-11-29 12:00"))
    assert days.start_of(last) == at("2026-11-29 03:00")
    assert days.start_of(last + 1) == days.start_of(last + 2) == at("2026-11-30 23:00")
    assert days.month_start(at("2026-11-30 22:00")) == at("2026-11-01 03:00")
    assert days.month_start(at("2026-12-01 00:00")) == at("2026-11-30 23:00")


def test_record_of_many_changes_fits_into_its_column() -> None:
    longest = sorted(available_timezones(), key=len)[-8:]
    days, now = SiteDays(time_zone(longest[0])), at("2026-01-01 00:00")
    for zone in longest[1:]:
        now += 3 * DAY
        days = days.with_zone(time_zone(zone), now)
    assert len(encode(days)) <= 255
    assert decode(encode(days)) == days
    assert str(days.last_zone) == longest[-1]
