"""Clans of a snapshot with the sums of their ranked members. Pure."""

from dataclasses import replace
from functools import cached_property
from typing import Final, Literal, get_args

import numpy as np
from msgspec import UNSET, Struct

from gateway.extras.history.tracked import Columns
from gateway.world_snapshot.ascending import is_in
from gateway.world_snapshot.name_search import NameSearch
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.string_column import folded_utf8
from gateway.world_snapshot.suffix_table import SuffixTable
from gateway.world_snapshot.visibility import HIDDEN_CLAN, HiddenMark, hidden_mark, shown_text

ClanSort = Literal["pvp", "pk", "level", "reputation", "members"]
SORTS: Final[tuple[ClanSort, ...]] = get_args(ClanSort)
_RECORDED_VALUES: Final[dict[ClanSort, str]] = {
    "pvp": "pvp_kills",
    "pk": "pk_kills",
    "level": "level",
    "reputation": "reputation",
    "members": "members",
}
"""Column of the board → recorded value."""
Closes = tuple[Columns | None, Columns | None]
_NO_TABLE: Final = np.empty(0, np.uint32)
MAX_MEMBERS: Final = 300
"""Rows of a clan's page; the games allow some 220."""


class ClanRankingRow(Struct, frozen=True, kw_only=True):
    """`rank`: place by the chosen column. Sums are those of all ranked members, hidden ones included.

    `rank_change_…`: places gained since yesterday's close and since a week before, among the clans that still exist;
    null where unknown.
    """

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
    clan_hidden: HiddenMark = UNSET
    rank_change_day: int | None = None
    rank_change_week: int | None = None


class ClanBoard:
    """All clans of a snapshot that have ranked members."""

    def __init__(self, snapshot: Snapshot, closes: Closes = (None, None)) -> None:
        """`closes`: values of the clans at yesterday's close, and a week before it."""
        columns = snapshot.columns
        self._closes = closes
        self._former_ranks: dict[tuple[ClanSort, int], Array] = {}
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
        names = snapshot.text_of("clan_name", np.arange(columns["clan_ids"].size))
        self._names = SuffixTable.build(b"\0" + folded_utf8(names))

    def order(self, sort: ClanSort) -> Array:
        """Returns the clans by a column, highest first; equal ones by PvP kills, then by id."""
        if sort not in self._orders:
            keys = (self.numbers, -self._sums["pvp"][self.numbers], -self._sums[sort].astype(np.int64)[self.numbers])
            self._orders[sort] = self.numbers[np.lexsort(keys)]
        return self._orders[sort]

    def page(self, sort: ClanSort, page: int, page_size: int, search: str = "") -> tuple[list[ClanRankingRow], int]:
        """Returns the rows, each with its rank among all clans, and the number of rows on all pages."""
        order = self.order(sort)
        numbers = self.order("pvp")[self._name_search.rows(search)] if search else order
        places = np.flatnonzero(is_in(order, numbers))
        page_places = places[(page - 1) * page_size : page * page_size].tolist()
        return [self.row(int(order[place]), place + 1, sort) for place in page_places], places.size

    def search(self, text: str, count: int) -> list[ClanRankingRow]:
        """Returns clans whose name contains the text: equal names first, then prefixes, then by PvP kills."""
        order = self.order("pvp")
        places: list[int] = self._public_name_search.best_rows(text, count).tolist()
        return [self.row(int(order[place]), place + 1) for place in places]

    @cached_property
    def _name_search(self) -> NameSearch:
        """Searches places by PvP kills."""
        order = self.order("pvp")
        places = np.full(self._members.size, order.size, np.uint32)
        places[order] = np.arange(order.size)
        return NameSearch(order.size, None, _NO_TABLE, self._names, places)

    @cached_property
    def _public_name_search(self) -> NameSearch:
        """Searches places without the clans that have a hidden name."""
        places = self._name_search.new_rows.copy()
        hidden = self.order("pvp")[self._name_search.equal_rows(HIDDEN_CLAN)]
        places[hidden] = self._name_search.count
        return replace(self._name_search, new_rows=places)

    def _rank_change(self, number: int, rank: int, sort: ClanSort, span: int) -> int | None:
        close = self._closes[span]
        if close is None or not close["clan_id"].size:
            return None
        if (sort, span) not in self._former_ranks:
            self._former_ranks[sort, span] = self._ranks_at(close, sort)
        former_rank = int(self._former_ranks[sort, span][number])
        return former_rank - rank if former_rank else None

    def _ranks_at(self, close: Columns, sort: ClanSort) -> Array:
        """Returns the rank of each clan by its number; 0: it was not there."""
        ids = self._snapshot.columns["clan_ids"][self.numbers]
        places = np.minimum(np.searchsorted(close["clan_id"], ids), close["clan_id"].size - 1)
        was_there = close["clan_id"][places] == ids
        rows = places[was_there]
        order = np.lexsort((rows, -close["pvp_kills"][rows], -close[_RECORDED_VALUES[sort]][rows]))
        ranks = np.zeros(self._members.size, np.int64)
        ranks[self.numbers[was_there][order]] = np.arange(1, rows.size + 1)
        return ranks

    def row(self, number: int, rank: int, sort: ClanSort | None = None) -> ClanRankingRow:
        """`sort`: the column that the rank is by; without one, its changes are unknown."""
        members = int(self._members[number])
        columns = self._snapshot.columns
        name, castle = self.name(number), int(columns["clan_castles"][number])
        return ClanRankingRow(
            rank=rank,
            clan_id=int(columns["clan_ids"][number]),
            clan_name=name,
            clan_hidden=hidden_mark(name),
            level=int(columns["clan_levels"][number]),
            reputation=int(columns["clan_reputations"][number]),
            members=members,
            average_level=round(int(self._levels[number]) / max(1, members), 1),
            pvp_kills=int(self._sums["pvp"][number]),
            pk_kills=int(self._sums["pk"][number]),
            alliance=self._snapshot.text_of("ally_name", np.array([number]))[0] or None,
            castle_ids=[castle] if castle else [],
            rank_change_day=self._rank_change(number, rank, sort, 0) if sort else None,
            rank_change_week=self._rank_change(number, rank, sort, 1) if sort else None,
        )

    def name(self, number: int) -> str:
        return self._snapshot.text_of("clan_name", np.array([number]))[0]

    def rank(self, number: int, sort: ClanSort = "pvp") -> int:
        return int(np.flatnonzero(self.order(sort) == number)[0]) + 1

    def numbers_named(self, name: str) -> list[int]:
        """Returns the clans that have exactly this name, else those whose name equals it case-folded, most members
        first."""
        name = shown_text(name)
        numbers = sorted(self.order("pvp")[self._name_search.equal_rows(name)].tolist())
        exact = [number for number in numbers if self.name(number) == name]
        return sorted(exact or numbers, key=lambda number: -int(self._members[number]))

    def numbers_of_id(self, clan_id: int) -> list[int]:
        return self.numbers[self._snapshot.columns["clan_ids"][self.numbers] == clan_id].tolist()

    def allies(self, number: int) -> list[int]:
        """Returns the other clans of the alliance, most members first."""
        allies = self._snapshot.columns["clan_allies"]
        if not allies[number]:
            return []
        numbers = self.numbers[allies[self.numbers] == allies[number]]
        return sorted((ally for ally in numbers.tolist() if ally != number), key=lambda ally: -int(self._members[ally]))

    def member_rows(self, number: int) -> Array:
        """Returns the members' rows by PvP rank."""
        return np.flatnonzero(self._snapshot.columns["clans"] == number + 1)[:MAX_MEMBERS]
