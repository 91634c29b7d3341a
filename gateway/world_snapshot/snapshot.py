"""The ranked characters of one moment as columns; answers every page, filter and search.

Pure: no clock, no database. Rows are in the order of the PvP ranking, so a row's number is its PvP rank less one.
"""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec
import numpy as np

from gateway.game.classes import class_name, race_name
from gateway.world_snapshot.account_index import AccountHash, AccountIndex
from gateway.world_snapshot.ascending import distinct, is_in
from gateway.world_snapshot.columns import ACCOUNTS, CLAN_COLUMNS, COLUMNS, FORMAT, TEXTS, FoundCharacter, RankingRow
from gateway.world_snapshot.name_search import NameSearch
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.serialization import Array, PackError, pack_chunks, unpack_arrays
from gateway.world_snapshot.string_column import decode_strings
from gateway.world_snapshot.visibility import (
    HIDDEN,
    LEVELS,
    Place,
    ShownCharacter,
    hidden_mark,
    shown_character,
    shown_text,
)

Kind = Literal["pvp", "pk"]


class WorldStats(msgspec.Struct, frozen=True, kw_only=True):
    """Counts over all characters of players, staff included. `taken_at`: epoch seconds."""

    taken_at: float
    total_characters: int
    total_clans: int
    online_players: int
    races: list[tuple[int, int]]
    classes: list[tuple[int, int]]
    levels: list[tuple[int, int]]
    """Pairs of race, class or level and its count of characters, ascending."""
    account_key: bytes
    traders: int | None = None
    """Offline shops; None where the game does not mark them."""
    not_player_characters: int = 0
    """Characters of accounts that are no players; in none of the other counts."""
    not_player_accounts: int = 0
    shared_names: list[str] | None = []
    """Names that more than one public character has; None for too many to list."""
    shared_clan_names: list[str] | None = []
    failed: dict[str, int] = {}
    """Optional view → moment of its rows, for each view that could not be read this time; 0: it was never read."""


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    """None and the empty text filter nothing. Levels are inclusive."""

    search_name: str = ""
    race: int | None = None
    class_id: int | None = None
    min_level: int | None = None
    max_level: int | None = None
    online_only: bool = False


class Page(msgspec.Struct, frozen=True):
    """The rows of one page, their ids also where they are hidden, and the number of rows on all pages."""

    rows: list[RankingRow]
    total: int
    character_ids: Array


