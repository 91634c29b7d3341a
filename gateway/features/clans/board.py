"""Clans of a snapshot with the sums of their ranked members. Pure."""

from typing import Final, Literal, get_args

import numpy as np
from msgspec import Struct

from gateway.features.rankings.serialization import Array
from gateway.features.rankings.snapshot import Snapshot
from gateway.features.rankings.string_column import fold

ClanSort = Literal["pvp", "pk", "level", "reputation", "members"]
SORTS: Final[tuple[ClanSort, ...]] = get_args(ClanSort)
MAX_MEMBERS: Final = 300
"""Rows of a clan's page; the games allow some 220."""


class ClanRankingRow(Struct, frozen=True):
    """`rank`: place by the chosen column. Sums are those of all ranked members, hidden ones included."""

    rank: int
    clan_id: int
    clan_name: str
    level: int
    reputation: int
    members: int
    average_level: float
    pvp_kills: int
    pk_kills: int
    alliance: str | None
    castle_ids: list[int]
    crest: str | None = None


class ClanBoard:
    """All clans of a snapshot that have ranked members."""

    def __init__(self, snapshot: Snapshot) -> None:
        columns = snapshot.columns
        clans, count = columns["clans"], columns["clan_ids"].size + 1
        self._snapshot = snapshot
        self._members = np.bincount(clans, minlength=count)[1:]

        def sums_of(column: str) -> Array:
            return np.bincount(clans, columns[column], minlength=count)[1:].astype(np.int64)

        self._levels = sums_of("levels")
        self._sums: dict[ClanSort, Array] = {
            "pvp": sums_of("pvp"),
            "pk": sums_of("pk"),
            "level": columns["clan_levels"],
            "reputation": columns["clan_reputations"],
            "members": self._members,
        }
        self.numbers = np.flatnonzero(self._members)
        """Numbers of the clans from 0, in the order of their ids."""
        self._orders: dict[ClanSort, Array] = {}
        self._names = names = snapshot.text_of("clan_name", np.arange(columns["clan_ids"].size))
        self._by_name: dict[str, list[int]] = {}
        for number in self.numbers.tolist():
            self._by_name.setdefault(fold(names[number]), []).append(number)

    def order(self, sort: ClanSort) -> Array:
        """Returns the clans by a column, highest first; equal ones by PvP kills, then by id."""
        if sort not in self._orders:
            keys = (self.numbers, -self._sums["pvp"][self.numbers], -self._sums[sort].astype(np.int64)[self.numbers])
            self._orders[sort] = self.numbers[np.lexsort(keys)]
        return self._orders[sort]

    def page(self, sort: ClanSort, page: int, page_size: int, search: str = "") -> tuple[list[ClanRankingRow], int]:
        """Returns the rows, each with its rank among all clans, and the number of rows on all pages."""
        order = self.order(sort)
        places = np.flatnonzero(np.isin(order, self._containing(search))) if search else np.arange(order.size)
        shown = places[(page - 1) * page_size : page * page_size].tolist()
        return [self.row(int(order[place]), place + 1) for place in shown], places.size

    def _containing(self, search: str) -> list[int]:
        """Returns the clans whose name contains the text; both are case-folded."""
        text = fold(search)
        return [number for name, numbers in self._by_name.items() if text in name for number in numbers]

    def row(self, number: int, rank: int) -> ClanRankingRow:
        members = int(self._members[number])
        columns = self._snapshot.columns
        castle = int(columns["clan_castles"][number])
        return ClanRankingRow(
            rank=rank,
            clan_id=int(columns["clan_ids"][number]),
            clan_name=self._names[number],
            level=int(columns["clan_levels"][number]),
            reputation=int(columns["clan_reputations"][number]),
            members=members,
            average_level=round(int(self._levels[number]) / max(1, members), 1),
            pvp_kills=int(self._sums["pvp"][number]),
            pk_kills=int(self._sums["pk"][number]),
            alliance=self._snapshot.text_of("ally_name", np.array([number]))[0] or None,
            castle_ids=[castle] if castle else [],
        )

    def rank(self, number: int, sort: ClanSort = "pvp") -> int:
        return int(np.flatnonzero(self.order(sort) == number)[0]) + 1

    def numbers_named(self, name: str) -> list[int]:
        """Returns the clans that have exactly this name, else those whose name equals it case-folded, most members
        first."""
        numbers = self._by_name.get(fold(name), [])
        exact = [number for number in numbers if self._names[number] == name]
        return sorted(exact or numbers, key=lambda number: -int(self._members[number]))

    def numbers_of_id(self, clan_id: int) -> list[int]:
        return self.numbers[self._snapshot.columns["clan_ids"][self.numbers] == clan_id].tolist()

    def allies(self, number: int) -> list[int]:
        """Returns the other clans of the alliance, most members first."""
        allies = self._snapshot.columns["clan_allies"]
        if not allies[number]:
            return []
        numbers = self.numbers[allies[self.numbers] == allies[number]]
        return sorted((n for n in numbers.tolist() if n != number), key=lambda n: -int(self._members[n]))

    def member_rows(self, number: int) -> Array:
        """Returns the members' rows by PvP rank."""
        return np.flatnonzero(self._snapshot.columns["clans"] == number + 1)[:MAX_MEMBERS]
