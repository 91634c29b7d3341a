"""The ranked characters of one moment as columns, and every page, filter and search answered from them.

Pure: no clock, no database. The rows lie in the order of the PvP ranking, so a row's number is its PvP place less one.
"""

import operator
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
import numpy as np

from gateway.features.rankings.accounts import AccountHash, Accounts
from gateway.features.rankings.name_index import NameIndex
from gateway.features.rankings.serialization import Array, PackError, pack_pieces, unpack_arrays
from gateway.features.rankings.string_column import texts_at
from gateway.game.classes import class_name, race_name

Kind = Literal["pvp", "pk"]


class Facts(msgspec.Struct, frozen=True):
    """What is said of the whole world, staff and all. `taken_at`: epoch seconds."""

    taken_at: float
    total_characters: int
    total_clans: int
    online_players: int
    races: list[tuple[int, int]]
    classes: list[tuple[int, int]]
    levels: list[tuple[int, int]]
    """Race, class, level, each with its count of characters, ascending."""
    account_key: bytes


class Filters(msgspec.Struct, frozen=True):
    """None and the empty text leave everyone in. Levels are inclusive."""

    search_name: str = ""
    race: int | None = None
    class_id: int | None = None
    min_level: int | None = None
    max_level: int | None = None
    online_only: bool = False


class RankingRow(msgspec.Struct, frozen=True):
    """`rank` is the place among all ranked characters, whatever the filters."""

    rank: int
    char_name: str
    level: int
    class_id: int
    class_name: str
    race: int
    race_name: str
    clan_name: str | None
    score: int
    online: bool


class Found(msgspec.Struct, frozen=True):
    """One page of what a question found, and how many rows it found in all."""

    rows: list[RankingRow]
    total: int


_COLUMNS: Final = (
    "character_ids",
    "levels",
    "class_ids",
    "races",
    "clans",
    "online",
    "pvp",
    "pk",
    "pk_order",
    "pk_places",
)
_TEXTS: Final = ("names", "name_starts", "clan_names", "clan_name_starts")


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    facts: Facts
    columns: dict[str, Array]
    """By row: `clans` is 0 or the number of a clan's name, from 1; `pk_places` the row's place in the PK ranking and
    `pk_order` the row at each place, both from 0."""
    texts: dict[str, Array]
    index: NameIndex
    accounts: Accounts

    @property
    def ranked(self) -> int:
        return self.columns["pvp"].size

    def page(self, kind: Kind, filters: Filters, page: int, page_size: int) -> Found:
        """Past the end there are no rows."""
        start = (page - 1) * page_size
        window = slice(start, start + page_size)
        rows = self._matching(filters)
        total = self.ranked if rows is None else rows.size
        if start >= total:
            return Found([], total)
        if rows is None:
            shown = np.arange(start, min(window.stop, total)) if kind == "pvp" else self.columns["pk_order"][window]
        elif kind == "pvp":
            shown = rows[window]
        else:
            shown = self.columns["pk_order"][_smallest(self.columns["pk_places"][rows], window)]
        return Found(self._rendered(kind, shown), total)

    def places(self, character_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """Character → its place in the PvP and in the PK ranking, from 1; who is not ranked is not in it.

        One pass over the ids for each: faster than sorting for the few that an account has.
        """
        ids, pk_places = self.columns["character_ids"], self.columns["pk_places"]
        found = {character: np.flatnonzero(ids == character) for character in character_ids}
        return {
            character: (int(rows[0]) + 1, int(pk_places[rows[0]]) + 1) for character, rows in found.items() if rows.size
        }

    def _matching(self, filters: Filters) -> Array | None:
        """Rows that pass the filters, ascending; None: every row."""
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

    def _rendered(self, kind: Kind, rows: Array) -> list[RankingRow]:
        def shown(column: str) -> list[int]:
            return self.columns[column][rows].tolist()

        return [
            RankingRow(
                place + 1, name, level, class_id, class_name(class_id), race, race_name(race), clan, score, online == 1
            )
            for place, name, level, class_id, race, clan, score, online in zip(
                rows.tolist() if kind == "pvp" else shown("pk_places"),
                texts_at(self.texts["names"], self.texts["name_starts"], rows),
                shown("levels"),
                shown("class_ids"),
                shown("races"),
                self._clan_names(self.columns["clans"][rows]),
                shown(kind),
                shown("online"),
                strict=True,
            )
        ]

    def _clan_names(self, clans: Array) -> list[str | None]:
        members = clans != 0
        names = iter(texts_at(self.texts["clan_names"], self.texts["clan_name_starts"], clans[members] - 1))
        return [next(names) if member else None for member in members.tolist()]

    def pack(self) -> bytes:
        return b"".join(self.pieces())

    def pieces(self) -> list[bytes | memoryview]:
        """The pack in pieces, to be written one after the other."""
        accounts = {"account_hashes": self.accounts.hashes, "account_characters": self.accounts.character_ids}
        return pack_pieces(self.facts, {**self.columns, **self.texts, **self.index.arrays(), **accounts})

    @classmethod
    def unpack(cls, data: bytes | bytearray | memoryview) -> "Snapshot":
        """A snapshot whose columns are views of `data`; raises PackError for anything that `pack` did not make."""
        facts, arrays = unpack_arrays(data, Facts)
        try:
            return cls(
                facts,
                {name: arrays[name] for name in _COLUMNS},
                {name: arrays[name] for name in _TEXTS},
                NameIndex.from_arrays(arrays),
                Accounts(AccountHash(facts.account_key), arrays["account_hashes"], arrays["account_characters"]),
            )
        except KeyError as missing:
            raise PackError(f"without the column {missing}") from None


def _smallest(places: Array, window: slice) -> Array:
    """What `sorted(places)[window]` holds, without sorting what lies behind the window."""
    if window.stop < places.size:
        places = np.partition(places, window.stop - 1)[: window.stop]
    return np.sort(places)[window]
