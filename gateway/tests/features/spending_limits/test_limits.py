"""GET and PUT /api/player/limits, and what limits, breaks and caps refuse."""

import asyncio
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from fixtures.installed import World
from fixtures.payment_snapshots import COLLECTOR, make_snapshot, mercadopago_ref
from gateway.features.payments.reconcile import MerchantAccount, reconcile
from gateway.features.spending_limits.rules import LOOSENING_SECONDS
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site
from gateway.tests.support.databases import clear_money, open_site
from gateway.tests.support.payment_app import CHECKOUT_OPENED, Donor, log_in_donor, read_balances, scripted_environment
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.roulette_data import give_coins, request_spin
from gateway.tests.support.scripted_http_server import ScriptedServer, open_scripted_server

SEED = 63
LIMITS = "/api/player/limits"
NO_LIMITS: dict[str, Any] = dict.fromkeys(("donation_day", "donation_month", "spin_day", "excluded_until"))
ENV = {
    "GATEWAY_LIMITS_DONATIONS": "1000",
    "GATEWAY_ROULETTE_COOLDOWN_SECONDS": "0",
    "GATEWAY_PAYMENTS_DAILY_CAP": "60000",
    "GATEWAY_PAYMENTS_NEW_ACCOUNT_DAILY_CAP": "20000",
}


@pytest.fixture(scope="module")
async def provider() -> AsyncGenerator[ScriptedServer]:
    async with open_scripted_server() as server:
        yield server


@pytest.fixture(scope="module")
async def logged_in(own_world: World, provider: ScriptedServer, client: ClientFactory) -> AsyncGenerator[Donor]:
    async with open_app(own_world, client, **scripted_environment(provider, "http://127.0.0.1:8123") | ENV) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        donor = await log_in_donor(http, "demo")
        http.headers.update(donor.headers)
        yield donor


@pytest.fixture
async def donor(own_world: World, logged_in: Donor, provider: ScriptedServer) -> AsyncGenerator[Donor]:
    """An old account without limits, money and donations."""
    await clear_money(own_world)
    await site(
        own_world,
        "DELETE FROM spending_limits",
        "DELETE FROM roulette_spins",
        "DELETE FROM roulette_seeds",
        "UPDATE profiles SET created_at = 1 WHERE login = 'demo'",
    )
    provider.respond_with(CHECKOUT_OPENED)
    yield logged_in
    await clear_money(own_world)


async def put(donor: Donor, **change: object) -> dict[str, Any]:
    response = await donor.http.put(LIMITS, json=NO_LIMITS | change)
    assert response.status_code == 200, response.text
    return response.json()


async def statuses(donor: Donor, *amounts: int, **change: Any) -> list[int]:
    return [(await donor.create(amount=amount, **change)).status_code for amount in amounts]


async def refund_all(world: World) -> None:
    """Pays and refunds every donation of 5,000 pesos."""
    rows = await site(world, "SELECT id FROM donations WHERE amount = 500000")
    async with open_site(world) as database:
        for number, (donation,) in enumerate(rows, start=1):
            for snapshot in (make_snapshot("approved"), make_snapshot("refunded", refunded=500_000, at=2)):
                payment = replace(snapshot, ref=mercadopago_ref(number), donation_id=str(donation))
                await reconcile(database, MerchantAccount(COLLECTOR, live_mode=True), payment, int(time.time()))


def text(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).isoformat().replace("+00:00", "Z")


async def test_limits_are_stored_and_shown_with_their_use(donor: Donor, own_world: World) -> None:
    no_use = {"donation_day": 0, "donation_month": 0, "spin_day": 0}
    assert (await donor.http.get(LIMITS)).json() == NO_LIMITS | {"currency": "ARS", "rates": []} | {
        "pending": None,
        "used": no_use,
    }
    limits = await put(donor, donation_day=20_000, spin_day=35)
    change = {"donation_day": 20_000, "spin_day": 35}
    assert limits == NO_LIMITS | {"currency": "ARS", "rates": []} | change | {"pending": None, "used": no_use}
    await donor.create_donation(amount=5000)
    requested_at = int(time.time())
    limits = await put(donor, donation_day=50_000, donation_month=7000)
    pending = limits["pending"]
    assert 0 <= datetime.fromisoformat(pending.pop("starts_at")).timestamp() - requested_at - LOOSENING_SECONDS <= 5
    assert pending == {"donation_day": 50_000, "donation_month": 7000, "spin_day": None}
    assert (limits["donation_day"], limits["donation_month"], limits["spin_day"]) == (20_000, 7000, 35)
    assert limits["used"] == no_use | {"donation_day": 5000, "donation_month": 5000}
    await site(own_world, "UPDATE spending_limits SET next_at = UNIX_TIMESTAMP()")
    limits = (await donor.http.get(LIMITS)).json()
    assert (limits["donation_day"], limits["spin_day"], limits["pending"]) == (50_000, None, None)


async def test_invalid_limits_are_refused(donor: Donor) -> None:
    too_late = text(int(time.time()) + 6 * 366 * 86_400)
    for change, field in (
        ({"donation_day": -1}, "donation_day"),
        ({"donation_month": 10**9 + 1}, "donation_month"),
        ({"spin_day": 1.5}, "spin_day"),
        ({"excluded_until": "2027-01-01T00:00:00"}, "excluded_until"),
        ({"excluded_until": too_late}, "excluded_until"),
        ({"other": 1}, "other"),
    ):
        body = (await donor.http.put(LIMITS, json=NO_LIMITS | change)).json()
        assert (body["status"], body["error"], list(body["fields"])) == (400, "validation_failed", [field])
    assert (await donor.http.put(LIMITS, json={})).status_code == 400
    for method in ("GET", "PUT"):
        response = await donor.http.request(method, LIMITS, json=NO_LIMITS, headers={"Authorization": ""})
        assert_error(response, 401, "not_authenticated")


