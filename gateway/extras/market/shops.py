"""Shops as the game stores them, and their offers. Pure.

Sources of the rows, and when each family writes them: gateway/docs/operators/market.md.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from gateway.game.regions import location

OfferKind = Literal["sell", "package", "buy"]
ShopKind = Literal["sell", "package", "buy", "craft", "other"]
LIVE_FAMILIES: Final = frozenset({"mobius", "mobius_ct0", "rusacis"})
"""Families with rows of shops that are open now. The others write them as the game stops, or keep closed ones."""
MAX_PRICE: Final = 2**53 - 1
MAX_ENCHANT: Final = 65_535


class ShopRow(Struct, frozen=True):
    """`login` None: the owner is deleted. `is_trader`: the owner is in the game as an offline trader."""

    character_id: int
    kind: ShopKind
    opened_at: int | None
    login: str | None
    is_trader: int
    x: int | None
    y: int | None
    z: int | None


class ShopItemRow(Struct, frozen=True):
    """`entry_id`: an object, an item or a recipe, by the kind of the shop. The last four: of that object."""

    character_id: int
    entry_id: int
    amount: int
    price: int
    enchant: int
    owner_id: int | None
    item_id: int | None
    owner_amount: int | None
    object_enchant: int | None


class FoundOffer(Struct, frozen=True, array_like=True):
    """In the order of the columns of `market.add_offers`."""

    character_id: int
    kind: OfferKind
    entry_id: int
    enchant: int
    price: int
    login: str
    item_id: int
    amount: int
    town: str
    opened_at: int | None


def open_shops(shops: Iterable[ShopRow]) -> dict[int, ShopRow]:
    """Returns the shops whose owners are in the game as offline traders, by the owner's id."""
    return {shop.character_id: shop for shop in shops if shop.is_trader and shop.login is not None}


def offers_of(shops: dict[int, ShopRow], rows: Iterable[ShopItemRow]) -> Iterator[FoundOffer]:
    """Returns what these open shops offer.

    An object that the owner does not have is left out: it is sold, or the row is an old one. So are recipes and skills.
    """
    for row in rows:
        shop = shops[row.character_id]
        if shop.kind == "craft" or shop.kind == "other" or shop.login is None or not 0 < row.price <= MAX_PRICE:
            continue
        goods = _bought(row) if shop.kind == "buy" else _sold(row)
        if goods is None:
            continue
        yield FoundOffer(
            character_id=row.character_id,
            kind=shop.kind,
            entry_id=row.entry_id,
            enchant=goods.enchant,
            price=row.price,
            login=shop.login,
            item_id=goods.item_id,
            amount=goods.amount,
            town=location(shop.x, shop.y, shop.z).removeprefix("Near "),
            opened_at=shop.opened_at,
        )


class _Goods(Struct, frozen=True):
    item_id: int
    enchant: int
    amount: int


def _bought(row: ShopItemRow) -> _Goods | None:
    return _possible(_Goods(item_id=row.entry_id, enchant=row.enchant, amount=row.amount))


def _sold(row: ShopItemRow) -> _Goods | None:
    """Returns the object of a row; None if the seller does not have it."""
    if row.owner_id != row.character_id or row.item_id is None:
        return None
    amount = min(row.amount, row.owner_amount or 0)
    return _possible(_Goods(item_id=row.item_id, enchant=row.object_enchant or 0, amount=amount))


def _possible(goods: _Goods) -> _Goods | None:
    return goods if goods.amount > 0 and 0 <= goods.enchant <= MAX_ENCHANT else None
