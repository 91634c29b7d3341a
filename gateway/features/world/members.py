"""Joins and leaves of clans, from two snapshots. Pure.

The game saves its characters within 15 minutes: a change is seen that much later.
"""

from typing import Final

import numpy as np
from msgspec import Struct

from gateway.features.history.tracked import places_in
from gateway.features.rankings.serialization import Array
from gateway.features.rankings.snapshot import Snapshot
from gateway.features.world_events import EventKind, WorldEvent

SAVE_SECONDS: Final = 900
_LOSS_FACTOR: Final = 2


class Members(Struct, frozen=True):
    """Ranked characters in the order of their ids, and the clan of each (0: none), at one moment."""

    taken_at: float
    character_ids: Array
    clan_ids: Array
    clans: frozenset[int]


def members_of(snapshot: Snapshot) -> Members:
    columns = snapshot.columns
    order = np.argsort(columns["character_ids"])
    clans = frozenset(columns["clan_ids"].tolist())
    return Members(snapshot.stats.taken_at, columns["character_ids"][order], snapshot.clan_ids_of(order), clans)


def compare_members(previous: Members | None, current: Members) -> list[WorldEvent]:
    """A character that is seen for the first time has not joined. A clan that was dissolved is one event elsewhere."""
    if previous is None or len(current.clans) * _LOSS_FACTOR < len(previous.clans):
        return []
    is_known, places = places_in(previous.character_ids, current.character_ids)
    old, new = previous.clan_ids[places], current.clan_ids[is_known]
    changed_rows = np.flatnonzero(old != new)
    characters = current.character_ids[is_known][changed_rows].tolist()
    at, accuracy = int(current.taken_at), SAVE_SECONDS + int(current.taken_at - previous.taken_at)
    events: list[WorldEvent] = []
    for character_id, old_clan, new_clan in zip(
        characters, old[changed_rows].tolist(), new[changed_rows].tolist(), strict=True
    ):
        moves: list[tuple[EventKind, int]] = [("clan_left", old_clan)] if old_clan in current.clans else []
        if new_clan:
            moves.append(("clan_joined", new_clan))
        events += [WorldEvent(kind, clan_id, at, accuracy, character_id) for kind, clan_id in moves]
    return events
