"""Recharge campaigns as operators and players use them: command, administration, and the donation that is promised."""

import re
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import httpx
import pytest

from fixtures.installed import World
from gateway.administration.permissions import Role
from gateway.config import settings
from gateway.doctor.context import open_context
from gateway.extras.campaigns import doctor
from gateway.extras.campaigns.announced import CampaignAnnouncements
from gateway.tests.administration.operator_app import ADMIN_ENV, new_key, operator_headers
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import open_site
from gateway.tests.support.payment_app import CHECKOUT_OPENED, Donor, log_in_donor, scripted_environment
from gateway.tests.support.scripted_http_server import open_scripted_server

SEED = 131
COINS: Final = 50
"""Of a donation of 5,000 pesos."""
PATH: Final = "/api/admin/campaigns"
SIGNED: Final = ("--by", "ann", "--reason", "a test")
ENDS: Final = f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%dT%H:%M:00Z}"


@pytest.fixture(scope="module")
async def payments() -> AsyncGenerator[dict[str, str]]:
    """Settings with a provider that opens each checkout."""
    async with open_scripted_server() as provider:
        provider.respond_with(CHECKOUT_OPENED)
        yield scripted_environment(provider, "http://127.0.0.1:8123")


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory, payments: dict[str, str]) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(own_world, client, **payments, **ADMIN_ENV) as http:
        yield http


@pytest.fixture
async def donor(http: httpx.AsyncClient) -> Donor:
    return await log_in_donor(http, "demo2")


def form(**changes: object) -> dict[str, Any]:
    base = {"name": "Spring", "steps": [{"coins": 1, "percent": 20}], "ends_at": ENDS, "reason": "the spring event"}
    return base | changes


async def offers(world: World) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await site(world, "SELECT account, coins, given FROM campaign_offers ORDER BY id")]


async def test_command_makes_lists_and_ends_campaigns(own_world: World) -> None:
    create = ("campaign", "create", "Command", "--bonus", "50:10,500:20", "--ends", ENDS, "--total-cap", "900")
    dry_run = await run_command(own_world, *create, "--dry-run", *SIGNED)
    assert (dry_run.code, "nothing was changed" in dry_run.out) == (0, True)
    result = await run_command(own_world, *create, *SIGNED)
    number = re.search(r"campaign (\d+) is made", result.out)
    assert number, result
    second_result = await run_command(own_world, *create, *SIGNED)
    assert (second_result.code, f"campaign {number[1]} has these terms already" in second_result.out) == (0, True)
    listing = (await run_command(own_world, "campaign", "list")).out
    assert re.search(rf"{number[1]} +Command +10% from 50 coins, 20% from 500 coins .*running", listing), listing
    end = ("campaign", "end", number[1], *SIGNED)
    assert "has ended" in (await run_command(own_world, *end)).out
    repeated = await run_command(own_world, *end)
    assert (repeated.code, "has ended already" in repeated.out) == (0, True), repeated
    assert (await run_command(own_world, "campaign", "end", "99999", *SIGNED)).code == 1
    refused_result = await run_command(own_world, *create[:4], "50:20,500:10", *create[5:], *SIGNED)
    assert (refused_result.code, "--bonus:" in refused_result.err) == (1, True)
    assert (await run_command(own_world, *create[:4], "much", *create[5:], *SIGNED)).code == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"steps": []}, "steps"),
        ({"steps": [{"coins": 1, "percent": 201}]}, "steps"),
        ({"ends_at": "2020-01-01T00:00:00Z"}, "ends_at"),
        ({"ends_at": "2040-01-01T00:00:00Z"}, "ends_at"),
        ({"account_cap": 0}, "account_cap"),
    ],
)
async def test_invalid_campaign_is_refused_by_its_field(
    own_world: World, http: httpx.AsyncClient, changes: dict[str, object], field: str
) -> None:
    headers = await operator_headers(own_world)
    response = await http.post(PATH, json=form(**changes), headers=headers | new_key())
    assert (response.status_code, list(response.json()["fields"])) == (400, [field]), response.text


