"""Days of the site: daily limits and the days of the history are counted in them. Pure.

A day has a date and begins at a midnight of the site's time zone. Where the zone changes, the new one holds from one of
its midnights, and the day before lasts until then. So no day is shorter than it was, and none begins twice; a date may
be left out.
"""

from datetime import UTC, date, datetime, time, tzinfo
from itertools import takewhile
from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.config.zones import time_zone
from gateway.texts import Text, text

EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
CHANGE_NOTICE: Final = HOUR
"""A change of the zone changes the day of no moment that is nearer than this, in seconds."""
_MAX_CHANGES: Final = 4
"""More do not fit into a row of `installation`. The oldest zone kept also stands for those before it."""


def day_of(seconds: float, zone: tzinfo) -> int:
    """Returns days since 1970 in the zone."""
    return datetime.fromtimestamp(seconds, zone).toordinal() - EPOCH_DAY


def start_of(day: int, zone: tzinfo) -> float:
    """Returns the moment at which a day begins."""
    return datetime.combine(date_of(day), time(), zone).timestamp()


def date_of(day: int) -> date:
    return date.fromordinal(day + EPOCH_DAY)


def first_of_month(day: int) -> int:
    return date_of(day).replace(day=1).toordinal() - EPOCH_DAY


class ZoneChange(Struct, frozen=True):
    """`zone` holds from `since` on. The day that ended at `extended_from` before lasts until then. Epoch seconds."""

    zone: tzinfo
    extended_from: int
    since: int


class SiteDays(Struct, frozen=True):
    """`zone`: until the first one of `changes`, which are in the order of time."""

    zone: tzinfo
    changes: tuple[ZoneChange, ...] = ()

    @property
    def last_zone(self) -> tzinfo:
        """The zone of the future."""
        return self.changes[-1].zone if self.changes else self.zone

    def day_of(self, seconds: float) -> int:
        """Returns the day of a moment, as days since 1970."""
        zone = self.zone
        for change in self.changes:
            if seconds < change.extended_from:
                break
            if seconds < change.since:
                return day_of(change.extended_from - 1, zone)
            zone = change.zone
        return day_of(seconds, zone)

    def start_of(self, day: int) -> float:
        """Returns the moment at which a day begins; for a date that is left out, that of the next one."""
        zone = self.zone
        for change in self.changes:
            if day <= day_of(change.extended_from - 1, zone):
                break
            if day < day_of(change.since, change.zone):
                return float(change.since)
            zone = change.zone
        return start_of(day, zone)

    def day_start(self, now: int) -> int:
        """Returns the second at which the day of `now` began."""
        return int(self.start_of(self.day_of(now)))

    def month_start(self, now: int) -> int:
        return int(self.start_of(first_of_month(self.day_of(now))))

    def before(self, day: int) -> int:
        """Returns the day that ends where this one begins."""
        return self.day_of(self.start_of(day) - 1)

    def with_zone(self, zone: tzinfo, now: int) -> "SiteDays":
        """Returns the days if the site has this zone from now on; a change that is not yet in force is replaced."""
        if str(zone) == str(self.last_zone):
            return self
        at = now + CHANGE_NOTICE
        past_changes = tuple(takewhile(lambda change: change.since <= at, self.changes))
        day, current_zone = self.day_of(at), SiteDays(self.zone, past_changes).last_zone
        pending = self.changes[len(past_changes) :]
        extended_from = int(start_of(day_of(at, current_zone) + 1, current_zone))
        if pending and pending[0].extended_from <= at:
            extended_from = pending[0].extended_from
        since = _first_midnight(zone, max(at, extended_from), day)
        if since == extended_from and str(zone) == str(current_zone):
            return SiteDays(self.zone, past_changes)
        days = SiteDays(self.zone, (*past_changes, ZoneChange(zone, extended_from, since)))
        return SiteDays(days.changes[0].zone, days.changes[1:]) if len(days.changes) > _MAX_CHANGES else days

    def agrees_until(self, other: "SiteDays", now: int) -> int | None:
        """Returns the first moment of the future that may be on another day than in `other`; None if there is none."""
        own_changes, other_changes = set(self.changes), set(other.changes)
        moments = {change.extended_from for change in own_changes} ^ {change.extended_from for change in other_changes}
        moments |= {change.since for change in own_changes ^ other_changes}
        return min((moment for moment in moments if moment > now), default=None)

    def pending(self, now: float) -> ZoneChange | None:
        """Returns the change that is not yet in force."""
        return self.changes[-1] if self.changes and self.changes[-1].since > now else None


def zone_notice(days: SiteDays, zone: tzinfo, now: float) -> Text | None:
    """Returns what the operator has to know about a change of the zone. `zone`: `server.time_zone`."""
    if str(zone) != str(days.last_zone):
        return text("doctor.time.zone_changed", zone=str(zone), recorded=str(days.last_zone))
    change = days.pending(now)
    if change is None:
        return None
    last_day = days.day_of(change.since - 1)
    hours, since = (change.since - days.start_of(last_day)) / HOUR, datetime.fromtimestamp(change.since, UTC)
    return text(
        "doctor.time.zone_changes",
        zone=str(zone),
        since=f"{since:%F %H:%M}",
        day=str(date_of(last_day)),
        hours=f"{hours:g}",
    )


def _first_midnight(zone: tzinfo, moment: int, after_day: int) -> int:
    """Returns the beginning of the first day after `after_day` in the zone that begins at the moment or later."""
    day = max(day_of(moment, zone), after_day + 1)
    while start_of(day, zone) < moment:
        day += 1
    return int(start_of(day, zone))


def encode(days: SiteDays) -> str:
    """Returns the text for the site schema, of at most 255 characters."""
    changes = (f"{change.zone}@{change.extended_from}-{change.since}" for change in days.changes)
    return " ".join([str(days.zone), *changes])


def decode(text: str) -> SiteDays:
    zone, *changes = text.split(" ")
    return SiteDays(time_zone(zone), tuple(map(_decode_change, changes)))


def _decode_change(text: str) -> ZoneChange:
    zone, _, moments = text.partition("@")
    extended_from, since = map(int, moments.split("-"))
    return ZoneChange(time_zone(zone), extended_from, since)
