"""Packages with prices in other currencies: minor units at the provider, coins by the list, limits by the rates."""

import asyncio
from typing import Any

import pytest

from gateway.features.payments.provider import CurrencyRefused, ProviderRefused
from gateway.features.payments.provider_http import names_currency
from gateway.tests.support.account_app import assert_error, site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import assert_ledger_consistent, open_site
from gateway.tests.support.payment_app import (
    DOLLARS,
    YEN,
    PaymentClient,
    checkout_order,
    payment_environment,
    read_balances,
)
from gateway.tests.support.payment_providers import PROVIDERS, ProviderCase
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response

pytestmark = pytest.mark.usefixtures("clean_payments")

PACKAGE_COLUMNS = "currency, amount, base_coins, bonus_coins, price_version IS NULL, price_package IS NULL"


async def test_packages_offer_the_slider_and_each_list(payments: PaymentClient) -> None:
    packages = (await payments.http.get("/api/donations/packages")).json()
    assert (packages["currency"], packages["has_slider"], packages["data"][0]["amount"]) == ("ARS", True, 5000)
    dollars, yen, _ = packages["prices"]
    assert (dollars["currency"], dollars["digits"], dollars["providers"]) == ("USD", 2, ["stripe"])
    assert dollars["data"][1] == {
        "amount_minor": 999,
        "base_coins": 100,
        "bonus_coins": 10,
        "coins": 110,
        "bonus_percentage": 10,
    }
    assert (yen["currency"], yen["digits"], [row["amount_minor"] for row in yen["data"]]) == ("JPY", 0, [500])


@pytest.mark.parametrize(
    ("price", "minor", "coins", "digits", "units"),
    [
        (DOLLARS, 499, 50, 2, 4),
        (DOLLARS | {"amount_minor": 999}, 999, 110, 2, 9),
        (YEN, 500, 50, 0, 500),
    ],
)
async def test_package_is_charged_in_minor_units_and_credited(
    payments: PaymentClient, price: dict[str, Any], minor: int, coins: int, digits: int, units: int
) -> None:
    donation = await payments.create_donation(**price)
    expected = {"amount": units, "amount_minor": minor, "digits": digits, "currency": price["currency"]}
    assert expected.items() <= donation.items()
    await payments.pay(donation)
    row = await payments.wait_for(donation, status="completed")
    assert (expected | {"coins_received": coins, "refunded_minor": 0}).items() <= row.items()
    assert (await payments.get("/api/player/donations"))["data"] == [row]
    (payment,) = await site(payments.world, "SELECT amount, currency, mismatch FROM payments")
    assert tuple(payment) == (minor, price["currency"], None)
    (row_values,) = await site(payments.world, f"SELECT {PACKAGE_COLUMNS} FROM donations")
    assert (tuple(row_values)[:2], tuple(row_values)[4:]) == ((price["currency"], minor), (1, 0))


async def test_slider_keeps_whole_units_and_its_price_version(payments: PaymentClient) -> None:
    donation = await payments.create_donation()
    expected = {"amount": 5000, "amount_minor": 500_000, "digits": 2, "currency": "ARS"}
    assert expected.items() <= donation.items()
    (row_values,) = await site(payments.world, f"SELECT {PACKAGE_COLUMNS} FROM donations")
    assert tuple(row_values) == ("ARS", 500_000, 50, 0, 0, 1)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (DOLLARS | {"amount_minor": 500}, "amount_minor"),
        (DOLLARS | {"currency": "EUR"}, "currency"),
        (DOLLARS | {"currency": ""}, "currency"),
        (DOLLARS | {"provider": "mercadopago"}, "provider"),
        ({"currency": "USD"}, "currency"),
        ({"amount": 0}, "amount"),
    ],
)
async def test_price_that_is_not_offered_is_refused(
    payments: PaymentClient, change: dict[str, Any], field: str
) -> None:
    response = await payments.create(**change)
    assert (response.status_code, [*response.json()["fields"]]) == (400, [field])


async def test_many_requests_with_one_key_begin_one_donation(payments: PaymentClient) -> None:
    key = "price-is-part-of-the-key"
    donations = await asyncio.gather(*(payments.create_donation(key, **DOLLARS) for _ in range(8)))
    assert len({donation["donation_id"] for donation in donations}) == 1
    for other in (YEN, DOLLARS | {"amount_minor": 999}, {"provider": "stripe"}):
        assert_error(await payments.create(key, **other), 409, "key_reused")
    assert len(await site(payments.world, "SELECT 1 FROM price_versions WHERE currency = 'USD' AND amount = 499")) == 1


