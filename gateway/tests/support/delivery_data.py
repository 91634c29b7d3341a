"""Deliveries for tests: coins of a player's through the ledger, and what the books say of them."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import count

from fixtures.installed import World
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, Limits
from gateway.features import ledger
from gateway.features.deliveries.create import DeliveryOrder, send
from gateway.features.ledger import Entry, Transfer, check, debt, house, wallet
from gateway.features.roulette.verification import ALL_RULES
from gateway.features.wallet.history import StoredDelivery
from gateway.tests.support.account_app import site as statements
from gateway.tests.support.wallet_data import COIN

PATIENT = Limits(
    statement_timeout_ms=60_000, lock_seconds=20, connections=32, queue=1000, queue_seconds=60, connect_seconds=20
)
_numbers = count(1)


@asynccontextmanager
async def site_door(world: World) -> AsyncGenerator[Database]:
    """The site's schema with the service's own login, and patience."""
    site = Database("site", parse_dsn(world.environment["GATEWAY_DATABASE_SITE_DSN"]), PATIENT)
    try:
        yield site
    finally:
        await site.close()


async def give(site: Database, login: str, coins: int) -> None:
    """Coins of a donation's, whoever paid it."""
    key = f"gift:{login}:{time.time_ns()}:{next(_numbers)}"
    transfer = Transfer(key, "gift", key[:64], (Entry(wallet(login), coins), Entry(house("donations"), -coins)))
    await ledger.run(site, lambda session: ledger.post(session, transfer, 1))


async def owe(site: Database, login: str, coins: int) -> None:
    """A debt, as a payment that was taken back leaves it."""
    key = f"debt:{login}:{time.time_ns()}:{next(_numbers)}"
    transfer = Transfer(key, "clawback", key[:64], (Entry(debt(login), coins), Entry(house("debts"), -coins)))
    await ledger.run(site, lambda session: ledger.post(session, transfer, 1))


async def sent(site: Database, login: str, amount: int, key: str = "", character_id: int = 1) -> StoredDelivery:
    key = key or f"{login}:test-{time.time_ns()}-{next(_numbers)}"
    return await send(site, DeliveryOrder(key, login, character_id, "Somebody", COIN, amount), int(time.time()))


async def in_wallet(world: World, login: str, kind: str = "wallet") -> int:
    rows = await statements(world, f"SELECT balance FROM wallets WHERE account = '{kind}:{login}'")
    return int(rows[0][0]) if rows else 0


async def sound(site: Database) -> None:
    """Every rule of the books holds."""
    found = await check.broken_rules(site, ALL_RULES)
    assert not found, found
