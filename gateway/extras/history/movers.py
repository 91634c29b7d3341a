"""The characters that gained most, for Home: few rows of several metrics."""

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct

from gateway.extras.history.gains import GainBoards, Metric, Period
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Kind, Snapshot
from gateway.world_snapshot.visibility import HIDDEN, Privacy

RankChanges = Callable[[Kind, Array, Array], list[tuple[int | None, int | None]]]
"""Places that characters, at their ranks of now, have gained since yesterday and since a week before."""
_METRICS: Final[tuple[Metric, ...]] = ("pvp", "level", "pk", "exp", "pvp")


class Mover(Struct, frozen=True, kw_only=True):
    """`rank` and `rank_change`, the places gained since the close of yesterday, are those by PvP kills, else null."""

    metric: Metric
    gain: int
    char_name: str
    char_id: int | None
    privacy: Privacy
    class_name: str
    level: int
    rank: int | None
    rank_change: int | None


class Movers(Struct, frozen=True):
    """`period`: `week` while nothing has been gained today."""

    data: list[Mover]
    period: Period = "day"


def movers(snapshot: Snapshot, gain_boards: GainBoards, rank_changes: RankChanges) -> Movers:
    for period in ("day", "week"):
        if data := _of_period(snapshot, gain_boards, rank_changes, period):
            return Movers(data, period)
    return Movers([])


def _of_period(snapshot: Snapshot, gain_boards: GainBoards, rank_changes: RankChanges, period: Period) -> list[Mover]:
    """One character of each metric in turn, without hidden ones and without those that are there already."""
    ids, privacy = snapshot.columns["character_ids"], snapshot.columns["privacy"]
    movers_by_id: dict[int, Mover] = {}
    for metric in _METRICS:
        for character_id, gain in gain_boards.boards[metric][period]:
            rows = np.flatnonzero(ids == character_id)
            if character_id not in movers_by_id and rows.size and privacy[rows[0]] != HIDDEN:
                movers_by_id[character_id] = _mover(snapshot, rank_changes, metric, gain, int(rows[0]))
                break
    return sorted(movers_by_id.values(), key=lambda mover: _METRICS.index(mover.metric))


def _mover(snapshot: Snapshot, rank_changes: RankChanges, metric: Metric, gain: int, row: int) -> Mover:
    rows = np.array([row])
    character = snapshot.ranking_rows("pvp", rows)[0]
    [(change, _)] = rank_changes("pvp", snapshot.columns["character_ids"][rows], rows + 1)
    is_ranked = metric == "pvp"
    return Mover(
        metric=metric,
        gain=gain,
        char_name=character.char_name,
        char_id=character.char_id,
        privacy=character.privacy,
        class_name=character.class_name,
        level=character.level,
        rank=character.rank if is_ranked else None,
        rank_change=change if is_ranked else None,
    )
