"""Reads of the pages about players, and the rows that they show."""

import time
import uuid
from typing import Any

import httpx

from fixtures.installed import World
from gateway.tests.support.account_app import site


def donation_row(account: str, status: str = "completed", **values: Any) -> dict[str, Any]:
    """Returns a donation of 5,000 pesos for 50 coins, an hour old."""
    at = int(time.time()) - 3600
    is_paid = status in {"completed", "refunded"}
    return {
        "id": str(uuid.uuid4()),
        "account": account,
        "character_id": 1,
        "character_name": "Ann",
        "amount": 500_000,
        "currency": "ARS",
        "base_coins": 50,
        "bonus_coins": 0,
        "total_coins": 50,
        "status": status,
        "coins_credited": 50 if status == "completed" else 0,
        "init_point": "https://pay.example/1",
        "created_at": at,
        "paid_at": at + 60 if is_paid else None,
        "credited_at": at + 61 if is_paid else None,
    } | values


async def add_donation(world: World, account: str, status: str = "completed", **values: Any) -> str:
    """Returns the id of the donation."""
    row = donation_row(account, status, **values)
    await site(world, insert("donations", row))
    return str(row["id"])


def payment_row(id: int, donation: str | None, **values: Any) -> dict[str, Any]:
    at = int(time.time()) - 3600
    return {
        "id": id,
        "donation_id": donation,
        "status": "approved",
        "detail": "accredited",
        "outcome": "completed",
        "amount": 500_000,
        "refunded": 0,
        "updated_ms": 1,
        "coins": 50,
        "credited": 1,
        "fee": 30_000,
        "net": 470_000,
        "approved_at": at + 60,
        "first_seen_at": at + 60,
        "seen_at": at + 61,
    } | values


async def add_payment(world: World, id: int, donation: str | None, **values: Any) -> None:
    await site(world, insert("payments", payment_row(id, donation, **values)))


async def add_delivery(world: World, account: str, status: str = "pending", **values: Any) -> int:
    at = int(time.time()) - 1800
    row = {
        "idempotency_key": str(uuid.uuid4()),
        "account": account,
        "character_id": 1,
        "character_name": "Ann",
        "item_id": 4037,
        "amount": 50,
        "status": status,
        "claim": "c" if status != "pending" else None,
        "claimed_at": at + 5 if status != "pending" else None,
        "delivered_at": at + 9 if status == "delivered" else None,
        "created_at": at,
    } | values
    await site(world, insert("deliveries", row))
    [(id,)] = await site(world, f"SELECT id FROM deliveries WHERE idempotency_key = '{row['idempotency_key']}'")
    return int(id)


def insert(table: str, row: dict[str, Any]) -> str:
    values = ", ".join("NULL" if value is None else repr(value) for value in row.values())
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})"


async def read(http: httpx.AsyncClient, path: str, headers: dict[str, str], **query: Any) -> Any:
    response = await http.get(f"/api/admin/{path}", headers=headers, params=query or None)
    assert response.status_code == 200, response.text
    return response.json()