async def test_donations_above_the_own_limit_are_refused(
    donor: Donor, own_world: World, provider: ScriptedServer
) -> None:
    await put(donor, donation_day=11_000, donation_month=21_000)
    assert await statuses(donor, 6000, 6000, 5000, 5000) == [201, 409, 201, 409]
    refusal = await donor.create(amount=5000)
    assert_error(refusal, 409, "limit_reached")
    assert "your own limit for a day: $\u00a00 of $\u00a011.000 are left" in refusal.json()["message"]
    assert "until" not in refusal.json()
    assert len(provider.posts) == 2
    # Donations that cannot be paid any more and refunded ones do not count.
    await site(own_world, "UPDATE donations SET status = 'failed' WHERE amount = 600000")
    assert await statuses(donor, 6000) == [409]
    await site(own_world, "UPDATE donations SET expires_at = UNIX_TIMESTAMP() WHERE amount = 600000")
    assert await statuses(donor, 6000) == [201]
    await refund_all(own_world)
    assert await statuses(donor, 6000, 5000) == [409, 201]


async def test_a_month_adds_up_its_days(donor: Donor, own_world: World) -> None:
    await put(donor, donation_month=11_000)
    await donor.create_donation(amount=6000)
    await site(own_world, "UPDATE donations SET created_at = created_at - 40 * 86400")
    assert await statuses(donor, 6000, 6000, 5000, 5000) == [201, 409, 201, 409]
    await refund_all(own_world)
    assert await statuses(donor, 5000) == [201]


async def test_concurrent_donations_do_not_exceed_the_limit(donor: Donor, own_world: World) -> None:
    await put(donor, donation_day=15_000)
    responses = await asyncio.gather(*(donor.create(amount=5000) for _ in range(8)))
    assert sorted(response.status_code for response in responses) == [201] * 3 + [409] * 5
    assert (await site(own_world, "SELECT COUNT(*) FROM donations"))[0][0] == 3


async def test_a_repeated_key_is_counted_once(donor: Donor, own_world: World, provider: ScriptedServer) -> None:
    await put(donor, donation_day=5000)
    responses = await asyncio.gather(*(donor.create("same", amount=5000) for _ in range(4)))
    assert {response.status_code for response in responses} == {201}
    provider.respond_with(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    await site(own_world, "DELETE FROM donations")
    assert await statuses(donor, 5000, key="reopened") == [502]
    provider.respond_with(CHECKOUT_OPENED)
    assert await statuses(donor, 5000) == [201]
    assert await statuses(donor, 5000, key="reopened") == [409], "a failed donation counts again once it is reopened"


async def test_caps_of_the_site_depend_on_the_age_of_the_account(donor: Donor, own_world: World) -> None:
    assert await statuses(donor, 50_000, 11_000, 10_000) == [201, 409, 201]
    await clear_money(own_world)
    await site(own_world, "UPDATE profiles SET created_at = UNIX_TIMESTAMP() - 6 * 86400 WHERE login = 'demo'")
    assert await statuses(donor, 21_000, 20_000) == [409, 201]


async def test_spins_above_the_own_limit_are_refused(donor: Donor, own_world: World) -> None:
    await give_coins(own_world, "demo", 1000)
    await put(donor, spin_day=25)
    spins = [await request_spin(donor.http) for _ in range(3)]
    assert [spin["success"] for spin in spins] == [True, True, False]
    assert (spins[2]["reason"], spins[2]["message"]) == ("spin_limit", "You have reached your own limit for a day.")
    cooldown = (await donor.http.get("/api/roulette/cooldown")).json()
    assert (cooldown["can_spin"], cooldown["reason"]) == (False, "spin_limit")
    assert (await donor.http.get(LIMITS)).json()["used"]["spin_day"] == 20
    await site(own_world, "UPDATE roulette_spins SET created_at = created_at - 86400")
    assert (await request_spin(donor.http))["success"] is True


async def test_a_break_stops_donations_and_spins_and_credits_earlier_payments(donor: Donor, own_world: World) -> None:
    donation = await donor.create_donation("before", amount=5000)
    await give_coins(own_world, "demo", 100)
    end = int(time.time()) + 3600
    assert (await put(donor, excluded_until=text(end)))["excluded_until"] == text(end)
    assert (await put(donor))["excluded_until"] == text(end)
    refusal = await donor.create(amount=5000)
    assert_error(refusal, 409, "limit_reached")
    assert refusal.json()["until"] == text(end)
    assert (await donor.create_donation("before", amount=5000))["donation_id"] == donation["donation_id"]
    spin = await request_spin(donor.http)
    assert (spin["success"], spin["reason"], spin["message"]) == (
        False,
        "excluded",
        "You are taking a break from the wheel.",
    )
    payment = replace(make_snapshot("approved", "accredited"), donation_id=donation["donation_id"])
    async with open_site(own_world) as database:
        merchant = MerchantAccount(COLLECTOR, live_mode=True)
        assert await reconcile(database, merchant, payment, int(time.time())) == "moved"
    assert (await read_balances(own_world))["wallet"] == 100 + donation["total_coins"]
    await site(own_world, f"UPDATE spending_limits SET excluded_until = {int(time.time())}")
    assert (await request_spin(donor.http))["success"] is True
