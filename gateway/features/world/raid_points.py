"""Gains of raid points between two readings: the party that the game credits with a kill. Pure."""

from collections.abc import Mapping

from msgspec import Struct

from gateway.features.world.reading import split_key

Gains = dict[int, dict[int, int]]
"""Boss → character → points."""
_RESET_SHARE = 2


class KnownPoints(Struct, frozen=True):
    """`values`: points by character and boss. `is_incomplete`: the last reading lacked rows; the next one decides."""

    values: dict[int, int]
    read_at: int
    is_incomplete: bool = False


def compare_points(points_before: KnownPoints | None, values: Mapping[int, int], now: int) -> tuple[KnownPoints, Gains]:
    """Returns what is known now, and the gains since the last reading that counted.

    Rows vanish when the game empties the table, weekly or at each kill, and with a deleted character. Two readings have
    to agree on that; if more than half of the points are gone then, the table was reset and counts from 0.
    """
    if points_before is None:
        return KnownPoints(dict(values), now), {}
    missing = points_before.values.keys() - values.keys()
    if missing and not points_before.is_incomplete:
        return KnownPoints(points_before.values, points_before.read_at, is_incomplete=True), {}
    is_reset = bool(missing) and sum(values.values()) * _RESET_SHARE < sum(points_before.values.values())
    gains: Gains = {}
    for key, points in values.items():
        before = points_before.values.get(key, 0)
        if points == before:
            continue
        character_id, boss_id = split_key(key)
        # Fewer points than before were won after a reset.
        gain = points if is_reset or points < before else points - before
        gains.setdefault(boss_id, {})[character_id] = gain
    return KnownPoints(dict(values), now), gains
