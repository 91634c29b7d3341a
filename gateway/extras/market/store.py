"""Offers and prices in the site schema."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from gateway.concurrency.durations import DAY
from gateway.config.site_days import SiteDays
from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.market.shops import FoundOffer, OfferKind

OFFER_DAYS: Final = 2
"""Closed offers are kept so long: the prices of a day are made of those that it has seen."""
PRICE_DAYS: Final = 400


class MarketReading(Struct, frozen=True):
    """A complete reading of the game's shops. `traders`: offline traders by the snapshot; None where it has none."""

    began_at: int
    finished_at: int
    shops: int
    open_shops: int
    offers: int
    traders: int | None
    read_rows: int


class StoredOffer(Struct, frozen=True):
    """`total`: how many offers the search has on all pages."""

    character_id: int
    kind: OfferKind
    item_id: int
    enchant: int
    price: int
    amount: int
    town: str
    opened_at: int | None
    total: int


class PriceDayRow(Struct, frozen=True):
    item_id: int
    enchant: int
    day: int
    lowest: int
    median: int
    offers: int
    lowest_at: int


class TownShops(Struct, frozen=True):
    town: str
    shops: int


class _OfferedItem(Struct, frozen=True):
    item_id: int
    offers: int


CLOSE_RANGE: Final = query("market.close_range", None)
ADD_OFFERS: Final = query("market.add_offers", None)
ADD_READING: Final = query("market.add_reading", None)
ADD_DAYS: Final = query("market.add_days", None)
READING: Final = query("market.reading", MarketReading)
OFFERS: Final = query("market.offers", StoredOffer)
OFFERS_OF_ITEM: Final = query("market.offers_of_item", StoredOffer)
TOWNS: Final = query("market.towns", TownShops)
DAYS_OF_ITEMS: Final = query("market.days_of_items", PriceDayRow)
OFFERED_ITEMS: Final = query("market.offered_items", _OfferedItem)
PRUNE_OFFERS: Final = query("market.prune_offers", None)
PRUNE_DAYS: Final = query("market.prune_days", None)
_OF_ITEM: Final = 200


class MarketStore:
    """Methods raise DatabaseUnavailable."""

    def __init__(self, site: Database) -> None:
        self.site = site

    async def replace_range(self, after: int, last: int, offers: Iterable[FoundOffer], now: int) -> None:
        """Replaces the open offers of the owners above `after` up to `last`."""

        async def work(session: Session) -> None:
            await session.write(CLOSE_RANGE, after=after, last=last)
            await write_rows(session, ADD_OFFERS, offers, now=now)

        await self.site.transact(work)

    async def finish(self, reading: MarketReading) -> None:
        await self.site.write(ADD_READING, **asdict(reading))

    async def add_days(self, days: SiteDays, now: int) -> None:
        """Writes the prices of today, and those of yesterday as its last offers left them."""
        today = days.day_of(now)
        for day in (today - 1, today):
            since, until = int(days.start_of(day)), int(days.start_of(day + 1))
            await self.site.write(ADD_DAYS, day=day, since=since, until=until)

    async def reading(self) -> MarketReading | None:
        """Returns the last complete one."""
        return await self.site.one(READING)

    async def search(
        self,
        items: Collection[int] | None,
        *,
        is_buying: bool,
        town: str,
        enchant: int,
        price: int,
        start: int,
        limit: int,
    ) -> list[StoredOffer]:
        """`items`: None for all."""
        return await self.site.read(
            OFFERS,
            items=[*(items or ())] or [0],
            has_items=int(items is not None),
            is_buying=int(is_buying),
            town=town,
            enchant=enchant,
            price=price,
            start=start,
            limit=limit,
        )

    async def offers_of(self, item_id: int) -> list[StoredOffer]:
        return await self.site.read(OFFERS_OF_ITEM, item_id=item_id, limit=_OF_ITEM)

    async def towns(self) -> list[TownShops]:
        return await self.site.read(TOWNS)

    async def days_of(self, item_ids: Sequence[int], since: int) -> list[PriceDayRow]:
        """Returns the days from `since` on, ascending for each item and enchant level."""
        return await self.site.read(DAYS_OF_ITEMS, ids=item_ids, since=since)

    async def offered_items(self, count: int) -> list[int]:
        """Returns the items with the most offers."""
        return [row.item_id for row in await self.site.read(OFFERED_ITEMS, limit=count)]


async def prune(site: Database, today: int, now: int) -> int:
    """Deletes offers that are closed since days, and old prices. Returns the number of rows."""
    offers = await site.prune(PRUNE_OFFERS, before=now - OFFER_DAYS * DAY)
    return offers + await site.prune(PRUNE_DAYS, before=today - PRICE_DAYS)
