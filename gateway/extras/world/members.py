"""Joins and leaves of clans, from two snapshots. Pure.

The game saves its characters within 15 minutes: a change is seen that much later.
"""

from typing import Final

import numpy as np
from msgspec import Struct

from gateway.extras.world.changes import PATIENCE_SECONDS
from gateway.extras.world_events import EventKind, WorldEvent
from gateway.world_snapshot.ascending import places_in
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot

SAVE_SECONDS: Final = 900
_LOSS_FACTOR: Final = 2


class Members(Struct, frozen=True, kw_only=True):
    """Ranked characters in the order of their ids, and the clan of each (0: none), at one moment.

    `missing_clans`: those of earlier snapshots that this one lacks.
    """

    taken_at: float
    character_ids: Array
    clan_ids: Array
    clans: frozenset[int]
    missing_clans: frozenset[int] = frozenset()


def next_members(previous: Members | None, snapshot: Snapshot) -> Members:
    """Returns the members in the snapshot; the `previous` ones while most of the clans are missing, for ten minutes."""
    columns, taken_at = snapshot.columns, snapshot.stats.taken_at
    clans = frozenset(columns["clan_ids"].tolist())
    is_short = previous is not None and len(clans) * _LOSS_FACTOR < len(previous.clans)
    if previous and is_short and taken_at - previous.taken_at < PATIENCE_SECONDS:
        return previous
    order = np.argsort(columns["character_ids"])
    missing_clans = (previous.clans | previous.missing_clans) - clans if previous else frozenset[int]()
    return Members(
        taken_at=taken_at,
        character_ids=columns["character_ids"][order],
        clan_ids=snapshot.clan_ids_of(order),
        clans=clans,
        missing_clans=missing_clans,
    )


def compare_members(previous: Members | None, current: Members) -> list[WorldEvent]:
    """A character that is seen for the first time has not joined. A clan that was dissolved is one event elsewhere.

    A clan that is back, since its row was restored, has won no members.
    """
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
        if new_clan and new_clan not in previous.missing_clans:
            moves.append(("clan_joined", new_clan))
        events += [
            WorldEvent(kind=kind, subject_id=clan_id, at=at, accuracy_seconds=accuracy, object_id=character_id)
            for kind, clan_id in moves
        ]
    return events
