"""GET /api/player/characters/{id}/items: what a character carries, wears and has stored.

Read by the index on the owner where the game's `items` has one, as `gateway install` recorded it; else for everybody
who waits in one scan (see `inventory_scan`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, Databases, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.inventory.batch_scan import ItemRow, Scans
from gateway.features.items.catalogue import Catalogue
from gateway.game.items import ADENA, CATEGORIES, GRADES, Category, Grade
from gateway.game.slots import part_name, worn_name
from gateway.http.errors import GameUnavailable, NotAuthenticated, NotFound, SiteUnavailable, documented
from gateway.install.install import RECORDED
from gateway.redis.cache import RedisDoor

OWNER_INDEX: Final = "items_owner_index"
"""What `gateway install` calls its finding in the table `installation`: yes or no."""
LOOK_AGAIN_SECONDS: Final = 300.0
LARGEST_NUMBER: Final = 2**53 - 1
"""What a number in JSON holds exactly."""
LARGEST_ENCHANT: Final = 65_535


class Money(Struct, frozen=True):
    owner_id: int
    item_id: int
    amount: int


OF_OWNER = query("inventory.of_owner", ItemRow)
MONEY = query("inventory.money", Money)


class Item(Struct, frozen=True):
    """`slot_id` is the worn slot; `slot_name` says of what is not worn where it would be. `icon` names a texture."""

    item_id: int
    name: str
    type: str
    category: Category
    grade: Grade
    enchant: int
    amount: int
    slot_id: int | None
    slot_name: str | None
    icon: str | None
    augmented: bool


class Inventory(Struct, frozen=True):
    """The warehouse, freight included, is the character's own, and outside `total_items`."""

    inventory_items: list[Item]
    equipped_items: list[Item]
    total_items: int
    warehouse_items: list[Item]


class Inventories:
    """The one way to the items of characters."""

    def __init__(self, wanted: Settings, db: Databases, redis: RedisDoor | None) -> None:
        self._coin = wanted.coins.item_id
        self._most = wanted.database.max_rows
        self._game = db.game
        self._index = _OwnerIndex(db.site)
        self._scans = Scans(db.game, redis, float(wanted.items.scan_seconds))

    async def items(self, owner_id: int) -> list[ItemRow]:
        """What the owner carries, wears and has stored; of more rows than `database.max_rows` what is worn comes first.

        Raises DatabaseUnavailable.
        """
        if await self._index.is_there():
            return await self._game.read(OF_OWNER, id=owner_id, count=self._most)
        return (await self._scans.rows([owner_id]))[owner_id]

    async def money(self, owner_ids: Sequence[int]) -> dict[int, dict[int, int]]:
        """Owner → item → amount in bag and warehouse, of Adena and of the coin; both are there for every owner.

        Raises DatabaseUnavailable.
        """
        found = {owner: {ADENA: 0, self._coin: 0} for owner in owner_ids}
        for each in await self._money(list(found)) if found else ():
            found[each.owner_id][each.item_id] = _bounded(each.amount)
        return found

    async def close(self) -> None:
        """Ends a scan that runs; whoever waits for it is refused."""
        await self._scans.close()

    async def _money(self, owner_ids: Sequence[int]) -> list[Money]:
        if await self._index.is_there():
            return await self._game.read(MONEY, ids=owner_ids, coin=self._coin)
        rows = await self._scans.rows(owner_ids)
        return [money for owner in owner_ids for money in _sums(owner, rows[owner], {ADENA, self._coin})]


class _OwnerIndex:
    """Whether `items` has an index on its owner. An index added later counts from the next `gateway install` on."""

    def __init__(self, site: Database) -> None:
        self._site = site
        self._there: bool | None = None
        self._look_at = 0.0
        self._looking = asyncio.Lock()

    async def is_there(self) -> bool:
        """Without a record the answer is no, which never harms the game. Raises DatabaseUnavailable at first."""
        if self._there is None or time.monotonic() >= self._look_at:
            async with self._looking:
                if self._there is None or time.monotonic() >= self._look_at:
                    await self._look()
        return bool(self._there)

    async def _look(self) -> None:
        try:
            found = await self._site.one(RECORDED, name=OWNER_INDEX)
        except DatabaseUnavailable:
            if self._there is None:
                raise
        else:
            self._there = found is not None and found.value == "yes"
        self._look_at = time.monotonic() + LOOK_AGAIN_SECONDS


def _sums(owner: int, rows: Iterable[ItemRow], wanted: Collection[int]) -> Iterable[Money]:
    for item_id in wanted:
        amounts = [row.amount for row in rows if row.item_id == item_id and row.place in {"INVENTORY", "WAREHOUSE"}]
        yield Money(owner, item_id, sum(amounts))


def presented(rows: Iterable[ItemRow], catalogue: Catalogue, coin: int) -> Inventory:
    """Rows as they are shown: worn by slot, the rest by category, grade (high to low), enchant and name."""
    places: dict[str, list[Item]] = {"PAPERDOLL": [], "INVENTORY": [], "WAREHOUSE": [], "FREIGHT": []}
    for row in rows:
        if row.place in places:
            places[row.place].append(_item(row, catalogue, coin))
    bag, worn = sorted(places["INVENTORY"], key=_rank), sorted(places["PAPERDOLL"], key=_slot)
    stored = sorted(places["WAREHOUSE"] + places["FREIGHT"], key=_rank)
    return Inventory(bag, worn, len(bag) + len(worn), stored)


def _item(row: ItemRow, catalogue: Catalogue, coin: int) -> Item:
    known = catalogue.get(row.item_id)
    slot = row.slot if row.place == "PAPERDOLL" else None
    return Item(
        item_id=row.item_id,
        name=known.name,
        type=known.type,
        category="money" if row.item_id == coin else known.category,
        grade=known.grade,
        enchant=max(0, min(row.enchant, LARGEST_ENCHANT)),
        amount=_bounded(row.amount),
        slot_id=slot,
        slot_name=part_name(known.part) if slot is None else worn_name(slot, known.part),
        icon=known.icon,
        augmented=row.augmentation is not None,
    )


def _rank(item: Item) -> tuple[int, int, int, str, int]:
    return CATEGORIES.index(item.category), GRADES.index(item.grade), -item.enchant, item.name, item.item_id


def _slot(item: Item) -> tuple[bool, int, int]:
    return item.slot_id is None, item.slot_id or 0, item.item_id


def _bounded(number: int) -> int:
    return max(0, min(number, LARGEST_NUMBER))


def routes(
    settings: Settings, characters: CharacterRepository, inventories: Inventories, catalogue: Catalogue
) -> list[HTTPRouteHandler]:
    @get(
        "/api/player/characters/{id:int}/items",
        responses=documented(NotAuthenticated, NotFound, GameUnavailable, SiteUnavailable),
        operation_id="getCharacterItems",
        summary="What a character carries, wears and has stored",
        tags=["player"],
    )
    async def character_items(caller: Caller, id: FromPath[int]) -> Inventory:
        await characters.one_brief(caller.login, id)
        rows = await inventories.items(id)
        return presented(rows, catalogue, settings.coins.item_id)

    return [character_items]
