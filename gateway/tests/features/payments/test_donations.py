"""A player donates to the stand-in provider, and has his coins once: whatever is doubled, forged, refunded or lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.service import Service
from gateway.features.ledger.check import broken_rules
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import bearer, refused, site, token_of
from gateway.tests.support.payment_app import PREVIOUS, TRIAL, Shop, environment, shop, site_door
from gateway.tests.support.wait_until import until


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=61)


@pytest.fixture(scope="module")
def provider() -> Generator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture(scope="module")
def gateway(its_world: World, provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Generator[Service]:
    port, log = free_port(), tmp_path_factory.mktemp("shop") / "gateway.log"
    env = {**its_world.environment, **environment(provider, port), "GATEWAY_LIMITS_DONATIONS": "500"}
    with Service(env, port=port, log=log) as running:
        yield running


@pytest.fixture(scope="module")
async def there(its_world: World, provider: Provider, gateway: Service) -> AsyncGenerator[Shop]:
    async with shop(its_world, provider, gateway) as made:
        yield made


@pytest.fixture(autouse=True)
async def books(its_world: World, there: Shop) -> AsyncGenerator[None]:
    """Empty before each test, and right after it."""
    await there.fault("none")
    await there.all_done()
    tables = ("ledger_entries", "ledger_transfers", "wallets", "payments", "webhook_inbox", "donations")
    await site(its_world, *(f"DELETE FROM {table}" for table in tables))
    yield
    async with site_door(its_world) as door:
        assert await broken_rules(door, ALL_RULES) == []


def is_credited(donation: dict[str, Any]) -> bool:
    return donation["status"] == "completed"


def has_coins(coins: int) -> Callable[[dict[str, Any]], bool]:
    return lambda donation: donation["coins_received"] == coins


async def test_approved_payment_credits_once(there: Shop) -> None:
    begun = await there.begin(25_000)
    assert (begun["amount"], begun["total_coins"]) == (25_000, 275)
    assert begun["init_point"].startswith(there.provider.url)
    before = await there.donation(begun)
    assert (before["status"], before["coins_received"], before["paid_at"]) == ("pending", 0, None)
    await there.choose(begun)
    row = await there.settled(begun, is_credited)
    assert (row["coins_received"], row["amount"], row["payment_method"]) == (275, 25_000, "visa")
    assert row["paid_at"]
    assert row["credited_at"]
    assert row["character_name"] == there.character["name"]
    assert (await there.coins())["wallet"] == 275
    assert (await there.http.get("/api/player/donations")).json()["data"] == [row]
    assert (await there.http.get("/api/player/coins")).json()["available"] == 275


async def test_duplicate_and_unordered_webhooks_credit_once(there: Shop) -> None:
    await there.fault("duplicate")
    begun = await there.begin()
    payment = await there.choose(begun)
    await asyncio.gather(*(there.tell(payment, id=number % 5) for number in range(40)))
    await there.settled(begun, is_credited)
    await there.fault("reorder")
    await there.turn(payment, status="in_mediation")
    await there.turn(payment, status="approved")
    await there.settled(begun, lambda row: row["coins_received"] == 50)
    await until(there.all_answered)
    coins = await there.coins()
    assert (coins["wallet"], coins.get("hold", 0)) == (50, 0)


@pytest.mark.parametrize(("outcome", "status"), [("rejected", "failed"), ("cancelled", "failed")])
async def test_rejected_payment_then_approved_one_credits(there: Shop, outcome: str, status: str) -> None:
    begun = await there.begin()
    await there.choose(begun, outcome)
    await there.settled(begun, lambda row: row["status"] == status)
    assert await there.coins() == {}
    await there.choose(begun)
    assert (await there.settled(begun, is_credited))["coins_received"] == 50


async def test_pending_voucher_paid_later_credits(there: Shop) -> None:
    begun = await there.begin()
    payment = await there.choose(begun, "pending")
    row = await there.settled(begun, lambda row: row["payment_method"] == "rapipago")
    assert (row["status"], await there.coins()) == ("pending", {})
    await there.turn(payment, status="approved")
    assert (await there.settled(begun, is_credited))["coins_received"] == 50


async def test_partial_and_full_refunds_claw_back(there: Shop) -> None:
    begun = await there.begin()
    payment = await there.choose(begun)
    await there.settled(begun, is_credited)
    part = {"status": "approved", "status_detail": "partially_refunded", "transaction_amount_refunded": 1500}
    await there.turn(payment, **part)
    row = await there.settled(begun, has_coins(35))
    assert (row["status"], row["refunded_amount"]) == ("completed", 1500)
    await there.turn(payment, status="refunded")
    row = await there.settled(begun, lambda row: row["status"] == "refunded")
    assert (row["coins_received"], row["refunded_amount"]) == (0, 5000)
    assert (await there.coins())["wallet"] == 0


async def test_dispute_freezes_and_a_lost_one_claws_back(there: Shop) -> None:
    begun = await there.begin()
    payment = await there.choose(begun)
    await there.settled(begun, is_credited)
    await there.turn(payment, status="in_mediation")

    async def is_frozen() -> bool:
        return (await there.coins()).get("hold") == 50

    await until(is_frozen)
    shown = (await there.http.get("/api/player/coins")).json()
    assert (shown["available"], shown["held"]) == (0, 50)
    await there.turn(payment, status="charged_back", status_detail="in_process")
    await there.settled(begun, lambda row: row["status"] == "refunded")
    await there.turn(payment, status="charged_back", status_detail="reimbursed")
    assert (await there.settled(begun, is_credited))["coins_received"] == 50
    coins = await there.coins()
    assert (coins["wallet"], coins["hold"], coins["debt"]) == (50, 0, 0)


@pytest.mark.parametrize(
    "change",
    [{"transaction_amount": 4999}, {"transaction_amount": 50_000}],
    ids=["less was paid", "more was paid"],
)
async def test_mismatched_payment_credits_nothing(there: Shop, change: dict[str, Any]) -> None:
    await there.fault("drop_notices")
    begun = await there.begin()
    payment = await there.choose(begun)
    await there.turn(payment, **change)
    await there.fault("none")
    assert (await there.tell(payment)).status_code == 200

    async def is_parked() -> bool:
        return bool(await site(there.world, "SELECT id FROM payments WHERE mismatch = 'amount'"))

    await until(is_parked)
    assert (await there.donation(begun))["status"] == "pending"
    assert await there.coins() == {}


async def test_watched_donation_with_a_lost_webhook_completes_in_seconds(there: Shop) -> None:
    await there.fault("drop_notices")
    begun = await there.begin()
    payment = await there.choose(begun)
    assert (await there.settled(begun, is_credited))["coins_received"] == 50
    assert await there.inbox() == []
    # Settled, it is left to the notices and the polls.
    await there.turn(payment, status="refunded")
    for _ in range(5):
        assert (await there.donation(begun))["status"] == "completed"


async def test_return_to_the_site_credits_nothing(there: Shop) -> None:
    """While the provider cannot be asked, whatever the buyer's address says."""
    await there.fault("drop_notices")
    begun = await there.begin()
    payment = await there.choose(begun)
    await there.fault("http_500")
    query = f"?status=approved&payment_id={payment}&collection_status=approved"
    for path in ("/player" + query, f"/api/donations/{begun['donation_id']}"):
        assert (await there.http.get(path)).status_code == 200
    assert (await there.donation(begun))["status"] == "pending"
    assert await there.coins() == {}
    assert payment not in [str(row[0]) for row in await there.inbox()]


