"""Currencies and their decimal places. Pure."""

import re
from typing import Final

MERCADOPAGO_CURRENCY: Final = "ARS"
"""The only one that Mercado Pago takes in Argentina."""

_WHOLE: Final = re.compile("BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF")
_THOUSANDTHS: Final = re.compile("BHD|IQD|JOD|KWD|LYD|OMR|TND")


def minor_digits(currency: str | None) -> int:
    """Returns the decimal places of the currency's minor unit as in ISO 4217; 2 for an unknown currency. Browsers have
    the digits of cash, which are fewer: none for HUF."""
    if _WHOLE.fullmatch(currency or ""):
        return 0
    return 3 if _THOUSANDTHS.fullmatch(currency or "") else 2
