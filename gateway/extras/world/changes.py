"""Changes of single values between readings. A change counts when two readings in a row show it. Pure.

The game writes some changes in several statements, and empties tables before it fills them: a value that one reading
alone shows is no change.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

NO_VALUE = 0
_LOSS_FACTOR = 2
_SMALL_TABLE_ROWS = 4
PATIENCE_SECONDS = 600
"""A table that has rows, but too few, for this time is the world as it is now: most of it was deleted."""


class WatchedValue(Struct, frozen=True, array_like=True):
    """A value and the one that may replace it, which was first seen at `seen_at` and not yet at `last_at`."""

    value: int
    candidate: int | None = None
    seen_at: int = 0
    last_at: int = 0


class Change(Struct, frozen=True, kw_only=True):
    """`accuracy_seconds`: the change lies so many seconds or less before `at`. 0 stands for no value."""

    key: int
    old_value: int
    new_value: int
    at: int
    accuracy_seconds: int


Group = dict[int, WatchedValue]


def confirmed_count(group: Group) -> int:
    """Returns the number of values that two readings have shown."""
    return sum(entry.value != NO_VALUE for entry in group.values())


def is_failed_read(previous_group: Group, values: Mapping[int, int]) -> bool:
    """True if most of a table is missing: the game empties it for a moment, or a restore is running.

    Of a small table, only if it is empty: its last row counts as lost once there are others.
    """
    count = confirmed_count(previous_group)
    least = 1 if count < _SMALL_TABLE_ROWS else count / _LOSS_FACTOR
    return count > 0 and len(values) < least


def confirm(
    previous_group: Group | None, values: Mapping[int, int], previous_at: int, now: int
) -> tuple[Group, list[Change]]:
    """Compares the values with those of the last reading. `previous_group` None: the first reading gives no change."""
    if previous_group is None:
        return {key: WatchedValue(value) for key, value in values.items()}, []
    group, changes = dict[int, WatchedValue](), list[Change]()
    for key in previous_group.keys() | values.keys():
        entry, value = previous_group.get(key, WatchedValue(NO_VALUE)), values.get(key, NO_VALUE)
        if value == entry.value:
            entry = WatchedValue(value)
        elif value == entry.candidate:
            accuracy = entry.seen_at - entry.last_at
            changes.append(
                Change(key=key, old_value=entry.value, new_value=value, at=entry.seen_at, accuracy_seconds=accuracy)
            )
            entry = WatchedValue(value)
        else:
            entry = replace(entry, candidate=value, seen_at=now, last_at=previous_at)
        if entry != WatchedValue(NO_VALUE):
            group[key] = entry
    return group, sorted(changes, key=lambda change: (change.at, change.key))
