"""Counts all items of the game once a day, run by the leader.

It reads ranges of the primary key, each so short that it locks a MyISAM table for some milliseconds. The server
measures each range, and the slowest row of late decides the length of the next one. After each comes a pause of 100
times its duration: at most 1 % of the database's time. Each part of the count is stored, so that another process
continues after the last one.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import tzinfo
from typing import Final

import numpy as np
import structlog
from msgspec.structs import replace

from gateway.config.sections import EconomySettings
from gateway.database.database import Database
from gateway.features.economy import alarms, totals
from gateway.features.economy.alarms import Alarm
from gateway.features.economy.repository import ITEMS, CountCost, CountedDay, EconomyStore, PartRow
from gateway.features.economy.totals import Integers, ItemRow, Totals
from gateway.features.history.tracked import day_of
from gateway.features.items.catalogue import Catalogue
from gateway.features.rankings.snapshot import Snapshot

FIRST_RANGE: Final = 200
MIN_RANGE, MAX_RANGE = 50, 1000
"""Rows of one range."""
RANGE_SECONDS: Final = 0.001
"""Longest time of a range by the slowest row of the ranges before."""
RECOVERY: Final = 0.98
"""Part of a row's time that the next range still expects."""
PAUSES: Final = 100
PART_ROWS: Final = 50_000
HOUR_SECONDS: Final = 3600
log = structlog.stdlib.get_logger("gateway.economy")


class ItemCounter:
    """`work` is called every minute; it returns at once on a day that is counted."""

    def __init__(
        self,
        store: EconomyStore,
        game: Database,
        zone: tzinfo,
        settings: EconomySettings,
        catalogue: Catalogue,
        snapshot: Callable[[], Snapshot | None],
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._store, self._zone, self._settings, self._snapshot, self._pause = store, zone, settings, snapshot, pause
        # One connection of its own: the count does not occupy the shared pool.
        self._game = game.with_limits(replace(game.limits, rows=MAX_RANGE, connections=1))
        self._not_stackable = np.array([item.id for item in catalogue.items() if not item.stackable], np.int64)
        self._range_rows, self._row_seconds = FIRST_RANGE, 0.0

    async def close(self) -> None:
        await self._game.close()

    async def work(self, now: float) -> bool:
        """Counts the current day if it is not counted. Waits for the first snapshot, which has the levels."""
        day = day_of(now - self._settings.hour * HOUR_SECONDS, self._zone)
        if self._snapshot() is None or await self._store.is_counted(day):
            return False
        counted, cost = await self._count(day)
        snapshot = self._snapshot()
        if snapshot is None:
            return False
        await self._finish(day, int(now), counted, cost, snapshot)
        return True

    async def prune(self, now: float) -> int:
        return await self._store.prune(day_of(now, self._zone) - self._settings.days)

    async def _count(self, day: int) -> tuple[Totals, CountCost]:
        counted, cost, after, part = totals.empty(), CountCost(0, 0, 0), -1, 0
        for row in await self._store.parts(day):
            counted = totals.merge(counted, await asyncio.to_thread(totals.unpack, row.body))
            cost = _added(cost, CountCost(row.duration_ms, row.database_ms, row.longest_us))
            after, part = row.last_id, row.part
        is_last = False
        while not is_last:
            rows, part_cost, is_last = await self._read_part(after)
            new = await asyncio.to_thread(totals.count, rows, self._not_stackable)
            counted, cost = await asyncio.to_thread(totals.merge, counted, new), _added(cost, part_cost)
            if not is_last:
                after, part = rows[-1].object_id, part + 1
                body = await asyncio.to_thread(totals.pack, new)
                costs = part_cost.duration_ms, part_cost.database_ms, part_cost.longest_us
                await self._store.add_part(day, PartRow(part, after, *costs, body))
        return counted, cost

    async def _read_part(self, after: int) -> tuple[list[ItemRow], CountCost, bool]:
        """Reads the next objects in ranges, and says whether these are the last ones."""
        begun, database, longest = time.perf_counter(), 0.0, 0.0
        part: list[ItemRow] = []
        is_last = False
        while not is_last and len(part) < PART_ROWS:
            range_rows, started = self._range_rows, time.perf_counter()
            rows = await self._game.read(ITEMS, after=after, count=range_rows)
            seconds = _server_seconds(rows) or time.perf_counter() - started
            part += rows
            database, longest, is_last = database + seconds, max(longest, seconds), len(rows) < range_rows
            after = rows[-1].object_id if rows else after
            self._row_seconds = max(seconds / max(MIN_RANGE, len(rows)), RECOVERY * self._row_seconds)
            self._range_rows = next_range(range_rows, self._row_seconds)
            await self._pause(PAUSES * seconds)
        duration = time.perf_counter() - begun
        return part, CountCost(round(duration * 1e3), round(database * 1e3), round(longest * 1e6)), is_last

    async def _finish(self, day: int, now: int, counted: Totals, cost: CountCost, snapshot: Snapshot) -> None:
        first, last = day - alarms.BASELINE_DAYS, day - 1
        nights, previous = await self._store.nights(first, last)
        levels = levels_of(snapshot, counted.adena[:, 0])
        amounts = dict(zip(counted.items[:, 0].tolist(), counted.items[:, 1].tolist(), strict=True))
        raised: list[Alarm] = [
            *alarms.supply_alarms(amounts, await self._store.baselines(first, last), nights),
            *alarms.stack_alarms(counted.stacks),
            *alarms.wealth_alarms(
                counted.adena, levels, below=self._settings.wealth_level, limit=self._settings.wealth_limit
            ),
            *alarms.copy_alarms(counted.uneven),
        ]
        costs = cost.duration_ms, cost.database_ms, cost.longest_us
        stored = CountedDay(day, now, *costs, counted.rows, alarms.gini(counted.adena[:, 1]))
        await self._store.finish(stored, counted, alarms.bands_of(counted.adena, levels), raised, previous)
        log.info("economy_counted", day=day, objects=counted.rows, alarms=len(raised), database_ms=cost.database_ms)


def next_range(rows: int, row_seconds: float) -> int:
    """Returns the number of rows of the range after one of `rows`, each of which may take `row_seconds`."""
    fitting = RANGE_SECONDS / max(row_seconds, RANGE_SECONDS / MAX_RANGE)
    return max(MIN_RANGE, min(rows + rows // 8, round(fitting)))


def _server_seconds(rows: Sequence[ItemRow]) -> float:
    """Returns the duration by the server's clock; 0 where that is not known."""
    return max(0, rows[-1].elapsed_us) / 1e6 if rows else 0.0


def levels_of(snapshot: Snapshot, owners: Integers) -> Integers:
    """Returns the level of each owner, 0 for one that is not a ranked character."""
    ids, levels = snapshot.columns["character_ids"], snapshot.columns["levels"]
    order = np.argsort(ids)
    ids, levels = ids[order].astype(np.int64), levels[order].astype(np.int64)
    if not len(ids):
        return np.zeros(len(owners), np.int64)
    place = np.minimum(np.searchsorted(ids, owners), len(ids) - 1)
    return np.where(ids[place] == owners, levels[place], 0)


def _added(first: CountCost, second: CountCost) -> CountCost:
    return CountCost(
        first.duration_ms + second.duration_ms,
        first.database_ms + second.database_ms,
        max(first.longest_us, second.longest_us),
    )
