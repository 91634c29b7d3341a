"""Coins, debts and deliveries of players, posted through the ledger."""

import time
from itertools import count

from fixtures.installed import World
from gateway.database.database import Database
from gateway.features import ledger
from gateway.features.deliveries.create import DeliveryOrder, send
from gateway.features.ledger import Entry, Transfer, debt, house, wallet
from gateway.features.wallet.history import StoredDelivery
from gateway.tests.support.account_app import site as run_in_site
from gateway.tests.support.wallet_data import COIN

_numbers = count(1)


async def credit_coins(site: Database, login: str, coins: int) -> None:
    await _post(site, "gift", (Entry(wallet(login), coins), Entry(house("donations"), -coins)))


async def add_debt(site: Database, login: str, coins: int) -> None:
    """Adds a debt, as a refunded payment leaves it."""
    await _post(site, "clawback", (Entry(debt(login), coins), Entry(house("debts"), -coins)))


async def _post(site: Database, kind: str, entries: tuple[Entry, ...]) -> None:
    key = f"{kind}:{time.time_ns()}:{next(_numbers)}"
    await ledger.run(site, lambda session: ledger.post(session, Transfer(key, kind, key, entries), 1))


async def send_coins(site: Database, login: str, amount: int, key: str = "", character_id: int = 1) -> StoredDelivery:
    key = key or f"{login}:test-{time.time_ns()}-{next(_numbers)}"
    return await send(
        site,
        DeliveryOrder(
            key=key, account=login, character_id=character_id, character_name="Somebody", item_id=COIN, amount=amount
        ),
        int(time.time()),
    )


async def read_balance(world: World, login: str, kind: str = "wallet") -> int:
    rows = await run_in_site(world, f"SELECT balance FROM wallets WHERE account = '{kind}:{login}'")
    return int(rows[0][0]) if rows else 0
