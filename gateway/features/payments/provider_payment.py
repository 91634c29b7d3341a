"""A payment in the words of no provider. Each client translates its provider's responses into these types. Pure."""

import hashlib
import re
from typing import Any, Final, Literal, Self, cast

from msgspec import Struct

MAX_AMOUNT: Final = 10**15
"""Most minor units of an amount."""
MAX_NUMBER: Final = 10**18 - 1
"""Largest number of a payment at Mercado Pago."""
MERCADOPAGO: Final = "mercadopago"
STRIPE: Final = "stripe"
OTHER_PROVIDERS: Final = (STRIPE,)
"""Providers of which a payment's text begins with the name."""
UNDECIDED_DISPUTE: Final = "undecided"
"""`detail` of a payment at any other provider while the bank has not decided a dispute: see `contested`."""

State = Literal["pending", "paid", "failed", "reversed", "disputed"]
"""`reversed`: the whole amount went back, by refund or chargeback; `disputed`: paid, and the buyer complained."""

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
_REFERENCE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_WORD: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_DERIVED_IDS: Final = 9 * 10**18 - MAX_NUMBER
_MAX_ORDER: Final = 4096


class UnreadableResponse(ValueError):  # noqa: N818 - names the response
    """The response is not what the provider documents; the message names the field, never its value."""


class PaymentRef(Struct, frozen=True):
    """A payment at a provider: `reference` is the provider's id of it. The text of it is what commands take: Mercado
    Pago's number alone, or `provider:reference`."""

    provider: str
    reference: str

    def __str__(self) -> str:
        return self.reference if self.provider == MERCADOPAGO else f"{self.provider}:{self.reference}"

    @property
    def id(self) -> int:
        """Key of the payment in the site schema: Mercado Pago's number, or a larger one derived from the reference."""
        if self.provider == MERCADOPAGO:
            return int(self.reference)
        digest = hashlib.sha256(f"{self.provider}:{self.reference}".encode()).digest()
        return MAX_NUMBER + 1 + int.from_bytes(digest[:16]) % _DERIVED_IDS

    @property
    def ledger_key(self) -> str:
        """Beginning of the keys of its transfers: two letters of the provider, and the reference. The column
        `payments.ledger_key` follows the same rule."""
        prefix = "mp" if self.provider == MERCADOPAGO else self.provider[:2]
        return f"{prefix}:{self.reference}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Returns None for a text that names no payment of a known provider."""
        provider, colon, reference = text.rpartition(":")
        if not colon:
            return cls(MERCADOPAGO, text) if _NUMBER.fullmatch(text) else None
        is_named = provider in OTHER_PROVIDERS and _REFERENCE.fullmatch(reference)
        return cls(provider, reference) if is_named else None


class Settlement(Struct, frozen=True, kw_only=True):
    """Fee that the provider keeps of a payment, and `net` that it pays out at `release_at`: minor units of `currency`
    (None: that of the payment) and epoch seconds. `payer`: the buyer's number at the provider. None: not reported in a
    form that we know."""

    fee: int | None = None
    net: int | None = None
    release_at: int | None = None
    payer: int | None = None
    currency: str | None = None


class ProviderPayment(Struct, frozen=True, kw_only=True):
    """A payment's state at one moment. Amounts in minor units; `updated_ms`: milliseconds since 1970, orders two states
    of a payment; `approved_at`: epoch seconds, None if it never was approved; `status` and `detail`: the provider's
    words for it, which operators see; `order`: the sealed text of its checkout. `collector_id`: 0 if the provider
    numbers no accounts. `charged_back`: the part of `refunded_amount` that banks took back, decided or not."""

    ref: PaymentRef
    state: State
    status: str
    detail: str
    amount: int
    refunded_amount: int
    currency: str
    donation_id: str
    collector_id: int
    live_mode: bool
    method: str | None
    approved_at: int | None
    updated_ms: int
    order: str = ""
    settlement: Settlement = Settlement()
    charged_back: int = 0


class MerchantAccount(Struct, frozen=True):
    """Our account at a provider, and whether it takes real payments or test payments."""

    collector_id: int
    live_mode: bool


class ProviderRefund(Struct, frozen=True):
    """A refund in minor units. `status`: the provider's word for it."""

    id: str
    amount: int
    status: str


def word_of(value: Any) -> str | None:
    """Returns a short plain word; None for anything else, which then matches no value of ours."""
    return value if isinstance(value, str) and _WORD.fullmatch(value) else None


def object_of(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def order_text(value: object) -> str:
    """Returns the sealed order in a payment's metadata; empty for a payment of another checkout."""
    return value if isinstance(value, str) and len(value) <= _MAX_ORDER else ""
