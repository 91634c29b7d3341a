"""Batch scans of the game's items, for families whose `items` table has no index on the owner.

A query by owner reads the whole table there, the largest of the game.
"""

from collections.abc import Sequence
from typing import Final

from cachetools import TTLCache
from msgspec import Struct
from msgspec.structs import replace

from gateway.database.batch_scan import MAX_KEYS, MAX_WAITING, BatchScan, complete_groups
from gateway.database.database import Database
from gateway.database.queries import query

MAX_ROWS: Final = 20_000
"""Rows that one scan returns; owners beyond this limit wait for the next scan."""
MAX_CACHED_ROWS: Final = 200_000
CACHE_SECONDS: Final = 60.0
RECENT_SECONDS: Final = 180.0
"""Time after its last request during which an owner is refreshed by scans for others."""


class OwnedItem(Struct, frozen=True):
    """A row of the view `items`. `augmentation` has 32 bits, None for an item without one."""

    owner_id: int
    item_id: int
    amount: int
    enchant: int
    place: str
    slot: int | None
    augmentation: int | None


OF_OWNERS = query("inventory.of_owners", OwnedItem)


class ItemScanner:
    """Returns cached items, or waits for the next scan."""

    def __init__(self, game: Database, max_pause: float) -> None:
        # One connection of its own with a higher row limit: scans do not occupy the shared pool.
        self._game = game.with_limits(replace(game.limits, rows=MAX_ROWS, connections=1))
        self._scans = BatchScan[int, list[OwnedItem]](
            "item", self._scan, self._game.ping, max_pause, game.limits.statement_timeout_ms
        )
        self._cache: TTLCache[int, list[OwnedItem]] = TTLCache(
            MAX_CACHED_ROWS, CACHE_SECONDS, getsizeof=lambda rows: 1 + len(rows)
        )
        self._recent: TTLCache[int, None] = TTLCache(MAX_WAITING, RECENT_SECONDS)
        self._is_full = False

    async def rows(self, owners: Sequence[int]) -> dict[int, list[OwnedItem]]:
        """Returns the items of each owner, cached for up to CACHE_SECONDS. Raises DatabaseUnavailable."""
        rows = {owner: cached for owner in owners if (cached := self._cache.get(owner)) is not None}
        self._recent.update(dict.fromkeys(owners))
        return rows | await self._scans.values(owner for owner in owners if owner not in rows)

    async def close(self) -> None:
        """Ends a running scan; waiting requests raise DatabaseUnavailable."""
        await self._scans.close()
        await self._game.close()

    async def _scan(self, owners: Sequence[int]) -> dict[int, list[OwnedItem]]:
        """Scans for these owners, and for recent ones unless the last scan reached the row limit."""
        recent = () if self._is_full else reversed(list(self._recent))
        owners = list(dict.fromkeys([*owners, *recent]))[:MAX_KEYS]
        rows = await self._game.read(OF_OWNERS, ids=owners, count=MAX_ROWS)
        self._is_full = len(rows) >= MAX_ROWS
        complete = complete_groups(owners, rows, lambda row: row.owner_id, MAX_ROWS)
        self._cache.update(complete)
        return complete
