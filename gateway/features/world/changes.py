"""Changes of single values between readings. A change counts when two readings in a row show it. Pure.

The game writes some changes in several statements, and empties tables before it fills them: a value that one reading
alone shows is no change.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

NO_VALUE = 0
_SHRUNK = 2
_FEW = 4


class Watched(Struct, frozen=True, array_like=True):
    """A value and the one that may replace it, which was first seen at `seen_at` and not yet at `last_at`."""

    value: int
    candidate: int | None = None
    seen_at: int = 0
    last_at: int = 0


class Change(Struct, frozen=True):
    """`accuracy_seconds`: the change lies so many seconds or less before `at`. 0 stands for no value."""

    key: int
    before: int
    after: int
    at: int
    accuracy_seconds: int


Group = dict[int, Watched]


def is_failed_read(group_before: Group, values: Mapping[int, int]) -> bool:
    """True if most of a table is missing: the game empties it for a moment, or a restore is running."""
    return len(group_before) >= _FEW and len(values) * _SHRUNK < len(group_before)


def confirm(
    group_before: Group | None, values: Mapping[int, int], previous_at: int, now: int
) -> tuple[Group, list[Change]]:
    """Compares the values with the known ones. `known` None: the first sight, which is no change."""
    if group_before is None:
        return {key: Watched(value) for key, value in values.items()}, []
    group, changes = dict[int, Watched](), list[Change]()
    for key in group_before.keys() | values.keys():
        watched, value = group_before.get(key, Watched(NO_VALUE)), values.get(key, NO_VALUE)
        if value == watched.value:
            watched = Watched(value)
        elif value == watched.candidate:
            accuracy = watched.seen_at - watched.last_at
            changes.append(Change(key, watched.value, value, watched.seen_at, accuracy))
            watched = Watched(value)
        else:
            watched = replace(watched, candidate=value, seen_at=now, last_at=previous_at)
        if watched != Watched(NO_VALUE):
            group[key] = watched
    return group, sorted(changes, key=lambda change: (change.at, change.key))
