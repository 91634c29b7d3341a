"""Reads the game's shops once a minute, run by the leader.

It reads ranges of the primary key, as many as the rows of a minute allow, and goes on after the last one in the next
minute: on a large server a complete reading takes some minutes. It reads nothing while the game is stopped, since its
flags are those of before.
"""

import time
from collections.abc import Callable
from datetime import tzinfo
from typing import Final

import structlog

from gateway.concurrency.durations import MINUTE
from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras.market.shops import ShopItemRow, ShopRow, offers_of, open_shops
from gateway.extras.market.store import MarketReading, MarketStore
from gateway.http.errors import GameUnavailable
from gateway.world_snapshot.snapshot import WorldStats

MIN_RANGE, MAX_RANGE = 10, 100
"""Shops of one statement: a writer of a MyISAM table waits for a whole statement."""
ROWS_OF_SHOP: Final = 20
"""Rows for one shop: itself, its owner, and some ten items with their objects."""
RANGE_ITEMS: Final = 2500
SHARE: Final = 0.05
"""Of the rows that the snapshot reads in a minute."""
MIN_ROWS: Final = 200
"""Rows of a minute on a server of up to 4,000 characters."""
DAYS_SECONDS: Final = 10 * MINUTE
LAST_ID: Final = 2**32 - 1
SHOPS: Final = query("market.shops", ShopRow)
SHOP_ITEMS: Final = query("market.shop_items", ShopItemRow)
log = structlog.stdlib.get_logger("gateway.market")


class MarketReader:
    def __init__(
        self,
        store: MarketStore,
        game: Database,
        zone: tzinfo,
        stats: Callable[[], WorldStats | None],
        counts_online: Callable[[], bool],
    ) -> None:
        """`stats`: of the current snapshot. `counts_online`: whether the game's online flags count now."""
        self._store, self._game = store, game
        self._zone = zone
        self._stats, self._counts_online = stats, counts_online
        self._days_at = 0.0
        self._begin()

    def _begin(self) -> None:
        self._after = self._began_at = 0
        self._shops = self._open_shops = 0
        self._offers = self._rows = 0

    async def read(self, now: int) -> MarketReading | None:
        """Reads the ranges of one minute. Returns the reading that it has completed.

        Raises DatabaseError, and GameUnavailable before the first snapshot.
        """
        stats = self._stats()
        if stats is None:
            raise GameUnavailable
        if not self._counts_online():
            return None
        self._began_at = self._began_at or now
        rows = max(MIN_ROWS, int(stats.total_characters * SHARE))
        end, count = self._rows + rows, min(MAX_RANGE, max(MIN_RANGE, rows // ROWS_OF_SHOP))
        while self._rows < end:
            if await self._read_range(count, now) < count:
                return await self._finish(now, stats.traders)
        return None

    async def _read_range(self, count: int, now: int) -> int:
        """Returns the number of shops, open or not."""
        shops = await self._game.read(SHOPS, after=self._after, count=count)
        shops_by_owner = open_shops(shops)
        rows = await self._game.read(SHOP_ITEMS, ids=[*shops_by_owner], limit=RANGE_ITEMS) if shops_by_owner else []
        offers = [*offers_of(shops_by_owner, rows)]
        last = shops[-1].character_id if len(shops) == count else LAST_ID
        await self._store.replace_range(self._after, last, offers, now)
        self._after = last
        self._shops += len(shops)
        self._open_shops += len(shops_by_owner)
        self._offers += len(offers)
        self._rows += 2 * (len(shops) + len(rows))  # each with its owner, or its object
        return len(shops)

    async def _finish(self, now: int, traders: int | None) -> MarketReading:
        reading = MarketReading(
            began_at=self._began_at,
            finished_at=now,
            shops=self._shops,
            open_shops=self._open_shops,
            offers=self._offers,
            traders=traders,
            read_rows=self._rows,
        )
        self._begin()
        if time.monotonic() - self._days_at >= DAYS_SECONDS or not self._days_at:
            await self._store.add_days(await site_days(self._store.site, self._zone), now)
            self._days_at = time.monotonic()
        await self._store.finish(reading)
        log.debug("market_read", shops=reading.shops, offers=reading.offers, rows=reading.read_rows)
        return reading
