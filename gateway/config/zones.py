"""Time zones by the rules of the locked package `tzdata`.

`zoneinfo` reads the system's copy first, which may be years older, so that two hosts with one lock would have different
days. The page gets offsets from the service for the same reason: browsers and the renderer have copies of their own.
"""

import zoneinfo
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

import tzdata
from msgspec import Struct

zoneinfo.reset_tzpath(to=())

RULES: Final = str(tzdata.IANA_VERSION)
"""Version of the rules, such as "2026f"."""
_YEARS_BACK, _YEARS_AHEAD = 3, 2
_DAY: Final = timedelta(days=1)


class ZoneOffset(Struct, frozen=True):
    """Offset from UTC in minutes, from the moment `since` (epoch seconds) until the next one begins."""

    since: int
    minutes: int


def time_zone(key: str) -> ZoneInfo:
    """Raises ValueError, OSError or KeyError for a key that is no time zone."""
    return ZoneInfo(key)


def zone_offsets(zone: ZoneInfo, now: float) -> list[ZoneOffset]:
    """Returns the offsets of a site's zone from three years ago to two years ahead, oldest first.

    The first one also holds before it, the last one after it. `now`: epoch seconds.
    """
    return list(_offsets_of_year(zone, datetime.fromtimestamp(now, UTC).year))


@lru_cache(4)
def _offsets_of_year(zone: ZoneInfo, year: int) -> tuple[ZoneOffset, ...]:
    at, end = datetime(year - _YEARS_BACK, 1, 1, tzinfo=UTC), datetime(year + _YEARS_AHEAD + 1, 1, 1, tzinfo=UTC)
    offsets = [ZoneOffset(int(at.timestamp()), _minutes(zone, at))]
    while at < end:
        if _minutes(zone, at + _DAY) != offsets[-1].minutes:
            change = _first_second(zone, at, at + _DAY)
            offsets.append(ZoneOffset(int(change.timestamp()), _minutes(zone, change)))
        at += _DAY
    return tuple(offsets)


def _minutes(zone: ZoneInfo, at: datetime) -> int:
    return int((at.astimezone(zone).utcoffset() or timedelta()).total_seconds()) // 60


def _first_second(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Returns the moment of the one change between two whole seconds."""
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=int((after - before).total_seconds()) // 2)
        if _minutes(zone, middle) == _minutes(zone, before):
            before = middle
        else:
            after = middle
    return after
