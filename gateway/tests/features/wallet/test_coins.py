"""Where an account's coins are: by the ledger's tables and the game's own, on every family."""

import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.wallet_data import COIN, empty, got, logged_in, put, send, write

ADENA = 57
FAMILIES = ("mobius", "acis", "lucera")
DAY = 86400
PATHS = [f"/api/player/{name}" for name in ("coins", "balances", "donations", "deliveries")]


# The columns of the game's own items: id, owner, item, amount, place.
ITEMS = {
    "mobius": ("object_id", "owner_id", "item_id", "count", "loc"),
    "acis": ("object_id", "owner_id", "item_id", "count", "loc"),
    "lucera": ("item_id", "owner_id", "item_type", "amount", "location"),
}
LYING = ((0, 21, "INVENTORY"), (0, 300, "WAREHOUSE"), (1, 4000, "INVENTORY"), (1, 50_000, "CLANWH"))
"""Which of demo's characters, how many coins, where; a clan's warehouse is not the character's."""


@pytest.fixture(scope="module", params=FAMILIES)
def its_world(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    return world(request.param, characters=120, seed=43)


@pytest.fixture(scope="module")
async def coins_in_the_game(its_world: World) -> None:
    key, *others = ITEMS[its_world.family]
    owners = list(await in_the_game(its_world))
    rows = ", ".join(
        f"({number}, {owners[whose]}, {COIN}, {amount}, '{place}')"
        for number, (whose, amount, place) in enumerate(LYING, start=2_000_000_000)
    )
    await execute(
        its_world.game_admin_dsn,
        f"DELETE FROM items WHERE {others[1]} = {COIN}",
        f"INSERT INTO items ({key}, {', '.join(others)}) VALUES {rows}",
    )


@pytest.fixture(scope="module")
async def http(its_world: World, coins_in_the_game: None, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """Logged in as demo."""
    async with logged_in(its_world, client) as http:
        yield http


@pytest.fixture(autouse=True)
async def empty_books(its_world: World) -> None:
    await empty(its_world)


async def in_the_game(its_world: World) -> dict[int, tuple[str, int, int]]:
    """Demo's characters by level: id → name, coins, Adena; counted in the game's own tables."""
    views = in_schema(its_world.admin_dsn, its_world.schemas.views)
    people = await execute(
        views,
        "SELECT character_id, name FROM characters WHERE account_name = 'demo' ORDER BY level DESC, character_id",
    )

    async def amount(owner: int, item: int) -> int:
        rows = await execute(
            views,
            f"SELECT COALESCE(SUM(amount), 0) FROM items WHERE owner_id = {owner} AND item_id = {item} "
            "AND place IN ('INVENTORY', 'WAREHOUSE')",
        )
        return int(rows[0][0])

    return {int(key): (name, await amount(key, COIN), await amount(key, ADENA)) for key, name in people}


async def test_balances_of_an_account_without_coins_are_zero(http: httpx.AsyncClient, its_world: World) -> None:
    people = await in_the_game(its_world)
    in_game = sum(coins for _, coins, _ in people.values())
    assert await got(http, "/api/player/coins") == {
        "coin_name": "Fishi Coins",
        "coin_item_id": COIN,
        "total": in_game,
        "available": 0,
        "in_transit": 0,
        "held": 0,
        "in_game": in_game,
        "pending_delivery": 0,
        "debt": 0,
        "can_send": True,
    }
    assert await got(http, "/api/player/balances") == {
        "lucky_coins": {"total_amount": in_game, "pending_delivery": 0},
        "adena": {"total_amount": sum(adena for _, _, adena in people.values())},
        "total_characters": 3,
        "character_balances": [
            {"character_id": key, "character_name": name, "lucky_coins": coins, "adena": adena}
            for key, (name, coins, adena) in people.items()
        ],
    }
    assert [coins for _, coins, _ in people.values()] == [321, 4000, 0]
    assert sum(adena for _, _, adena in people.values()) > 0
    for path in PATHS[2:]:
        assert await got(http, path) == {"data": [], "total": 0}


async def test_coins_and_balances_add_up(http: httpx.AsyncClient, its_world: World) -> None:
    people = await in_the_game(its_world)
    first, second, _ = people
    await put(its_world, wallet=120, hold=50, debt=0)
    await send(its_world, 20, first)
    await send(its_world, 7, second, "claimed")
    await send(its_world, 3, second, "claimed", ago=3600)
    await send(its_world, 1000, first, "delivered")
    await send(its_world, 2000, first, "cancelled")
    await send(its_world, 4000, first, account="demo2")
    coins, balances = await got(http, "/api/player/coins"), await got(http, "/api/player/balances")
    in_game = sum(amount for _, amount, _ in people.values())
    assert (coins["available"], coins["in_transit"], coins["held"], coins["debt"]) == (120, 30, 50, 0)
    assert coins["in_game"] == in_game
    assert coins["pending_delivery"] == balances["lucky_coins"]["pending_delivery"] == 120 + 30 + 50
    assert coins["total"] == in_game + 200
    on_their_way = {first: 20, second: 10}
    assert {row["character_id"]: row["lucky_coins"] for row in balances["character_balances"]} == {
        key: amount + on_their_way.get(key, 0) for key, (_, amount, _) in people.items()
    }
    with_characters = sum(row["lucky_coins"] for row in balances["character_balances"])
    assert balances["lucky_coins"]["total_amount"] == with_characters + 120 + 50 == coins["total"]


async def test_coins_in_debt_are_not_available(http: httpx.AsyncClient, its_world: World) -> None:
    await put(its_world, wallet=120, debt=7)
    coins = await got(http, "/api/player/coins")
    assert (coins["available"], coins["debt"], coins["pending_delivery"]) == (0, 7, 120)
    await put(its_world, debt=0)  # money is never cached
    assert (await got(http, "/api/player/coins"))["available"] == 120


async def test_coins_in_transit_to_a_deleted_character_are_counted(http: httpx.AsyncClient, its_world: World) -> None:
    await send(its_world, 30, 2**31 - 1)
    coins, balances = await got(http, "/api/player/coins"), await got(http, "/api/player/balances")
    assert coins["in_transit"] == coins["pending_delivery"] == 30
    assert coins["total"] == coins["in_game"] + 30
    assert balances["lucky_coins"]["total_amount"] == sum(row["lucky_coins"] for row in balances["character_balances"])


async def donate(its_world: World, name: str, amount: int, ago: int, account: str = "demo", **more: Any) -> None:
    row = {
        "id": name,
        "account": account,
        "character_id": 1,
        "character_name": "Aurelion",
        "amount": amount,
        "currency": "ARS",
        "base_coins": amount // 10000,
        "bonus_coins": 0,
        "total_coins": amount // 10000,
        "created_at": int(time.time()) - ago,
        **more,
    }
    values = ", ".join(repr(value) for value in row.values())
    await write(its_world, f"INSERT INTO donations ({', '.join(row)}) VALUES ({values})")


async def test_donations_lists_thirty_days_newest_first_in_pesos(http: httpx.AsyncClient, its_world: World) -> None:
    paid = int(time.time()) - 2 * DAY
    await donate(its_world, "old", 500000, 31 * DAY)
    await donate(its_world, "other", 500000, 60, account="demo2")
    await donate(its_world, "failed", 1000000, 29 * DAY, status="failed")
    await donate(
        its_world,
        "part",
        2500000,
        3 * DAY,
        status="completed",
        coins_credited=150,
        refunded_amount=1000000,
        payment_method="visa",
        paid_at=paid,
        credited_at=paid + 60,
        refunded_at=paid + 90,
        disputed=1,
    )
    await donate(its_world, "new", 500000, 60)
    found = await got(http, "/api/player/donations")
    assert found["total"] == 3
    assert [row["id"] for row in found["data"]] == ["new", "part", "failed"]
    assert found["data"][1] == {
        "id": "part",
        "created_at": found["data"][1]["created_at"],
        "amount": 25000,
        "payment_method": "visa",
        "status": "completed",
        "coins_received": 150,
        "character_name": "Aurelion",
        "paid_at": moment(paid),
        "credited_at": moment(paid + 60),
        "refunded_amount": 10000,
        "refunded_at": moment(paid + 90),
        "total_coins": 250,
        "disputed": True,
    }
    new = found["data"][0]
    assert (new["amount"], new["status"], new["coins_received"], new["paid_at"]) == (5000, "pending", 0, None)


def moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


async def test_deliveries_claimed_for_ten_minutes_are_stuck(http: httpx.AsyncClient, its_world: World) -> None:
    await send(its_world, 1, status="delivered", ago=5 * DAY)
    await send(its_world, 2, status="claimed", ago=601)
    await send(its_world, 7, status="claimed", ago=500)
    await write(its_world, "UPDATE deliveries SET claimed_at = claimed_at - 86400, handed_at = 1 WHERE amount = 7")
    await send(its_world, 3, status="claimed", ago=300)
    await send(its_world, 4, status="cancelled", ago=200)
    await send(its_world, 5, ago=100)
    await send(its_world, 6, account="demo2")
    found = await got(http, "/api/player/deliveries")
    assert found["total"] == 6
    assert [(row["amount"], row["status"]) for row in found["data"]] == [
        (5, "pending"),
        (4, "cancelled"),
        (3, "claimed"),
        (7, "claimed"),  # it waits for the player in the game's own table
        (2, "stuck"),
        (1, "delivered"),
    ]
    assert found["data"][-1]["delivered_at"] == found["data"][-1]["created_at"]
    assert {row["delivered_at"] for row in found["data"][:-1]} == {None}


async def test_lists_are_cut_and_their_total_counts_all(http: httpx.AsyncClient, its_world: World) -> None:
    now = int(time.time())
    rows = ", ".join(f"('many:{n}', 'demo', 1, 'Somebody', {COIN}, {n}, {now - 1000 + n})" for n in range(1, 603))
    columns = "idempotency_key, account, character_id, character_name, item_id, amount, created_at"
    await write(its_world, f"INSERT INTO deliveries ({columns}) VALUES {rows}")
    found = await got(http, "/api/player/deliveries")
    assert found["total"] == 602
    assert [row["amount"] for row in found["data"]] == list(range(602, 102, -1))


@pytest.mark.parametrize("path", PATHS)
async def test_wallet_routes_without_a_token_answer_401(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path, headers={"Authorization": ""})
    assert (answer.status_code, answer.json()["error"]) == (401, "not_authenticated")
