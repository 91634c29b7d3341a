"""Parses the provider's payments. Amounts become centavos through Decimal, never through a float. Pure."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Literal, cast, get_args

import msgspec
from msgspec import Struct

Status = Literal[
    "pending",
    "approved",
    "authorized",
    "in_process",
    "in_mediation",
    "rejected",
    "cancelled",
    "refunded",
    "charged_back",
]
STATUSES: Final[frozenset[str]] = frozenset(get_args(Status))
CENTAVOS: Final = 100
MAX_CENTAVOS: Final = 10**15
MAX_ID: Final = 10**18 - 1
_WORD: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_MAX_DIGITS: Final = 40
_MAX_ORDER: Final = 4096

_decode = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal).decode


class UnreadableResponse(ValueError):  # noqa: N818 - names the response
    """The response is not what the provider documents; the message names the field, never its value."""


class Settlement(Struct, frozen=True):
    """Fee that the provider keeps of a payment, and `net` that it pays out at `release_at`: centavos and epoch seconds.
    `payer`: the buyer's number at the provider. None: not reported in a form that we know."""

    fee: int | None = None
    net: int | None = None
    release_at: int | None = None
    payer: int | None = None


class ProviderPayment(Struct, frozen=True):
    """A payment's state at one moment. Amounts in centavos; `updated_ms`: milliseconds since 1970, orders two states of
    a payment; `approved_at`: epoch seconds, None if it never was approved;
    `order`: the sealed text of its checkout."""

    payment_id: int
    status: Status
    detail: str
    amount: int
    refunded: int
    currency: str
    reference: str
    collector_id: int
    live_mode: bool
    method: str | None
    approved_at: int | None
    updated_ms: int
    order: str = ""
    settlement: Settlement = Settlement()


class ProviderRefund(Struct, frozen=True):
    """A refund in centavos. `status`: approved, or in_process while the provider is not sure yet."""

    id: int
    amount: int
    status: str


def decode_object(raw: bytes) -> dict[str, Any]:
    """Returns the JSON object, with numbers as Decimal. Raises UnreadableResponse."""
    try:
        return _decode(raw)
    except (msgspec.DecodeError, RecursionError, InvalidOperation, ValueError):
        raise UnreadableResponse("no JSON object") from None


def parse_payment(payment: Any) -> ProviderPayment:
    """Raises UnreadableResponse."""
    if not isinstance(payment, dict):
        raise UnreadableResponse("no JSON object")
    fields = cast("dict[str, Any]", payment)
    status = "cancelled" if fields.get("status") == "canceled" else fields.get("status")
    if not isinstance(status, str) or status not in STATUSES:
        raise UnreadableResponse("status")
    approved = fields.get("date_approved")
    return ProviderPayment(
        payment_id=_id(fields, "id"),
        status=cast("Status", status),
        detail=_word(fields.get("status_detail")) or "",
        amount=_centavos(fields, "transaction_amount"),
        refunded=_centavos(fields, "transaction_amount_refunded", missing=0),
        currency=_word(fields.get("currency_id")) or "",
        reference=_word(fields.get("external_reference")) or "",
        collector_id=_id(fields, "collector_id"),
        live_mode=fields.get("live_mode") is True,
        method=_word(fields.get("payment_method_id")),
        approved_at=None if approved is None else _milliseconds(approved, "date_approved") // 1000,
        updated_ms=_milliseconds(fields.get("date_last_updated"), "date_last_updated"),
        order=_order(fields.get("metadata")),
        settlement=_settlement(fields),
    )


def _settlement(fields: dict[str, Any]) -> Settlement:
    """These facts move no coins, so a payment with unreadable ones is as good as any other."""
    details, payer = _object(fields.get("transaction_details")), _object(fields.get("payer"))
    return Settlement(
        fee=_known(lambda: _fee(fields.get("fee_details"))),
        net=_known(lambda: _centavos(details, "net_received_amount")),
        release_at=_known(lambda: _milliseconds(fields.get("money_release_date"), "money_release_date") // 1000),
        payer=_known(lambda: _id(payer, "id")),
    )


def _known(read: Callable[[], int]) -> int | None:
    try:
        return read()
    except UnreadableResponse:
        return None


def _object(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _fee(details: Any) -> int:
    """Returns the sum of the fees that we pay; those of the buyer are no part of the amount."""
    if not isinstance(details, list):
        raise UnreadableResponse("fee_details")
    fees = map(_object, cast("list[Any]", details))
    return sum(_centavos(fee, "amount") for fee in fees if fee.get("fee_payer") == "collector")


def parse_refund(fields: dict[str, Any]) -> ProviderRefund:
    """Raises UnreadableResponse."""
    return ProviderRefund(_id(fields, "id"), _centavos(fields, "amount"), _word(fields.get("status")) or "")


def payment_id(text: str) -> int | None:
    """Parses an id from a query string; None if it is not one."""
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_ID))
    return int(text) or None if digits else None


def _id(fields: dict[str, Any], name: str) -> int:
    value = fields.get(name)
    if isinstance(value, str):
        value = payment_id(value)
    if type(value) is not int or not 0 < value <= MAX_ID:
        raise UnreadableResponse(name)
    return value


def _centavos(fields: dict[str, Any], name: str, missing: int | None = None) -> int:
    value = fields.get(name)
    if value is None and missing is not None:
        return missing
    if type(value) not in {int, Decimal} or len(str(value)) > _MAX_DIGITS:
        raise UnreadableResponse(name)
    amount = Decimal(cast("int | Decimal", value))
    # The range is checked before the multiplication: `1e999999` is a Decimal, too.
    if not amount.is_finite() or not 0 <= amount <= MAX_CENTAVOS // CENTAVOS:
        raise UnreadableResponse(name)
    centavos = amount * CENTAVOS
    if centavos != centavos.to_integral_value():
        raise UnreadableResponse(name)
    return int(centavos)


def _word(value: Any) -> str | None:
    """Returns a short plain word; None for anything else, which then matches no value of ours."""
    return value if isinstance(value, str) and _WORD.fullmatch(value) else None


def _order(metadata: Any) -> str:
    """Returns the sealed order; empty for a payment of another checkout."""
    order = _object(metadata).get("order")
    return order if isinstance(order, str) and len(order) <= _MAX_ORDER else ""


def _milliseconds(value: Any, name: str) -> int:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) and len(value) <= 40 else None
        if moment is None or moment.tzinfo is None:
            raise UnreadableResponse(name)
        since = moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UnreadableResponse(name) from None
    milliseconds = since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000
    if milliseconds <= 0:
        raise UnreadableResponse(name)
    return milliseconds
