"""The history of one character, for its page. Dates are rounded to the day."""

from datetime import date, datetime, tzinfo
from operator import attrgetter
from typing import Any, Final, Literal

import msgspec
import numpy as np
from msgspec import UNSET, Struct

from gateway.config.site_days import SiteDays, date_of, decode
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.history import gains, milestones
from gateway.extras.history.gains import POINT_FIELDS, Gain, GainRecord, Point
from gateway.extras.world_events import EventKind, FirstOf, WorldEvent
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.visibility import HiddenMark

GainSpan = Literal[1, 7, 30, 84]
GAIN_DAYS: Final[tuple[GainSpan, ...]] = (1, 7, 30, 84)
ACTIVE_DAYS: Final = 7


class SpanGains(Struct, frozen=True, kw_only=True):
    """`days`: 1 is today; 7, today and six days before. `playtime` in minutes."""

    days: GainSpan
    pvp: Gain
    pk: Gain
    exp: Gain
    level: Gain
    playtime: Gain


class PassedOn(Struct, frozen=True, kw_only=True):
    """Passed between the two days. Null: before tracking.

    `first_of`: the first of the world, else of the race, else of the class, whose name is `class_name` then.
    `cycle`: of a hero, the period of the Olympiad, null where the game does not tell.
    """

    kind: str
    since: date | None
    until: date | None
    first_of: FirstOf | None = None
    class_name: str | None = None
    cycle: int | None = None


class NameChange(Struct, frozen=True):
    """`name` is null where operators hide it."""

    day: date
    name: str | None


class ClanStay(Struct, frozen=True):
    """The clan from a day on; `clan_id` null: no clan. `clan_name` is null where no name is recorded."""

    day: date
    clan_id: int | None
    clan_name: str | None
    clan_hidden: HiddenMark = UNSET


class TrackedProgress(Struct, frozen=True, kw_only=True):
    """For full hours. `active_days`: of the last seven. A name and a clan count from their day on."""

    tracked_since: date
    gains: list[SpanGains]
    active_days: int
    records: list[GainRecord]
    milestones: list[PassedOn]
    names: list[NameChange]
    clans: list[ClanStay]


class _Milestone(Struct, frozen=True, array_like=True, order=True):
    at: int
    kind: str
    accuracy_seconds: int


class _Change(Struct, frozen=True, array_like=True, order=True):
    day: int
    kind: str
    value: str


class _Event(Struct, frozen=True, array_like=True):
    """`details`: JSON."""

    kind: EventKind
    at: int
    accuracy_seconds: int
    details: str

    def of(self, character_id: int) -> WorldEvent:
        details = msgspec.json.decode(self.details, type=dict[str, Any])
        return WorldEvent(
            kind=self.kind, subject_id=character_id, at=self.at, accuracy_seconds=self.accuracy_seconds, details=details
        )


_MILESTONES: Final = msgspec.json.Decoder(list[_Milestone])
_CHANGES: Final = msgspec.json.Decoder(list[_Change])
_EVENTS: Final = msgspec.json.Decoder(list[_Event])


class _Tracked(Struct, frozen=True):
    """Lists are JSON in no order; null: empty."""

    account: int
    first_day: int
    first_noble: int
    kept_from: int
    first: str
    days: str | None
    last: str
    milestones: str | None
    changes: str | None
    events: str | None
    time_zone: str | None

    def today(self, zone: tzinfo, now: float) -> int:
        """`zone`: the configured one, if none is recorded."""
        return (decode(self.time_zone) if self.time_zone else SiteDays(zone)).day_of(now)

    def points(self, today: int) -> Array:
        """Returns rows with the fields of a Point, ascending. As columns, 400 days take a quarter of the time."""
        numbers = ",".join(filter(None, (self.first, self.days, self.last))).encode().translate(None, b"[]")
        rows: Array = np.fromstring(numbers, np.int64, sep=",").reshape(-1, len(POINT_FIELDS))
        closes, last = rows[:-1][rows[:-1, 0].argsort()], rows[-1:]
        last[0, 0] = today
        return closes if closes[-1, 0] >= today else np.concatenate([closes, last])


CHARACTER = query("history.character", _Tracked)
_moment_of: Final = attrgetter("at")


async def character_points(
    site: Database, character_id: int, zone: tzinfo, now: float, account: int | None = None
) -> list[Point]:
    """Returns the values at first sight, under the day before, those of each day on which they changed, and those
    published last; nothing for a character that is not tracked yet.

    `account`: hash of the present owner's login; the history of another account under the same id is left out.
    """
    row = await site.one(CHARACTER, character_id=character_id, now=int(now))
    if row is None or account not in {None, row.account}:
        return []
    return [Point(*values) for values in row.points(row.today(zone, now)).tolist()]


async def character_progress(
    site: Database,
    character_id: int,
    zone: tzinfo,
    now: float,
    late_days: frozenset[int] = frozenset(),
    account: int | None = None,
) -> tuple[TrackedProgress, list[WorldEvent]] | None:
    """Returns the progress, and world's firsts and titles of a hero under the id, the newest first, also of earlier
    owners.

    None for a character that is not tracked yet; clans have no names. `late_days`: as in `gains.records`.

    `account`: as in `character_points`.
    """
    row = await site.one(CHARACTER, character_id=character_id, now=int(now))
    if row is None or account not in {None, row.account}:
        return None
    today = row.today(zone, now)
    points = row.points(today)
    passed_rows = sorted(_MILESTONES.decode(row.milestones or "[]"))
    changes = sorted(_CHANGES.decode(row.changes or "[]"))
    passed_milestones = [
        passed_on(passed_row.kind, passed_row.at, passed_row.accuracy_seconds, zone) for passed_row in passed_rows
    ]
    progress = TrackedProgress(
        tracked_since=date_of(row.first_day),
        gains=[SpanGains(days=days, **gains.gains_since(points, today - days)) for days in GAIN_DAYS],
        active_days=_active_days(points, today - ACTIVE_DAYS),
        records=gains.records(points, late_days, row.kept_from),
        milestones=[*_before_tracking(Point(*points[0].tolist()), row.first_noble), *passed_milestones],
        names=[NameChange(date_of(change.day), change.value) for change in changes if change.kind == "name"],
        clans=[
            ClanStay(date_of(change.day), int(change.value) or None, None)
            for change in changes
            if change.kind == "clan"
        ],
    )
    events = sorted(_EVENTS.decode(row.events or "[]"), key=_moment_of, reverse=True)
    return progress, [event.of(character_id) for event in events]


def _active_days(points: Array, last_inactive_day: int) -> int:
    """The first point is that of the day before tracking."""
    first = max(1, int(np.searchsorted(points[:, 0], last_inactive_day, "right")))
    values = points[first - 1 :, 1:]
    return int(np.count_nonzero((values[1:] != values[:-1]).any(axis=1)))


def _before_tracking(first: Point, noble: int) -> list[PassedOn]:
    values = {
        "level": first.level,
        "pvp_kills": first.pvp_kills,
        "noble": noble,
        "class_id": milestones.tier(first.class_id),
    }
    return [
        PassedOn(kind=rule.kind, since=None, until=None)
        for rule in milestones.RULES
        if values[rule.value] >= rule.threshold
    ]


def passed_on(kind: str, at: int, accuracy_seconds: int, zone: tzinfo) -> PassedOn:
    since, until = (datetime.fromtimestamp(second, zone).date() for second in (at - accuracy_seconds, at))
    return PassedOn(kind=kind, since=since, until=until)
