"""Sums of the members of clans, and their names. Pure."""

from collections.abc import Iterator

import numpy as np

from gateway.world_snapshot.ascending import distinct
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import HIDDEN_CLAN


def sums(snapshot: Snapshot, rows: Array) -> Iterator[tuple[int, ...]]:
    """Yields id, level, reputation, members, sum of levels, PvP and PK kills of the clans of the rows."""
    columns = snapshot.columns
    numbers = columns["clans"].astype(np.int64)
    clan_numbers = distinct(numbers[rows])
    clan_numbers = clan_numbers[clan_numbers > 0]
    members = np.bincount(numbers)
    totals = [np.bincount(numbers, columns[name]).astype(np.int64)[clan_numbers] for name in ("levels", "pvp", "pk")]
    clans = [columns[name][clan_numbers - 1] for name in ("clan_ids", "clan_levels", "clan_reputations")]
    yield from zip(*(column.tolist() for column in (*clans, members[clan_numbers], *totals)), strict=True)


def names(snapshot: Snapshot) -> Iterator[tuple[int, str]]:
    """Yields id and name of the clans with ranked members, without those whose name operators hide."""
    numbers = distinct(snapshot.columns["clans"])
    numbers = numbers[numbers > 0].astype(np.int64) - 1
    ids = snapshot.columns["clan_ids"][numbers].tolist()
    for clan_id, name in zip(ids, snapshot.text_of("clan_name", numbers), strict=True):
        if name and name != HIDDEN_CLAN:
            yield clan_id, name
