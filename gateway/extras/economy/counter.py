"""Counts all items of the game once a day, run by the leader.

It reads ranges of the primary key, each so short that it locks a MyISAM table for some milliseconds. The server
measures each range, and the slowest recent row decides the length of the next one. After each range comes a pause of
100 times its duration: at most 1 % of the database's time. Each part of the count is stored, so that another process
continues after the last one.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import tzinfo
from typing import Final

import numpy as np
import structlog
from msgspec.structs import asdict, replace

from gateway.concurrency.durations import HOUR
from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.extras.economy import alarms, totals
from gateway.extras.economy.alarms import Alarm, Baseline
from gateway.extras.economy.repository import ITEMS, CountCost, CountedDay, EconomyStore, PartRow
from gateway.extras.economy.settings import EconomySettings
from gateway.extras.economy.totals import Integers, ItemRow, Totals
from gateway.features.items.catalogue import Catalogue
from gateway.world_snapshot.snapshot import Snapshot

FIRST_RANGE: Final = 200
MIN_RANGE, MAX_RANGE = 50, 1000
"""Rows of one range."""
RANGE_SECONDS: Final = 0.001
"""Longest time of a range by the slowest row of the ranges before."""
RECOVERY: Final = 0.98
"""Part of a row's time that the next range still expects."""
PAUSES: Final = 100
PART_ROWS: Final = 50_000
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
        self._store = store
        self._zone = zone
        self._settings = settings
        self._snapshot = snapshot
        self._pause = pause
        # One connection of its own: the count does not occupy the shared pool.
        self._game = game.with_limits(replace(game.limits, rows=MAX_RANGE, connections=1))
        self._not_stackable = np.array([item.id for item in catalogue.items() if not item.stackable], np.int64)
        self._range_rows, self._row_seconds = FIRST_RANGE, 0.0

    async def close(self) -> None:
        await self._game.close()

    async def work(self, now: float) -> bool:
        """Counts the current day if it is not counted. Waits for the first snapshot, which has the levels."""
        days = await site_days(self._store.site, self._zone)
        day = days.day_of(now - self._settings.hour * HOUR)
        if self._snapshot() is None or await self._store.is_counted(day):
            return False
        day_totals, cost = await self._count(day)
        snapshot = self._snapshot()
        if snapshot is None:
            return False
        await self._finish(day, int(now), day_totals, cost, snapshot)
        return True

    async def _count(self, day: int) -> tuple[Totals, CountCost]:
        day_totals = totals.empty()
        cost = CountCost(0, 0, 0)
        last_id = -1
        part = 0
        for row in await self._store.parts(day):
            day_totals = await asyncio.to_thread(totals.merge_packed, day_totals, row.body)
            cost = _add_costs(cost, CountCost(row.duration_ms, row.database_ms, row.longest_us))
            last_id, part = row.last_id, row.part
        is_last = False
        while not is_last:
            table, part_cost, is_last = await self._read_part(last_id)
            snapshot = self._snapshot()
            not_players = snapshot.not_players if snapshot else np.empty(0, np.int64)
            part_totals = await asyncio.to_thread(totals.count, table, self._not_stackable, not_players)
            day_totals = await asyncio.to_thread(totals.merge, day_totals, part_totals)
            cost = _add_costs(cost, part_cost)
            if not is_last:
                last_id, part = int(table[-1, 0]), part + 1
                body = await asyncio.to_thread(totals.pack, part_totals)
                await self._store.add_part(day, PartRow(part=part, last_id=last_id, **asdict(part_cost), body=body))
        return day_totals, cost

    async def _read_part(self, last_id: int) -> tuple[Integers, CountCost, bool]:
        """Reads the next objects in ranges, and says whether these are the last ones."""
        start = time.perf_counter()
        database = 0.0
        longest = 0.0
        tables = [totals.table_of([])]
        objects = 0
        is_last = False
        while not is_last and objects < PART_ROWS:
            range_rows, range_start = self._range_rows, time.perf_counter()
            rows = await self._game.read(ITEMS, after=last_id, count=range_rows)
            seconds = _server_seconds(rows) or time.perf_counter() - range_start
            # A range is a table at once: a whole part would hold the interpreter for some 20 ms, in any thread.
            tables.append(totals.table_of(rows))
            objects += len(rows)
            database += seconds
            longest = max(longest, seconds)
            is_last = len(rows) < range_rows
            last_id = rows[-1].object_id if rows else last_id
            self._row_seconds = max(seconds / max(MIN_RANGE, len(rows)), RECOVERY * self._row_seconds)
            self._range_rows = next_range(range_rows, self._row_seconds)
            await self._pause(PAUSES * seconds)
        duration = time.perf_counter() - start
        cost = CountCost(round(duration * 1e3), round(database * 1e3), round(longest * 1e6))
        return np.concatenate(tables), cost, is_last

    async def _finish(self, day: int, now: int, day_totals: Totals, cost: CountCost, snapshot: Snapshot) -> None:
        first, last = day - alarms.BASELINE_DAYS, day - 1
        nights, previous_day = await self._store.nights(first, last)
        baselines = await self._store.baselines(first, last)
        holdings = day_totals.adena[:, 1]
        levels = await asyncio.to_thread(levels_of, snapshot, day_totals.adena[:, 0])
        raised_alarms = await asyncio.to_thread(self._alarms_of, day_totals, levels, baselines, nights)
        gini = await asyncio.to_thread(alarms.gini, holdings)
        top_percent, top_share = await asyncio.to_thread(alarms.top_share, holdings)
        counted_day = CountedDay(
            day=day,
            counted_at=now,
            **asdict(cost),
            objects=day_totals.rows,
            gini=gini,
            top_percent=top_percent,
            top_share=top_share,
        )
        bands = await asyncio.to_thread(alarms.bands_of, day_totals.adena, levels)
        await self._store.finish(counted_day, day_totals, bands, raised_alarms, previous_day)
        log.info(
            "economy_counted", day=day, objects=day_totals.rows, alarms=len(raised_alarms), database_ms=cost.database_ms
        )

    def _alarms_of(
        self, day_totals: Totals, levels: Integers, baselines: Sequence[Baseline], nights: int
    ) -> list[Alarm]:
        settings, items = self._settings, day_totals.items
        amounts = dict(zip(items[:, 0].tolist(), items[:, 1].tolist(), strict=True))
        return [
            *alarms.supply_alarms(amounts, baselines, nights),
            *alarms.stack_alarms(day_totals.stacks),
            *alarms.wealth_alarms(
                day_totals.adena, levels, below_level=settings.wealth_level, limit=settings.wealth_limit
            ),
            *alarms.copy_alarms(day_totals.uneven),
        ]


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


def _add_costs(first: CountCost, second: CountCost) -> CountCost:
    return CountCost(
        first.duration_ms + second.duration_ms,
        first.database_ms + second.database_ms,
        max(first.longest_us, second.longest_us),
    )
