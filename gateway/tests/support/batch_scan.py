"""A batch scanner in a world without an index on the owner of items, and the start times of its scans."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from fixtures.installed import World
from gateway.config import settings
from gateway.database.database import Databases
from gateway.features.inventory.batch_scan import BatchScanner, OwnedItem
from gateway.tests.support.player_state import game

INTERVAL = 1.0
LONG_TIMEOUTS = {"GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS": "20000", "GATEWAY_DATABASE_POOL_ACQUIRE_TIMEOUT_MS": "20000"}


class RecordingScanner(BatchScanner):
    """`scan_times`: when each scan began, in seconds."""

    scan_times: list[float]


@asynccontextmanager
async def open_scanner(world: World, *, interval: float = INTERVAL, **env: str) -> AsyncGenerator[RecordingScanner]:
    scan_times: list[float] = []

    def record(_role: str, name: str, seconds: float, _outcome: str) -> None:
        assert name == "inventory.of_owners"
        scan_times.append(time.monotonic() - seconds)

    databases = Databases.open(settings.load(None, {**world.environment, **LONG_TIMEOUTS, **env}), record)
    scanner = RecordingScanner(databases.game, interval)
    scanner.scan_times = scan_times
    try:
        yield scanner
    finally:
        await scanner.close()
        await databases.close()


async def owners_of(world: World, count: int, first: int = 0) -> list[int]:
    rows = await game(world, f"SELECT obj_Id FROM characters ORDER BY obj_Id LIMIT {first}, {count}")
    return [int(row[0]) for row in rows]


async def stored_items(world: World, owners: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """Returns owner → (item, amount) from the game's own table."""
    ids = ", ".join(map(str, owners))
    rows = await game(world, f"SELECT owner_id, item_id, count FROM items WHERE owner_id IN ({ids})")
    return {owner: sorted((row[1], row[2]) for row in rows if row[0] == owner) for owner in owners}


def item_amounts(rows: dict[int, list[OwnedItem]]) -> dict[int, list[tuple[int, int]]]:
    return {owner: sorted((row.item_id, row.amount) for row in owned) for owner, owned in rows.items()}
