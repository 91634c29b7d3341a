"""The rules of time zones are those of the locked package, also where the system has older ones."""

import zoneinfo
from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.config.settings import Settings
from gateway.config.site_days import SiteDays
from gateway.config.zones import RULES, ZoneOffset, time_zone, zone_offsets

NOW = datetime(2026, 11, 28, tzinfo=UTC).timestamp()
# Zones with rules that changed in 2026, and their offset of winter 2026/27 in minutes (tzdata 2026f).
CHANGED = [
    ("America/Winnipeg", -300),
    ("America/Edmonton", -360),
    ("America/Vancouver", -420),
    ("America/Havana", -240),
    ("Africa/Casablanca", 0),
]
UNCHANGED = ["America/Argentina/Buenos_Aires", "America/Sao_Paulo", "Europe/Madrid", "Asia/Kathmandu", "UTC"]


def test_time_zones_come_from_the_locked_package_alone() -> None:
    assert zoneinfo.TZPATH == ()
    assert RULES >= "2026f"
    assert time_zone(Settings().server.time_zone) is Settings().server.zone


@pytest.mark.parametrize(("key", "minutes"), CHANGED)
def test_limits_of_a_zone_follow_the_rules_of_2026(key: str, minutes: int) -> None:
    days = SiteDays(time_zone(key))
    midnight = int(datetime(2026, 12, 20, tzinfo=UTC).timestamp()) - minutes * 60
    for hour in (0, 12, 23):
        moment = midnight + hour * 3600
        assert days.day_start(moment) == midnight
    assert days.day_start(midnight - 1) == midnight - 86_400
    assert days.month_start(midnight) == midnight - 19 * 86_400


@pytest.mark.parametrize(("key", "minutes"), CHANGED)
def test_offsets_of_a_zone_follow_the_rules_of_2026(key: str, minutes: int) -> None:
    winter = datetime(2026, 12, 20, tzinfo=UTC).timestamp()
    assert _minutes_at(zone_offsets(time_zone(key), NOW), winter) == minutes


@pytest.mark.parametrize("key", [*(key for key, _ in CHANGED), *UNCHANGED])
@given(
    seconds=st.floats(
        datetime(2023, 1, 1, tzinfo=UTC).timestamp(), datetime(2028, 12, 31, tzinfo=UTC).timestamp(), allow_nan=False
    )
)
def test_offsets_equal_the_zone_at_every_moment(key: str, seconds: float) -> None:
    zone = ZoneInfo(key)
    offset = datetime.fromtimestamp(int(seconds), UTC).astimezone(zone).utcoffset()
    assert offset is not None
    assert _minutes_at(zone_offsets(zone, NOW), seconds) == offset.total_seconds() / 60


def test_offsets_change_at_the_second_that_the_zone_changes() -> None:
    offsets = zone_offsets(time_zone("Europe/Madrid"), NOW)
    assert ZoneOffset(int(datetime(2026, 3, 29, 1, tzinfo=UTC).timestamp()), 120) in offsets
    assert ZoneOffset(int(datetime(2026, 10, 25, 1, tzinfo=UTC).timestamp()), 60) in offsets
    assert all(first.since < second.since and first.minutes != second.minutes for first, second in pairwise(offsets))


def _minutes_at(offsets: list[ZoneOffset], seconds: float) -> int:
    return next((offset.minutes for offset in reversed(offsets) if offset.since <= seconds), offsets[0].minutes)
