"""Sums of the members of clans. Pure."""

from collections.abc import Iterator

import numpy as np

from gateway.features.rankings.serialization import Array
from gateway.features.rankings.snapshot import Snapshot


def sums(snapshot: Snapshot, rows: Array) -> Iterator[tuple[int, ...]]:
    """Yields id, level, reputation, members, sum of levels, PvP and PK kills of the clans of the rows."""
    columns = snapshot.columns
    numbers = columns["clans"].astype(np.int64)
    chosen = np.unique(numbers[rows])
    chosen = chosen[chosen > 0]
    members = np.bincount(numbers)
    totals = [np.bincount(numbers, columns[name]).astype(np.int64)[chosen] for name in ("levels", "pvp", "pk")]
    clans = [columns[name][chosen - 1] for name in ("clan_ids", "clan_levels", "clan_reputations")]
    yield from zip(*(column.tolist() for column in (*clans, members[chosen], *totals)), strict=True)
