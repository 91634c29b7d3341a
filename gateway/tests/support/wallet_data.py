"""Demo's wallet in a world of a test's own: its rows, and what the service says of them."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import bearer, open_app, token_of
from gateway.tests.support.polling import answered

COIN = 4037


@asynccontextmanager
async def logged_in(its_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(its_world, client) as http:
        await answered(http, "/api/rankings/pvp")
        http.headers.update(bearer(await token_of(http, "demo")))
        yield http


async def empty(its_world: World) -> None:
    await write(its_world, *(f"DELETE FROM {table}" for table in ("wallets", "donations", "deliveries")))


async def write(its_world: World, *statements: str) -> None:
    await execute(in_schema(its_world.admin_dsn, its_world.schemas.site), *statements)


async def got(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await http.get(path, timeout=60)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json()


async def put(its_world: World, **balances: int) -> None:
    """Balances of demo's: wallet, hold, debt."""
    rows = ", ".join(f"('{kind}:demo', '{kind}', 'demo', {amount}, 1)" for kind, amount in balances.items())
    await write(its_world, f"REPLACE INTO wallets (account, kind, owner, balance, created_at) VALUES {rows}")


async def send(
    its_world: World, amount: int, character_id: int = 1, status: str = "pending", account: str = "demo", ago: int = 0
) -> None:
    """A delivery that was made, claimed and delivered `ago` seconds before now."""
    at = int(time.time()) - ago
    claimed, delivered = (at if status in states else "NULL" for states in (("claimed", "delivered"), ("delivered",)))
    await write(
        its_world,
        "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, "
        "created_at, claimed_at, delivered_at) VALUES "
        f"('{uuid.uuid4()}', '{account}', {character_id}, 'Somebody', {COIN}, {amount}, '{status}', {at}, {claimed}, "
        f"{delivered})",
    )
