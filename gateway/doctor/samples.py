"""The two large tables of a game, walked once for all topics that want to know of them."""

from __future__ import annotations

import msgspec

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.doctor.sampling import Walk, walked


class Item(msgspec.Struct, frozen=True):
    id: int
    owner: int
    item_id: int
    place: str | None


class Character(msgspec.Struct, frozen=True):
    id: int
    owner: str


class Last(msgspec.Struct, frozen=True):
    id: int


ITEMS = query("doctor.items", Item)
LAST_ITEM = query("doctor.last_item", Last)
CHARACTERS = query("doctor.characters", Character)
LAST_CHARACTER = query("doctor.last_character", Last)


class Large:
    """Walks when first asked. Raises DatabaseError."""

    def __init__(self, game: Database) -> None:
        self._game = game
        self._items: Walk[Item] | None = None
        self._characters: Walk[Character] | None = None

    async def items(self) -> Walk[Item]:
        async def read(after: int, until: int, count: int) -> list[Item]:
            return await self._game.read(ITEMS, after=after, until=until, count=count)

        if self._items is None:
            last = await self._game.one(LAST_ITEM)
            self._items = await walked(read, last.id) if last else Walk[Item]([], True)
        return self._items

    async def characters(self) -> Walk[Character]:
        async def read(after: int, until: int, count: int) -> list[Character]:
            return await self._game.read(CHARACTERS, after=after, until=until, count=count)

        if self._characters is None:
            last = await self._game.one(LAST_CHARACTER)
            self._characters = await walked(read, last.id) if last else Walk[Character]([], True)
        return self._characters
