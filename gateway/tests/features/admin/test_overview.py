"""The overview shows what the commands show, and the doctor's findings."""

import time
from typing import Any

import httpx

from fixtures.installed import World
from gateway.tests.support.account_app import site
from gateway.tests.support.operator_app import operator_headers
from gateway.tests.support.polling import answered


async def test_overview_counts_money_registrations_and_open_tasks(server: World, http: httpx.AsyncClient) -> None:
    await answered(http, "/api/rankings/pvp")
    headers = await operator_headers(server, "support", "olga")
    before = await overview(http, headers)
    now = int(time.time())
    rest = f"50, 0, {now}, {now}, {now}"
    columns = (
        "id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, total_coins, status, "
        "disputed, coins_credited, refunded_amount, created_at, paid_at, credited_at"
    )
    await site(
        server,
        *(
            f"INSERT INTO donations ({columns}) VALUES "
            f"('{name}', 'demo', 1, 'Ann', {amount}, 'ARS', 50, 0, 50, 'completed', {disputed}, {rest})"
            for name, amount, disputed in (("overview-1", 500_000, 0), ("overview-2", 250_000, 1))
        ),
        "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, "
        "claim, claimed_at, created_at) "
        f"VALUES ('overview', 'demo', 1, 'Ann', 4037, 7, 'claimed', 'c', {now - 90_000}, {now - 90_001})",
        f"INSERT INTO profiles (login, created_at) VALUES ('overview', {now})",
    )
    after = await overview(http, headers)
    assert after["registered_today"] == before["registered_today"] + 1
    assert after["revenue"][-1]["amount"] == before["revenue"][-1]["amount"] + 7500
    assert len(after["revenue"]) == 14
    added = [need for need in after["needs"] if need not in before["needs"]]
    needs = [(need["kind"], need["coins"], need["amount"]) for need in added]
    assert needs == [("delivery_stuck", 7, None), ("dispute", 50, 250_000)]
    assert {part["part"] for part in after["parts"] if part["is_up"]} >= {"game", "auth", "site", "snapshot"}
    assert {row["feature"] for row in after["switches"]} == {"donations", "deliveries", "roulette", "registration"}


async def overview(http: httpx.AsyncClient, headers: dict[str, str]) -> dict[str, Any]:
    response = await http.get("/api/admin/overview", headers=headers)
    assert response.status_code == 200, response.text
    return response.json()
