"""GET /api/rankings/{board}/me: the ranks of the caller's characters, and the way to the next ones."""

import math
from typing import Final

import numpy as np
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import replace

from gateway.extras.history.archive import HistoryArchive
from gateway.features.accounts import Caller
from gateway.features.characters.repository import CharacterRepository
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.http.errors import UNAVAILABLE, AccountFrozen, ValidationFailed
from gateway.http.routes import get
from gateway.world_snapshot.columns import RankingRow
from gateway.world_snapshot.snapshot import Kind, Snapshot

_PACE_DAYS: Final = 7
_LONGEST_DAYS: Final = 365


class OwnRank(Struct, frozen=True):
    """`row` has the name also where it is hidden from others. `next`: the character just above; null at rank 1.

    `days`: until the score of the next one, at the pace of the last seven days of both; null if the distance does not
    shrink, is not closed within a year, or a pace is unknown or hidden.
    """

    row: RankingRow
    next: RankingRow | None
    days: int | None


class OwnRanks(Struct, frozen=True):
    """By rank. Characters that are not ranked are left out."""

    data: list[OwnRank]


def days_to_next(distance: int, gain: int | None, next_gain: int | None) -> int | None:
    """`gain` and `next_gain`: of the last seven days."""
    if gain is None or next_gain is None or gain <= next_gain:
        return None
    days = math.ceil(distance * _PACE_DAYS / (gain - next_gain))
    return days if days <= _LONGEST_DAYS else None


def own_rank(snapshot: Snapshot, archive: HistoryArchive, kind: Kind, rank: int, name: str) -> OwnRank:
    """`rank`: of a character with this name."""
    first = max(0, rank - 2)
    rows = snapshot.rows_at(kind, slice(first, rank))
    ids, scores = snapshot.columns["character_ids"][rows], snapshot.columns[kind][rows]
    *neighbours, own_row = snapshot.ranking_rows(kind, rows)
    [*_, (day, week)] = archive.rank_changes(kind, ids, np.arange(first + 1, rank + 1))
    own_row = replace(own_row, char_name=name, char_id=int(ids[-1]), rank_change_day=day, rank_change_week=week)
    if not neighbours or neighbours[0].privacy == "hidden":
        return OwnRank(own_row, neighbours[0] if neighbours else None, None)
    next_gain, gain = archive.week_gains(kind, ids, scores)
    return OwnRank(own_row, neighbours[0], days_to_next(neighbours[0].score - own_row.score, gain, next_gain))


def routes(
    characters: CharacterRepository, snapshots: PublicSnapshots, archive: HistoryArchive
) -> list[HTTPRouteHandler]:
    @get("/api/rankings/{board:str}/me", AccountFrozen, ValidationFailed, *UNAVAILABLE)
    async def get_own_ranks(caller: Caller, board: FromPath[Kind]) -> OwnRanks:
        """The caller's characters on a board, with the distance to the next rank."""
        names = {brief.id: brief.name for brief in await characters.briefs(caller.login)}
        snapshot = snapshots.current()
        ranks = sorted((pair[board == "pk"], number) for number, pair in snapshot.ranks_of(names).items())
        return OwnRanks([own_rank(snapshot, archive, board, rank, names[number]) for rank, number in ranks])

    return [get_own_ranks]
