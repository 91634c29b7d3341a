"""Joins and leaves of clans, from two snapshots. Pure.

The game saves its characters within 15 minutes, so that is how late a change may be seen.
"""

from typing import Final

import numpy as np
from msgspec import Struct

from gateway.features.history.tracked import places_in
from gateway.features.rankings.serialization import Array
from gateway.features.rankings.snapshot import Snapshot
from gateway.features.world_events import EventKind, WorldEvent

SAVE_SECONDS: Final = 900
_SHRUNK: Final = 2


class Members(Struct, frozen=True):
    """Ranked characters in the order of their ids, and the clan of each (0: none), at one moment."""

    taken_at: float
    character_ids: Array
    clan_ids: Array
    clans: frozenset[int]


def members_of(snapshot: Snapshot) -> Members:
    columns = snapshot.columns
    order = np.argsort(columns["character_ids"])
    ranked_ids = np.concatenate([np.zeros(1, np.uint8), columns["clan_ids"]])
    clan_ids = ranked_ids[columns["clans"][order]]
    clans = frozenset(columns["clan_ids"].tolist())
    return Members(snapshot.stats.taken_at, columns["character_ids"][order], clan_ids, clans)


def compare_members(before: Members | None, after: Members) -> list[WorldEvent]:
    """A character that is seen for the first time has not joined. A clan that was dissolved is one event elsewhere."""
    if before is None or len(after.clans) * _SHRUNK < len(before.clans):
        return []
    is_known, places = places_in(before.character_ids, after.character_ids)
    old, new = before.clan_ids[places], after.clan_ids[is_known]
    changed = np.flatnonzero(old != new)
    characters = after.character_ids[is_known][changed].tolist()
    at, accuracy = int(after.taken_at), SAVE_SECONDS + int(after.taken_at - before.taken_at)
    events: list[WorldEvent] = []
    for character_id, old_clan, joined in zip(characters, old[changed].tolist(), new[changed].tolist(), strict=True):
        moves: list[tuple[EventKind, int]] = [("clan_left", old_clan)] if old_clan in after.clans else []
        if joined:
            moves.append(("clan_joined", joined))
        events += [WorldEvent(kind, clan_id, at, accuracy, character_id) for kind, clan_id in moves]
    return events
