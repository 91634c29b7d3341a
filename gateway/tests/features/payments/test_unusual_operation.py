"""Unusual operation: a provider that is off, states that go back, clocks that differ, an account that was erased."""

import time
from collections.abc import AsyncGenerator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.service import Service
from gateway.config.settings import load
from gateway.doctor.topics.payments import (
    account_finding,
    clock_findings,
    currency_findings,
    rate_findings,
    search_finding,
)
from gateway.features.payments.metrics import PaymentMetrics
from gateway.features.payments.provider_http import clock_offset
from gateway.tests.doctor.test_runner import examine
from gateway.tests.features.payments.test_reconcile import logged_operations, run
from gateway.tests.support.account_app import assert_error, site
from gateway.tests.support.databases import clear_money
from gateway.tests.support.payment_app import (
    PaymentClient,
    open_mercadopago,
    open_payment_client,
    payment_environment,
    wallet_balance,
)
from gateway.tests.support.payment_providers import PROVIDERS, ProviderCase

OFF = {"mercadopago": {"GATEWAY_PAYMENTS_PROVIDER": "off"}, "stripe": {"GATEWAY_STRIPE_ENABLED": "false"}}
only_stripe = pytest.mark.parametrize("case", PROVIDERS[1:], ids=["stripe"])


@pytest.fixture
async def stopped_site(payment_world: World, provider: Provider) -> AsyncGenerator[World]:
    await clear_money(payment_world)
    yield payment_world
    await clear_money(payment_world)


async def paid_donation(payments: PaymentClient, case: ProviderCase) -> tuple[dict[str, Any], str]:
    donation = await payments.create_donation(provider=case.name)
    payment = await payments.pay(donation)
    await payments.wait_for(donation, status="completed")
    return donation, payment


async def test_provider_that_is_off_is_not_offered_and_credits_its_open_checkouts(
    stopped_site: World, provider: Provider, case: ProviderCase, tmp_path: Path
) -> None:
    """Also its refunds arrive; the doctor names the open ones, and an operator who has taken the key away too early."""
    port = free_port()
    env = {**stopped_site.environment, **payment_environment(provider, port)}
    if case.name == "mercadopago":  # without a fake provider, no return address on http is accepted
        off_env = env | OFF[case.name] | {"GATEWAY_SERVER_PUBLIC_URL": "https://play.example"}
        off_env |= {"GATEWAY_STRIPE_API_URL": "https://stripe.invalid"}
        off_env |= {"GATEWAY_PAYMENTS_SITE_ORIGINS": "https://play.example"}
    else:
        off_env = env | OFF[case.name]
    with Service(env, port=port, log=tmp_path / "on.log") as service:
        async with open_payment_client(stopped_site, provider, service) as client:
            donation = await client.create_donation(provider=case.name)
    with Service(off_env, port=port, log=tmp_path / "off.log") as service:
        async with open_payment_client(stopped_site, provider, service) as client:
            offered = (await client.http.get("/api/donations/packages")).json()["providers"]
            assert (case.name in offered, len(offered)) == (False, 1)
            assert_error(
                await client.create(provider=case.name),
                400,
                "validation_failed",
                provider=f"Must be one of {offered[0]}",
            )
            payment = await client.pay(donation)
            await client.wait_for(donation, status="completed")
            await case.notify(client.http, provider, payment, 1)
            await case.refund_silently(client.provider_http, payment)
            await case.notify(client.http, provider, payment, 2)
            await client.wait_for(donation, status="refunded")
            await client.wait_until_idle()


async def test_doctor_names_open_donations_of_a_provider_that_is_off(
    payments: PaymentClient, clean_payments: None, case: ProviderCase
) -> None:
    await payments.create_donation(provider=case.name)
    secret = {"mercadopago": "GATEWAY_PAYMENTS_ACCESS_TOKEN", "stripe": "GATEWAY_STRIPE_SECRET_KEY"}[case.name]
    env = payment_environment(payments.provider, 1) | OFF[case.name]
    if case.name == "mercadopago":
        env |= {"GATEWAY_SERVER_PUBLIC_URL": "https://play.example", "GATEWAY_STRIPE_API_URL": "https://stripe.invalid"}
    for change, level in (({}, "ok"), ({secret: ""}, "bad")):
        findings = await examine(payments.world, "payments", env=env | change)
        lines = [finding for finding in findings if "1 donations of it can still be paid" in finding.text]
        assert [(line.level, case.name in line.text) for line in lines] == [(level, True)], findings


async def test_doctor_tells_how_far_accounts_were_searched_and_compares_clocks(
    payments: PaymentClient, clean_payments: None
) -> None:
    env, now = payment_environment(payments.provider, 1), int(time.time())
    await site(payments.world, f"INSERT INTO job_positions VALUES ('search_payments', {now + 10**8})")
    texts = {finding.text: finding.level for finding in await examine(payments.world, "payments", env=env)}
    assert any("mercadopago was searched up to" in text and level == "bad" for text, level in texts.items()), texts
    assert any("stripe was not searched yet" in text for text in texts)
    assert any("clock of stripe and this machine's agree" in text for text in texts)
    assert any("stripe.secret_key is of the account acct_" in text for text in texts)
    assert any("mercadopago charges ARS" in text and level == "ok" for text, level in texts.items())
    assert any("stripe cannot charge VND" in text and level == "bad" for text, level in texts.items())
    await site(payments.world, "DELETE FROM job_positions")


def test_account_findings() -> None:
    findings = [account_finding("acct_1A", expected_id) for expected_id in ("", "acct_1A", "acct_1B")]
    assert [finding.level for finding in findings] == ["ok", "ok", "bad"]


