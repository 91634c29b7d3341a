"""Currencies and their decimal places. Pure."""

import re
from decimal import Decimal
from typing import Final

DEFAULT_CURRENCY: Final = "ARS"
_CODE: Final = re.compile(r"[A-Z]{3}")
_WHOLE: Final = re.compile("BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF")
_THOUSANDTHS: Final = re.compile("BHD|IQD|JOD|KWD|LYD|OMR|TND")
_OTHERWISE_AT_STRIPE: Final = frozenset({"ISK", "MGA", "UGX"})
"""Stripe counts them with other decimal places than ISO 4217."""
DIGITS_EXCEPTIONS: Final = {
    currency: digits for digits, table in ((0, _WHOLE), (3, _THOUSANDTHS)) for currency in table.pattern.split("|")
}
"""Currency → its decimal places, where they are not 2."""


def minor_digits(currency: str | None) -> int:
    """Returns the decimal places of the currency's minor unit as in ISO 4217; 2 for an unknown currency. Browsers have
    the digits of cash, which are fewer: none for HUF."""
    return DIGITS_EXCEPTIONS.get(currency or "", 2)


def minor_factor(currency: str | None) -> int:
    """Returns how many minor units a unit of the currency has."""
    return 10 ** minor_digits(currency)


def is_chargeable(currency: str) -> bool:
    """Returns whether the text is a currency with one minor unit for ISO 4217 and every provider."""
    return bool(_CODE.fullmatch(currency)) and currency not in _OTHERWISE_AT_STRIPE


def decimal_units(amount: int, currency: str | None) -> Decimal:
    """Returns minor units as units, with the decimal places of the currency."""
    return Decimal(amount).scaleb(-minor_digits(currency))


def decimal_text(amount: int, currency: str | None) -> str:
    """Returns minor units as units for a log or a terminal: 1,500.50."""
    return f"{decimal_units(amount, currency):,f}"


def parse_units(text: str, currency: str | None) -> int | None:
    """Returns the minor units of a positive amount such as 1500.50; None for any other text."""
    digits = minor_digits(currency)
    match = re.fullmatch(rf"([0-9]{{1,10}})(?:\.([0-9]{{1,{digits}}}))?" if digits else r"([0-9]{1,10})()", text)
    if not match or not text.isascii():
        return None
    return int(match[1] + (match[2] or "").ljust(digits, "0")) or None
