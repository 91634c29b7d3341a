"""The wallet of the account demo in a world: its rows in the site schema, and the responses of its routes."""

import time
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import open_app_as, site
from gateway.tests.support.polling import wait_for_answer

COIN = 4037


@asynccontextmanager
async def open_as_demo(world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """The application with a snapshot; requests carry the token of demo."""
    async with open_app_as("demo", world, client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def delete_rows(world: World) -> None:
    await site(world, *(f"DELETE FROM {table}" for table in ("wallets", "donations", "deliveries")))


async def get_json(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    response = await http.get(path, timeout=60)
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"] == "no-store"
    return response.json()


async def set_balances(world: World, **balances: int) -> None:
    """Sets balances by kind: wallet, hold, debt."""
    rows = ", ".join(f"('{kind}:demo', '{kind}', 'demo', {amount}, 1)" for kind, amount in balances.items())
    await site(world, f"REPLACE INTO wallets (account, kind, owner, balance, created_at) VALUES {rows}")


async def insert_delivery(
    world: World,
    amount: int,
    character_id: int = 1,
    status: str = "pending",
    account: str = "demo",
    age_seconds: int = 0,
) -> None:
    """Inserts a delivery that was created, claimed and delivered `age_seconds` ago, with its payment."""
    at = int(time.time()) - age_seconds
    claimed_at = at if status in {"claimed", "delivered"} else "NULL"
    delivered_at = at if status == "delivered" else "NULL"
    await site(
        world,
        "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, "
        "created_at, claimed_at, delivered_at) VALUES "
        f"('{uuid.uuid4()}', '{account}', {character_id}, 'Somebody', {COIN}, {amount}, '{status}', {at}, "
        f"{claimed_at}, {delivered_at})",
        "SET @delivery = CONCAT('delivery:', LAST_INSERT_ID())",
        "INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) "
        f"VALUES (@delivery, 'delivery', @delivery, {at})",
        "INSERT INTO ledger_entries (transfer_id, line, account, amount) "
        f"VALUES (LAST_INSERT_ID(), 0, 'wallet:{account}', -{amount}), (LAST_INSERT_ID(), 1, 'house:game', {amount})",
    )
