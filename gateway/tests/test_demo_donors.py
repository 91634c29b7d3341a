"""The month of donations that the demo begins with: of every kind, right to the coin, and harmless when made twice."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest

from fixtures import donors
from fixtures.donors import DAY
from fixtures.installed import World
from gateway.ledger import check
from gateway.payments.reconcile import settle
from gateway.payments.snapshot import parsed
from gateway.tests.conftest import WorldFactory
from gateway.tests.entrance import site
from gateway.tests.shop import site_door

SHOP = "http://127.0.0.1:1"
TABLES = {
    "donations": "id, account, character_name, amount, coins_credited, refunded_amount, status, disputed, "
    "payment_method, created_at, paid_at, credited_at, refunded_at",
    "deliveries": "id, account, character_name, amount, status, receipt, created_at, claimed_at, delivered_at",
    "payments": "id, donation_id, status, detail, outcome, coins, held, moves, credited, mismatch",
    "wallets": "account, balance",
    "ledger_transfers": "id, idempotency_key, kind, reference, created_at",
}


@pytest.fixture(scope="module")
async def filled(world: WorldFactory) -> tuple[World, float, list[dict[str, Any]]]:
    its_world, until = world("mobius", seed=71), time.time()
    return its_world, until, await donors.fill(its_world.settings, until=until, shop=SHOP)


async def all_of(world: World) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table: [tuple(row) for row in await site(world, f"SELECT {columns} FROM {table} ORDER BY 1")]
        for table, columns in TABLES.items()
    }


Filled = tuple[World, float, list[dict[str, Any]]]


async def test_demo_has_five_hundred_coins_and_the_books_are_right(filled: Filled) -> None:
    its_world, _, _ = filled
    balances = dict(await site(its_world, "SELECT account, balance FROM wallets WHERE balance <> 0"))
    assert balances == {"wallet:demo": 500, "wallet:demo2": 25, "hold:demo2": 50}
    async with site_door(its_world) as door:
        assert await check.findings(door) == []


async def test_every_kind_of_ending_is_among_the_last_thirty_days(filled: Filled) -> None:
    its_world, until, _ = filled
    rows = await site(
        its_world,
        "SELECT status, refunded_amount > 0, disputed, created_at, paid_at, credited_at, coins_credited, total_coins "
        "FROM donations WHERE account = 'demo' ORDER BY created_at",
    )
    assert Counter(row[0] for row in rows) == {"completed": 7, "refunded": 2, "pending": 2, "failed": 2}
    assert all(until - 30 * DAY < row[3] < until for row in rows)
    assert [(row[6], row[7]) for row in rows if row[0] == "completed" and row[1]] == [(105, 210)]  # half of it back
    late = [row[5] - row[4] for row in rows if row[0] == "completed" and row[5] - row[4] > 3600]
    assert late == [pytest.approx(6.5 * 3600, abs=2)]
    disputed = await site(its_world, "SELECT account FROM donations WHERE disputed = 1")
    assert [row[0] for row in disputed] == ["demo2"]
    ended = await site(its_world, "SELECT account, status FROM deliveries")
    assert Counter(tuple(row) for row in ended) == {
        ("demo", "delivered"): 3,
        ("demo", "cancelled"): 1,
        ("demo2", "delivered"): 1,
        ("demo2", "claimed"): 1,
    }


async def test_the_provider_is_told_what_the_site_knows(filled: Filled) -> None:
    its_world, _, payments = filled
    told = {each["id"]: (each["external_reference"], each["status"]) for each in payments}
    known = await site(its_world, "SELECT id, donation_id, status FROM payments")
    assert told == {row[0]: (row[1], row[2]) for row in known}
    assert all(each["notification_url"].startswith(SHOP) for each in payments)
    (waiting,) = [each for each in payments if each["status"] == "pending"]
    status = await site(its_world, f"SELECT status FROM donations WHERE id = '{waiting['external_reference']}'")
    assert status == [("pending",)]


async def test_a_second_run_changes_nothing(filled: Filled) -> None:
    its_world, until, payments = filled
    before = await all_of(its_world)
    again = await donors.fill(its_world.settings, until=until, shop=SHOP)
    assert again == payments
    assert await all_of(its_world) == before


async def test_what_has_happened_since_stays(world: WorldFactory) -> None:
    """The voucher was paid, and an operator settled what was stuck."""
    its_world, until = world("acis", seed=71), time.time()
    payments = await donors.fill(its_world.settings, until=until, shop=SHOP)
    (waiting,) = [each for each in payments if each["status"] == "pending"]
    now = "2030-01-01T00:00:00.000Z"
    paid = waiting | {"status": "approved", "date_approved": now, "date_last_updated": now}
    async with site_door(its_world) as door:
        assert await settle(door, donors.TERMS, parsed(paid), int(time.time())) == "moved"
        await site(its_world, "UPDATE deliveries SET status = 'delivered', delivered_at = 1 WHERE status = 'claimed'")
        before = await all_of(its_world)
        await donors.fill(its_world.settings, until=until, shop=SHOP)
        assert await all_of(its_world) == before
        assert await check.findings(door) == []
    assert await site(its_world, "SELECT balance FROM wallets WHERE account = 'wallet:demo'") == [(605,)]
