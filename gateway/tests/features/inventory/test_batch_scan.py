"""Batch scans of a world in which the game's `items` table has no index on the owner."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fixtures.servers import MariaDB
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, DatabaseUnavailable
from gateway.features.inventory import batch_scan
from gateway.features.inventory.batch_scan import OwnedItem, rows_by_owner
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, entrance, refused, token_of
from gateway.tests.support.batch_scan import INTERVAL, item_amounts, open_scanner, owners_of, stored_items
from gateway.tests.support.databases import admin
from gateway.tests.support.player_state import id_of
from gateway.tests.support.polling import answered
from gateway.tests.support.wait_until import until

LOCK_ITEMS = "LOCK TABLES items WRITE, augmentations WRITE"


@asynccontextmanager
async def general_log(server: MariaDB, folder: Path) -> AsyncGenerator[Path]:
    """Logs all statements that the database server receives."""
    log = folder / "general.log"
    async with admin(server) as root:
        await root.execute(f"SET GLOBAL general_log_file = '{log}'")
        await root.execute("SET GLOBAL general_log = 1")
        try:
            yield log
        finally:
            await root.execute("SET GLOBAL general_log = 0")


async def test_rows_fifty_concurrent_owners_share_one_scan(
    mariadb: MariaDB, world: WorldFactory, tmp_path: Path
) -> None:
    acis = world("acis")
    owners = await owners_of(acis, 50)
    async with open_scanner(acis) as scanner, general_log(mariadb, tmp_path) as log:
        results = await asyncio.gather(*(scanner.rows([owner]) for owner in owners))
        cached = await scanner.rows(owners)
    assert item_amounts(cached) == await stored_items(acis, owners)
    assert results == [{owner: cached[owner]} for owner in owners]
    scans = re.findall(r"FROM items\s+WHERE owner_id IN \(([\d,\s]+)\)", log.read_text(errors="replace"))
    assert len(scans) == len(scanner.scan_times) == 1
    assert {int(owner) for owner in scans[0].split(",")} == set(owners)


async def test_rows_after_a_scan_waits_for_the_interval_and_refreshes_recent_owners(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    acis, selected = world("acis"), list[list[int]]()
    select_owners = batch_scan._select_owners  # pyright: ignore[reportPrivateUsage]

    def record(*args: object) -> list[int]:
        selected.append(select_owners(*args))  # pyright: ignore[reportArgumentType]
        return selected[-1]

    monkeypatch.setattr(batch_scan, "_select_owners", record)
    first, second = await owners_of(acis, 5), await owners_of(acis, 5, first=5)
    async with open_scanner(acis) as scanner:
        await scanner.rows(first)
        results = await asyncio.gather(*(scanner.rows([owner]) for owner in second))
        assert item_amounts({key: rows for each in results for key, rows in each.items()}) == await stored_items(
            acis, second
        )
        assert scanner.scan_times[1] - scanner.scan_times[0] > INTERVAL * 0.99
        await scanner.rows(first + second)
    assert [set(owners) for owners in selected] == [set(first), {*first, *second}]


async def test_rows_of_a_scan_that_times_out_raises_and_pauses_scans_for_the_interval(
    mariadb: MariaDB, world: WorldFactory
) -> None:
    acis = world("acis", seed=33)
    owners = await owners_of(acis, 6)
    async with open_scanner(acis, GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS="300") as scanner:
        async with admin(mariadb, acis.schema) as root:
            await root.execute(LOCK_ITEMS)
            errors = await asyncio.gather(*(scanner.rows([owner]) for owner in owners[:5]), return_exceptions=True)
            assert {type(error) for error in errors} == {DatabaseUnavailable}
            with pytest.raises(DatabaseUnavailable, match="last item scan failed"):
                await scanner.rows([owners[5]])
            assert len(scanner.scan_times) == 1
        await asyncio.sleep(INTERVAL)
        assert item_amounts(await scanner.rows(owners)) == await stored_items(acis, owners)
        assert len(scanner.scan_times) == 2


async def test_items_during_a_failing_scan_answers_503_and_balances_null(
    mariadb: MariaDB, world: WorldFactory, client: ClientFactory
) -> None:
    acis = world("acis", seed=35)
    character = await id_of(acis, "Aurelion")
    async with entrance(acis, client, GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS="1000") as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        async with admin(mariadb, acis.schema) as root:
            await answered(http, "/api/rankings/pvp")
            await root.execute(LOCK_ITEMS)
            refused(await http.get(f"/api/player/characters/{character}/items"), 503, "game_unavailable")
            wallet = await http.get("/api/player/balances")
            assert (wallet.status_code, wallet.json()["adena"]["total_amount"]) == (200, None)


async def test_rows_after_a_connect_error_retries_before_the_interval(world: WorldFactory) -> None:
    acis = world("acis", seed=36)
    (owner,) = await owners_of(acis, 1)
    async with open_scanner(acis, interval=600) as scanner:
        game = scanner._game  # pyright: ignore[reportPrivateUsage]
        unreachable = Database("game", parse_dsn("mysql://nobody@127.0.0.1:1/nothing"), game.limits)
        scanner._game = unreachable  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(DatabaseUnavailable):
            await scanner.rows([owner])
        scanner._game = game  # pyright: ignore[reportPrivateUsage]
        assert item_amounts(await scanner.rows([owner])) == await stored_items(acis, [owner])


async def scan_is_blocked(root: Connection) -> bool:
    processes = await root.execute("SHOW FULL PROCESSLIST")
    return any("owner_id IN" in str(row[7]) for row in processes.rows)


async def test_rows_cancelled_caller_leaves_other_callers_waiting(mariadb: MariaDB, world: WorldFactory) -> None:
    acis = world("acis", seed=37)
    owners = await owners_of(acis, 3)
    async with open_scanner(acis) as scanner:
        async with admin(mariadb, acis.schema) as root:
            await root.execute(LOCK_ITEMS)
            tasks = [asyncio.create_task(scanner.rows([owner, owners[2]])) for owner in owners[:2]]
            await until(lambda: scan_is_blocked(root))
            tasks[0].cancel()
            await asyncio.gather(tasks[0], return_exceptions=True)
        assert tasks[0].cancelled()
        assert item_amounts(await tasks[1]) == await stored_items(acis, owners[1:])
        assert item_amounts(await scanner.rows(owners)) == await stored_items(acis, owners)
        assert len(scanner.scan_times) == 1


async def test_close_with_waiting_requests_refuses_them(world: WorldFactory) -> None:
    acis = world("acis")
    first, second = await owners_of(acis, 2)
    async with open_scanner(acis, interval=600) as scanner:
        await scanner.rows([first])
        task = asyncio.create_task(scanner.rows([second]))
        await asyncio.sleep(0)
        await scanner.close()
        with pytest.raises(DatabaseUnavailable, match="scan failed"):
            await task


async def test_rows_without_a_scan_in_time_or_with_too_many_waiting_raises(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    acis = world("acis")
    first, second, third = await owners_of(acis, 3)
    monkeypatch.setattr(batch_scan, "WAIT_MARGIN_SECONDS", 0.5 - 620)
    monkeypatch.setattr(batch_scan, "MAX_WAITING", 1)
    async with open_scanner(acis, interval=600) as scanner:
        await scanner.rows([first])
        task = asyncio.create_task(scanner.rows([second]))
        await asyncio.sleep(0)
        with pytest.raises(DatabaseUnavailable, match="too many requests"):
            await scanner.rows([third])
        with pytest.raises(DatabaseUnavailable, match="timed out waiting"):
            await task


@pytest.mark.parametrize(
    ("owners", "row_owners", "limit", "counts"),
    [
        ([3, 1, 2], [1, 1, 3], 9, {1: 2, 2: 0, 3: 1}),
        ([5], [], 9, {5: 0}),
        ([1, 2, 3, 4], [1, 3, 3], 3, {1: 1, 2: 0}),
        ([1, 2], [1, 1, 1], 3, {1: 3}),
    ],
    ids=["below the limit", "no rows", "limit reached", "limit reached by one owner"],
)
def test_rows_by_owner_groups_complete_owners(
    owners: list[int], row_owners: list[int], limit: int, counts: dict[int, int]
) -> None:
    rows = [OwnedItem(owner, 57, 1, 0, "INVENTORY", None, None) for owner in row_owners]
    assert {owner: len(owned) for owner, owned in rows_by_owner(owners, rows, limit).items()} == counts


def test_select_owners_above_the_limit_prefers_waiting_then_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    select_owners = batch_scan._select_owners  # pyright: ignore[reportPrivateUsage]
    assert select_owners([3, 2], [5, 1, 2, 4, 3]) == [3, 2, 4, 1, 5]
    monkeypatch.setattr(batch_scan, "MAX_OWNERS", 3)
    assert select_owners([3, 2], [5, 1, 2, 4, 3]) == [3, 2, 4]
