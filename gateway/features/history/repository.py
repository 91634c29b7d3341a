"""The history of one character, for its page."""

import asyncio
from datetime import UTC, date, datetime, tzinfo

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.history import gains, milestones
from gateway.features.history.gains import Gain, Metric, Period, Point
from gateway.features.history.tracked import date_of, day_of

MAX_DAYS = 5000
"""Rows of one character: days of the retention, then months."""


class CharacterDay(Struct, frozen=True):
    """Values at the close of a day on which they changed. `playtime`: minutes."""

    day: date
    level: int
    class_id: int
    exp: int
    pvp_kills: int
    pk_kills: int
    playtime: int


class RecordGain(Struct, frozen=True):
    """`day`: the last day of the period."""

    metric: Metric
    period: Period
    value: int
    day: date


class CharacterMilestone(Struct, frozen=True):
    """`at` null: passed before tracking. It was passed in the `accuracy_seconds` before `at`."""

    kind: str
    at: datetime | None
    accuracy_seconds: int | None


class NameChange(Struct, frozen=True):
    day: date
    name: str


class ClanChange(Struct, frozen=True):
    """`clan_id` 0: no clan."""

    day: date
    clan_id: int


class CharacterHistory(Struct, frozen=True):
    """`days`: ascending, the first has the values at first sight under the day before, the last those published last.

    `gains`: by the number of days: today (1), 7, 30 and 84. A name counts from its day on.
    """

    tracked_since: date
    days: list[CharacterDay]
    gains: dict[int, dict[Metric, Gain]]
    records: list[RecordGain]
    milestones: list[CharacterMilestone]
    names: list[NameChange]
    clans: list[ClanChange]


class _CurrentRow(Struct, frozen=True):
    account: int
    first_day: int
    first_seen_at: int
    level: int
    class_id: int
    exp: int
    pvp_kills: int
    pk_kills: int
    playtime: int
    first_level: int
    first_class_id: int
    first_exp: int
    first_pvp_kills: int
    first_pk_kills: int
    first_playtime: int
    first_noble: int
    kept_from: int

    def point(self, day: int) -> Point:
        return Point(day, self.level, self.class_id, self.exp, self.pvp_kills, self.pk_kills, self.playtime)

    def first_point(self) -> Point:
        return Point(
            self.first_day - 1,
            self.first_level,
            self.first_class_id,
            self.first_exp,
            self.first_pvp_kills,
            self.first_pk_kills,
            self.first_playtime,
        )


class _MilestoneRow(Struct, frozen=True):
    kind: str
    at: int
    accuracy_seconds: int


class _ChangeRow(Struct, frozen=True):
    day: int
    kind: str
    value: str


GAIN_DAYS = (1, 7, 30, 84)
CHARACTER = query("history.character", _CurrentRow)
CHARACTER_DAYS = query("history.character_days", Point)
MILESTONES = query("history.milestones", _MilestoneRow)
CHANGES = query("history.changes", _ChangeRow)


async def character_history(
    site: Database,
    character_id: int,
    zone: tzinfo,
    now: float,
    late_days: frozenset[int] = frozenset(),
    account: int | None = None,
) -> CharacterHistory | None:
    """Returns None for a character that is not tracked yet. `late_days`: as in `gains.records`.

    `account`: hash of the present owner's login; the history of another account under the same id is left out.
    """
    current = await site.one(CHARACTER, character_id=character_id)
    if current is None or account not in {None, current.account}:
        return None
    since, today = current.first_day, day_of(now, zone)
    passed, changes, points = await asyncio.gather(
        site.read(MILESTONES, subject_id=character_id, first_day=since),
        site.read(CHANGES, character_id=character_id, first_day=since),
        _points(site, character_id, current, today),
    )
    return CharacterHistory(
        date_of(since),
        [CharacterDay(date_of(point.day), *_values(point)) for point in points],
        {days: gains.gains_since(points, today - days) for days in GAIN_DAYS},
        [
            RecordGain(row.metric, row.period, row.value, date_of(row.day))
            for row in gains.records(points, late_days, current.kept_from)
        ],
        [*_before_tracking(current), *map(_milestone, passed)],
        [NameChange(date_of(row.day), row.value) for row in changes if row.kind == "name"],
        [ClanChange(date_of(row.day), int(row.value)) for row in changes if row.kind == "clan"],
    )


async def character_points(
    site: Database, character_id: int, zone: tzinfo, now: float, account: int | None = None
) -> list[Point]:
    """Returns the days on which the values changed as in CharacterHistory; none for a character not tracked yet."""
    current = await site.one(CHARACTER, character_id=character_id)
    if current is None or account not in {None, current.account}:
        return []
    return await _points(site, character_id, current, day_of(now, zone))


async def _points(site: Database, character_id: int, current: _CurrentRow, today: int) -> list[Point]:
    rows = await site.read(CHARACTER_DAYS, character_id=character_id, first_day=current.first_day)
    points = [current.first_point(), *rows]
    return points if points[-1].day >= today else [*points, current.point(today)]


def _values(point: Point) -> tuple[int, int, int, int, int, int]:
    return point.level, point.class_id, point.exp, point.pvp_kills, point.pk_kills, point.playtime


def _before_tracking(current: _CurrentRow) -> list[CharacterMilestone]:
    first = {
        "level": current.first_level,
        "pvp_kills": current.first_pvp_kills,
        "noble": current.first_noble,
        "class_id": milestones.tier(current.first_class_id),
    }
    return [
        CharacterMilestone(rule.kind, None, None) for rule in milestones.RULES if first[rule.value] >= rule.threshold
    ]


def _milestone(row: _MilestoneRow) -> CharacterMilestone:
    return CharacterMilestone(row.kind, datetime.fromtimestamp(row.at, UTC), row.accuracy_seconds)
