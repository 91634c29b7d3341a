"""Translates Mercado Pago's payments. Amounts become minor units through Decimal, never through a float. Pure."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final, Literal, cast, get_args

from gateway.config.currencies import minor_factor
from gateway.features.payments.provider_payment import (
    MAX_AMOUNT,
    MAX_NUMBER,
    MERCADOPAGO,
    PaymentRef,
    ProviderPayment,
    ProviderRefund,
    Settlement,
    State,
    UnreadableResponse,
    object_of,
    order_text,
    word_of,
)

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
_MAX_DIGITS: Final = 40
_STATES: Final[dict[str, State]] = {
    "approved": "paid",
    "rejected": "failed",
    "cancelled": "failed",
    "refunded": "reversed",
    "charged_back": "reversed",
}


def parse_payment(payment: Any) -> ProviderPayment:
    """Raises UnreadableResponse."""
    if not isinstance(payment, dict):
        raise UnreadableResponse("no JSON object")
    fields = cast("dict[str, Any]", payment)
    status = "cancelled" if fields.get("status") == "canceled" else fields.get("status")
    if not isinstance(status, str) or status not in STATUSES:
        raise UnreadableResponse("status")
    approved_at, detail = fields.get("date_approved"), word_of(fields.get("status_detail")) or ""
    state = state_of(cast("Status", status), detail, is_approved=approved_at is not None)
    currency = word_of(fields.get("currency_id")) or ""
    amount = _minor_units(fields, "transaction_amount", currency)
    return ProviderPayment(
        ref=PaymentRef(MERCADOPAGO, str(_id(fields, "id"))),
        state=state,
        status=status,
        detail=detail,
        amount=amount,
        refunded_amount=_minor_units(fields, "transaction_amount_refunded", currency, missing=0),
        currency=currency,
        donation_id=word_of(fields.get("external_reference")) or "",
        collector_id=_id(fields, "collector_id"),
        live_mode=fields.get("live_mode") is True,
        method=word_of(fields.get("payment_method_id")),
        approved_at=None if approved_at is None else _milliseconds(approved_at, "date_approved") // 1000,
        updated_ms=_milliseconds(fields.get("date_last_updated"), "date_last_updated"),
        order=order_text(object_of(fields.get("metadata")).get("order")),
        settlement=_settlement(fields, currency),
        charged_back=amount if (state, status) == ("reversed", "charged_back") else 0,
    )


def state_of(status: Status, detail: str, *, is_approved: bool) -> State:
    """The column `payments.state` follows the same rule."""
    if status == "in_mediation" and is_approved:
        return "disputed"
    if (status, detail) == ("charged_back", "reimbursed"):
        return "paid"
    return _STATES.get(status, "pending")


def _settlement(fields: dict[str, Any], currency: str) -> Settlement:
    """Leaves out unreadable facts: they move no coins."""
    details, payer = object_of(fields.get("transaction_details")), object_of(fields.get("payer"))
    return Settlement(
        fee=_or_none(lambda: _fee(fields.get("fee_details"), currency)),
        net=_or_none(lambda: _minor_units(details, "net_received_amount", currency)),
        release_at=_or_none(lambda: _milliseconds(fields.get("money_release_date"), "money_release_date") // 1000),
        payer=_or_none(lambda: _id(payer, "id")),
    )


def _or_none(read: Callable[[], int]) -> int | None:
    try:
        return read()
    except UnreadableResponse:
        return None


def _fee(details: Any, currency: str) -> int:
    """Returns the sum of the fees that we pay; those of the buyer are no part of the amount."""
    if not isinstance(details, list):
        raise UnreadableResponse("fee_details")
    fees = map(object_of, cast("list[Any]", details))
    return sum(_minor_units(fee, "amount", currency) for fee in fees if fee.get("fee_payer") == "collector")


def parse_refund(fields: dict[str, Any], currency: str) -> ProviderRefund:
    """Raises UnreadableResponse."""
    amount = _minor_units(fields, "amount", currency)
    return ProviderRefund(str(_id(fields, "id")), amount, word_of(fields.get("status")) or "")


def payment_id(text: str) -> int | None:
    """Parses an id from a query string; None if it is not one."""
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_NUMBER))
    return int(text) or None if digits else None


def _id(fields: dict[str, Any], name: str) -> int:
    value = fields.get(name)
    if isinstance(value, str):
        value = payment_id(value)
    if type(value) is not int or not 0 < value <= MAX_NUMBER:
        raise UnreadableResponse(name)
    return value


def _minor_units(fields: dict[str, Any], name: str, currency: str, missing: int | None = None) -> int:
    value, factor = fields.get(name), minor_factor(currency)
    if value is None and missing is not None:
        return missing
    if type(value) not in {int, Decimal} or len(str(value)) > _MAX_DIGITS:
        raise UnreadableResponse(name)
    amount = Decimal(cast("int | Decimal", value))
    # The range is checked before the multiplication: `1e999999` is a Decimal, too.
    if not amount.is_finite() or not 0 <= amount <= MAX_AMOUNT // factor:
        raise UnreadableResponse(name)
    minor_units = amount * factor
    if minor_units != minor_units.to_integral_value():
        raise UnreadableResponse(name)
    return int(minor_units)


def _milliseconds(value: Any, name: str) -> int:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) and len(value) <= 40 else None
        if moment is None or moment.tzinfo is None:
            raise UnreadableResponse(name)
        age = moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UnreadableResponse(name) from None
    milliseconds = age.days * 86_400_000 + age.seconds * 1000 + age.microseconds // 1000
    if milliseconds <= 0:
        raise UnreadableResponse(name)
    return milliseconds
