"""The section `prices`: packages with prices of their own for each currency, and the rates by which limits count it."""

import re
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Final

import msgspec

from gateway.config.currencies import is_chargeable, minor_digits, minor_factor, parse_units
from gateway.texts import Text, text

MAX_PACKAGES: Final = 12
_RATE_DAYS: Final = 90
_PACKAGE: Final = re.compile(r"([A-Z]{3}) ([0-9.]{1,15}):([1-9][0-9]{0,8})(?::([0-9]{1,3}))?", re.ASCII)
_RATE: Final = re.compile(r"([A-Z]{3}) ([0-9]{1,9}(?:\.[0-9]{1,9})?):([0-9]{4}-[0-9]{2}-[0-9]{2})", re.ASCII)


class PricePackage(msgspec.Struct, frozen=True):
    """`amount` in minor units; `coins` without the bonus; `percentage`: of the bonus."""

    currency: str
    amount: int
    coins: int
    percentage: int


class Rate(msgspec.Struct, frozen=True):
    """Units of the site's currency that one unit of `currency` counts as, fixed by the operator on a day."""

    currency: str
    value: Decimal
    day: date

    def is_current(self, today: date) -> bool:
        """Returns whether it is of a day of the last three months."""
        return 0 <= (today - self.day).days <= _RATE_DAYS


class PriceSettings(msgspec.Struct, frozen=True, kw_only=True):
    packages: Annotated[
        tuple[str, ...],
        "Packages with a price in a currency, as USD 4.99:100 for 100 coins, or USD 9.99:200:5 with 5 percent more.",
    ] = ()
    rates: Annotated[
        tuple[str, ...],
        "Units of payments.currency that one unit counts as towards limits and caps, with the day, as "
        "USD 1450.50:2026-11-28.",
    ] = ()

    def __post_init__(self) -> None:
        for currency, packages in self.lists.items():
            if len(packages) > MAX_PACKAGES:
                raise ValueError(f"packages: {currency} has more than {MAX_PACKAGES}")
            if any(left.amount >= right.amount for left, right in pairwise(packages)):
                raise ValueError(f"packages: expected rising amounts of {currency}")
        if len(self.rate_of) != len(self.rates):
            raise ValueError("rates: a currency is named twice")

    @property
    def lists(self) -> dict[str, list[PricePackage]]:
        """The packages by currency, in the order of the setting. Raises ValueError."""
        lists = dict[str, list[PricePackage]]()
        for entry in self.packages:
            package = _package(entry)
            lists.setdefault(package.currency, []).append(package)
        return lists

    @property
    def rate_of(self) -> dict[str, Rate]:
        """Raises ValueError."""
        rates = [_rate(entry) for entry in self.rates]
        return {rate.currency: rate for rate in rates}

    def problems(self, site_currency: str) -> list[Text]:
        """Reasons why the prices cannot be offered."""
        rates = self.rate_of
        unrated_currencies = [currency for currency in self.lists if currency not in {site_currency, *rates}]
        problems = [text("doctor.settings.no_rate", currency=currency) for currency in unrated_currencies]
        if minor_digits(site_currency) != 2 and site_currency not in self.lists:
            problems.append(text("doctor.settings.no_slider", currency=site_currency))
        return problems


class CurrencyRates:
    """Converts amounts to units of the site's currency. `values`: units for one unit of each other currency."""

    def __init__(self, site_currency: str, values: dict[str, Decimal] | None = None) -> None:
        self.site_currency = site_currency
        self._values = {currency: Fraction(value) for currency, value in (values or {}).items()}
        self._values[site_currency] = Fraction(1)

    def units(self, amount: int, currency: str) -> Fraction | None:
        """`amount` in minor units. Returns None for a currency without a rate."""
        rate = self._values.get(currency)
        return None if rate is None else rate * amount / minor_factor(currency)


def _package(entry: str) -> PricePackage:
    match = _PACKAGE.fullmatch(entry)
    amount = parse_units(match[2], match[1]) if match and is_chargeable(match[1]) else None
    if not match or not amount or (minor_digits(match[1]) == 3 and amount % 10):
        raise ValueError(f"packages: {entry!r}: expected currency, price and coins, as USD 4.99:100 or USD 9.99:200:5")
    return PricePackage(match[1], amount, coins=int(match[3]), percentage=int(match[4] or 0))


def _rate(entry: str) -> Rate:
    match = _RATE.fullmatch(entry)
    value = Decimal(match[2]) if match else Decimal(0)
    if not match or not value:
        raise ValueError(f"rates: {entry!r}: expected currency, rate and day, as USD 1450.50:2026-11-28")
    try:
        return Rate(match[1], value, date.fromisoformat(match[3]))
    except ValueError:
        raise ValueError(f"rates: {entry!r}: no such day") from None
