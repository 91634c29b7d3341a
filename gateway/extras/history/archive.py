"""Rankings of recorded days, in memory: the ranks of yesterday and of a week ago, and of the days chosen last."""

import asyncio
import dataclasses
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, tzinfo
from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace

from gateway.config.site_days import EPOCH_DAY, SiteDays
from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.installation import site_days
from gateway.extras.history import score_table, storage
from gateway.extras.history.clan_repository import clans_at
from gateway.extras.history.gains import GainBoards
from gateway.extras.history.memory import return_freed_memory
from gateway.extras.history.score_table import ScoreTable
from gateway.extras.history.storage import RecordedDay
from gateway.extras.history.tracked import Columns
from gateway.world_snapshot.ascending import places_in
from gateway.world_snapshot.columns import COLUMNS
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Kind, Snapshot
from gateway.world_snapshot.string_column import compact, reorder

REFRESH_SECONDS: Final = 60.0
_WEEK: Final = 7
_WEEKS: Final = 26
_RECENT_DAYS: Final = 2
"""Days that visitors chose last, which stay in memory besides yesterday and a week ago."""
_SOURCES: Final = {"levels": "level", "class_ids": "class_id", "pvp": "pvp_kills", "pk": "pk_kills"}


class HistoryArchive:
    """`account_key`: of the hashes of logins; empty until it is read. `recorded_days`: complete days by their number.
    `gain_boards`: boards of gains; None until the first values are written. `scores`: of the last weeks."""

    def __init__(self, site: Database, zone: tzinfo) -> None:
        self._site = site
        self._zone = zone
        self._site_days = SiteDays(zone)
        self._loading = asyncio.Lock()
        self._days: dict[int, Columns] = {}
        self._clans: dict[int, Columns] = {}
        self._recent: list[int] = []
        self.account_key = b""
        self.recorded_days: dict[int, RecordedDay] = {}
        self.gain_boards: GainBoards | None = None
        self.published_at = 0
        self.scores: list[ScoreTable] = []

    async def refresh(self) -> None:
        """Loads the boards of gains, and the days that ranks are compared with. Raises DatabaseError."""
        await self._read_account_key()
        boards = await self._site.one(storage.STATE, name="gains")
        if boards and boards.at != self.published_at:
            self.gain_boards = msgspec.json.decode(boards.body, type=GainBoards)
            self.published_at = boards.at
        days = await self._site.read(storage.DAYS)
        self.recorded_days = {row.day: row for row in days if row.is_complete}
        await self._load_scores()
        self._site_days = await site_days(self._site, self._zone)
        compared_days = {day for day in self._compared_days() if day in self.recorded_days}
        for day in compared_days:
            await self._load(day)
        self._clans = {day: self._clans.get(day) or await clans_at(self._site, day) for day in compared_days}
        for day in self._days.keys() - compared_days - set(self._recent):
            del self._days[day]

    async def current_account_key(self) -> bytes:
        """Returns the key, for a snapshot; empty while the site schema cannot be read."""
        with suppress(DatabaseError):
            await self._read_account_key()
        return self.account_key

    async def _read_account_key(self) -> None:
        self.account_key = self.account_key or await storage.account_key(self._site)

    async def _load_scores(self) -> None:
        last_day = self.scores[-1].day if self.scores else 0
        rows = await self._site.read(storage.SCORES, after=last_day)
        self.scores = [*self.scores, *(score_table.decode(row.at, row.body) for row in rows[-_WEEKS:])][-_WEEKS:]

    def account_of(self, snapshot: Snapshot, character_id: int) -> int | None:
        """Returns the hash of the owner's login; None while the snapshot's hashes have another key."""
        return snapshot.accounts.hash_of(character_id) if self._has_key(snapshot) else None

    def hash_of_login(self, snapshot: Snapshot, login: str) -> int | None:
        return int(snapshot.accounts.hash([login])[0]) if self._has_key(snapshot) else None

    def _has_key(self, snapshot: Snapshot) -> bool:
        return snapshot.stats.account_key == self.account_key

    def late_days(self) -> frozenset[int]:
        return frozenset(row.day for row in self.recorded_days.values() if row.is_late)

    def rank_changes(self, kind: Kind, character_ids: Array, ranks: Array) -> list[tuple[int | None, int | None]]:
        """Returns the places that each character has gained since yesterday's close, and since a week before it."""
        day, week = (self._changes(f"{kind}_rank", character_ids, ranks, number) for number in self._compared_days())
        return list(zip(day, week, strict=True))

    def rank_changes_among(
        self, group: Callable[[Columns], Array], character_id: int, rank: int
    ) -> tuple[int | None, int | None]:
        """Returns the places by PvP kills that a character has gained in a group, as `rank_changes` does.

        `group`: returns the rows of its characters on a day; the change is None where this one was in no such group.
        """

        def change(day: Columns | None) -> int | None:
            former_rank = rank_among(day, group(day), character_id) if day and day["character_id"].size else None
            return None if former_rank is None else former_rank - rank

        yesterday, week_ago = self._compared_days()
        return change(self._days.get(yesterday)), change(self._days.get(week_ago))

    def clan_closes(self) -> tuple[Columns | None, Columns | None]:
        """Returns the values of the clans at yesterday's close, and a week before it; None where unknown."""
        yesterday, week_ago = self._compared_days()
        return self._clans.get(yesterday), self._clans.get(week_ago)

    def week_gains(self, kind: Kind, character_ids: Array, scores: Array) -> list[int | None]:
        """Returns the kills of each character since the close of the day seven days ago; None where unknown."""
        changes = self._changes(_SOURCES[kind], character_ids, scores, self._compared_days()[1])
        return [None if change is None else max(0, -change) for change in changes]

    async def as_of(self, snapshot: Snapshot, day: date) -> Snapshot | None:
        """Returns the rankings of a recorded day: of characters that are still ranked, under their names of now."""
        number = day.toordinal() - EPOCH_DAY
        if number not in self.recorded_days:
            return None
        columns = await self._load(number)
        self._recent = [*(recent_day for recent_day in self._recent if recent_day != number), number][-_RECENT_DAYS:]
        return await asyncio.to_thread(as_of, snapshot, columns, float(self.recorded_days[number].taken_at))

    def _compared_days(self) -> tuple[int, int]:
        yesterday = self._site_days.before(self._site_days.day_of(time.time()))
        return yesterday, yesterday - _WEEK + 1

    async def _load(self, day: int) -> Columns:
        async with self._loading:
            if day not in self._days:
                self._days[day] = await asyncio.to_thread(
                    ranked_characters, await storage.values_at(self._site, day), day
                )
                await return_freed_memory()
            return self._days[day]

    def _changes(self, name: str, ids: Array, values: Array, day: int) -> Sequence[int | None]:
        columns = self._days.get(day)
        if columns is None:
            return [None] * ids.size
        is_known, places = places_in(columns["character_id"], ids)
        changes = np.full(ids.size, None)
        changes[is_known] = columns[name][places].astype(np.int64) - values[is_known]
        return changes.tolist()


