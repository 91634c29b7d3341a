"""The known state of the world and its step: a reading in, events out. Pure."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from gateway.extras.world.boss_deaths import BossChanges, BossStates, compare_bosses, first_states
from gateway.extras.world.changes import Change
from gateway.extras.world.groups import NO_OWNER, Groups, watch
from gateway.extras.world.raid_points import Gains, KnownPoints, compare_points
from gateway.extras.world.reading import WorldReading, owners_of_castles, without_points
from gateway.extras.world.sieges import SiegeChanges, Sieges, compare_sieges
from gateway.extras.world_events import EventKind, WorldEvent

POINTS_SECONDS: Final = 300
"""Raid points are read at least so often, and at once when the row of a boss has changed."""


class WorldState(Struct, frozen=True, dict=True, kw_only=True):
    """`groups`: the values that are watched for changes. `points`: None until they have been read.

    `short_since`: group → since when its table has fewer than half of its rows. `season_at`: the start of its season.
    """

    reading: WorldReading
    bosses: BossStates
    points: KnownPoints | None = None
    groups: Groups = {}
    sieges: Sieges = {}
    short_since: dict[str, int] = {}
    season_at: int = 0

    @cached_property
    def castles_of_clans(self) -> Mapping[int, int]:
        return {clan_id: castle_id for castle_id, clan_id in owners_of_castles(self.reading).items()}

    def wants_points(self, reading: WorldReading) -> bool:
        """True if this reading of the bosses calls for one of the raid points."""
        points = self.points
        if points is None or points.is_incomplete or reading.taken_at - points.read_at >= POINTS_SECONDS:
            return True
        return "points" in self.reading.failed or reading.bosses != self.reading.bosses


class StepResult(Struct, frozen=True):
    """`accepted`: group → rows before and now, of a table that has lost most of its rows for good."""

    state: WorldState
    events: list[WorldEvent] = []
    corrections: list[WorldEvent] = []
    accepted: dict[str, tuple[int, int]] = {}


def step(state: WorldState | None, reading: WorldReading, season_at: int = 0) -> StepResult:
    """Compares a reading with the state. The first one, and the first of a season, gives no events."""
    now = reading.taken_at
    last = without_points(reading)
    if state is None or state.season_at != season_at:
        points = KnownPoints(values=reading.points, read_at=now) if reading.points is not None else None
        first = watch({}, {}, None, reading)
        bosses = first_states(reading.bosses, now)
        return StepResult(
            WorldState(reading=last, bosses=bosses, points=points, groups=first.groups, season_at=season_at)
        )
    watched = watch(state.groups, state.short_since, state.reading, reading)
    points = state.points
    gains = Gains()
    points_at = now
    if reading.points is not None:
        points_at = points.read_at if points else now
        points, gains = compare_points(points, reading.points, now)
    bosses = _compare_bosses(state, reading, gains, points_at)
    sieges = _compare_sieges(state, reading)
    events = [event for name, rows in watched.changes.items() for row in rows if (event := _EVENTS[name](row))]
    events = [event for event in events if not (event.kind == "castle_taken" and event.subject_id in sieges.sieges)]
    if cycle := heroes_cycle(reading):
        events = [replace(event, details={"cycle": cycle}) if event.kind == "hero" else event for event in events]
    world_state = WorldState(
        reading=last,
        bosses=bosses.states,
        points=points,
        groups=watched.groups,
        sieges=sieges.sieges,
        short_since=watched.short_since,
        season_at=season_at,
    )
    corrections = [*bosses.corrections, *sieges.corrections]
    return StepResult(
        world_state,
        events=[*bosses.events, *sieges.events, *events],
        corrections=corrections,
        accepted=watched.accepted,
    )


def _compare_bosses(state: WorldState, reading: WorldReading, gains: Gains, points_at: int) -> BossChanges:
    """Bosses that are seen for the first time, after all readings before have failed, have not died."""
    previous_at, states = state.reading.read_at("bosses"), state.bosses
    rows = [] if "bosses" in reading.failed else reading.bosses
    if not previous_at:
        states, rows = BossStates(first_states(rows, reading.taken_at).records, states.pending), []
    return compare_bosses(states, rows, gains, previous_at, points_at, reading.taken_at)


_SIEGE_TABLES: Final = ("castles", "registrations", "clans")


def _compare_sieges(state: WorldState, reading: WorldReading) -> SiegeChanges:
    if any(field in reading.failed for field in _SIEGE_TABLES):
        return SiegeChanges(state.sieges)
    previous_at = state.reading.read_at(*_SIEGE_TABLES)
    owners = owners_of_castles(reading)
    return compare_sieges(state.sieges, reading.castles, reading.registrations, owners, previous_at, reading.taken_at)


def heroes_cycle(reading: WorldReading) -> int | None:
    """Returns the cycle (month) of the Olympiad that the present heroes have won; None where the game does not tell."""
    olympiad = reading.olympiad
    if olympiad is None or olympiad.is_validation is None:
        return None
    return (olympiad.cycle if olympiad.is_validation else olympiad.cycle - 1) or None


def _castle_changed(change: Change) -> WorldEvent | None:
    """A castle that loses its owner was not taken: its clan was dissolved, or an administrator did it."""
    return _event("castle_taken", change, change.new_value, before=change.old_value) if change.new_value else None


def _hall_changed(change: Change) -> WorldEvent | None:
    owner, owner_before = (max(0, value - NO_OWNER) for value in (change.new_value, change.old_value))
    return _event("hall_taken", change, owner, before=owner_before) if owner else None


def _clan_changed(change: Change) -> WorldEvent | None:
    """The level of a clan never falls in the game: a backup was restored."""
    if not change.old_value:
        return _event("clan_created", change)
    if not change.new_value:
        return _event("clan_dissolved", change)
    if change.new_value < change.old_value:
        return None
    return _event("clan_level", change, change.new_value - 1, before=change.old_value - 1)


def _war_changed(change: Change) -> WorldEvent | None:
    kind: EventKind = "war_declared" if change.new_value else "war_ended"
    return replace(_event(kind, change, change.key & 0xFFFFFFFF), subject_id=change.key >> 32)


def _new_hero(change: Change) -> WorldEvent | None:
    """The count of a hero rises when the title is won again."""
    return _event("hero", change) if change.new_value > change.old_value else None


def _weapon_moved(change: Change) -> WorldEvent | None:
    return _event("cursed_weapon", change, change.new_value) if change.new_value else None


def _period_changed(kind: EventKind, first_period: int, change: Change) -> WorldEvent | None:
    cycle, period = divmod(change.new_value, 4)
    return replace(_event(kind, change, period - first_period), subject_id=cycle) if change.new_value else None


def _event(kind: EventKind, change: Change, object_id: int = 0, **details: int) -> WorldEvent:
    return WorldEvent(
        kind=kind,
        subject_id=change.key,
        at=change.at,
        accuracy_seconds=change.accuracy_seconds,
        object_id=object_id,
        details=dict(details),
    )


_EVENTS: Final[dict[str, Callable[[Change], WorldEvent | None]]] = {
    "castles": _castle_changed,
    "clans": _clan_changed,
    "hall_owners": _hall_changed,
    "wars": _war_changed,
    "heroes": _new_hero,
    "cursed": _weapon_moved,
    "olympiad": partial(_period_changed, "olympiad_period", 1),
    "signs": partial(_period_changed, "signs_period", 0),
}
