"""Days on which an item was cheaper than in the week before: news of those who starred it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from typing import Final

from gateway.database.installation import site_days
from gateway.extras.market.store import MarketStore, PriceDayRow
from gateway.registration.item_prices import LowPrice

WEEK: Final = 7


class LowPrices:
    def __init__(self, store: MarketStore, zone: tzinfo) -> None:
        self._store, self._zone = store, zone

    async def read(self, item_ids: Sequence[int], since: int) -> list[LowPrice]:
        """Returns the low prices from the day of `since` on. Raises DatabaseUnavailable."""
        days = await site_days(self._store.site, self._zone)
        first = days.day_of(since)
        rows = await self._store.days_of(item_ids, first - WEEK)
        return [
            LowPrice(
                item_id=row.item_id,
                enchant=row.enchant,
                price=row.lowest,
                since=row.lowest_at,
                day_start=int(days.start_of(row.day)),
            )
            for row in low_days(rows)
            if row.day >= first
        ]


def low_days(rows: Iterable[PriceDayRow]) -> Iterator[PriceDayRow]:
    """Returns the days with a lower price than each of the seven days before, of which one at least has a price.

    `rows`: ascending for each item and enchant level.
    """
    lowest_by_day = defaultdict[tuple[int, int], dict[int, int]](dict)
    for row in rows:
        prices = lowest_by_day[row.item_id, row.enchant]
        before = [prices[day] for day in range(row.day - WEEK, row.day) if day in prices]
        prices[row.day] = row.lowest
        if before and row.lowest < min(before):
            yield row
