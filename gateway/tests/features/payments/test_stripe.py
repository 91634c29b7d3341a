"""Stripe: signatures, states of a payment intent, and donations from checkout to refund and dispute."""

import hashlib
import hmac
import re
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.provider.notices import event_signature
from fixtures.service import Service
from gateway.config.payments import StripeSettings
from gateway.features.payments.provider import InvalidSignature, ProviderFailed
from gateway.features.payments.provider_payment import PaymentRef, Settlement, UnreadableResponse
from gateway.features.payments.stripe import EVENTS, Stripe, parse_intent
from gateway.features.payments.stripe_signature import TOLERANCE_SECONDS, verify
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import clear_money
from gateway.tests.support.paths import OPERATOR_PAGES
from gateway.tests.support.payment_app import PaymentClient, checkout_order, open_payment_client, payment_environment
from gateway.tests.support.payment_providers import PROVIDERS
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response

RAW = b'{"id": "evt_1"}'
NOW = 1_795_000_000
SECRETS = ("whsec_new", "whsec_old")
CHARGE: dict[str, Any] = {
    "id": "ch_1",
    "amount_refunded": 0,
    "disputed": False,
    "created": NOW + 1,
    "payment_method_details": {"type": "card", "card": {"brand": "visa"}},
    "refunds": {"data": []},
    "balance_transaction": {"fee": 50, "net": 450, "currency": "usd", "available_on": NOW + 9},
}
INTENT: dict[str, Any] = {
    "id": "pi_1",
    "status": "succeeded",
    "amount": 500_000,
    "amount_received": 500_000,
    "currency": "ars",
    "livemode": True,
    "metadata": {"donation": "d-1", "order0": "k1:AA", "order1": "BB"},
    "latest_charge": CHARGE,
    "created": NOW,
}


def header(secret: str, at: int = NOW) -> str:
    code = hmac.new(secret.encode(), f"{at}.".encode() + RAW, hashlib.sha256).hexdigest()
    return f"t={at},v1={code}"


@pytest.mark.parametrize("secret", SECRETS)
def test_signature_of_either_secret_is_valid_among_several(secret: str) -> None:
    verify(header(secret), RAW, SECRETS, NOW + TOLERANCE_SECONDS)
    verify(f"t={NOW},v1={'0' * 64},{header(secret).partition(',')[2]},v0=1", RAW, SECRETS, NOW)


@pytest.mark.parametrize(
    ("text", "raw", "now", "verdict"),
    [
        (None, RAW, NOW, "unsigned"),
        ("", RAW, NOW, "forged"),
        (header("another"), RAW, NOW, "forged"),
        (header(""), RAW, NOW, "forged"),
        (header("whsec_new"), RAW + b" ", NOW, "forged"),
        (header("whsec_new").replace("v1", "v0"), RAW, NOW, "forged"),
        (header("whsec_new").replace(f"t={NOW}", f"t={NOW + 1}"), RAW, NOW, "forged"),
        (f"t={NOW}," + header("whsec_new"), RAW, NOW, "forged"),
        (header("whsec_new") + ",v1=" + "é" * 2000, RAW, NOW, "forged"),
        (header("whsec_new"), RAW, NOW + TOLERANCE_SECONDS + 1, "stale"),
        (header("whsec_new"), RAW, NOW - TOLERANCE_SECONDS - 1, "stale"),
    ],
)
def test_signature_that_is_not_valid_is_refused(text: str | None, raw: bytes, now: int, verdict: str) -> None:
    with pytest.raises(InvalidSignature) as error:
        verify(text, raw, ("", *SECRETS), now)
    assert error.value.verdict == verdict


def test_intent_becomes_a_payment() -> None:
    payment = parse_intent(INTENT, [])
    assert (payment.ref, payment.state, payment.donation_id) == (PaymentRef("stripe", "pi_1"), "paid", "d-1")
    assert (payment.amount, payment.refunded_amount, payment.currency, payment.order) == (500_000, 0, "ARS", "k1:AABB")
    assert (payment.method, payment.approved_at, payment.live_mode) == ("visa", NOW + 1, True)
    assert payment.settlement == Settlement(fee=50, net=450, release_at=NOW + 9, payer=None, currency="USD")


