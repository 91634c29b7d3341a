"""Price lists, rates and decimal places of the settings."""

from fractions import Fraction

import pytest

from gateway.config.currencies import decimal_text, minor_digits, parse_units
from gateway.config.prices import PricePackage, PriceSettings
from gateway.config.settings import Settings, load


def test_packages_are_read_in_minor_units() -> None:
    prices = PriceSettings(packages=("USD 4.99:100", "JPY 500:40:10", "USD 9.90:200:5", "KWD 1.25:100"))
    assert prices.lists == {
        "USD": [PricePackage("USD", 499, 100, 0), PricePackage("USD", 990, 200, 5)],
        "JPY": [PricePackage("JPY", 500, 40, 10)],
        "KWD": [PricePackage("KWD", 1250, 100, 0)],
    }


@pytest.mark.parametrize(
    ("amount", "currency", "units"),
    [(499, "USD", Fraction(4990)), (1, "USD", Fraction(10)), (500, "JPY", Fraction(5000)), (5000, "ARS", Fraction(50))],
)
def test_rates_convert_exactly(amount: int, currency: str, units: Fraction) -> None:
    settings = load(None, {"GATEWAY_PRICES_RATES": "USD 1000:2026-11-28, JPY 10:2026-11-28"})
    assert settings.rates.units(amount, currency) == units
    assert settings.rates.units(amount, "EUR") is None


def test_old_name_of_the_currency_is_read() -> None:
    assert load(None, {"GATEWAY_STRIPE_CURRENCY": "MXN"}).currency == "MXN"
    assert Settings().currency == "ARS"


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({}, []),
        ({"PRICES_PACKAGES": "USD 5:100", "PRICES_RATES": "USD 1000:2026-11-28", "STRIPE_ENABLED": "true"}, []),
        ({"PRICES_PACKAGES": "ARS 5000:60"}, []),
        ({"PRICES_PACKAGES": "USD 5:100", "STRIPE_ENABLED": "true"}, ["no rate of it"]),
        ({"PAYMENTS_CURRENCY": "CLP"}, ["it needs a price list"]),
        ({"PAYMENTS_CURRENCY": "CLP", "PRICES_PACKAGES": "CLP 5000:60"}, []),
        ({"PAYMENTS_PROVIDER": "off", "PRICES_PACKAGES": "USD 5:100"}, []),
    ],
)
def test_problems_of_prices(change: dict[str, str], problems: list[str]) -> None:
    env = {"PAYMENTS_PROVIDER": "fake", "PAYMENTS_ACCESS_TOKEN": "t", "PAYMENTS_WEBHOOK_SECRET": "s"}
    env |= {"PAYMENTS_COLLECTOR_ID": "7", "SERVER_PUBLIC_URL": "http://127.0.0.1", "STRIPE_WEBHOOK_SECRET": "s"}
    env |= {"STRIPE_SECRET_KEY": "sk_live_k"} | change
    messages = load(None, {f"GATEWAY_{name}": value for name, value in env.items()}).payment_problems()
    assert len(messages) == len(problems), [*map(str, messages)]
    assert all(problem in str(message) for problem, message in zip(problems, messages, strict=True))


def test_decimal_places_are_those_of_the_currency() -> None:
    assert [minor_digits(currency) for currency in ("ARS", "JPY", "CLP", "KWD", None)] == [2, 0, 0, 3, 2]
    assert [decimal_text(150_050, currency) for currency in ("ARS", "JPY", "KWD")] == ["1,500.50", "150,050", "150.050"]
    assert [parse_units(text, "USD") for text in ("4.99", "4.9", "4.999", "0")] == [499, 490, None, None]
