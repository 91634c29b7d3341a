"""A character's place among others: ranks, and the characters just above and below. Pure."""

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import UNSET, Struct

from gateway.extras.history.archive import HistoryArchive, rows_of
from gateway.extras.history.tracked import Columns
from gateway.world_snapshot.columns import shared_values
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import HiddenMark, Privacy

_WINDOW: Final = 5
_ROWS_ABOVE: Final = 2


class Place(Struct, frozen=True):
    """A rank from 1, and how many characters are ranked. `rank_change_…`: places gained since yesterday's close and
    since a week before; null where unknown."""

    rank: int
    population: int
    rank_change_day: int | None = None
    rank_change_week: int | None = None


class CharacterRanks(Struct, frozen=True):
    """`in_class` and `in_clan`: by PvP kills, among characters of the base class and of the clan. The changes are those
    among the characters that had the class then, and among the present members of the clan."""

    pvp: Place
    pk: Place
    in_class: Place
    in_clan: Place | None


class Rival(Struct, frozen=True, kw_only=True):
    """A character near another one in the PvP rankings, or that one itself. `week_gain`: PvP kills since the close
    seven days ago; null where unknown, and for hidden characters."""

    rank: int
    char_name: str
    char_id: int | None
    privacy: Privacy
    level: int
    class_name: str
    race: int
    clan_name: str | None
    score: int
    is_self: bool
    week_gain: int | None
    clan_hidden: HiddenMark = UNSET


def ranks(snapshot: Snapshot, row: int, archive: HistoryArchive) -> CharacterRanks:
    columns = snapshot.columns
    total = snapshot.ranked_count
    character_id = int(snapshot.columns["character_ids"][row])
    clan, pk_rank = int(columns["clans"][row]), int(columns["pk_ranks"][row]) + 1
    ids = columns["character_ids"][[row]]
    [pvp] = archive.rank_changes("pvp", ids, np.array([row + 1]))
    [pk] = archive.rank_changes("pk", ids, np.array([pk_rank]))
    class_id = columns["class_ids"][row]

    def place(rows: Array, group: Callable[[Columns], Array]) -> Place:
        """`rows`: of all characters of the group, ascending, this one included."""
        rank = int(np.searchsorted(rows, row)) + 1
        return _place(rank, rows.size, archive.rank_changes_among(group, character_id, rank))

    members = np.flatnonzero(columns["clans"] == clan) if clan else None
    return CharacterRanks(
        pvp=_place(row + 1, total, pvp),
        pk=_place(pk_rank, total, pk),
        in_class=place(
            np.flatnonzero(columns["class_ids"] == class_id), lambda day: np.flatnonzero(day["class_id"] == class_id)
        ),
        in_clan=None
        if members is None
        else place(members, lambda day: rows_of(day, columns["character_ids"][members])),
    )


def _place(rank: int, population: int, changes: tuple[int | None, int | None]) -> Place:
    day_change, week_change = changes
    return Place(rank=rank, population=population, rank_change_day=day_change, rank_change_week=week_change)


def rivals(snapshot: Snapshot, row: int, archive: HistoryArchive) -> list[Rival]:
    """Returns the row with two above and two below; at an end of the rankings, four on the other side."""
    first = max(0, min(row - _ROWS_ABOVE, snapshot.ranked_count - _WINDOW))
    rows = np.arange(first, min(first + _WINDOW, snapshot.ranked_count))
    gains = archive.week_gains("pvp", snapshot.columns["character_ids"][rows], snapshot.columns["pvp"][rows])
    return [
        Rival(
            **shared_values(rival, Rival),
            is_self=rival.rank == row + 1,
            week_gain=gain if rival.privacy == "public" else None,
        )
        for rival, gain in zip(snapshot.ranking_rows("pvp", rows), gains, strict=True)
    ]