async def test_forged_webhook_stores_nothing(there: Shop) -> None:
    stale = int(time.time()) - 6 * 86400 - 60
    for answer in (
        await there.tell(1, secret="another"),
        await there.tell(1, ts=stale),
        await there.tell(1, headers={"x-signature": ""}),
        await there.tell(1, headers={"x-request-id": "r2"}),
        await there.tell(1, params={"data.id": "2"}),
        await there.http.post("/api/donations/webhook?data.id=1&type=payment", json={}),
        await there.http.post("/api/donations/webhook", json={"type": "payment", "data": {"id": "1"}}),
    ):
        refused(answer, 401, "not_authenticated")
    for body in (b"", b'{"id": 1', b"[1]", b"\xff"):
        refused(await there.tell(1, content=body), 400, "bad_request")
    refused(await there.tell("abc"), 400, "bad_request")
    refused(await there.tell(1, content=b'{"a": "' + b"x" * 70_000 + b'"}'), 413, "too_large")
    assert await there.inbox() == []


async def test_webhook_accepts_every_secret_and_the_old_form(there: Shop) -> None:
    for number, secret in enumerate((there.provider.secret, PREVIOUS, TRIAL)):
        assert (await there.tell(900 + number, secret=secret)).json() == {"received": True}
    old = await there.http.post("/api/donations/webhook?topic=payment&id=903")
    other = await there.http.post("/api/donations/webhook?topic=merchant_order&id=904", json={"resource": "x"})
    assert (old.status_code, other.status_code) == (200, 200)
    assert sorted(row[0] for row in await there.inbox()) == [900, 901, 902, 903]


