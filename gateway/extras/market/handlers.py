"""GET /api/market and /api/market/items/{item}: what is sold and wanted now, and the prices of an item by day."""

import re
import time
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Final, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, Parameter

from gateway.concurrency.durations import MINUTE
from gateway.database.installation import site_days
from gateway.extras.market.answers import MarketItem, MarketPage, public_days, public_offers, public_towns
from gateway.extras.market.shops import LIVE_FAMILIES, MAX_ENCHANT, MAX_PRICE
from gateway.extras.market.store import PRICE_DAYS, MarketReading, MarketStore, StoredOffer, TownShops
from gateway.features.accounts import AccountRepository
from gateway.features.items.catalogue import MAX_ID, Catalogue
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.game.items import ADENA
from gateway.http.errors import UNAVAILABLE, NotFound, ValidationFailed
from gateway.http.paging import page_count
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.world_snapshot.string_column import fold

PAGE_SIZE: Final = 20
MAX_MATCHES: Final = 1000
"""Items of one search by name."""
STALE_READING: Final = 30 * MINUTE
"""Offers of an older reading are not shown: nothing reads them now."""
SITEMAP_ITEMS: Final = 500
_LAST_PAGE: Final = 1000
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_MAX_AGE, _STALE = 15, 3600

ItemSearch = Annotated[str, Parameter(max_length=50, description="Part of an item's name, as case-folded NFC text.")]
Side = Annotated[Literal["sell", "buy"], Parameter(description="What is sold, or what is wanted.")]
Town = Annotated[str, Parameter(max_length=60, description="One of `towns`.")]
LowestEnchant = Annotated[int, Parameter(ge=0, le=MAX_ENCHANT, description="Lowest enchant level.")]
HighestPrice = Annotated[int, Parameter(ge=1, le=MAX_PRICE, description="Highest price of one piece.")]
PageOfOffers = Annotated[int, Parameter(ge=1, le=_LAST_PAGE, description="From 1; a page past the end is empty.")]


class Market:
    """Methods raise DatabaseUnavailable, and GameUnavailable without a snapshot."""

    def __init__(
        self,
        store: MarketStore,
        snapshots: PublicSnapshots,
        catalogue: Catalogue,
        accounts: AccountRepository,
        zone: tzinfo,
    ) -> None:
        self.store, self._snapshots = store, snapshots
        self._catalogue, self._accounts = catalogue, accounts
        self._zone = zone
        self._names: list[tuple[str, int]] | None = None
        self.paths: tuple[str, ...] = ()
        """Addresses of the pages of the items with the most offers, for the sitemap."""

    async def refresh_paths(self) -> None:
        self.paths = tuple(f"/market/{item_id}" for item_id in await self.store.offered_items(SITEMAP_ITEMS))

    def items_named(self, text: str) -> list[int]:
        """Returns the items with this text in their names, the shortest names first, or with this id."""
        if self._names is None:
            names = [(fold(item.name), item.id) for item in self._catalogue.items()]
            self._names = sorted(names, key=lambda name: (len(name[0]), name))
        folded_text = fold(text.strip())
        items = [item_id for name, item_id in self._names if folded_text in name][:MAX_MATCHES]
        return [*items, int(folded_text)] if _NUMBER.fullmatch(folded_text) else items

    async def page(self, text: str, side: str, town: str, enchant: int, price: int, page: int) -> MarketPage:
        reading, snapshot = await self.store.reading(), self._snapshots.current()
        is_open = self._snapshots.counts_online_now
        rows, towns = list[StoredOffer](), list[TownShops]()
        if is_open and is_recent(reading):
            towns = await self.store.towns()
            rows = await self.store.search(
                self.items_named(text) if text.strip() else None,
                is_buying=side == "buy",
                town=town,
                enchant=enchant,
                price=price,
                start=(page - 1) * PAGE_SIZE,
                limit=PAGE_SIZE,
            )
        total = rows[0].total if rows else 0
        is_live = self._accounts.known_key() in LIVE_FAMILIES
        return MarketPage(
            data=public_offers(rows, self._catalogue, snapshot),
            total=total,
            total_pages=page_count(total, PAGE_SIZE),
            page=page,
            page_size=PAGE_SIZE,
            towns=public_towns(towns),
            is_recorded=is_live or bool(reading and reading.open_shops),
            is_open=is_open,
            as_of=_moment_of(reading),
        )

    async def item(self, number: str) -> MarketItem:
        """Raises NotFound for an item that nobody has offered and the catalogue does not have."""
        item_id = int(number) if _NUMBER.fullmatch(number) else 0
        if not 0 < item_id <= MAX_ID or item_id == ADENA:
            raise NotFound
        reading, snapshot = await self.store.reading(), self._snapshots.current()
        days = await site_days(self.store.site, self._zone)
        price_days = await self.store.days_of([item_id], days.day_of(time.time()) - PRICE_DAYS)
        is_open = self._snapshots.counts_online_now
        offers = await self.store.offers_of(item_id) if is_open and is_recent(reading) else []
        if item_id not in self._catalogue and not price_days and not offers:
            raise NotFound
        item = self._catalogue.get(item_id)
        return MarketItem(
            id=item_id,
            name=item.name,
            grade=item.grade,
            offers=public_offers(offers, self._catalogue, snapshot),
            days=public_days(price_days),
            is_open=is_open,
            as_of=_moment_of(reading),
        )


def is_recent(reading: MarketReading | None) -> bool:
    return reading is not None and time.time() - reading.finished_at <= STALE_READING


def _moment_of(reading: MarketReading | None) -> datetime | None:
    return datetime.fromtimestamp(reading.finished_at, UTC) if reading else None


def routes(market: Market) -> list[HTTPRouteHandler]:
    @get(
        "/api/market",
        ValidationFailed,
        *UNAVAILABLE,
        opt=public(max_age=_MAX_AGE, stale=_STALE, version="characters", fold={"q"}),
    )
    async def get_market(
        q: ItemSearch = "",
        side: Side = "sell",
        town: Town = "",
        min_enchant: LowestEnchant = 0,
        max_price: HighestPrice = MAX_PRICE,
        page: PageOfOffers = 1,
    ) -> MarketPage:
        """Offers of open shops, by price."""
        return await market.page(q, side, town, min_enchant, max_price, page)

    @get(
        "/api/market/items/{item:str}",
        NotFound,
        *UNAVAILABLE,
        opt=public(max_age=_MAX_AGE, stale=_STALE, version="characters"),
    )
    async def get_market_item(item: FromPath[str]) -> MarketItem:
        """Open offers of an item, and its lowest and median price of each day."""
        return await market.item(item)

    return [get_market, get_market_item]
