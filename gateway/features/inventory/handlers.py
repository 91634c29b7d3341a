"""GET /api/player/characters/{id}/items: the items in a character's bag, equipment and warehouse.

Items are read by the index on the owner if `gateway install` recorded one for the game's `items` table, else by batch
scans (see `item_scan`).
"""

import asyncio
import time
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from litestar.params import FromPath
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, Databases, DatabaseUnavailable
from gateway.database.installation import OWNER_INDEX, RECORDED_VALUE
from gateway.database.queries import query
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.inventory.item_scan import ItemScanner, OwnedItem
from gateway.features.items.catalogue import Catalogue
from gateway.game.items import ADENA, CATEGORIES, GRADES, Category, Grade
from gateway.game.slots import part_name, worn_name
from gateway.http.errors import UNAVAILABLE, NotFound
from gateway.http.routes import get
from gateway.registration.feature import Feature

RECHECK_SECONDS: Final = 300.0
MAX_NUMBER: Final = 2**53 - 1
"""The largest integer that JavaScript holds exactly."""
MAX_ENCHANT: Final = 65_535


class ItemAmount(Struct, frozen=True):
    owner_id: int
    item_id: int
    amount: int


OF_OWNER = query("inventory.of_owner", OwnedItem)
MONEY = query("inventory.money", ItemAmount)


class Item(Struct, frozen=True, kw_only=True):
    """`slot_id` is None for an item that is not worn; `slot_name` is then the slot it fits. `icon` names a texture."""

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
    """`warehouse_items` holds the character's own warehouse and freight; `total_items` does not count them."""

    inventory_items: list[Item]
    equipped_items: list[Item]
    total_items: int
    warehouse_items: list[Item]


class Inventories:
    """Reads the items of characters, by index or by batch scan."""

    def __init__(self, settings: Settings, databases: Databases) -> None:
        self._coin = settings.coins.item_id
        self._max_rows = settings.database.max_rows
        self._game = databases.game
        self._index = _OwnerIndex(databases.site)
        self._scanner = ItemScanner(databases.game, settings.items.batch_scan_interval_seconds)

    async def items(self, owner_id: int) -> list[OwnedItem]:
        """Returns the owner's items; above `max_rows` equipped items take precedence.

        Raises DatabaseUnavailable.
        """
        if await self._index.exists():
            return await self._game.read(OF_OWNER, id=owner_id, count=self._max_rows)
        return (await self._scanner.rows([owner_id]))[owner_id]

    async def money(self, owner_ids: Sequence[int]) -> dict[int, dict[int, int]]:
        """Returns owner → item → amount in bag and warehouse, with Adena and the coin for every owner.

        Raises DatabaseUnavailable.
        """
        totals = {owner: {ADENA: 0, self._coin: 0} for owner in owner_ids}
        for row in await self._amounts(list(totals)) if totals else ():
            totals[row.owner_id][row.item_id] = _clamp(row.amount)
        return totals

    async def close(self) -> None:
        """Ends a running scan; requests that wait for it raise DatabaseUnavailable."""
        await self._scanner.close()

    async def _amounts(self, owner_ids: Sequence[int]) -> list[ItemAmount]:
        if await self._index.exists():
            return await self._game.read(MONEY, ids=owner_ids, coin=self._coin)
        rows = await self._scanner.rows(owner_ids)
        return [amount for owner in owner_ids for amount in _sum_amounts(owner, rows[owner], {ADENA, self._coin})]


class _OwnerIndex:
    """The recorded index of `items` on the owner. An index added later is used after the next `gateway install`."""

    def __init__(self, site: Database) -> None:
        self._site = site
        self._exists: bool | None = None
        self._recheck_at = 0.0
        self._lock = asyncio.Lock()

    async def exists(self) -> bool:
        """Returns False without a record: the game is then scanned at a limited rate.

        Raises DatabaseUnavailable if the record was never read; later failures keep the last value.
        """
        if self._is_due():
            async with self._lock:
                if self._is_due():
                    await self._check()
        return bool(self._exists)

    def _is_due(self) -> bool:
        return self._exists is None or time.monotonic() >= self._recheck_at

    async def _check(self) -> None:
        try:
            record = await self._site.one(RECORDED_VALUE, name=OWNER_INDEX)
        except DatabaseUnavailable:
            if self._exists is None:
                raise
        else:
            self._exists = record is not None and record.value == "yes"
        self._recheck_at = time.monotonic() + RECHECK_SECONDS


def _sum_amounts(owner: int, rows: Iterable[OwnedItem], item_ids: Collection[int]) -> Iterable[ItemAmount]:
    for item_id in item_ids:
        amounts = [row.amount for row in rows if row.item_id == item_id and row.place in {"INVENTORY", "WAREHOUSE"}]
        yield ItemAmount(owner, item_id, sum(amounts))


def build_inventory(rows: Iterable[OwnedItem], catalogue: Catalogue, coin: int) -> Inventory:
    """Returns the response: equipment by slot, the rest by category, grade (high to low), enchant and name."""
    places: dict[str, list[Item]] = {"PAPERDOLL": [], "INVENTORY": [], "WAREHOUSE": [], "FREIGHT": []}
    for row in rows:
        if row.place in places:
            places[row.place].append(_item(row, catalogue, coin))
    bag, equipment = sorted(places["INVENTORY"], key=_rank), sorted(places["PAPERDOLL"], key=_by_slot)
    warehouse = sorted(places["WAREHOUSE"] + places["FREIGHT"], key=_rank)
    return Inventory(
        inventory_items=bag, equipped_items=equipment, total_items=len(bag) + len(equipment), warehouse_items=warehouse
    )


def _item(row: OwnedItem, catalogue: Catalogue, coin: int) -> Item:
    entry = catalogue.get(row.item_id)
    slot = row.slot if row.place == "PAPERDOLL" else None
    return Item(
        item_id=row.item_id,
        name=entry.name,
        type=entry.type,
        category="money" if row.item_id == coin else entry.category,
        grade=entry.grade,
        enchant=max(0, min(row.enchant, MAX_ENCHANT)),
        amount=_clamp(row.amount),
        slot_id=slot,
        slot_name=part_name(entry.part) if slot is None else worn_name(slot, entry.part),
        icon=entry.icon,
        augmented=row.augmentation is not None,
    )


def _rank(item: Item) -> tuple[int, int, int, str, int]:
    return CATEGORIES.index(item.category), GRADES.index(item.grade), -item.enchant, item.name, item.item_id


def _by_slot(item: Item) -> tuple[bool, int, int]:
    return item.slot_id is None, item.slot_id or 0, item.item_id


def _clamp(number: int) -> int:
    return max(0, min(number, MAX_NUMBER))


def feature(
    settings: Settings, characters: CharacterRepository, inventories: Inventories, catalogue: Catalogue
) -> Feature:
    @get("/api/player/characters/{id:int}/items", NotFound, *UNAVAILABLE)
    async def get_character_items(caller: Caller, id: FromPath[int]) -> Inventory:
        """Items that a character carries, wears and has stored."""
        await characters.one_brief(caller.login, id)
        rows = await inventories.items(id)
        return build_inventory(rows, catalogue, settings.coins.item_id)

    return Feature(name="inventory", routes=[get_character_items], close=[inventories.close])
