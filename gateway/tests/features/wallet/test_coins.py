"""Tests of the wallet's routes on three families: sums over ledger and game, lists, and unreadable tables.

The service keeps the result of an item scan for a minute, so the tests change rows of the site schema only.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.config.settings import Settings
from gateway.database import database
from gateway.database.database import Limits, limits_for
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import assert_error, site
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.wallet_data import COIN, delete_rows, get_json, insert_delivery, open_as_demo, set_balances

ADENA = 57
DAY = 86400
PATHS = [f"/api/player/{name}" for name in ("coins", "balances", "donations", "deliveries")]
# Columns of the game's items: id, owner, item, amount, place.
ITEM_COLUMNS = {
    "mobius": ("object_id", "owner_id", "item_id", "count", "loc"),
    "acis": ("object_id", "owner_id", "item_id", "count", "loc"),
    "lucera": ("item_id", "owner_id", "item_type", "amount", "location"),
}
COIN_ITEMS = ((0, 21, "INVENTORY"), (0, 300, "WAREHOUSE"), (1, 4000, "INVENTORY"), (1, 50_000, "CLANWH"))
"""Index of demo's character, coins and place; a clan's warehouse does not belong to the character."""


@pytest.fixture(scope="module", params=ITEM_COLUMNS)
async def own_world(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    own_world = world(request.param, characters=120, seed=43)
    key, *columns = ITEM_COLUMNS[own_world.family]
    owners = list(await read_characters(own_world))
    rows = ", ".join(
        f"({number}, {owners[index]}, {COIN}, {amount}, '{place}')"
        for number, (index, amount, place) in enumerate(COIN_ITEMS, start=2_000_000_000)
    )
    await execute(
        own_world.game_admin_dsn,
        f"DELETE FROM items WHERE {columns[1]} = {COIN}",
        f"INSERT INTO items ({key}, {', '.join(columns)}) VALUES {rows}",
    )
    return own_world


def limits_with_short_locks(settings: Settings, role: str, statement_timeout_ms: int | None = None) -> Limits:
    return replace(limits_for(settings, role, statement_timeout_ms), lock_seconds=1)


@asynccontextmanager
async def open_with_short_locks(world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "limits_for", limits_with_short_locks)
        async with open_as_demo(world, client) as http:
            yield http


@pytest.fixture(scope="module")
async def running_app(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_with_short_locks(own_world, client) as http:
        yield http


@pytest.fixture
async def http(own_world: World, running_app: httpx.AsyncClient) -> httpx.AsyncClient:
    """Logged in as demo, without rows in the site schema."""
    await delete_rows(own_world)
    return running_app


async def read_characters(world: World) -> dict[int, tuple[str, int, int]]:
    """Returns demo's characters by level: id → name, coins, Adena; counted in the game's own tables."""
    rows = await execute(
        in_schema(world.admin_dsn, world.schemas.views),
        f"SELECT character_id, MAX(name), COALESCE(SUM(CASE WHEN item_id = {COIN} THEN amount END), 0), "
        f"COALESCE(SUM(CASE WHEN item_id = {ADENA} THEN amount END), 0) FROM characters "
        "LEFT JOIN items ON owner_id = character_id AND place IN ('INVENTORY', 'WAREHOUSE') "
        "WHERE account_name = 'demo' GROUP BY character_id ORDER BY MAX(level) DESC, character_id",
    )
    return {int(key): (name, int(coins), int(adena)) for key, name, coins, adena in rows}


async def read_both(http: httpx.AsyncClient) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the coins and the balances."""
    return await asyncio.gather(get_json(http, PATHS[0]), get_json(http, PATHS[1]))


async def test_balances_of_an_account_without_coins_are_zero(http: httpx.AsyncClient, own_world: World) -> None:
    characters = await read_characters(own_world)
    assert [coins for _, coins, _ in characters.values()] == [321, 4000, 0]
    adena = sum(amount for _, _, amount in characters.values())
    assert adena > 0
    coins, balances = await read_both(http)
    assert coins == {
        "coin_name": "Fishi Coins",
        "coin_item_id": COIN,
        "total": 4321,
        "available": 0,
        "sendable": 0,
        "sendable_from": None,
        "in_transit": 0,
        "held": 0,
        "in_game": 4321,
        "pending_delivery": 0,
        "debt": 0,
        "can_send": True,
    }
    assert balances == {
        "lucky_coins": {"total_amount": 4321, "pending_delivery": 0, "available": 0},
        "adena": {"total_amount": adena},
        "total_characters": 3,
        "character_balances": [
            {"character_id": key, "character_name": name, "lucky_coins": coins, "adena": adena}
            for key, (name, coins, adena) in characters.items()
        ],
    }
    for path in PATHS[2:]:
        assert await get_json(http, path) == {"data": [], "total": 0}


