"""A donation from the checkout to its coins, at a running service with the fake provider."""

import asyncio
import time
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from gateway.features.payments.signature import STALE_SECONDS
from gateway.tests.support.account_app import assert_error, site
from gateway.tests.support.payment_app import (
    PREVIOUS_SECRET,
    TEST_SECRET,
    Donor,
    PaymentClient,
    log_in_donor,
    read_balances,
)
from gateway.tests.support.payment_providers import ProviderCase
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.usefixtures("clean_payments")

WEBHOOK = "/api/donations/webhook"


async def test_approved_payment_credits_once(payments: PaymentClient) -> None:
    donation = await payments.create_donation(amount=25_000)
    assert (donation["amount"], donation["total_coins"]) == (25_000, 275)
    assert donation["init_point"].startswith(payments.provider.url)
    unpaid = await payments.donation(donation)
    assert (unpaid["status"], unpaid["coins_received"], unpaid["paid_at"]) == ("pending", 0, None)
    await payments.pay(donation)
    row = await payments.wait_for(donation, status="completed", checkout_url=None, expires_at=None)
    assert (row["coins_received"], row["amount"], row["payment_method"]) == (275, 25_000, "visa")
    assert row["paid_at"]
    assert row["credited_at"]
    assert row["character_name"] == payments.characters[0]["name"]
    assert (await read_balances(payments.world))["wallet"] == 275
    assert (await payments.get("/api/player/donations"))["data"] == [row]
    assert (await payments.get("/api/player/coins"))["available"] == 275


async def test_duplicate_and_unordered_webhooks_credit_once(payments: PaymentClient, case: ProviderCase) -> None:
    await payments.set_fault("duplicate")
    donation = await payments.create_donation(provider=case.name)
    payment = await payments.pay(donation)
    notices = (case.notify(payments.http, payments.provider, payment, number % 5) for number in range(40))
    await asyncio.gather(*notices)
    await payments.wait_for(donation, status="completed")
    await payments.set_fault("reorder")
    await case.dispute_in_vain(payments.provider_http, payment)
    await payments.wait_for(donation, coins_received=50)
    await payments.wait_until_idle()
    balances = await read_balances(payments.world)
    assert (balances["wallet"], balances.get("hold", 0)) == (50, 0)


async def test_settlement_is_recorded(payments: PaymentClient) -> None:
    columns = "id, fee, net, release_at - approved_at, method, payer"
    donation = await payments.create_donation()
    payment = int(await payments.pay(donation))
    await payments.wait_for(donation, status="completed")
    expected = [(payment, 31_450, 468_550, 10 * 86400, "visa", 501020304)]
    assert [tuple(row) for row in await site(payments.world, f"SELECT {columns} FROM payments")] == expected
    unknown = ", ".join(f"{name} = NULL" for name in ("fee", "net", "release_at", "approved_at", "method", "payer"))
    await site(payments.world, f"UPDATE payments SET {unknown}")  # recorded by an earlier release
    await payments.send_webhook(payment)
    await payments.wait_until_idle()
    assert [tuple(row) for row in await site(payments.world, f"SELECT {columns} FROM payments")] == expected


async def test_unpaid_donation_can_be_paid_until_it_expires(payments: PaymentClient) -> None:
    donation = await payments.create_donation()
    row = await payments.donation(donation)
    assert row["checkout_url"] == donation["init_point"]
    times = [datetime.fromisoformat(row[name]) for name in ("created_at", "expires_at")]
    assert times[1] - times[0] == timedelta(days=7)
    assert (await payments.get("/api/player/donations"))["data"] == [row]
    await site(payments.world, "UPDATE donations SET created_at = created_at - 7 * 86400")
    row = await payments.donation(donation)
    assert (row["status"], row["checkout_url"]) == ("pending", None)
    assert (await payments.get("/api/player/donations"))["data"] == [row]


async def cancel(donor: Donor, donation: dict[str, Any]) -> httpx.Response:
    return await donor.http.post(f"/api/donations/{donation['donation_id']}/cancel", headers=donor.headers)


async def test_cancelled_donation_credits_a_later_payment(payments: PaymentClient) -> None:
    """The provider was down, so the checkout stays open."""
    donation = await payments.create_donation()
    await payments.set_fault("http_500")
    assert_error(await cancel(await log_in_donor(payments.http, "demo2"), donation), 404, "not_found")
    assert (await payments.donation(donation))["status"] == "pending"
    for _ in range(2):
        response = await cancel(payments, donation)
        assert (response.status_code, response.json()) == (200, await payments.donation(donation))
        expected = {"status": "failed", "failure": "cancelled", "checkout_url": None, "expires_at": None}
        assert expected.items() <= response.json().items()
    await payments.set_fault("none")
    await payments.pay(donation)
    paid_donation = await payments.wait_for(donation, status="completed", coins_received=50)
    assert_error(await cancel(payments, donation), 409, "conflict")
    assert await payments.donation(donation) == paid_donation


