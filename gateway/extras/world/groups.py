"""The watched values of a reading by group, and which of them may be compared with the reading before. Pure.

A table that is missing, empty or much shorter than before is no change: the last good values stay. A table that has
rows again, but less than half of them for ten minutes, is what a wipe or a purge has left: its values are the new
baseline, and what it lost and won meanwhile gives no events.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from gateway.extras.world.changes import (
    PATIENCE_SECONDS,
    Change,
    Group,
    confirm,
    confirmed_count,
    is_failed_read,
)
from gateway.extras.world.reading import WorldReading, owners_of_castles

Groups = dict[str, Group]

NO_OWNER: Final = 1
"""Value of a clan hall without an owner; an owner is its id + 1, so that a hall that is there has a value."""

_TABLES: Final = {
    "castles": ("clans",),
    "clans": ("clans",),
    "hall_owners": ("halls", "hall_sieges"),
    "wars": ("clans", "wars"),
    "heroes": ("heroes",),
    "cursed": ("cursed_weapons",),
    "olympiad": ("olympiad",),
    "signs": ("signs",),
}
"""Group → the fields of a reading that it is computed from."""
_JUDGED_BY: Final = {"castles": "clans", "clans": "clans", "wars": "clans", "hall_owners": "hall_owners"}
"""Group → the group whose rows tell whether its table was read whole. Castles and wars belong to clans."""
_NEVER_EMPTY: Final = frozenset({"heroes", "olympiad", "signs"})
"""Groups that have a value for ever once they had one."""


class WatchResult(Struct, frozen=True):
    """`short_since`: group → since when its table has rows, but too few. `accepted`: group → rows before and now."""

    groups: Groups
    changes: dict[str, list[Change]] = {}
    short_since: dict[str, int] = {}
    accepted: dict[str, tuple[int, int]] = {}


def values_of(reading: WorldReading) -> dict[str, dict[int, int]]:
    """Returns the watched values by group and key. No value is 0."""
    olympiad, signs = reading.olympiad, reading.signs
    return {
        "castles": owners_of_castles(reading),
        "clans": {clan.clan_id: clan.level + 1 for clan in reading.clans},
        "hall_owners": {
            hall.hall_id: NO_OWNER + (hall.owner_id or 0)
            for hall in sorted((*reading.halls, *reading.hall_sieges), key=lambda hall: hall.owner_id or 0)
        },
        "wars": {war.clan_id << 32 | war.enemy_id: 1 for war in reading.wars},
        "heroes": {hero.character_id: max(1, hero.count) for hero in reading.heroes},
        "cursed": {weapon.item_id: weapon.character_id for weapon in reading.cursed_weapons},
        "olympiad": {0: olympiad.cycle << 2 | 1 + (olympiad.is_validation or 0)} if olympiad else {},
        "signs": {0: signs.cycle << 2 | signs.period} if signs else {},
    }


def watch(
    previous_groups: Groups, short_since: Mapping[str, int], previous: WorldReading | None, reading: WorldReading
) -> WatchResult:
    """`previous`: the reading before; None: this is the first one, which gives no changes."""
    values = values_of(reading)
    result = WatchResult({}, {}, _short_since(previous_groups, short_since, values, reading), {})
    for name, current in values.items():
        group = previous_groups.get(name)
        if any(field in reading.failed for field in _TABLES[name]):
            result.groups.update({name: group} if group is not None else {})
        elif group is None or previous is None:
            result.groups[name], _ = confirm(None, current, 0, reading.taken_at)
        elif _is_accepted(result, name, reading.taken_at):
            result.groups[name], _ = confirm(None, current, 0, reading.taken_at)
            result.accepted[name] = confirmed_count(group), len(current)
        elif _is_short(previous_groups, values, name):
            result.groups[name] = group
        else:
            previous_at = previous.read_at(*_TABLES[name])
            result.groups[name], result.changes[name] = confirm(group, current, previous_at, reading.taken_at)
    for name in {_JUDGED_BY.get(name, name) for name in result.accepted}:
        del result.short_since[name]
    return result


def _is_short(groups: Groups, values: Mapping[str, Mapping[int, int]], name: str) -> bool:
    if name in _NEVER_EMPTY:
        return not values[name] and confirmed_count(groups[name]) > 0
    judge = _JUDGED_BY.get(name)
    return judge is not None and is_failed_read(groups.get(judge, {}), values[judge])


def _short_since(
    groups: Groups, short_since: Mapping[str, int], values: Mapping[str, Mapping[int, int]], reading: WorldReading
) -> dict[str, int]:
    """The time begins with the first rows: an empty table may be a restore, and has nothing to tell."""
    since: dict[str, int] = {}
    for name in sorted(set(_JUDGED_BY.values())):
        is_unread = any(field in reading.failed for field in _TABLES[name])
        if is_unread:
            since |= {name: short_since[name]} if name in short_since else {}
        elif values[name] and is_failed_read(groups.get(name, {}), values[name]):
            since[name] = short_since.get(name, reading.taken_at)
    return since


def _is_accepted(result: WatchResult, name: str, now: int) -> bool:
    since = result.short_since.get(_JUDGED_BY.get(name, name))
    return since is not None and now - since >= PATIENCE_SECONDS