@pytest.mark.parametrize("change", [{"currency": "x" * 64}, {"currency": None}, {"fee": 0.5}, {"net": -1}])
def test_unreadable_settlement_is_left_out(change: dict[str, Any]) -> None:
    transaction = CHARGE["balance_transaction"] | change
    payment = parse_intent(INTENT | {"latest_charge": CHARGE | {"balance_transaction": transaction}}, [])
    assert (payment.state, payment.settlement) == ("paid", Settlement())


def dispute(status: str, amount: int = 500_000) -> dict[str, Any]:
    return {"status": status, "amount": amount, "created": NOW + 5, "balance_transactions": []}


@pytest.mark.parametrize(
    ("change", "refunded_amount", "disputes", "state", "detail", "returned_amount"),
    [
        ({"status": "processing"}, 0, [], "pending", "processing", 0),
        ({"status": "requires_payment_method"}, 0, [], "pending", "requires_payment_method", 0),
        ({"status": "requires_payment_method", "last_payment_error": {"code": "card_declined"}}, 0, [], "failed",
         "card_declined", 0),
        ({"status": "canceled"}, 0, [], "failed", "canceled", 0),
        ({}, 0, [], "paid", "succeeded", 0),
        ({}, 150_000, [], "paid", "partially_refunded", 150_000),
        ({}, 500_000, [], "reversed", "refunded", 500_000),
        ({}, 0, [dispute("warning_needs_response")], "disputed", "inquiry", 0),
        ({}, 0, [dispute("warning_closed")], "paid", "succeeded", 0),
        ({}, 0, [dispute("needs_response")], "reversed", "undecided", 500_000),
        ({}, 0, [dispute("won")], "paid", "won", 0),
        ({}, 0, [dispute("lost")], "reversed", "lost", 500_000),
        ({}, 100_000, [dispute("lost", 50_000)], "paid", "lost", 150_000),
        ({}, 100_000, [dispute("under_review", 50_000)], "paid", "undecided", 150_000),
        ({}, 100_000, [dispute("won", 50_000)], "paid", "won", 100_000),
        ({}, 400_000, [dispute("needs_response", 100_000)], "reversed", "undecided", 500_000),
        ({}, 400_000, [dispute("lost")], "reversed", "lost", 500_000),
    ],
)  # fmt: skip
def test_state_of_an_intent(
    change: dict[str, Any],
    refunded_amount: int,
    disputes: list[dict[str, Any]],
    state: str,
    detail: str,
    returned_amount: int,
) -> None:
    """Banks took back the returned amount that was not refunded."""
    payment = parse_intent(INTENT | {"latest_charge": CHARGE | {"amount_refunded": refunded_amount}} | change, disputes)
    assert (payment.state, payment.detail, payment.refunded_amount) == (state, detail, returned_amount)
    assert payment.charged_back == returned_amount - refunded_amount


@pytest.mark.parametrize(
    ("total", "statuses", "returned_amount"),
    [
        (300_000, ["succeeded", "succeeded"], 300_000),
        (300_000, ["succeeded", "failed"], 150_000),
        (300_000, ["canceled", "failed"], 0),
        (150_000, ["succeeded", "failed"], 150_000),  # Stripe has taken the failed one out itself
        (300_000, ["pending", "requires_action"], 300_000),
    ],
)
def test_failed_refund_gives_nothing_back(total: int, statuses: list[str], returned_amount: int) -> None:
    refunds = {"data": [{"status": status, "amount": 150_000, "created": NOW} for status in statuses]}
    payment = parse_intent(INTENT | {"latest_charge": CHARGE | {"amount_refunded": total, "refunds": refunds}}, [])
    assert payment.refunded_amount == returned_amount


