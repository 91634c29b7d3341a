"""Changes of raid points between two readings: the party that the game credits with a kill. Pure."""

from collections.abc import Mapping

from msgspec import Struct

from gateway.features.world.reading import split_key

Gains = dict[int, set[int]]
"""Boss → characters that have won points."""


class KnownPoints(Struct, frozen=True):
    """`values`: points by character and boss. `is_incomplete`: the last reading lacked rows; the next one decides."""

    values: dict[int, int]
    read_at: int
    is_incomplete: bool = False


def compare_points(points_before: KnownPoints | None, values: Mapping[int, int], now: int) -> tuple[KnownPoints, Gains]:
    """Returns the points known now, and the gains since the last reading that counted.

    Rows vanish when the game empties the table, weekly or at each kill, and with a deleted character. Two readings have
    to show that. Fewer points than before were won after the table was emptied.
    """
    if points_before is None:
        return KnownPoints(dict(values), now), {}
    if points_before.values.keys() - values.keys() and not points_before.is_incomplete:
        return KnownPoints(points_before.values, points_before.read_at, is_incomplete=True), {}
    gains: Gains = {}
    for key, points in values.items():
        if points != points_before.values.get(key, 0):
            character_id, boss_id = split_key(key)
            gains.setdefault(boss_id, set()).add(character_id)
    return KnownPoints(dict(values), now), gains
