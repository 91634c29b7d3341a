"""The review of a week from its events, gains and counts of players; names by the privacy of now. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from msgspec import Struct

from gateway.extras.history.gains import Metric, WeekGains
from gateway.extras.history.tracked import week_of
from gateway.extras.population.repository import PopulationDay
from gateway.extras.world.addresses import boss_report_path, siege_report_path
from gateway.extras.world.answers import siege_day
from gateway.extras.world.facts import BossKind, boss_facts, castle_name
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.reports import HuntingClan, hunting_clans
from gateway.extras.world.schemas import NamedClan, WorldCharacter
from gateway.extras.world_events import EventKind, WorldEvent

DAYS: Final = 7
_ROWS: Final = 5


class WeekGain(Struct, frozen=True):
    character: WorldCharacter
    gain: int


class WeekBoss(Struct, frozen=True, kw_only=True):
    """`path`: address of the report of the last kill."""

    id: int
    name: str
    level: int
    kind: BossKind
    kills: int
    path: str


class WeekCastle(Struct, frozen=True, kw_only=True):
    """A siege of the week. `path`: address of its report. `taken_by`: the new owner; null if the owner kept it."""

    castle_id: int
    name: str
    ended_at: datetime
    taken_by: NamedClan | None
    owner: NamedClan | None
    path: str


class WeekFirst(Struct, frozen=True):
    """The first in the world, of a race or of a class (`world`, `race:2`, `class:92`) to pass a milestone."""

    character: WorldCharacter
    milestone: str
    scopes: list[str]


class WeekReview(Struct, frozen=True, kw_only=True):
    """`gains` is null while the week runs, and where its end was not recorded. `peak_players`: of its closed UTC days.
    `boss_kills` is null where the server shows no bosses.

    `previous` and `following`: weeks that have a review as well. `path`: address of the review.
    """

    week: str
    path: str
    first_day: date
    last_day: date
    is_running: bool
    previous: str | None
    following: str | None
    gains: dict[Metric, list[WeekGain]] | None
    boss_kills: int | None
    bosses: list[WeekBoss]
    hunters: list[HuntingClan]
    castles: list[WeekCastle]
    heroes: list[WorldCharacter]
    firsts: list[WeekFirst]
    peak_players: int | None
    peak_at: datetime | None


def week_review(
    monday: date,
    events: Sequence[WorldEvent],
    gains: WeekGains | None,
    days: Sequence[PopulationDay],
    names: WorldNames,
    zone: tzinfo,
    *,
    has_bosses: bool = True,
    has_earlier: bool,
    is_running: bool,
) -> WeekReview:
    """`monday`: the first day of the week. `events`: the newest first. `gains`: None if they were not recorded.

    `days`: of the week, for the highest number of players. `has_bosses`: false leaves kills of bosses out.
    `has_earlier`: there is a review of a week before. `is_running`: the week is not over.
    """
    characters = names.characters(
        {event.subject_id for event in events if event.kind in {"hero", "world_first"}}
        | {character_id for rows in (gains or {}).values() for character_id, _ in rows}
    )
    kills = _of(events, "boss_killed")
    peak = max(days, key=lambda day: day.peak_players, default=None)
    return WeekReview(
        week=week_of(monday),
        path=f"/weeks/{week_of(monday)}",
        first_day=monday,
        last_day=monday + timedelta(DAYS - 1),
        is_running=is_running,
        previous=week_of(monday - timedelta(DAYS)) if has_earlier else None,
        following=None if is_running else week_of(monday + timedelta(DAYS)),
        gains=None if gains is None else {metric: _gains(rows, characters) for metric, rows in gains.items()},
        boss_kills=len(kills) if has_bosses else None,
        bosses=_bosses(kills),
        hunters=hunting_clans(kills, names)[:_ROWS],
        castles=[_castle(event, names, zone) for event in reversed(_of(events, "siege_ended"))],
        heroes=[characters[event.subject_id] for event in _of(events, "hero") if event.subject_id in characters],
        firsts=[
            WeekFirst(characters[event.subject_id], event.details["milestone"], event.details["scopes"])
            for event in _of(events, "world_first")
            if event.subject_id in characters
        ],
        peak_players=peak.peak_players if peak else None,
        peak_at=moment(peak.peak_at) if peak else None,
    )


def _of(events: Sequence[WorldEvent], kind: EventKind) -> list[WorldEvent]:
    return [event for event in events if event.kind == kind]


def _gains(rows: Sequence[tuple[int, int]], characters: Mapping[int, WorldCharacter]) -> list[WeekGain]:
    week_gains = [WeekGain(characters[number], gain) for number, gain in rows if number in characters]
    return week_gains[:_ROWS]


def _bosses(kills: Sequence[WorldEvent]) -> list[WeekBoss]:
    """Grand bosses, then the raid bosses of the highest level."""
    counts = Counter(event.subject_id for event in kills)
    last = {event.subject_id: event.at for event in reversed(kills)}
    bosses = [
        WeekBoss(
            id=number,
            name=facts.name,
            level=facts.level,
            kind=facts.kind,
            kills=count,
            path=boss_report_path(number, last[number]),
        )
        for number, count in counts.items()
        if (facts := boss_facts(number))
    ]
    return sorted(bosses, key=lambda boss: (boss.kind, -boss.level, boss.id))


def _castle(event: WorldEvent, names: WorldNames, zone: tzinfo) -> WeekCastle:
    previous_owner, new_owner = event.details["owner_before"], event.details["owner_after"]
    return WeekCastle(
        castle_id=event.subject_id,
        name=castle_name(event.subject_id),
        ended_at=moment_of(event.at),
        taken_by=names.clan(new_owner) if new_owner != previous_owner else None,
        owner=names.clan(new_owner),
        path=siege_report_path(event.subject_id, siege_day(event.details["started_at"], zone)),
    )