class _Head(msgspec.Struct, frozen=True):
    """`name_table`: id of the table that its names are searched in; empty if the snapshot has all names itself."""

    stats: WorldStats
    name_table: str


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    stats: WorldStats
    columns: dict[str, Array]
    texts: dict[str, Array]
    names: NameSearch
    accounts: AccountIndex
    not_players: Array
    """Ids of the characters of accounts that are no players, ascending."""

    @property
    def ranked_count(self) -> int:
        return self.columns["pvp"].size

    def page(self, kind: Kind, filters: Filters, page: int, page_size: int) -> Page:
        """Returns no rows past the end."""
        start = (page - 1) * page_size
        rows = self._matching(filters)
        total = self.ranked_count if rows is None else rows.size
        if start >= total:
            return Page([], total, np.empty(0, np.uint32))
        page_rows = self.rows_at(kind, slice(start, min(start + page_size, total)), rows)
        return Page(self.ranking_rows(kind, page_rows), total, self.columns["character_ids"][page_rows])

    def rows_at(self, kind: Kind, places: slice, rows: Array | None = None) -> Array:
        """Returns the rows at these places, from 0, in the ranking of `rows`; None stands for all rows."""
        if kind == "pvp":
            return np.arange(int(places.start), int(places.stop)) if rows is None else rows[places]
        ranks = self.columns["pk_ranks"]
        if rows is None:
            window_rows = np.flatnonzero((ranks >= places.start) & (ranks < places.stop))
            return window_rows[np.argsort(ranks[window_rows])]
        return rows[_smallest(ranks[rows], places)]

    def search(self, text: str, count: int) -> list[FoundCharacter]:
        """Returns characters whose name contains the text: equal names first, then prefixes, then by PvP rank."""
        rows = self.names.best_rows(text, count)
        fields = (self._numbers(name, rows) for name in ("character_ids", "levels", "class_ids", "races"))
        levels = [LEVELS[number] for number in self._numbers("privacy", rows)]
        columns = zip(self.names_of(rows), *fields, self._clan_names(rows), rows.tolist(), levels, strict=True)
        return [
            FoundCharacter(
                char_name=name,
                char_id=character,
                level=level,
                class_id=class_id,
                class_name=class_name(class_id),
                race=race,
                clan_name=clan,
                pvp_rank=row + 1,
                privacy=privacy,
                clan_hidden=hidden_mark(clan),
            )
            for name, character, level, class_id, race, clan, row, privacy in columns
        ]

    def ranking_rows(self, kind: Kind, rows: Array) -> list[RankingRow]:
        class_ids, races = self._numbers("class_ids", rows), self._numbers("races", rows)
        characters, clan_names = self.shown_characters(rows, "board"), self._clan_names(rows, hide=True)
        values: dict[str, Iterable[Any]] = {
            "rank": (rank + 1 for rank in (rows.tolist() if kind == "pvp" else self._numbers("pk_ranks", rows))),
            "char_name": (character.char_name for character in characters),
            "level": self._numbers("levels", rows),
            "class_id": class_ids,
            "class_name": map(class_name, class_ids),
            "race": races,
            "race_name": map(race_name, races),
            "clan_name": clan_names,
            "score": self._numbers(kind, rows),
            "online": map(bool, self._numbers("online", rows)),
            "char_id": (character.char_id for character in characters),
            "privacy": (character.privacy for character in characters),
            "clan_id": self._clan_ids(rows),
            "clan_hidden": map(hidden_mark, clan_names),
        }
        fields = (values[name] for name in RankingRow.__struct_fields__ if name in values)
        return [RankingRow(*row) for row in zip(*fields, strict=True)]

    def shown_characters(self, rows: Array, place: Place) -> list[ShownCharacter]:
        """Returns the names of these rows as the public sees them."""
        columns = zip(
            self.names_of(rows), *(self._numbers(name, rows) for name in ("character_ids", "privacy")), strict=True
        )
        return [shown_character(name, character_id, level, place) for name, character_id, level in columns]

    def shown_elsewhere(self, character_ids: Iterable[int]) -> dict[int, ShownCharacter]:
        """Returns the names of characters for texts outside the boards; unranked characters are left out."""
        rows = self.ranked_rows(character_ids)
        return dict(zip(self._numbers("character_ids", rows), self.shown_characters(rows, "elsewhere"), strict=True))

    def with_levels(self, levels: Mapping[int, int]) -> "Snapshot":
        """Returns the snapshot with other privacy levels of some characters, by id."""
        rows = self.ranked_rows(levels)
        privacy = self.columns["privacy"].astype(np.uint8)
        privacy[rows] = [levels[character_id] for character_id in self._numbers("character_ids", rows)]
        return replace(self, columns={**self.columns, "privacy": privacy})

    def without_online(self) -> "Snapshot":
        """Returns the snapshot with no character online: its flags are older than the running game."""
        traders = None if self.stats.traders is None else 0
        stats = msgspec.structs.replace(self.stats, online_players=0, traders=traders)
        return replace(self, stats=stats, columns={**self.columns, "online": np.zeros(self.ranked_count, np.uint8)})

    def rows_named(self, name: str) -> Array:
        """Returns the rows of characters with this name: those that have exactly it, else those that equal it
        case-folded."""
        name = shown_text(name)
        rows = self.names.equal_rows(name)
        is_exact = np.array([text == name for text in self.names_of(rows)], np.bool_)
        return rows[is_exact] if is_exact.any() else rows

    def _numbers(self, column: str, rows: Array) -> list[int]:
        return self.columns[column][rows].tolist()

    def name_hashes(self) -> Array:
        """Returns a hash of each row's name, with the key of the accounts."""
        return self.accounts.hash.of_letters(self.texts["names"], self.texts["name_starts"])

    def names_of(self, rows: Array) -> list[str]:
        """Returns the names of rows as they are, for no public answer."""
        return decode_strings(self.texts["names"], self.texts["name_starts"], rows)

    def text_of(self, column: Literal["clan_name", "ally_name"], numbers: Array) -> list[str]:
        """Returns texts of clans, by their numbers from 0."""
        return decode_strings(self.texts[f"{column}s"], self.texts[f"{column}_starts"], numbers)

    def _shown_clans(self, rows: Array) -> Array:
        """Returns the numbers of the clans from 1; 0 for none and for hidden characters."""
        return np.where(self.columns["privacy"][rows] == HIDDEN, 0, self.columns["clans"][rows])

    def _clan_ids(self, rows: Array) -> list[int | None]:
        ids = self.columns["clan_ids"]
        return [int(ids[number - 1]) if number else None for number in self._shown_clans(rows).tolist()]

    def _clan_names(self, rows: Array, *, hide: bool = False) -> list[str | None]:
        """`hide`: without those of hidden characters."""
        clans = self._shown_clans(rows) if hide else self.columns["clans"][rows]
        numbers = clans[clans != 0] - 1
        names = iter(self.text_of("clan_name", numbers))
        return [next(names) if clan else None for clan in clans.tolist()]

    def rows_of(self, character_ids: Array) -> Array:
        """Returns the row of each character; all of them are ranked."""
        ids, rows_by_id = self.columns["character_ids"], self.columns["rows_by_id"]
        return rows_by_id[np.searchsorted(ids, character_ids.astype(ids.dtype, copy=False), sorter=rows_by_id)]

    def ranked_rows(self, character_ids: Iterable[int]) -> Array:
        """Returns the rows of those characters that are ranked, ascending."""
        ids, rows_by_id = self.columns["character_ids"], self.columns["rows_by_id"]
        members = np.fromiter(character_ids, np.int64)
        limit = np.iinfo(ids.dtype)
        # A search among values of another type converts all ids.
        members = members[(members >= limit.min) & (members <= limit.max)].astype(ids.dtype)
        places = np.searchsorted(ids, members, sorter=rows_by_id)
        is_inside = places < ids.size
        rows = rows_by_id[places[is_inside]]
        return distinct(rows[ids[rows] == members[is_inside]])

    def clan_ids_of(self, rows: Array) -> Array:
        """Returns the id of each row's clan, also of hidden characters; 0 for none."""
        ids = self.columns["clan_ids"]
        return np.concatenate([np.zeros(1, ids.dtype), ids])[self.columns["clans"][rows]]

    def member_rows(self, clan_ids: Iterable[int]) -> Array:
        """Returns the rows of the members of these clans, ascending."""
        is_member = is_in(self.columns["clan_ids"], np.fromiter(clan_ids, np.int64))
        return np.flatnonzero(np.concatenate([[False], is_member])[self.columns["clans"]])

    def ranks_of(self, character_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """Returns character → (PvP rank, PK rank), from 1; unranked characters are left out."""
        rows = self.ranked_rows(character_ids)
        ids, pk_ranks = self._numbers("character_ids", rows), self._numbers("pk_ranks", rows)
        return {
            character_id: (row + 1, pk_rank + 1)
            for character_id, row, pk_rank in zip(ids, rows.tolist(), pk_ranks, strict=True)
        }

    def _matching(self, filters: Filters) -> Array | None:
        """Returns the rows that pass the filters, ascending; None stands for all rows."""
        column, online = self.columns, 1 if filters.online_only else None
        tests = [
            (values, passes, limit)
            for values, passes, limit in (
                (column["races"], operator.eq, filters.race),
                (column["class_ids"], operator.eq, filters.class_id),
                (column["levels"], operator.ge, filters.min_level),
                (column["levels"], operator.le, filters.max_level),
                (column["online"], operator.eq, online),
            )
            if limit is not None
        ]
        if filters.search_name:
            rows = self.names.rows(filters.search_name)
            for values, passes, limit in tests:
                rows = rows[passes(values[rows], limit)]
            return rows
        if not tests:
            return None
        return np.flatnonzero(np.logical_and.reduce([passes(values, limit) for values, passes, limit in tests]))

    def chunks(self) -> list[bytes | memoryview]:
        """Returns the packed snapshot in chunks, to be written one after the other; the name table is not in it."""
        head = _Head(self.stats, self.names.table.id if self.names.table else "")
        account_arrays = (self.accounts.hashes, self.accounts.character_ids, self.not_players)
        accounts = dict(zip(ACCOUNTS, account_arrays, strict=True))
        return pack_chunks(head, FORMAT, {**self.columns, **self.texts, **self.names.arrays(), **accounts})

    @classmethod
    def unpack(cls, data: bytes | bytearray | memoryview, open_table: Callable[[str], NameTable]) -> "Snapshot":
        """Returns a snapshot whose columns are views of `data`. Raises PackError for any other
        format, or if `open_table` raises it for the id of the name table."""
        head, arrays = unpack_arrays(data, FORMAT, _Head)
        table = open_table(head.name_table) if head.name_table else None
        stats = head.stats
        try:
            return cls(
                stats,
                columns={column.name: arrays[column.name] for column in (*COLUMNS, *CLAN_COLUMNS)},
                texts={name: arrays[name] for name in TEXTS},
                names=NameSearch.from_arrays(arrays, arrays["pvp"].size, table),
                accounts=AccountIndex(AccountHash(stats.account_key), *(arrays[name] for name in ACCOUNTS[:2])),
                not_players=arrays["not_players"],
            )
        except KeyError as missing:
            raise PackError(f"without the column {missing}") from None


def _smallest(ranks: Array, window: slice) -> Array:
    """Returns the places of `sorted(ranks)[window]`, without sorting the ranks behind the window."""
    last = np.partition(ranks, window.stop - 1)[window.stop - 1]
    places = np.flatnonzero(ranks <= last)
    return places[np.argsort(ranks[places])][window]