def test_later_state_of_an_intent_is_newer() -> None:
    refund = {"created": NOW + 7}
    states = [
        parse_intent(INTENT | {"status": "processing", "latest_charge": None}, []),
        parse_intent(INTENT, []),
        parse_intent(INTENT, [dispute("needs_response")]),
        parse_intent(INTENT, [dispute("under_review")]),
        parse_intent(INTENT, [dispute("won")]),
        parse_intent(INTENT | {"latest_charge": CHARGE | {"refunds": {"data": [refund]}}}, [dispute("won")]),
    ]
    moments = [state.updated_ms for state in states]
    assert moments == sorted(set(moments))


@pytest.mark.parametrize(
    "change",
    [{"id": None}, {"status": 1}, {"amount_received": 5000.0}, {"amount_received": -1}, {"created": "now"}],
)
def test_unreadable_intent_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableResponse):
        parse_intent(INTENT | change, [])


def test_operators_are_asked_for_the_events_that_the_search_reads() -> None:
    text = (OPERATOR_PAGES / "payments.md").read_text("utf-8")
    listed_events = text.partition("with the events")[2].partition("Copy its signing secret")[0]
    events, prefix = list[str](), ""
    for name in re.findall(r"`([a-z_.]+)`", listed_events):
        events.append(prefix + name if name.startswith(".") else name)
        prefix = events[-1].rpartition(".")[0]
    assert sorted(events) == sorted(EVENTS)


async def test_unreadable_payment_does_not_end_a_search(scripted_provider: ScriptedServer) -> None:
    events = [{"created": at, "data": {"object": {"payment_intent": f"pi_{at}"}}} for at in (1, 2)]
    intents = INTENT | {"id": "pi_1", "status": 1}, INTENT | {"id": "pi_2"}
    scripted_provider.respond_with(*(http_response(200, answer) for answer in ({"data": events}, *intents)))
    async with PROVIDERS[1].open(scripted_provider, 30.0) as client:
        page, last_page = [page async for page in client.search_changed(int(time.time()) - 60)]
    assert ([payment.ref.reference for payment in page.payments], page.unreadable) == (["pi_2"], 1)
    assert last_page.size == 0


@pytest.mark.parametrize("account_id", ["acct_1A", ""])
async def test_account_of_the_key_is_compared_once_before_a_checkout(
    scripted_provider: ScriptedServer, account_id: str
) -> None:
    accounts = [http_response(200, {"id": account_id})] if account_id else []
    scripted_provider.respond_with(*accounts, PROVIDERS[1].checkout_opened)
    async with stripe_client(scripted_provider, account_id) as stripe:
        for _ in range(2):
            assert (await stripe.open_preference(checkout_order("d-1"))).id == "cs_test_1"
    assert len(scripted_provider.requests) == (3 if account_id else 2)


@pytest.mark.parametrize(("status", "account"), [(200, {"id": "acct_1B"}), (200, {}), (403, {})])
async def test_key_of_another_account_opens_no_checkout(
    scripted_provider: ScriptedServer, status: int, account: dict[str, str]
) -> None:
    scripted_provider.respond_with(http_response(status, account))
    async with stripe_client(scripted_provider, "acct_1A") as stripe:
        for _ in range(2):
            with pytest.raises(ProviderFailed):
                await stripe.open_preference(checkout_order("d-1"))
    assert (len(scripted_provider.requests), scripted_provider.posts) == (2, [])


@asynccontextmanager
async def stripe_client(provider: ScriptedServer, account_id: str) -> AsyncGenerator[Stripe]:
    settings = StripeSettings(api_url=provider.url, secret_key="our-token", account_id=account_id)
    client = Stripe(settings, timeout_ms=30_000)
    try:
        yield client
    finally:
        await client.close()


@pytest.mark.usefixtures("clean_payments")
async def test_create_refuses_other_providers_and_the_key_of_another(payments: PaymentClient) -> None:
    refusal = await payments.create(provider="paypal")
    assert (refusal.status_code, '"provider"' in refusal.text) == (400, True), refusal.text
    key = "provider-is-part-of-the-key"
    await payments.create_donation(key, provider="stripe")
    assert (await payments.create(key)).status_code == 409


