"""Progress of a character on its public page, from the history: dates are rounded to the day. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gateway.features.history.gains import Gain, Metric
from gateway.features.history.repository import (
    CharacterDay,
    CharacterHistory,
    CharacterMilestone,
    NameChange,
    RecordGain,
)
from gateway.features.world.answers import first_of
from gateway.features.world.schemas import FirstOf
from gateway.features.world_events import WorldEvent
from gateway.game.classes import class_name

GainSpan = Literal[1, 7, 30, 84]
_CLASS: Final = "class:"


class SpanGains(Struct, frozen=True):
    """`days`: 1 is today; 7, today and six days before. `playtime` in minutes."""

    days: GainSpan
    pvp: Gain
    pk: Gain
    exp: Gain
    level: Gain
    playtime: Gain


class PassedOn(Struct, frozen=True):
    """Passed between the two days. Null: before tracking.

    `first_of`: the first of the world, else of the race, else of the class, whose name is `class_name` then.
    `cycle`: of a hero, the month of the Olympiad, null where the game does not tell.
    """

    kind: str
    since: date | None
    until: date | None
    first_of: FirstOf | None = None
    class_name: str | None = None
    cycle: int | None = None


class ClanStay(Struct, frozen=True):
    """The clan from a day on; `clan_id` null: no clan. `clan_name` is null where no name is recorded."""

    day: date
    clan_id: int | None
    clan_name: str | None


class TrackedProgress(Struct, frozen=True):
    """For full hours. `active_days`: of the last seven. A name and a clan count from their day on."""

    tracked_since: date
    gains: list[SpanGains]
    active_days: int
    records: list[RecordGain]
    milestones: list[PassedOn]
    names: list[NameChange]
    clans: list[ClanStay]


def progress(
    history: CharacterHistory, events: Sequence[WorldEvent], clans: Mapping[int, str], zone: tzinfo, today: date
) -> TrackedProgress:
    """`events`: world's firsts and titles of a hero under the character's id. `clans`: names by id."""
    own = [event for event in events if datetime.fromtimestamp(event.at, zone).date() >= history.tracked_since]
    firsts = {str(event.details["milestone"]): event for event in own if event.kind == "world_first"}
    stays = [(row.day, row.clan_id or None) for row in history.clans]
    return TrackedProgress(
        history.tracked_since,
        [_span(days, gains) for days, gains in history.gains.items()],
        _active_days(history.days, today - timedelta(days=7)),
        history.records,
        [
            *(_passed(row, firsts.get(row.kind), zone) for row in history.milestones),
            *(_hero(event, zone) for event in own if event.kind == "hero"),
        ],
        history.names,
        [ClanStay(day, clan_id, clans.get(clan_id or 0)) for day, clan_id in stays],
    )


def _active_days(days: Sequence[CharacterDay], after: date) -> int:
    return sum(row.day > after and replace(row, day=before.day) != before for before, row in pairwise(days))


def _span(days: int, gains: Mapping[Metric, Gain]) -> SpanGains:
    known: dict[int, GainSpan] = {1: 1, 7: 7, 30: 30, 84: 84}
    return SpanGains(known[days], **gains)


def _passed(row: CharacterMilestone, first: WorldEvent | None, zone: tzinfo) -> PassedOn:
    if row.at is None:
        return PassedOn(row.kind, None, None)
    since = row.at - timedelta(seconds=row.accuracy_seconds or 0)
    days = since.astimezone(zone).date(), row.at.astimezone(zone).date()
    scope = first and first_of(first)
    return PassedOn(row.kind, *days, scope, _class_in(first) if first and scope == "class" else None)


def _class_in(first: WorldEvent) -> str | None:
    scopes: list[str] = first.details["scopes"]
    return next((class_name(int(scope.removeprefix(_CLASS))) for scope in scopes if scope.startswith(_CLASS)), None)


def _hero(event: WorldEvent, zone: tzinfo) -> PassedOn:
    since, until = (datetime.fromtimestamp(at, zone).date() for at in (event.at - event.accuracy_seconds, event.at))
    return PassedOn("hero", since, until, cycle=event.details.get("cycle"))
