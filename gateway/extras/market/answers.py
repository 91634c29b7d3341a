"""Public answers about the market: offers with the names of sellers as they show them, and prices by day."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime

from msgspec import Struct

from gateway.config.site_days import date_of
from gateway.extras.market.shops import OfferKind
from gateway.extras.market.store import PriceDayRow, StoredOffer, TownShops
from gateway.features.items.catalogue import Catalogue, item_name
from gateway.game.items import Grade
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import ShownCharacter


class MarketOffer(Struct, frozen=True, kw_only=True):
    """`price`: of one piece, in adena. `kind`: `package` is sold with all else of the shop alone; `buy` is wanted.

    `seller`: null for one who is in no ranking; hidden sellers have no name. `opened_at`: of the shop.
    """

    item_id: int
    item_name: str
    grade: Grade
    enchant: int
    kind: OfferKind
    price: int
    amount: int
    town: str
    seller: ShownCharacter | None
    opened_at: datetime | None


class MarketTown(Struct, frozen=True):
    """`shops`: that are open in the town, and around it."""

    name: str
    shops: int


class MarketPage(Struct, frozen=True, kw_only=True):
    """`is_recorded`: the game stores open shops. `is_open`: the game runs; without it there are no offers.

    `as_of`: end of the last complete reading; null before the first one.
    """

    data: list[MarketOffer]
    total: int
    total_pages: int
    page: int
    page_size: int
    towns: list[MarketTown]
    is_recorded: bool
    is_open: bool
    as_of: datetime | None


class PriceDay(Struct, frozen=True, kw_only=True):
    """Prices of one piece, of all that was for sale on a day of the site."""

    day: date
    enchant: int
    lowest: int
    median: int
    offers: int


class MarketItem(Struct, frozen=True, kw_only=True):
    """`offers`: what is sold first, the lowest price first; then what is wanted, the highest first."""

    id: int
    name: str
    grade: Grade
    offers: list[MarketOffer]
    days: list[PriceDay]
    is_open: bool
    as_of: datetime | None


def public_offers(rows: Sequence[StoredOffer], catalogue: Catalogue, snapshot: Snapshot) -> list[MarketOffer]:
    sellers = snapshot.shown_elsewhere({row.character_id for row in rows})
    return [
        MarketOffer(
            item_id=row.item_id,
            item_name=item_name(catalogue, row.item_id),
            grade=catalogue.get(row.item_id).grade,
            enchant=row.enchant,
            kind=row.kind,
            price=row.price,
            amount=row.amount,
            town=row.town,
            seller=sellers.get(row.character_id),
            opened_at=None if row.opened_at is None else datetime.fromtimestamp(row.opened_at, UTC),
        )
        for row in rows
    ]


def public_towns(rows: Iterable[TownShops]) -> list[MarketTown]:
    return [MarketTown(row.town, row.shops) for row in rows]


def public_days(rows: Iterable[PriceDayRow]) -> list[PriceDay]:
    return [
        PriceDay(day=date_of(row.day), enchant=row.enchant, lowest=row.lowest, median=row.median, offers=row.offers)
        for row in rows
    ]
