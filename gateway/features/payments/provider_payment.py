"""What the provider says of a payment, read with care: amounts in centavos by way of Decimal, never a float. Pure."""

import re
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
MOST_CENTAVOS: Final = 10**15
LARGEST_ID: Final = 10**18 - 1
_WORD: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_DECIMAL_MOST: Final = 40  # digits of a number that is looked at

_decode = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal).decode


class Unreadable(ValueError):  # noqa: N818 - it says what the payment is
    """What came is not a payment as the provider describes one; the text names the field, never its value."""


class Snapshot(Struct, frozen=True):
    """A payment at one moment. Amounts are centavos; `updated_ms` is milliseconds since 1970, and tells an older
    snapshot from a newer one; `approved_at` epoch seconds, None for one that never was approved."""

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


class Refund(Struct, frozen=True):
    """Money that went back, in centavos. `status` is the provider's word: approved, or in_process while it is not sure
    yet."""

    id: int
    amount: int
    status: str


def decoded(raw: bytes) -> dict[str, Any]:
    """The JSON object, numbers as Decimal. Raises Unreadable."""
    try:
        return _decode(raw)
    except (msgspec.DecodeError, RecursionError, InvalidOperation, ValueError):
        raise Unreadable("no JSON object") from None


def parsed(payment: Any) -> Snapshot:
    """Raises Unreadable."""
    if not isinstance(payment, dict):
        raise Unreadable("no JSON object")
    given = cast("dict[str, Any]", payment)
    status = "cancelled" if given.get("status") == "canceled" else given.get("status")
    if not isinstance(status, str) or status not in STATUSES:
        raise Unreadable("status")
    approved = given.get("date_approved")
    return Snapshot(
        payment_id=_id(given, "id"),
        status=cast("Status", status),
        detail=_word(given.get("status_detail")) or "",
        amount=_centavos(given, "transaction_amount"),
        refunded=_centavos(given, "transaction_amount_refunded", missing=0),
        currency=_word(given.get("currency_id")) or "",
        reference=_word(given.get("external_reference")) or "",
        collector_id=_id(given, "collector_id"),
        live_mode=given.get("live_mode") is True,
        method=_word(given.get("payment_method_id")),
        approved_at=None if approved is None else _milliseconds(approved, "date_approved") // 1000,
        updated_ms=_milliseconds(given.get("date_last_updated"), "date_last_updated"),
    )


def refund(given: dict[str, Any]) -> Refund:
    """Raises Unreadable."""
    return Refund(_id(given, "id"), _centavos(given, "amount"), _word(given.get("status")) or "")


def payment_id(text: str) -> int | None:
    """An id as it stands in a query; None for what cannot be one."""
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_ID))
    return int(text) or None if digits else None


def _id(given: dict[str, Any], name: str) -> int:
    value = given.get(name)
    if isinstance(value, str):
        value = payment_id(value)
    if type(value) is not int or not 0 < value <= LARGEST_ID:
        raise Unreadable(name)
    return value


def _centavos(given: dict[str, Any], name: str, missing: int | None = None) -> int:
    value = given.get(name)
    if value is None and missing is not None:
        return missing
    if type(value) not in {int, Decimal} or len(str(value)) > _DECIMAL_MOST:
        raise Unreadable(name)
    amount = Decimal(cast("int | Decimal", value))
    # Compared before it is multiplied: `1e999999` is a Decimal, too.
    if not amount.is_finite() or not 0 <= amount <= MOST_CENTAVOS // CENTAVOS:
        raise Unreadable(name)
    centavos = amount * CENTAVOS
    if centavos != centavos.to_integral_value():
        raise Unreadable(name)
    return int(centavos)


def _word(value: Any) -> str | None:
    """A short plain word; None for anything else, which then matches nothing of ours."""
    return value if isinstance(value, str) and _WORD.fullmatch(value) else None


def _milliseconds(value: Any, name: str) -> int:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) and len(value) <= 40 else None
        if moment is None or moment.tzinfo is None:
            raise Unreadable(name)
        since = moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        raise Unreadable(name) from None
    found = since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000
    if found <= 0:
        raise Unreadable(name)
    return found