async def test_coins_and_balances_add_up(http: httpx.AsyncClient, own_world: World) -> None:
    characters = await read_characters(own_world)
    first, second, third = characters
    await set_balances(own_world, wallet=120, hold=50, debt=0)
    for amount, character, status, ago, account in (
        (20, first, "pending", 0, "demo"),
        (7, second, "claimed", 0, "demo"),
        (3, second, "claimed", 3600, "demo"),
        (1000, first, "delivered", 0, "demo"),
        (2000, first, "cancelled", 0, "demo"),
        (4000, first, "pending", 0, "demo2"),
    ):
        await insert_delivery(own_world, amount, character, status, account, ago)
    coins, balances = await read_both(http)
    assert (coins["available"], coins["in_transit"], coins["held"], coins["debt"]) == (120, 30, 50, 0)
    assert coins["in_game"] == 4321
    assert coins["pending_delivery"] == balances["lucky_coins"]["pending_delivery"] == 120 + 30 + 50
    assert coins["total"] == balances["lucky_coins"]["total_amount"] == 4321 + 200
    assert coins["available"] == balances["lucky_coins"]["available"]
    by_character = {row["character_id"]: row["lucky_coins"] for row in balances["character_balances"]}
    assert by_character == {first: 321 + 20, second: 4000 + 10, third: 0}


async def test_coins_of_a_new_donation_are_not_sendable(http: httpx.AsyncClient, own_world: World) -> None:
    now = int(time.time())
    await set_balances(own_world, wallet=120)
    await insert_donation(own_world, "held", 500000, 60)
    await site(
        own_world,
        f"UPDATE profiles SET created_at = NULL, first_login_at = {now} - 3600 WHERE login = 'demo'",
        "INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) "
        f"VALUES ('mp:1:credit', 'credit', 'held', {now})",
        "INSERT INTO ledger_entries (transfer_id, line, account, amount) "
        "VALUES (LAST_INSERT_ID(), 0, 'wallet:demo', 50), (LAST_INSERT_ID(), 1, 'house:donations', -50)",
    )
    coins = await get_json(http, "/api/player/coins")
    end = {"available": 120, "sendable": 70, "sendable_from": timestamp(now + DAY)}
    assert {name: coins[name] for name in end} == end
    await site(own_world, f"UPDATE profiles SET first_login_at = {now - 7 * DAY} WHERE login = 'demo'")
    coins = await get_json(http, "/api/player/coins")
    assert (coins["sendable"], coins["sendable_from"]) == (120, None)


async def test_coins_in_debt_are_not_available(http: httpx.AsyncClient, own_world: World) -> None:
    await set_balances(own_world, wallet=120, debt=7)
    coins = await get_json(http, "/api/player/coins")
    assert (coins["available"], coins["debt"], coins["pending_delivery"]) == (0, 7, 120)
    await set_balances(own_world, wallet=120, debt=0)
    assert (await get_json(http, "/api/player/coins"))["available"] == 120, "never cached"


async def test_coins_in_transit_to_a_deleted_character_are_counted(http: httpx.AsyncClient, own_world: World) -> None:
    await insert_delivery(own_world, 30, 2**31 - 1)
    coins, balances = await read_both(http)
    assert coins["in_transit"] == coins["pending_delivery"] == 30
    assert coins["total"] == coins["in_game"] + 30
    assert balances["lucky_coins"]["total_amount"] == sum(row["lucky_coins"] for row in balances["character_balances"])


async def insert_donation(world: World, name: str, amount: int, ago: int, **columns: Any) -> None:
    row = {
        "id": name,
        "account": "demo",
        "character_id": 1,
        "character_name": "Aurelion",
        "amount": amount,
        "currency": "ARS",
        "base_coins": amount // 10000,
        "bonus_coins": 0,
        "total_coins": amount // 10000,
        "created_at": int(time.time()) - ago,
        **columns,
    }
    values = ", ".join(repr(value) for value in row.values())
    await site(world, f"INSERT INTO donations ({', '.join(row)}) VALUES ({values})")