def test_currency_and_rate_findings() -> None:
    assert currency_findings({"ARS", "USD"}, set()) == []
    levels = [currency_findings({"ARS", "USD"}, currencies)[0].level for currencies in ({"ARS", "USD", "EUR"}, {"USD"})]
    assert levels == ["ok", "bad"]
    settings = load(None, {"GATEWAY_PRICES_RATES": "USD 1000:2026-11-28"})
    for day, level in ((date(2026, 11, 28), "ok"), (date(2027, 3, 1), "advice"), (date(2026, 11, 27), "advice")):
        (finding,) = rate_findings(settings, day)
        assert (finding.level, "2026-11-28" in str(finding.message)) == (level, True)


def test_search_and_clock_findings() -> None:
    now = 1_795_000_000
    assert [search_finding("stripe", at, now).level for at in (now - 900, now - 4000, now + 1)] == [
        "ok",
        "advice",
        "bad",
    ]
    assert [finding.level for offset in (None, 0.0, 59.0, -61.0) for finding in clock_findings("stripe", offset)] == [
        "ok",
        "ok",
        "bad",
    ]
    assert "600 s ahead of stripe's" in clock_findings("stripe", -600.0)[0].text


@pytest.mark.parametrize(
    ("date", "offset"),
    [
        ("Sat, 28 Nov 2026 12:00:00 GMT", 0.0),
        ("Sat, 28 Nov 2026 11:59:59 GMT", -0.5),
        ("Sat, 28 Nov 2026 12:10:00 GMT", 599.5),
        ("Sat, 28 Nov 2026 11:50:00 GMT", -599.5),
        ("", None),
        ("yesterday", None),
    ],
)
def test_clock_offset_is_what_the_date_proves(date: str, offset: float | None) -> None:
    noon = 1_795_867_200
    assert clock_offset(date, noon + 0.5) == offset


async def test_metrics_show_the_clock_of_a_provider(provider: Provider) -> None:
    metrics = PaymentMetrics()
    async with open_mercadopago(provider, 30.0, metrics.count_call) as client:
        await client.search("5f3c9c1e", "")
    offset = dict(metrics.samples())['fishi_provider_clock_offset_seconds{provider="mercadopago"}']
    assert abs(offset) < 5


@only_stripe
@pytest.mark.usefixtures("clean_payments")
async def test_state_that_goes_back_is_taken_by_force_and_logged(payments: PaymentClient, case: ProviderCase) -> None:
    """As by a recorded time that is years ahead: nothing else takes the provider's present word."""
    donation, payment = await paid_donation(payments, case)
    await site(payments.world, "UPDATE payments SET updated_ms = updated_ms + 86400000 * 3650")
    await case.refund_silently(payments.provider_http, payment)
    code, output = await run(payments, "reconcile", "--payment", f"stripe:{payment}")
    assert (code, "a newer state is recorded" in output) == (0, True), output
    assert (await payments.donation(donation))["status"] == "completed"
    code, output = await run(payments, "reconcile", "--payment", f"stripe:{payment}", "--force")
    assert (code, "coins posted" in output) == (0, True), output
    assert (await payments.donation(donation))["status"] == "refunded"
    assert await wallet_balance(payments.world, "demo") == 0
    assert await logged_operations(payments, f"stripe:{payment}") == ["reconcile"] * 2
    code, output = await run(payments, "reconcile", "--payment", f"stripe:{payment}", "--force")
    assert (code, "nothing to post" in output) == (0, True), output
    code, output = await run(payments, "reconcile", "--force")
    assert (code, "--force needs --payment" in output) == (2, True), output


@only_stripe
@pytest.mark.usefixtures("clean_payments")
async def test_each_turn_of_a_dispute_is_newer_than_the_last(payments: PaymentClient, case: ProviderCase) -> None:
    """Stripe adds a balance transaction when it withdraws and reinstates money."""
    donation, payment = await paid_donation(payments, case)
    for status, expected in (("needs_response", "refunded"), ("won", "completed")) * 2:
        response = await payments.provider_http.post(f"/_control/stripe/{payment}/dispute", json={"status": status})
        assert response.status_code == 200
        await payments.wait_for(donation, status=expected)


@only_stripe
@pytest.mark.usefixtures("clean_payments")
async def test_refund_that_fails_later_is_found_by_the_search(payments: PaymentClient, case: ProviderCase) -> None:
    donation, payment = await paid_donation(payments, case)
    await payments.provider_http.post(f"/_control/stripe/{payment}/refund", json={})
    await payments.wait_for(donation, status="refunded")
    await payments.wait_until_idle()
    await payments.provider_http.post(f"/_control/stripe/{payment}/refund_fails", json={"silent": True})
    assert (await payments.donation(donation))["status"] == "refunded"
    code, output = await run(
        payments, "reconcile", "--since", time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400))
    )
    assert (code, "coins posted" in output) == (0, True), output
    assert (await payments.donation(donation))["coins_received"] == 50


@pytest.mark.usefixtures("clean_payments")
async def test_key_of_an_erased_account_is_not_used_again(payments: PaymentClient, case: ProviderCase) -> None:
    """The login lives again; its old checkout belongs to the erased account."""
    payments.payment_provider = case.name
    try:
        donation = await payments.create_donation("the-same")
        alias = f"UPDATE donations SET account = 'erased:1f' WHERE id = '{donation['donation_id']}'"
        await site(payments.world, alias)
        assert_error(await payments.create("the-same"), 409, "key_reused")
        await site(payments.world, alias.replace("'erased:1f'", "'demo'"))
    finally:
        payments.payment_provider = None