@pytest.mark.usefixtures("clean_payments")
async def test_payment_that_failed_once_is_credited_later(payments: PaymentClient) -> None:
    """A checkout has one payment, however often the buyer tries."""
    donation = await payments.create_donation(provider="stripe")
    intents = {await payments.pay(donation, outcome) for outcome in ("rejected", "pending", "approved")}
    row = await payments.wait_for(donation, status="completed")
    assert (row["coins_received"], row["payment_method"]) == (donation["total_coins"], "visa")
    rows = await site(payments.world, "SELECT reference, settlement_currency FROM payments")
    assert [tuple(row) for row in rows] == [(*intents, "USD")]


async def control(payments: PaymentClient, path: str, **change: object) -> None:
    response = await payments.provider_http.post(f"/_control/stripe/{path}", json=change)
    assert response.status_code == 200, response.text


@pytest.mark.usefixtures("clean_payments")
async def test_refund_and_disputes_take_and_return_coins(payments: PaymentClient) -> None:
    donation = await payments.create_donation(provider="stripe")
    intent, coins = await payments.pay(donation), donation["total_coins"]
    await payments.wait_for(donation, status="completed")
    for status, expected in (
        ("warning_needs_response", {"status": "completed", "disputed": True}),
        ("needs_response", {"status": "refunded", "coins_received": 0}),
        ("won", {"status": "completed", "disputed": False, "coins_received": coins}),
    ):
        await control(payments, f"{intent}/dispute", status=status)
        await payments.wait_for(donation, **expected)
    second = await payments.create_donation(provider="stripe")
    name = f"stripe:{await payments.pay(second)}"
    await payments.wait_for(second, status="completed")

    async def refund(*words: str) -> tuple[int, str]:
        result = await run_command(payments.world, "refund", name, *words, **payment_environment(payments.provider, 1))
        return result.code, result.out + result.err

    for amount in ("1000", "4000"):
        code, output = await refund("--amount", amount)
        assert code == 0, output
    await payments.wait_for(second, status="refunded", coins_received=0)
    code, output = await refund()
    assert (code, "nothing was refunded" in output) == (1, True), output


@pytest.mark.usefixtures("clean_payments")
async def test_every_event_of_a_payment_causes_its_fetch(payments: PaymentClient) -> None:
    """The fake provider sends each of the events of `payments.md`; each payment reaches its last state."""
    slow, failed, unpaid, refunded_donation = [await payments.create_donation(provider="stripe") for _ in range(4)]
    for outcome in ("pending", "approved"):
        intent = await payments.pay(slow, outcome)
    declined_payment = await payments.pay(failed, "rejected")
    await payments.pay(unpaid, "rejected")
    await control(payments, f"{httpx.URL(unpaid['init_point']).path.split('/')[-1]}/expire")
    assert (await payments.provider_http.post(unpaid["init_point"], data={"outcome": "approved"})).status_code == 400
    for status in ("needs_response", "won"):
        await control(payments, f"{intent}/dispute", status=status)
    refunded_payment = await payments.pay(refunded_donation)
    await control(payments, f"{refunded_payment}/refund")
    for donation, status in (
        (slow, "completed"),
        (failed, "failed"),
        (unpaid, "failed"),
        (refunded_donation, "refunded"),
    ):
        await payments.wait_for(donation, status=status)
    await control(payments, f"{refunded_payment}/refund_fails")
    await payments.wait_for(refunded_donation, status="completed", coins_received=refunded_donation["total_coins"])
    await payments.wait_until_idle()
    events = (await payments.provider_http.get("/_control/notices")).json()["data"]
    assert {event["action"] for event in events if event["status"] == 200} >= set(EVENTS)
    rows = await site(payments.world, f"SELECT state, detail FROM payments WHERE reference = '{declined_payment}'")
    assert [tuple(row) for row in rows] == [("failed", "card_declined")]