async def test_refused_currency_leaves_the_choice_to_the_player(payments: PaymentClient) -> None:
    """Nothing is retried: the donation has failed, and another price is another donation."""
    price = DOLLARS | {"amount_minor": 50_000, "currency": "VND"}
    response = await payments.create("refused", **price)
    assert_error(response, 409, "currency_refused")
    assert "VND" in response.json()["message"]
    (row,) = (await payments.get("/api/player/donations"))["data"]
    assert (row["status"], row["failure"], row["currency"]) == ("failed", "unopened", "VND")
    donation = await payments.create_donation(**DOLLARS)
    await payments.pay(donation)
    await payments.wait_for(donation, status="completed", coins_received=50)


@pytest.mark.parametrize("case", PROVIDERS, ids=[case.name for case in PROVIDERS])
async def test_error_about_the_currency_is_told_from_others(
    scripted_provider: ScriptedServer, case: ProviderCase
) -> None:
    """The forms of Stripe and of Mercado Pago."""
    about_currency: tuple[dict[str, Any], ...] = (
        {"error": {"type": "invalid_request_error", "param": "line_items[0][price_data][currency]"}},
        {"error": {"code": "x", "message": "No valid payment method types are compatible with currency `vnd`"}},
        {"message": "currency_id invalid", "error": "invalid_items", "status": 400, "cause": []},
    )
    other_errors: tuple[dict[str, Any], ...] = (
        {"error": {"code": "amount_too_small", "message": "30 of this currency convert to less"}},
        {"error": {"param": "success_url"}},
        {"message": "unit_price invalid", "error": "invalid_items"},
    )
    async with case.open(scripted_provider, 30.0) as client:
        for body in (*about_currency, *other_errors):
            scripted_provider.respond_with(http_response(400, body))
            with pytest.raises(ProviderRefused) as refusal:
                await client.open_preference(checkout_order("d-1"))
            assert isinstance(refusal.value, CurrencyRefused) == (body in about_currency), body
    assert not names_currency(b"currency")


async def test_refunds_and_chargeback_of_a_package(payments: PaymentClient) -> None:
    donation = await payments.create_donation(**DOLLARS)
    name = f"stripe:{await payments.pay(donation)}"
    await payments.wait_for(donation, status="completed")
    settings = payment_environment(payments.provider, 1)
    refused = await run_command(payments.world, "refund", name, "--amount", "1.999", **settings)
    assert (refused.code != 0, "is not an amount of USD" in refused.err) == (True, True), refused.err
    result = await run_command(payments.world, "refund", name, "--amount", "1.99", **settings)
    assert (result.code, "1.99 of 4.99 USD refunded" in result.out) == (0, True), result.out + result.err
    await payments.wait_for(donation, status="completed", coins_received=30, refunded_minor=199, refunded_amount=1)
    listing = await run_command(payments.world, "donations", "list", **settings)
    assert "4.99 USD" in listing.out
    exported = await run_command(payments.world, "donations", "export", "--csv", **settings)
    assert ",USD,4.99," in exported.out
    other = await payments.create_donation(**YEN)
    intent = await payments.pay(other)
    await payments.wait_for(other, status="completed")
    response = await payments.provider_http.post(
        f"/_control/stripe/{intent}/dispute", json={"status": "needs_response"}
    )
    assert response.status_code == 200
    await payments.wait_for(other, status="refunded", coins_received=0, refunded_minor=500)
    assert (await read_balances(payments.world))["wallet"] == 30
    async with open_site(payments.world) as database:
        await assert_ledger_consistent(database)


async def test_limits_count_other_currencies_by_the_rates(payments: PaymentClient) -> None:
    await site(payments.world, "INSERT INTO spending_limits (login, donation_day) VALUES ('demo', 10000)")
    try:
        for price, used in ((DOLLARS, 4990), (YEN, 9990)):
            await payments.create_donation(**price)
            limits = await payments.get("/api/player/limits")
            assert (limits["currency"], limits["used"]["donation_day"]) == ("ARS", used)
        assert {"currency": "USD", "units": "1000", "day": "2026-11-28"} in limits["rates"]
        assert_error(await payments.create(**DOLLARS), 409, "limit_reached")
        assert_error(await payments.create(), 409, "limit_reached")
        await site(payments.world, "UPDATE donations SET currency = 'EUR'")
        refusal = await payments.create(**YEN)
        assert_error(refusal, 409, "limit_reached")
        await site(payments.world, "UPDATE donations SET currency = 'USD', amount = 1")
        await payments.create_donation(**YEN)
    finally:
        await site(payments.world, "DELETE FROM spending_limits", "DELETE FROM donations")
