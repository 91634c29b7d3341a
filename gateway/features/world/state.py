"""The known state of the world and its step: a reading in, events out. Pure."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from gateway.features.world.boss_deaths import BossStates, compare_bosses, first_states
from gateway.features.world.changes import Change, Group, confirm, is_failed_read
from gateway.features.world.raid_points import Gains, KnownPoints, compare_points
from gateway.features.world.reading import WorldReading, without_points
from gateway.features.world.sieges import Sieges, compare_sieges
from gateway.features.world_events import EventKind, WorldEvent

POINTS_SECONDS: Final = 300
"""Raid points are read at least so often, and at once when the row of a boss has changed."""


class WorldState(Struct, frozen=True, dict=True):
    """`groups`: the values that are watched for changes. `points`: None until they have been read."""

    reading: WorldReading
    bosses: BossStates
    points: KnownPoints | None = None
    groups: dict[str, Group] = {}
    sieges: Sieges = {}

    @cached_property
    def castles_of_clans(self) -> Mapping[int, int]:
        return {clan_id: castle_id for castle_id, clan_id in owners_of_castles(self.reading).items()}

    def wants_points(self, reading: WorldReading) -> bool:
        """True if this reading of the bosses calls for one of the raid points."""
        points = self.points
        if points is None or points.is_incomplete or reading.taken_at - points.read_at >= POINTS_SECONDS:
            return True
        return reading.bosses != self.reading.bosses


class StepResult(Struct, frozen=True):
    state: WorldState
    events: list[WorldEvent] = []
    corrections: list[WorldEvent] = []


def step(state: WorldState | None, reading: WorldReading) -> StepResult:
    """Compares a reading with the state. The first one gives no events."""
    now = reading.taken_at
    last = without_points(reading)
    groups, changes = _watch(state, reading)
    if state is None:
        points = KnownPoints(reading.points, now) if reading.points is not None else None
        return StepResult(WorldState(last, first_states(reading.bosses), points, groups))
    previous_at = state.reading.taken_at
    points, gains, points_at = state.points, Gains(), now
    if reading.points is not None:
        points_at = points.read_at if points else now
        points, gains = compare_points(points, reading.points, now)
    bosses = compare_bosses(state.bosses, reading.bosses, gains, previous_at, points_at, now)
    sieges = compare_sieges(
        state.sieges, reading.castles, reading.registrations, owners_of_castles(reading), previous_at, now
    )
    events = [event for name, rows in changes.items() for change in rows if (event := _EVENTS[name](change))]
    events = [event for event in events if not (event.kind == "castle_taken" and event.subject_id in sieges.sieges)]
    if cycle := heroes_cycle(reading):
        events = [replace(event, details={"cycle": cycle}) if event.kind == "hero" else event for event in events]
    world_state = WorldState(last, bosses.states, points, groups, sieges.sieges)
    corrections = [*bosses.corrections, *sieges.corrections]
    return StepResult(world_state, [*bosses.events, *sieges.events, *events], corrections)


def owners_of_castles(reading: WorldReading) -> dict[int, int]:
    return {clan.castle_id: clan.clan_id for clan in reading.clans if clan.castle_id}


def owners_of_halls(reading: WorldReading) -> dict[int, int]:
    return {hall.hall_id: hall.owner_id for hall in (*reading.halls, *reading.hall_sieges) if hall.owner_id}


def heroes_cycle(reading: WorldReading) -> int | None:
    """Returns the cycle (month) of the Olympiad that the present heroes have won; None where the game does not tell."""
    olympiad = reading.olympiad
    if olympiad is None or olympiad.is_validation is None:
        return None
    return (olympiad.cycle if olympiad.is_validation else olympiad.cycle - 1) or None


def _values(reading: WorldReading) -> dict[str, dict[int, int]]:
    """The watched values by group and key. No value is 0."""
    olympiad, signs = reading.olympiad, reading.signs
    return {
        "castles": owners_of_castles(reading),
        "clans": {clan.clan_id: clan.level + 1 for clan in reading.clans},
        "halls": owners_of_halls(reading),
        "wars": {war.clan_id << 32 | war.enemy_id: 1 for war in reading.wars},
        "heroes": {hero.character_id: max(1, hero.count) for hero in reading.heroes},
        "cursed": {weapon.item_id: weapon.character_id for weapon in reading.cursed_weapons},
        "olympiad": {0: olympiad.cycle << 2 | 1 + (olympiad.is_validation or 0)} if olympiad else {},
        "signs": {0: signs.cycle << 2 | signs.period} if signs else {},
    }


_MAY_SHRINK: Final = {"wars", "heroes", "cursed"}


def _watch(state: WorldState | None, reading: WorldReading) -> tuple[dict[str, Group], dict[str, list[Change]]]:
    """Castles belong to clans: while the clans are not read whole, the owners are not either."""
    values, previous_groups = _values(reading), state.groups if state else {}
    groups, changes = dict[str, Group](), dict[str, list[Change]]()
    previous_at = state.reading.taken_at if state else 0
    clans_failed = is_failed_read(previous_groups.get("clans", {}), values["clans"])
    for name, current in values.items():
        group = previous_groups.get(name)
        failed = clans_failed if name in {"castles", "clans"} else name not in _MAY_SHRINK and _failed(group, current)
        if failed and group is not None:
            groups[name] = group
        else:
            groups[name], changes[name] = confirm(group, current, previous_at, reading.taken_at)
    return groups, changes


def _failed(group: Group | None, values: Mapping[int, int]) -> bool:
    return group is not None and is_failed_read(group, values)


def _owner_changed(kind: EventKind, change: Change) -> WorldEvent | None:
    """A castle that loses its owner was not taken: its clan was dissolved, or an administrator did it."""
    return _event(kind, change, change.new_value, before=change.old_value) if change.new_value else None


def _clan_changed(change: Change) -> WorldEvent | None:
    if not change.old_value:
        return _event("clan_created", change)
    if not change.new_value:
        return _event("clan_dissolved", change)
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
    return WorldEvent(kind, change.key, change.at, change.accuracy_seconds, object_id, dict(details))


_EVENTS: Final[dict[str, Callable[[Change], WorldEvent | None]]] = {
    "castles": partial(_owner_changed, "castle_taken"),
    "clans": _clan_changed,
    "halls": partial(_owner_changed, "hall_taken"),
    "wars": _war_changed,
    "heroes": _new_hero,
    "cursed": _weapon_moved,
    "olympiad": partial(_period_changed, "olympiad_period", 1),
    "signs": partial(_period_changed, "signs_period", 0),
}