@pytest.mark.usefixtures("clean_payments")
async def test_unpaid_donation_fails_a_day_after_its_checkout_ended(payments: PaymentClient) -> None:
    donation = await payments.create_donation(provider="stripe")
    name, environment = donation["donation_id"], payment_environment(payments.provider, 1)
    for hours, status in ((23, "pending"), (25, "failed")):
        expired_at = int(time.time()) - hours * 3600
        await site(payments.world, f"UPDATE donations SET expires_at = {expired_at} WHERE id = '{name}'")
        result = await run_command(payments.world, "reconcile", "--donation", name, **environment)
        assert result.code == 0, result.out + result.err
        assert (await payments.donation(donation))["status"] == status


@pytest.mark.usefixtures("clean_payments")
async def test_forged_or_foreign_event_is_not_stored(payments: PaymentClient) -> None:
    http, secret, now = payments.http, payments.provider.secret.encode(), int(time.time())
    raw = b'{"id": "evt_1", "type": "charge.refunded", "data": {"object": {"payment_intent": "pi_1"}}}'
    path = "/api/donations/webhook/stripe"

    async def send(body: bytes, headers: dict[str, str], address: str = path) -> httpx.Response:
        return await http.post(address, content=body, headers=headers)

    assert (await send(raw, {})).status_code == 401
    assert (await send(raw, event_signature(b"guess", raw, now))).status_code == 401
    assert (await send(raw, event_signature(secret, raw, now - 400))).status_code == 401
    for body, status in ((b"[]", 400), (b"{}", 400), (raw.replace(b"charge.refunded", b"invoice.paid"), 200)):
        assert (await send(body, event_signature(secret, body, now))).status_code == status
    for name, status in (("mercadopago", 401), ("paypal", 404)):
        path = f"/api/donations/webhook/{name}"
        assert (await send(raw, event_signature(secret, raw, now), path)).status_code == status
    assert await payments.inbox() == {}


@pytest.mark.usefixtures("clean_payments")
async def test_flood_of_forged_events_is_a_few_lines_of_the_log(
    payments: PaymentClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def lines() -> int:
        logs = tmp_path_factory.getbasetemp().glob("payments*/gateway.log")
        return sum(log.read_text().count("webhook_rejected") for log in logs)

    raw, path, earlier_lines = b"{}", "/api/donations/webhook/stripe", lines()
    for _ in range(100):
        for headers in ({}, event_signature(b"guess", raw, int(time.time()))):
            assert (await payments.http.post(path, content=raw, headers=headers)).status_code == 401
    assert lines() - earlier_lines <= 4, "one a minute for each reason"


async def test_site_with_stripe_alone_sells_in_another_currency(
    payment_world: World, provider: Provider, tmp_path: Path
) -> None:
    """Without a fake provider, Stripe is called by https alone; this name does not resolve."""
    await clear_money(payment_world)
    port = free_port()
    settings = {
        "GATEWAY_PAYMENTS_DAILY_CAP": "5000",
        "GATEWAY_PAYMENTS_PROVIDER": "off",
        "GATEWAY_PAYMENTS_SITE_ORIGINS": "https://play.example",
        "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
        "GATEWAY_STRIPE_API_URL": "https://stripe.invalid",
        "GATEWAY_STRIPE_CURRENCY": "MXN",
    }
    env = {**payment_world.environment, **payment_environment(provider, port), **settings}
    with Service(env, port=port, log=tmp_path / "gateway.log") as service:
        async with open_payment_client(payment_world, provider, service) as client:
            packages = (await client.http.get("/api/donations/packages")).json()
            assert (packages["providers"], packages["currency"]) == (["stripe"], "MXN")
            assert (await client.get("/api/player/limits"))["currency"] == "MXN"
            assert "5,000 MXN of 5,000 MXN are left" in (await client.create(amount=6000)).json()["message"]
            assert (await client.create()).status_code == 502
            (row,) = (await client.get("/api/player/donations"))["data"]
            assert (row["amount"], row["currency"], row["provider"]) == (5000, "MXN", "stripe")
    await clear_money(payment_world)
