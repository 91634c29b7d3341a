"""Reads finished counts. Their rows never change, so those of the last days are read once and stay in memory."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from gateway.extras.economy.alarms import BANDS, BASELINE_DAYS, Band
from gateway.extras.economy.repository import EconomyStore, StoredItem

BAND_ENDS: Final = {low: high - 1 for low, high in pairwise(BANDS)}
"""Highest level of each band but the last one."""
_DAYS_IN_MEMORY: Final = 3


class EconomyCounts:
    def __init__(self, store: EconomyStore) -> None:
        self.store = store
        self._days: dict[int, dict[int, StoredItem]] = {}

    async def day_before(self, day: int, days: int = 1) -> int:
        """Returns the last counted day that is at least so many days before; 0 without one."""
        return (await self.store.nights(0, max(0, day - days)))[1]

    async def bands(self, day: int) -> tuple[list[Band], dict[int, int]]:
        """Returns the bands of a day, and the amounts of 28 nights before."""
        earlier_day = await self.day_before(day, BASELINE_DAYS)
        earlier_bands = await self.store.bands_of(earlier_day) if earlier_day else []
        return await self.store.bands_of(day), {row.band: row.amount for row in earlier_bands}

    async def items(self, day: int) -> Mapping[int, StoredItem]:
        if day and day not in self._days:
            self._days[day] = {row.item_id: row for row in await self.store.items_of(day)}
            for old in list(self._days)[:-_DAYS_IN_MEMORY]:
                del self._days[old]
        return self._days.get(day, {})


def amount_of(rows: Mapping[int, StoredItem], item_id: int) -> int:
    row = rows.get(item_id)
    return row.amount if row else 0