async def test_webhook_with_unknown_fields_is_accepted(there: Shop) -> None:
    twice = b'{"id": 5, "id": 6, "action": ["x"], "new": {"deep": [1]}, "data": 7}'
    answer = await there.tell(905, content=twice, params={"extra": "1"}, headers={"content-type": "text/plain"})
    assert answer.status_code == 200


async def test_create_fails_if_the_provider_fails(there: Shop) -> None:
    await there.fault("http_500")
    refused(await there.http.post("/api/donations/create", json=await there.form()), 502, "payment_provider_failed")
    rows = (await there.http.get("/api/player/donations")).json()["data"]
    assert [row["status"] for row in rows] == ["failed"]


async def test_create_with_an_invalid_form_is_refused(there: Shop) -> None:
    wrong: list[tuple[dict[str, Any], int, str]] = [
        ({"amount": 4000}, 400, "amount"),
        ({"amount": 5500}, 400, "amount"),
        ({"amount": 101_000}, 400, "amount"),
        ({"amount": -5000}, 400, "amount"),
        ({"amount": 5000.5}, 400, "amount"),
        ({"amount": "10000"}, 400, "amount"),
        ({"amount": 10_000.0}, 400, "amount"),
        ({"character_id": "269484032"}, 400, "character_id"),
        ({"character_name": "Somebody"}, 400, "character_name"),
        ({"success_url": "https://evil.example/"}, 400, "success_url"),
        ({"failure_url": "//evil.example/"}, 400, "failure_url"),
        ({"pending_url": "/" + "x" * 200}, 400, "pending_url"),
        ({"coins": 1_000_000}, 400, "coins"),
    ]
    for change, status, field in wrong:
        answer = await there.http.post("/api/donations/create", json=await there.form(**change))
        assert (answer.status_code, list(answer.json().get("fields", {}))) == (status, [field]), answer.text
    for key in (1, 0, -1, 2**40):
        answer = await there.http.post("/api/donations/create", json=await there.form(character_id=key))
        assert answer.status_code == 404, answer.text
    assert (await there.http.get("/api/player/donations")).json()["total"] == 0


async def test_donation_of_another_account_is_not_found(there: Shop) -> None:
    begun = await there.begin()
    path = f"/api/donations/{begun['donation_id']}"
    other = bearer(await token_of(there.http, "demo2"))
    refused(await there.http.get(path, headers=other), 404, "not_found")
    refused(await there.http.get(f"{path}%20"), 404, "not_found")
    refused(await there.http.get(path, headers={"Authorization": ""}), 401, "not_authenticated")
    refused(await there.http.get("/api/donations/another"), 404, "not_found")
    form = await there.form()
    refused(await there.http.post("/api/donations/create", json=form, headers=other), 404, "not_found")


async def test_packages_and_calculate_are_public(there: Shop) -> None:
    async with httpx.AsyncClient(base_url=there.http.base_url) as http:
        found = (await http.get("/api/donations/packages")).json()
        assert found == {
            "enabled": True,
            "data": [
                {"amount": amount, "coins": coins, "bonus_percentage": percent}
                for amount, coins, percent in (
                    (5000, 50, 0),
                    (10_000, 105, 5),
                    (25_000, 275, 10),
                    (50_000, 575, 15),
                    (100_000, 1200, 20),
                )
            ],
            "min_amount": 5000,
            "max_amount": 100_000,
            "step": 1000,
            "default_amount": 5000,
            "currency": "ARS",
            "coin_name": "Fishi Coins",
        }
        answer = await http.get("/api/donations/calculate?amount=99000")
        assert answer.json() == {
            "amount": 99_000,
            "base_coins": 990,
            "bonus_coins": 148,
            "total_coins": 1138,
            "bonus_percentage": 15,
        }
        assert answer.headers["cache-control"].startswith("public")
        for amount in ("4000", "5500", "101000", "5000.5", "abc", "", "-5000"):
            answer = await http.get("/api/donations/calculate", params={"amount": amount})
            assert (answer.status_code, answer.json()["error"]) == (400, "validation_failed"), amount
        assert (await http.get("/api/donations/characters")).status_code == 401