async def test_payments_of_donations_that_are_cancelled_meanwhile_are_credited(payments: PaymentClient) -> None:
    donations = [await payments.create_donation() for _ in range(24)]
    pay = payments.provider_http.post
    payers = [pay(donation["init_point"], data={"outcome": "approved"}) for donation in donations]
    cancels = [cancel(payments, donation) for donation in donations for _ in range(3)]
    answers = await asyncio.gather(*payers, *cancels)
    assert {answer.status_code for answer in answers[len(donations) :]} <= {200, 409}
    paid_donations = [
        donation for donation, answer in zip(donations, answers, strict=False) if answer.status_code == 303
    ]
    for donation in paid_donations:
        await payments.wait_for(donation, status="completed", coins_received=50)
    assert (await read_balances(payments.world))["wallet"] == 50 * len(paid_donations)


@pytest.mark.parametrize(
    ("outcome", "status", "failure", "method"),
    [
        ("rejected", "failed", "refused", "visa"),
        ("cancelled", "failed", "cancelled", "visa"),
        ("pending", "pending", None, "rapipago"),
    ],
)
async def test_unpaid_donation_credits_when_it_is_paid(
    payments: PaymentClient, outcome: str, status: str, failure: str | None, method: str
) -> None:
    donation = await payments.create_donation()
    payment = await payments.pay(donation, outcome)
    await payments.wait_for(donation, status=status, failure=failure, payment_method=method)
    [row] = (await payments.get("/api/player/donations"))["data"]
    assert row == await payments.donation(donation)
    assert await read_balances(payments.world) == {"wallet": 0}
    if outcome == "pending":
        await payments.change_payment(payment, status="approved")
    else:
        await payments.pay(donation)
    await payments.wait_for(donation, status="completed", failure=None, coins_received=50)


async def test_unpaid_donation_says_whether_its_checkout_ended_or_never_opened(payments: PaymentClient) -> None:
    donation = await payments.create_donation()
    await site(payments.world, "UPDATE donations SET status = 'failed'")
    assert (await payments.donation(donation))["failure"] == "expired"
    await site(payments.world, "UPDATE donations SET init_point = NULL")
    assert (await payments.donation(donation))["failure"] == "unopened"


async def test_partial_and_full_refunds_claw_back(payments: PaymentClient) -> None:
    donation = await payments.create_donation()
    payment = await payments.pay(donation)
    await payments.wait_for(donation, status="completed")
    part = {"status_detail": "partially_refunded", "transaction_amount_refunded": 1500}
    await payments.change_payment(payment, status="approved", **part)
    await payments.wait_for(donation, status="completed", coins_received=35, refunded_amount=1500)
    await payments.change_payment(payment, status="refunded")
    await payments.wait_for(donation, status="refunded", coins_received=0, refunded_amount=5000)
    assert (await read_balances(payments.world))["wallet"] == 0


async def test_dispute_freezes_and_a_chargeback_claws_back(payments: PaymentClient) -> None:
    donation = await payments.create_donation()
    payment = await payments.pay(donation)
    await payments.wait_for(donation, status="completed")
    await payments.change_payment(payment, status="in_mediation")
    await payments.wait_for(donation, disputed=True)
    coins = await payments.get("/api/player/coins")
    assert (coins["available"], coins["held"]) == (0, 50)
    await payments.change_payment(payment, status="charged_back", status_detail="in_process")
    await payments.wait_for(donation, status="refunded")
    await payments.change_payment(payment, status="charged_back", status_detail="reimbursed")
    await payments.wait_for(donation, status="completed", coins_received=50)
    assert await read_balances(payments.world) == {"wallet": 50, "hold": 0, "debt": 0}


async def test_mismatched_payment_credits_nothing(payments: PaymentClient) -> None:
    await payments.set_fault("drop_notices")
    donation = await payments.create_donation()
    payment = await payments.pay(donation)
    await payments.change_payment(payment, transaction_amount=4999)
    await payments.set_fault("none")
    assert (await payments.send_webhook(payment)).status_code == 200

    async def is_recorded() -> bool:
        return bool(await site(payments.world, "SELECT id FROM payments WHERE mismatch = 'amount'"))

    await until(is_recorded)
    assert (await payments.donation(donation))["status"] == "pending"
    assert await read_balances(payments.world) == {"wallet": 0}


async def test_watched_donation_with_a_lost_webhook_completes(payments: PaymentClient) -> None:
    await payments.set_fault("drop_notices")
    donation = await payments.create_donation()
    payment = await payments.pay(donation)
    await payments.wait_for(donation, status="completed", coins_received=50)
    assert await payments.inbox() == {}
    # A completed donation is not looked up for a visitor.
    await payments.change_payment(payment, status="refunded")
    for _ in range(5):
        assert (await payments.donation(donation))["status"] == "completed"


async def test_return_to_the_site_credits_nothing(payments: PaymentClient) -> None:
    """While the provider fails, whatever the return URL claims."""
    await payments.set_fault("drop_notices")
    donation = await payments.create_donation()
    payment = await payments.pay(donation)
    await payments.set_fault("http_500")
    query = f"?status=approved&payment_id={payment}&collection_status=approved"
    assert (await payments.http.get("/player" + query)).status_code == 200
    assert (await payments.donation(donation))["status"] == "pending"
    assert await read_balances(payments.world) == {"wallet": 0}
    assert int(payment) not in await payments.inbox()