def timestamp(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


async def test_donations_lists_thirty_days_newest_first_in_units(http: httpx.AsyncClient, own_world: World) -> None:
    paid_at = int(time.time()) - 2 * DAY
    await insert_donation(own_world, "old", 500000, 31 * DAY)
    await insert_donation(own_world, "other", 500000, 60, account="demo2")
    await insert_donation(own_world, "failed", 1000000, 29 * DAY, status="failed")
    partial: dict[str, Any] = {"status": "completed", "payment_method": "visa", "disputed": 1}
    credit_columns: dict[str, Any] = {"coins_credited": 150, "paid_at": paid_at, "credited_at": paid_at + 60}
    refund_columns: dict[str, Any] = {"refunded_amount": 1000000, "refunded_at": paid_at + 90}
    await insert_donation(own_world, "part", 2500000, 3 * DAY, **partial, **credit_columns, **refund_columns)
    await insert_donation(own_world, "new", 500000, 60)
    donations = await get_json(http, "/api/player/donations")
    new, part, failed = donations["data"]
    assert (donations["total"], new["id"], failed["id"]) == (3, "new", "failed")
    assert part == {
        "id": "part",
        "created_at": part["created_at"],
        "amount": 25000,
        "amount_minor": 2_500_000,
        "digits": 2,
        "currency": "ARS",
        "provider": "mercadopago",
        "payment_method": "visa",
        "status": "completed",
        "coins_received": 150,
        "character_name": "Aurelion",
        "paid_at": timestamp(paid_at),
        "credited_at": timestamp(paid_at + 60),
        "refunded_amount": 10000,
        "refunded_minor": 1_000_000,
        "refunded_at": timestamp(paid_at + 90),
        "total_coins": 250,
        "failure": None,
        "disputed": True,
        "checkout_url": None,
        "expires_at": None,
    }
    assert (new["amount"], new["status"], new["coins_received"], new["paid_at"]) == (5000, "pending", 0, None)


async def test_deliveries_claimed_for_ten_minutes_are_stuck(http: httpx.AsyncClient, own_world: World) -> None:
    in_order = ((1, "delivered", 5 * DAY), (2, "claimed", 601), (7, "claimed", 500), (3, "claimed", 300))
    for amount, status, ago in (*in_order, (4, "cancelled", 200), (5, "pending", 100)):
        await insert_delivery(own_world, amount, status=status, age_seconds=ago)
    # This delivery has a row in the game's own table, where it waits for the player.
    await site(own_world, "UPDATE deliveries SET claimed_at = claimed_at - 86400, handed_at = 1 WHERE amount = 7")
    await insert_delivery(own_world, 6, account="demo2")
    deliveries = await get_json(http, "/api/player/deliveries")
    assert deliveries["total"] == 6
    assert [(row["amount"], row["status"]) for row in deliveries["data"]] == [
        (5, "pending"),
        (4, "cancelled"),
        (3, "claimed"),
        (7, "claimed"),
        (2, "stuck"),
        (1, "delivered"),
    ]
    assert deliveries["data"][-1]["delivered_at"] == deliveries["data"][-1]["created_at"]
    assert {row["delivered_at"] for row in deliveries["data"][:-1]} == {None}


async def test_lists_are_cut_and_their_total_counts_all(http: httpx.AsyncClient, own_world: World) -> None:
    now = int(time.time())
    rows = ", ".join(f"('many:{n}', 'demo', 1, 'Somebody', {COIN}, {n}, {now - 1000 + n})" for n in range(1, 603))
    columns = "idempotency_key, account, character_id, character_name, item_id, amount, created_at"
    await site(own_world, f"INSERT INTO deliveries ({columns}) VALUES {rows}")
    deliveries = await get_json(http, "/api/player/deliveries")
    assert deliveries["total"] == 602
    assert [row["amount"] for row in deliveries["data"]] == list(range(602, 102, -1))


async def test_unreadable_items_leave_the_amounts_of_the_ledger(
    own_world: World, client: ClientFactory, mariadb: Server
) -> None:
    """In an application of its own: the other one may have the items in memory."""
    await delete_rows(own_world)
    await set_balances(own_world, wallet=120)
    await insert_delivery(own_world, 30)
    async with open_with_short_locks(own_world, client) as http, admin(mariadb, own_world.schema) as root:
        await root.execute("LOCK TABLES items WRITE")
        coins, balances = await read_both(http)
    assert (coins["in_game"], coins["available"], coins["total"], coins["pending_delivery"]) == (None, 120, 150, 150)
    assert balances["adena"] == {"total_amount": None}
    assert balances["lucky_coins"] == {"total_amount": 150, "pending_delivery": 150, "available": 120}
    assert balances["total_characters"] == len(balances["character_balances"]) == 3
    assert {(row["lucky_coins"], row["adena"]) for row in balances["character_balances"]} == {(None, None)}


async def test_unreadable_characters_leave_the_amounts_of_the_ledger(
    http: httpx.AsyncClient, own_world: World, mariadb: Server
) -> None:
    await set_balances(own_world, wallet=120)
    async with admin(mariadb, own_world.schema) as root:
        await root.execute("LOCK TABLES characters WRITE")
        coins, balances = await read_both(http)
    assert (coins["in_game"], coins["total"]) == (None, 120)
    assert balances == {
        "lucky_coins": {"total_amount": 120, "pending_delivery": 120, "available": 120},
        "adena": {"total_amount": None},
        "total_characters": 3,
        "character_balances": [],
    }


async def test_unreadable_ledger_answers_503(http: httpx.AsyncClient, own_world: World, mariadb: Server) -> None:
    async with admin(mariadb, own_world.schemas.site) as root:
        await root.execute("LOCK TABLES wallets WRITE, donations WRITE, deliveries WRITE")
        responses = await asyncio.gather(*(http.get(path, timeout=60) for path in PATHS))
    for response in responses:
        assert_error(response, 503, "site_unavailable")
