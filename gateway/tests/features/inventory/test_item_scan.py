"""Item scans of a world in which the game's `items` table has no index on the owner."""

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fixtures.databases import open_databases
from fixtures.installed import World
from fixtures.servers import MariaDB
from gateway.config import settings
from gateway.features.inventory.item_scan import ItemScanner, OwnedItem
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, game, open_app, token_of
from gateway.tests.support.databases import admin
from gateway.tests.support.player_state import id_of
from gateway.tests.support.polling import wait_for_answer

LOCK_ITEMS = "LOCK TABLES items WRITE, augmentations WRITE"
NEVER = 3600.0
LONG_TIMEOUTS = {"GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS": "20000", "GATEWAY_DATABASE_POOL_ACQUIRE_TIMEOUT_MS": "20000"}


@asynccontextmanager
async def open_scanner(world: World, *, max_pause: float = NEVER, **env: str) -> AsyncGenerator[ItemScanner]:
    environment = {**world.environment, **LONG_TIMEOUTS, **env}
    async with open_databases(settings.load(None, environment)) as databases:
        scanner = ItemScanner(databases.game, max_pause)
        try:
            yield scanner
        finally:
            await scanner.close()


@asynccontextmanager
async def recorded_scans(server: MariaDB, folder: Path) -> AsyncGenerator[list[set[int]]]:
    """Gives the owners of each scan that the database server receives, after the block."""
    log, scans = folder / "general.log", list[set[int]]()
    async with admin(server) as root:
        await root.execute(f"SET GLOBAL general_log_file = '{log}'")
        await root.execute("SET GLOBAL general_log = 1")
        try:
            yield scans
        finally:
            await root.execute("SET GLOBAL general_log = 0")
    lists = re.findall(r"FROM items\s+WHERE owner_id IN \(([\d,\s]+)\)", log.read_text(errors="replace"))
    scans.extend({int(owner) for owner in text.split(",")} for text in lists)


async def owners_of(world: World, count: int) -> list[int]:
    rows = await game(world, f"SELECT obj_Id FROM characters ORDER BY obj_Id LIMIT {count}")
    return [int(row[0]) for row in rows]


async def stored_items(world: World, owners: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """Returns owner → (item, amount) from the game's own table."""
    ids = ", ".join(map(str, owners))
    rows = await game(world, f"SELECT owner_id, item_id, count FROM items WHERE owner_id IN ({ids})")
    return {owner: sorted((row[1], row[2]) for row in rows if row[0] == owner) for owner in owners}


def item_amounts(rows: dict[int, list[OwnedItem]]) -> dict[int, list[tuple[int, int]]]:
    return {owner: sorted((row.item_id, row.amount) for row in items) for owner, items in rows.items()}


async def test_rows_of_a_small_table_do_not_wait_for_the_longest_pause(
    mariadb: MariaDB, world: WorldFactory, tmp_path: Path
) -> None:
    """Each further scan refreshes the owners of the ones before it."""
    acis = world("acis")
    owners = await owners_of(acis, 3)
    async with open_scanner(acis, max_pause=NEVER) as scanner, recorded_scans(mariadb, tmp_path) as scans:
        async with asyncio.timeout(NEVER / 60):
            rows = [await scanner.rows([owner]) for owner in owners]
    assert [item_amounts(row) for row in rows] == [await stored_items(acis, [owner]) for owner in owners]
    assert scans == [set(owners[:1]), set(owners[:2]), set(owners)]


async def test_items_during_a_failing_scan_answers_503_and_balances_null(
    mariadb: MariaDB, world: WorldFactory, client: ClientFactory
) -> None:
    acis = world("acis", seed=35)
    character = await id_of(acis, "Aurelion")
    async with open_app(acis, client, GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS="1000") as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        async with admin(mariadb, acis.schema) as root:
            await wait_for_answer(http, "/api/rankings/pvp")
            await root.execute(LOCK_ITEMS)
            assert_error(await http.get(f"/api/player/characters/{character}/items"), 503, "game_unavailable")
            wallet = await http.get("/api/player/balances")
            assert (wallet.status_code, wallet.json()["adena"]["total_amount"]) == (200, None)