async def test_donation_keeps_what_its_buyer_was_shown(own_world: World, http: httpx.AsyncClient, donor: Donor) -> None:
    headers = await operator_headers(own_world)
    bonus = f"/api/player/campaigns/bonus?coins={COINS}"
    assert (await http.get(bonus, headers=donor.headers)).json() == {"bonus": None}
    assert_error(await donor.create(bonus_coins=10), 409, "bonus_changed")
    assert await offers(own_world) == []
    assert (await http.post(PATH, json=form(account_cap=15), headers=headers | new_key())).status_code == 200
    offered_bonus = (await http.get(bonus, headers=donor.headers)).json()["bonus"]
    assert (offered_bonus["coins"], offered_bonus["percent"], offered_bonus["campaign"]) == (10, 20, "Spring")

    donation = await donor.create_donation("key-1", bonus_coins=10)
    assert await donor.create_donation("key-1", bonus_coins=10) == donation
    assert await offers(own_world) == [("demo2", 10, 0)]
    assert (await http.get(bonus, headers=donor.headers)).json()["bonus"]["is_limited"]
    assert_error(await donor.create(bonus_coins=10), 409, "bonus_changed")
    own_bonuses = (await http.get("/api/player/campaigns", headers=donor.headers)).json()["data"]
    expected = {"donation_id": donation["donation_id"], "campaign": "Spring", "coins": 10, "given": 0}
    assert own_bonuses == [expected]

    (campaign, *_) = (await http.get(PATH, headers=headers)).json()["data"]
    assert (campaign["state"], campaign["promised"], campaign["donations"]) == ("running", 10, 0)
    detail = (await http.get(f"{PATH}/{campaign['id']}", headers=headers)).json()
    assert [(row["account"], row["coins"]) for row in detail["data"]] == [("demo2", 10)]
    accounts: dict[Role, str | None] = {"finance": "demo2", "content": None}
    for role, account in accounts.items():
        role_headers = await operator_headers(own_world, role)
        rows = (await http.get(f"{PATH}/{campaign['id']}", headers=role_headers)).json()["data"]
        assert rows[0]["account"] == account
        status = (await http.post(PATH, json=form(), headers=role_headers | new_key())).status_code
        assert (status == 403) == (role == "content")

    end = f"{PATH}/{campaign['id']}/end"
    assert (await http.post(end, json={"reason": "over"}, headers=headers | new_key())).status_code == 200
    assert (await http.post(end, json={"reason": "over"}, headers=headers | new_key())).status_code == 409
    assert await offers(own_world) == [("demo2", 10, 0)]


async def test_donation_that_begins_anew_needs_room_in_the_cap(
    own_world: World, http: httpx.AsyncClient, donor: Donor
) -> None:
    await site(own_world, f"UPDATE recharge_campaigns SET ended_at = {int(time.time())} WHERE ended_at IS NULL")
    headers = await operator_headers(own_world)
    assert (await http.post(PATH, json=form(total_cap=10), headers=headers | new_key())).status_code == 200
    donation = await donor.create_donation("key-2", bonus_coins=10)
    await site(
        own_world,
        f"UPDATE donations SET status = 'failed', init_point = NULL WHERE id = '{donation['donation_id']}'",
    )
    await donor.create_donation("key-3", bonus_coins=10)
    assert_error(await donor.create("key-2", bonus_coins=10), 409, "bonus_changed")
    assert [row["is_used_up"] for row in (await http.get("/api/campaigns")).json()["data"]] == [True]


async def test_campaign_is_announced_and_has_happened_once_it_starts(own_world: World) -> None:
    now = int(time.time())
    names = {"Past": (now - 90, now - 30), "Running": (now - 30, now + 900), "Coming": (now + 600, now + 900)}
    await site(
        own_world,
        *(
            "INSERT INTO recharge_campaigns (name, steps, starts_at, ends_at, created_at) "
            f"VALUES ('{name}', '[[1,10],[500,30]]', {starts_at}, {ends_at}, {now})"
            for name, (starts_at, ends_at) in names.items()
        ),
    )
    async with open_site(own_world) as database:
        announcements = CampaignAnnouncements(database)
        assert announcements.current() == []
        await announcements.refresh()
    rows = {str(row.headline.values["name"]): row for row in announcements.current()}
    assert [rows[name].happened_at for name in ("Running", "Coming")] == [now - 30, None]
    assert rows["Running"].ends_at == now + 900
    assert "Past" not in rows
    assert rows["Coming"].title.read("es") == "Coming: hasta +30% de monedas por las donaciones"
    await site(own_world, f"UPDATE recharge_campaigns SET ended_at = {now} WHERE name IN ('Running', 'Coming')")


async def test_doctor_names_what_is_used_up_and_what_cannot_be_bought(
    own_world: World, payments: dict[str, str]
) -> None:
    for env, code in ((payments, "doctor.campaigns.used_up"), ({}, "doctor.campaigns.no_payments")):
        configured = settings.load(None, {**own_world.environment, **env})
        async with open_context(configured, None, None, None) as context:
            findings = await doctor.check(context)
        assert [(row.level, row.message.code) for row in findings] == [("advice", code)]
