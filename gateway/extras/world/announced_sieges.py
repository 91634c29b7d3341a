"""Compares the content's announcements of sieges and castles with the game's tables. Pure.

The weekdays and hours are those that `ui/src/shared/weeklyTime.ts` reads for the page.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final

from msgspec import Struct

from gateway.extras.world.facts import CASTLES
from gateway.extras.world.reading import CastleRow
from gateway.features.site_content.server_info import Castle, ServerInfo

_WEEKDAYS: Final = (
    ("mon", "lun", "seg"),
    ("tue", "mar", "ter"),
    ("wed", "mie", "qua"),
    ("thu", "jue", "qui"),
    ("fri", "vie", "sex"),
    ("sat", "sab"),
    ("sun", "dom"),
)
"""First letters from Monday on: English, Spanish, Portuguese."""
_CLOCK: Final = re.compile(r"\b(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?\s?m\b|h\b)?", re.IGNORECASE)
_ZONE: Final = re.compile(r"\b(?:GMT|UTC)\s*(?:([+\-−])(\d{1,2})(?::?(\d{2}))?)?", re.IGNORECASE)
_NO_OWNER: Final = ("available", "-", "")


class WeeklyTime(Struct, frozen=True):
    """`weekdays`: Monday is 0. `minutes`: of the day. `zone`: None where the text names none."""

    weekdays: frozenset[int]
    minutes: frozenset[int]
    zone: tzinfo | None

    def has(self, at: int, site_zone: tzinfo) -> bool:
        """Returns whether the moment is at one of these times."""
        local = datetime.fromtimestamp(at, UTC).astimezone(self.zone or site_zone)
        return local.weekday() in self.weekdays and local.hour * 60 + local.minute in self.minutes


def weekly_time(text: str) -> WeeklyTime | None:
    """Reads a text such as "Sundays 6:00 PM GMT-3"; None if it has no weekday or no hour."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    weekdays = {
        number
        for number, names in enumerate(_WEEKDAYS)
        if any(re.search(rf"\b{name}", plain, re.IGNORECASE) for name in names)
    }
    zone = _ZONE.search(plain)
    minutes = {_minute_of_day(*clock) for clock in _CLOCK.findall(_ZONE.sub("", plain))}
    if not weekdays or not minutes:
        return None
    return WeeklyTime(frozenset(weekdays), frozenset(minutes), _fixed_zone(*zone.groups("")) if zone else None)


def _minute_of_day(hour: str, minute: str, half: str) -> int:
    hours = int(hour) % 12 + 12 * (half.lower() == "p") if half else int(hour)
    return hours * 60 + int(minute or 0)


def _fixed_zone(sign: str, hours: str, minutes: str) -> tzinfo:
    size = timedelta(hours=int(hours or 0) % 24, minutes=int(minutes or 0) % 60)
    return timezone(size if sign == "+" else -size)


def other_times(info: ServerInfo, castles: Iterable[CastleRow], zone: tzinfo, now: float) -> dict[str, list[str]]:
    """Returns announced times → castles with another time of the next siege in the game, with that moment in `zone`."""
    rule = f"{info.sieges.day} {info.sieges.time}" if info.sieges else ""
    rows = {row.castle: row.next_siege for row in info.castles or ()}
    sieges: dict[str, list[str]] = {}
    for castle in castles:
        name, at = CASTLES.get(castle.castle_id, ""), castle.siege_at
        if not at or at <= now:
            continue
        for text in dict.fromkeys((rule, rows.get(name, ""))):
            announced = weekly_time(text)
            if announced and not announced.has(at, zone):
                sieges.setdefault(text, []).append(f"{name} {datetime.fromtimestamp(at, zone):%Y-%m-%d %H:%M}")
    return sieges


def other_owners(castles: Sequence[Castle], owners: Mapping[int, str]) -> list[str]:
    """`owners`: castle → name of the clan that holds it. Returns the castles with their owners in content and game."""
    names = {name: owners.get(castle_id, "") for castle_id, name in CASTLES.items()}
    return [
        f"{row.castle} ({row.owner} / {names[row.castle] or '-'})"
        for row in castles
        if row.castle in names and _owner_key(row.owner) != _owner_key(names[row.castle])
    ]


def _owner_key(name: str) -> str:
    return "" if name.casefold() in _NO_OWNER else name.casefold()
