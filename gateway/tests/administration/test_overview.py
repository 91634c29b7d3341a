"""The overview shows revenue, registrations, cases that need a person, and the health of the parts."""

import time
from typing import Any

import httpx

from fixtures.installed import World
from gateway.features.operators.site_controls import FEATURES
from gateway.features.payments.signals import stored_signals
from gateway.observability.signals import DISPUTES
from gateway.tests.administration.operator_app import operator_headers
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import open_site
from gateway.tests.support.player_pages import add_delivery, add_donation, read
from gateway.tests.support.polling import wait_for_answer


def revenue_of(overview: dict[str, Any], currency: str) -> int:
    amounts = {row["currency"]: row["amount"] for row in overview["revenue"][-1]["amounts"]}
    return amounts.get(currency, 0)


async def test_overview_counts_money_registrations_and_open_tasks(server: World, http: httpx.AsyncClient) -> None:
    await wait_for_answer(http, "/api/rankings/pvp")
    headers = await operator_headers(server, "owner", "olga")
    previous_overview = await read(http, "overview", headers)
    now = int(time.time())
    paid_now: dict[str, Any] = {"created_at": now, "paid_at": now, "credited_at": now}
    await add_donation(server, "demo", **paid_now)
    await add_donation(server, "demo", amount=500, currency="JPY", **paid_now)
    await add_donation(server, "demo", amount=250_000, disputed=1, **paid_now)
    await add_delivery(server, "demo", "claimed", amount=7, claimed_at=now - 90_000, created_at=now - 90_001)
    await site(
        server,
        f"INSERT INTO profiles (login, created_at) VALUES ('overview', {now})",
        f"INSERT INTO account_owners (login, frozen_at) VALUES ('reused', {now})",
    )
    overview = await read(http, "overview", headers)
    assert overview["registered_today"] == previous_overview["registered_today"] + 1
    for currency, amount in (("ARS", 750_000), ("JPY", 500)):
        assert revenue_of(overview, currency) == revenue_of(previous_overview, currency) + amount
    assert len(overview["revenue"]) == 14
    new_needs = [need for need in overview["needs"] if need not in previous_overview["needs"]]
    needs = [(need["kind"], need["coins"], need["amount"]) for need in new_needs]
    assert needs == [("delivery_stuck", 7, None), ("dispute", 50, 250_000), ("account_frozen", None, None)]
    assert {part["part"] for part in overview["parts"] if part["is_up"]} >= {"game", "auth", "site", "snapshot"}
    assert {row["feature"] for row in overview["switches"]} == set(FEATURES)
    seen_by_support = await read(http, "overview", await operator_headers(server, "support"))
    assert [need["amount"] for need in seen_by_support["needs"]] == [None] * len(overview["needs"])
    assert (seen_by_support["revenue"], seen_by_support["registered_today"]) == (None, overview["registered_today"])
    content_headers = await operator_headers(server, "content")
    assert (await read(http, "overview", content_headers))["needs"] == []
    assert (await read(http, "needs", content_headers))["counts"] == {}
    assert (await read(http, "needs", headers))["counts"] == {"delivery_stuck": 1, "dispute": 1, "account_frozen": 1}


async def test_more_cases_than_the_overview_lists_are_counted(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, "support", "cases")
    await site(server, "UPDATE donations SET disputed = 0")
    assert (await read(http, "overview", headers))["has_more_needs"] is False
    for _ in range(51):
        await add_donation(server, "demo", disputed=1)
    overview = await read(http, "overview", headers)
    assert [need["kind"] for need in overview["needs"]].count("dispute") == 50
    assert overview["has_more_needs"] is True
    async with open_site(server) as database:
        assert await stored_signals(database)[DISPUTES](int(time.time())) == 51


async def test_overview_has_the_moment_of_the_newest_backup(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, "support", "backups")
    await site(server, "DELETE FROM job_positions WHERE job = 'backup'")
    assert (await read(http, "overview", headers))["backup_at"] is None
    await site(server, "REPLACE INTO job_positions VALUES ('backup', 1714521600)")
    assert (await read(http, "overview", headers))["backup_at"] == "2024-05-01T00:00:00Z"
    await site(server, "DELETE FROM job_positions WHERE job = 'backup'")
