"""The ranked characters of one moment as columns; answers every page, filter and search.

Pure: no clock, no database. Rows are in the order of the PvP ranking, so a row's number is its PvP rank less one.
"""

import operator
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

import msgspec
import numpy as np

from gateway.features.rankings.account_index import AccountHash, AccountIndex
from gateway.features.rankings.columns import CLAN_COLUMNS, COLUMNS, FORMAT, TEXTS, RankingRow, ranking_rows
from gateway.features.rankings.name_index import NameIndex
from gateway.features.rankings.serialization import Array, PackError, pack_chunks, unpack_arrays
from gateway.features.rankings.string_column import decode_strings

Kind = Literal["pvp", "pk"]
T = TypeVar("T")


class WorldStats(msgspec.Struct, frozen=True):
    """Counts over all characters, staff included. `taken_at`: epoch seconds."""

    taken_at: float
    total_characters: int
    total_clans: int
    online_players: int
    races: list[tuple[int, int]]
    classes: list[tuple[int, int]]
    levels: list[tuple[int, int]]
    """Pairs of race, class or level and its count of characters, ascending."""
    account_key: bytes


class Filters(msgspec.Struct, frozen=True):
    """None and the empty text filter nothing. Levels are inclusive."""

    search_name: str = ""
    race: int | None = None
    class_id: int | None = None
    min_level: int | None = None
    max_level: int | None = None
    online_only: bool = False


class Page(msgspec.Struct, frozen=True):
    """The rows of one page, and the number of rows on all pages."""

    rows: list[RankingRow]
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    stats: WorldStats
    columns: dict[str, Array]
    clan_columns: dict[str, Array]
    texts: dict[str, Array]
    index: NameIndex
    accounts: AccountIndex

    @property
    def ranked(self) -> int:
        return self.columns["pvp"].size

    def page(self, kind: Kind, filters: Filters, page: int, page_size: int) -> Page:
        """Returns no rows past the end."""
        start = (page - 1) * page_size
        window = slice(start, start + page_size)
        rows = self._matching(filters)
        total = self.ranked if rows is None else rows.size
        if start >= total:
            return Page([], total)
        if rows is None:
            shown = np.arange(start, min(window.stop, total)) if kind == "pvp" else self.columns["pk_order"][window]
        elif kind == "pvp":
            shown = rows[window]
        else:
            shown = self.columns["pk_order"][_smallest(self.columns["pk_ranks"][rows], window)]
        return Page(ranking_rows(_PageValues(self, kind, shown)), total)

    def ranks_of(self, character_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """Returns character → (PvP rank, PK rank), from 1; unranked characters are left out.

        One pass over the ids per character is faster than sorting for the few that an account has.
        """
        ids, pk_ranks = self.columns["character_ids"], self.columns["pk_ranks"]
        rows_of = {character: np.flatnonzero(ids == character) for character in character_ids}
        return {
            character: (int(rows[0]) + 1, int(pk_ranks[rows[0]]) + 1)
            for character, rows in rows_of.items()
            if rows.size
        }

    def _matching(self, filters: Filters) -> Array | None:
        """Returns the rows that pass the filters, ascending; None stands for all rows."""
        tests = [
            (self.columns[column], passes, value)
            for column, passes, value in (
                ("races", operator.eq, filters.race),
                ("class_ids", operator.eq, filters.class_id),
                ("levels", operator.ge, filters.min_level),
                ("levels", operator.le, filters.max_level),
                ("online", operator.eq, 1 if filters.online_only else None),
            )
            if value is not None
        ]
        if filters.search_name:
            rows = self.index.rows(filters.search_name)
            for column, passes, value in tests:
                rows = rows[passes(column[rows], value)]
            return rows
        if not tests:
            return None
        return np.flatnonzero(np.logical_and.reduce([passes(column, value) for column, passes, value in tests]))

    def pack(self) -> bytes:
        return b"".join(self.chunks())

    def chunks(self) -> list[bytes | memoryview]:
        """Returns the packed snapshot in chunks, to be written one after the other."""
        accounts = {"account_hashes": self.accounts.hashes, "account_characters": self.accounts.character_ids}
        return pack_chunks(
            self.stats, FORMAT, {**self.columns, **self.clan_columns, **self.texts, **self.index.arrays(), **accounts}
        )

    @classmethod
    def unpack(cls, data: bytes | bytearray | memoryview) -> "Snapshot":
        """Returns a snapshot whose columns are views of `data`. Raises PackError for bytes that `pack` did not make."""
        stats, arrays = unpack_arrays(data, FORMAT, WorldStats)
        try:
            return cls(
                stats,
                {column.name: arrays[column.name] for column in COLUMNS},
                {column.name: arrays[column.name] for column in CLAN_COLUMNS},
                {name: arrays[name] for name in TEXTS},
                NameIndex.from_arrays(arrays),
                AccountIndex(AccountHash(stats.account_key), arrays["account_hashes"], arrays["account_characters"]),
            )
        except KeyError as missing:
            raise PackError(f"without the column {missing}") from None


class _PageValues:
    """Implements RowValues for some rows of a snapshot."""

    def __init__(self, snapshot: Snapshot, kind: Kind, rows: Array) -> None:
        self._snapshot = snapshot
        self._kind = kind
        self._rows = rows
        clans = snapshot.columns["clans"][rows]
        self._members: list[bool] = (clans != 0).tolist()
        self._clans = clans[clans != 0] - 1

    def ranks(self) -> Iterable[int]:
        ranks = self._rows.tolist() if self._kind == "pvp" else self.numbers("pk_ranks")
        return [rank + 1 for rank in ranks]

    def scores(self) -> Iterable[int]:
        return self.numbers(self._kind)

    def numbers(self, column: str) -> list[int]:
        return self._snapshot.columns[column][self._rows].tolist()

    def names(self) -> list[str]:
        texts = self._snapshot.texts
        return decode_strings(texts["names"], texts["name_starts"], self._rows)

    def clan_names(self) -> list[str | None]:
        texts = self._snapshot.texts
        return self._for_members(decode_strings(texts["clan_names"], texts["clan_name_starts"], self._clans))

    def clan_numbers(self, column: str) -> list[int | None]:
        return self._for_members(self._snapshot.clan_columns[column][self._clans].tolist())

    def _for_members(self, values: Iterable[T]) -> list[T | None]:
        """Spreads values of clan members over all rows; None for a character without a clan."""
        remaining = iter(values)
        return [next(remaining) if is_member else None for is_member in self._members]


def _smallest(ranks: Array, window: slice) -> Array:
    """Returns `sorted(ranks)[window]` without sorting what lies behind the window."""
    if window.stop < ranks.size:
        ranks = np.partition(ranks, window.stop - 1)[: window.stop]
    return np.sort(ranks)[window]