def rank_among(day: Columns, rows: Array, character_id: int) -> int | None:
    """Returns the rank by PvP kills that a character had among these rows; None if it is in none of them."""
    ranks = day["pvp_rank"][rows]
    own_ranks = ranks[day["character_id"][rows] == character_id]
    return int(np.count_nonzero(ranks < own_ranks[0])) + 1 if own_ranks.size else None


def rows_of(columns: Columns, character_ids: Array) -> Array:
    """Returns the rows of those characters that were ranked on the day."""
    _, places = places_in(columns["character_id"], character_ids)
    return places


def ranked_characters(columns: Columns, day: int) -> Columns:
    """Returns the characters that were ranked on a day, with their ranks."""
    was_there = (columns["first_day"] <= day) & (columns["gone_day"] > day)
    result = {name: compact(columns[name][was_there]) for name in ("character_id", *_SOURCES.values())}
    for kind, name in (("pvp", "pvp_kills"), ("pk", "pk_kills")):
        result[f"{kind}_rank"] = _inverse(_order(result[name], result["character_id"])) + 1
    return result


def as_of(snapshot: Snapshot, day: Columns, taken_at: float) -> Snapshot:
    """`day`: as `ranked` returns it."""
    ids = snapshot.columns["character_ids"]
    is_known, places = places_in(day["character_id"], ids)
    rows = np.flatnonzero(is_known)
    order = _order(day["pvp_kills"][places], ids[rows])
    rows, places = rows[order], places[order]
    columns = {column.name: snapshot.columns[column.name][rows] for column in COLUMNS}
    columns |= {name: day[source][places] for name, source in _SOURCES.items()}
    columns["pk_ranks"] = _inverse(_order(columns["pk"], columns["character_ids"]))
    columns["rows_by_id"] = np.argsort(columns["character_ids"])
    columns["online"] = np.zeros(rows.size, np.uint8)
    names, name_starts = reorder(snapshot.texts["names"], snapshot.texts["name_starts"], rows)
    new_row = np.full(ids.size + 1, rows.size, np.uint32)
    new_row[rows] = np.arange(rows.size, dtype=np.uint32)
    names_search = dataclasses.replace(
        snapshot.names,
        count=rows.size,
        rows_of=new_row[snapshot.names.rows_of],
        new_rows=new_row[snapshot.names.new_rows],
    )
    return dataclasses.replace(
        snapshot,
        stats=replace(snapshot.stats, taken_at=taken_at),
        columns={**snapshot.columns, **columns},
        texts={**snapshot.texts, "names": names, "name_starts": name_starts},
        names=names_search,
    )


def _order(scores: Array, ids: Array) -> Array:
    """Returns row numbers by score, highest first; equal scores by id."""
    return np.lexsort((ids, -scores.astype(np.int64))).astype(np.uint32)


def _inverse(order: Array) -> Array:
    places = np.empty_like(order)
    places[order] = np.arange(order.size, dtype=order.dtype)
    return places
