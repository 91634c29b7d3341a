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


def compare_points(known: KnownPoints | None, values: Mapping[int, int], now: int) -> tuple[KnownPoints, Gains]:
    """Returns what is known now, and the gains since the last reading that counted.

    Rows vanish when the game empties the table, weekly or at each kill, and with a deleted character. Two readings have
    to agree on that; if more than half of the points are gone then, the table was reset and counts from 0.
    """
    if known is None:
        return KnownPoints(dict(values), now), {}
    missing = known.values.keys() - values.keys()
    if missing and not known.is_incomplete:
        return KnownPoints(known.values, known.read_at, is_incomplete=True), {}
    is_reset = bool(missing) and sum(values.values()) * _RESET_SHARE < sum(known.values.values())
    gains: Gains = {}
    for key, points in values.items():
        before = known.values.get(key, 0)
        if points == before:
            continue
        character_id, boss_id = split_key(key)
        # Fewer points than before were won after a reset.
        gain = points if is_reset or points < before else points - before
        gains.setdefault(boss_id, {})[character_id] = gain
    return KnownPoints(dict(values), now), gains
