"""Changes of raid points between two readings: the party that the game credits with a kill. Pure."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from gateway.extras.world.reading import split_key

Gains = dict[int, set[int]]
"""Boss → characters that have won points."""


RESTORE_SECONDS: Final = 3600
"""Points that come back unchanged within this time after the table was emptied were restored, not won."""


class KnownPoints(Struct, frozen=True, kw_only=True):
    """`values`: points by character and boss. `is_incomplete`: the last reading lacked rows; the next one decides.

    `reset_at`, `reset_values`: when most of the table was last seen to be gone, and what it had before.
    """

    values: dict[int, int]
    read_at: int
    is_incomplete: bool = False
    reset_at: int = 0
    reset_values: dict[int, int] = {}


def compare_points(points_before: KnownPoints | None, values: Mapping[int, int], now: int) -> tuple[KnownPoints, Gains]:
    """Returns the points known now, and the gains since the last reading that counted.

    Rows vanish when the game empties the table, weekly or at each kill, and with a deleted character. Two readings have
    to show that. Fewer points than before were won after the table was emptied; where most rows are still there, a
    backup was restored.
    """
    if points_before is None:
        return KnownPoints(values=dict(values), read_at=now), {}
    before = points_before.values
    if before.keys() - values.keys() and not points_before.is_incomplete:
        return replace(points_before, is_incomplete=True), {}
    reset_at, reset_values = points_before.reset_at, points_before.reset_values
    is_emptied = 2 * len(before.keys() & values.keys()) < len(before)
    if is_emptied:
        reset_at, reset_values = now, before
    elif now - reset_at > RESTORE_SECONDS:
        reset_at, reset_values = 0, {}
    gains: Gains = {}
    for key, points in values.items():
        is_won = points > before.get(key, 0) or (points != before.get(key, 0) and is_emptied)
        if is_won and (is_emptied or points != reset_values.get(key)):
            character_id, boss_id = split_key(key)
            gains.setdefault(boss_id, set()).add(character_id)
    return KnownPoints(
        values=dict(values), read_at=now, is_incomplete=False, reset_at=reset_at, reset_values=reset_values
    ), gains
