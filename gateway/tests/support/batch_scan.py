"""Processes of the service as far as they scan for items, in a world without an index on the owner."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from fixtures.installed import World
from gateway.config import settings
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.features.inventory.batch_scan import Scans
from gateway.features.inventory.scan_coordination import ItemRow
from gateway.redis.cache import RedisDoor
from gateway.tests.support.player_state import game

EVERY = 1.0
SLOW = {"GATEWAY_DATABASE_STATEMENT_MS": "20000", "GATEWAY_DATABASE_ACQUIRE_MS": "20000"}


class Process:
    """What a process of the service has of it, and when its scans began."""

    def __init__(self, wanted: Settings, redis: RedisDoor | None, every: float) -> None:
        self.began: list[float] = []
        self._wanted, self._redis, self._every = wanted, redis, every

    async def open(self) -> Scans:
        self.databases = Databases.open(self._wanted, self._heard)
        self.scans = Scans(self.databases.game, self._redis, self._every)
        return self.scans

    async def close(self) -> None:
        await self.scans.close()
        await self.databases.close()
        if self._redis:
            await self._redis.close()

    def _heard(self, _role: str, name: str, seconds: float, _outcome: str) -> None:
        assert name == "inventory.of_owners"
        self.began.append(time.time() - seconds)


@asynccontextmanager
async def processes(
    world: World, count: int = 1, *, redis: str = "", every: float = EVERY, **env: str
) -> AsyncGenerator[tuple[Process, ...]]:
    wanted = settings.load(None, {**world.environment, **SLOW, **env})
    async with AsyncExitStack() as stack:
        made: list[Process] = []
        for _ in range(count):
            door = RedisDoor.open(settings.Redis(url=redis, timeout_ms=5000, prefix=world.schema)) if redis else None
            process = Process(wanted, door, every)
            await process.open()
            stack.push_async_callback(process.close)
            made.append(process)
        yield tuple(made)


async def owners_of(world: World, count: int, first: int = 0) -> list[int]:
    found = await game(world, f"SELECT obj_Id FROM characters ORDER BY obj_Id LIMIT {first}, {count}")
    return [int(row[0]) for row in found]


async def own_words(world: World, owners: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    ids = ", ".join(map(str, owners))
    rows = await game(world, f"SELECT owner_id, item_id, count FROM items WHERE owner_id IN ({ids})")
    return {owner: sorted((row[1], row[2]) for row in rows if row[0] == owner) for owner in owners}


def told(found: dict[int, list[ItemRow]]) -> dict[int, list[tuple[int, int]]]:
    return {owner: sorted((row.item_id, row.amount) for row in rows) for owner, rows in found.items()}