async def test_forged_or_invalid_webhook_stores_nothing(payments: PaymentClient) -> None:
    for response in (
        await payments.send_webhook(1, secret="another"),
        await payments.send_webhook(1, signed_at=time.time() - STALE_SECONDS - 60),
        await payments.send_webhook(1, headers={"x-signature": ""}),
        await payments.send_webhook(1, headers={"x-request-id": "r2"}),
        await payments.send_webhook(1, params={"data.id": "2"}),
        await payments.http.post(f"{WEBHOOK}?data.id=1&type=payment", json={}),
        await payments.http.post(WEBHOOK, json={"type": "payment", "data": {"id": "1"}}),
        await payments.http.post(f"{WEBHOOK}?topic=payment&id=1"),
    ):
        assert_error(response, 401, "not_authenticated")
    for body in (b"", b'{"id": 1', b"[1]", b"\xff"):
        assert_error(await payments.send_webhook(1, content=body), 400, "bad_request")
    assert_error(await payments.send_webhook("abc"), 400, "bad_request")
    too_large = b'{"a": "' + b"x" * 70_000 + b'"}'
    assert_error(await payments.send_webhook(1, content=too_large), 413, "too_large")
    assert await payments.inbox() == {}


async def test_webhook_accepts_every_secret_and_unknown_fields(payments: PaymentClient) -> None:
    for payment, secret in enumerate((payments.provider.secret, PREVIOUS_SECRET, TEST_SECRET), start=900):
        assert (await payments.send_webhook(payment, secret=secret)).json() == {"received": True}
    body = b'{"id": 5, "id": 6, "action": ["x"], "new": {"deep": [1]}, "data": 7}'
    headers = {"content-type": "text/plain"}
    response = await payments.send_webhook(905, content=body, params={"extra": "1"}, headers=headers)
    assert response.status_code == 200, response.text
    assert sorted(await payments.inbox()) == [900, 901, 902, 905]


INVALID_FIELDS: dict[str, list[Any]] = {
    "amount": [4000, 5500, 101_000, -5000, 5000.5, "10000", 10_000.0],
    "character_id": ["269484032"],
    "character_name": ["Somebody"],
    "success_url": ["https://evil.example/"],
    "failure_url": ["//evil.example/"],
    "pending_url": ["/" + "x" * 200],
    "coins": [1_000_000],
}


async def test_create_with_an_invalid_form_is_refused(payments: PaymentClient) -> None:
    for field, values in INVALID_FIELDS.items():
        for value in values:
            response = await payments.create(**{field: value})
            assert (response.status_code, list(response.json().get("fields", {}))) == (400, [field]), response.text
    for character_id in (1, 0, -1, 2**40):
        assert_error(await payments.create(character_id=character_id), 404, "not_found")
    assert (await payments.get("/api/player/donations"))["total"] == 0


async def test_donation_of_another_account_is_not_found(payments: PaymentClient) -> None:
    path = f"/api/donations/{(await payments.create_donation())['donation_id']}"
    other_donor = await log_in_donor(payments.http, "demo2")
    for donation, headers in (
        (path, other_donor.headers),
        (f"{path}%20", payments.headers),
        ("/api/donations/x", other_donor.headers),
    ):
        assert_error(await payments.http.get(donation, headers=headers), 404, "not_found")
    assert_error(await payments.http.get(path), 401, "not_authenticated")
    other_donor.characters = payments.characters
    assert_error(await other_donor.create(), 404, "not_found")


async def test_packages_and_calculate_are_public(payments: PaymentClient) -> None:
    packages = (await payments.http.get("/api/donations/packages")).json()
    offers = ((5000, 50, 0), (10_000, 105, 5), (25_000, 275, 10), (50_000, 575, 15), (100_000, 1200, 20))
    assert packages.pop("prices")
    assert packages == {
        "enabled": True,
        "has_slider": True,
        "data": [
            {"amount": amount, "coins": coins, "bonus_percentage": percentage} for amount, coins, percentage in offers
        ],
        "min_amount": 5000,
        "max_amount": 100_000,
        "step": 1000,
        "default_amount": 5000,
        "currency": "ARS",
        "coin_name": "Fishi Coins",
        "providers": ["mercadopago", "stripe"],
    }
    response = await payments.http.get("/api/donations/calculate?amount=99000")
    assert response.json() == {
        "amount": 99_000,
        "base_coins": 990,
        "bonus_coins": 148,
        "total_coins": 1138,
        "bonus_percentage": 15,
    }
    assert response.headers["cache-control"].startswith("public")
    for amount in ("4000", "5500", "101000", "5000.5", "abc", "", "-5000"):
        response = await payments.http.get("/api/donations/calculate", params={"amount": amount})
        assert (response.status_code, response.json()["error"]) == (400, "validation_failed"), amount
    assert (await payments.http.get("/api/donations/characters")).status_code == 401
