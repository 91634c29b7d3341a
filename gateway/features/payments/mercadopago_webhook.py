"""Reads Mercado Pago's webhooks: the signature covers the payment's number in the query, and not the body.

Webhooks in the old form (`topic` and `id`) have no signature, so anyone can send them: they are refused unless
`payments.legacy_notices` is set.
"""

from collections.abc import Mapping
from typing import Any, Final

from gateway.config.payments import PaymentSettings
from gateway.features.payments.provider import InvalidSignature, Webhook
from gateway.features.payments.provider_http import decode_object
from gateway.features.payments.provider_payment import PaymentRef, UnreadableResponse
from gateway.features.payments.signature import verify

_TEXT_MAX: Final = 32


def read_webhook(
    settings: PaymentSettings, headers: Mapping[str, str], query: Mapping[str, str], raw: bytes, now: float
) -> Webhook:
    """`now`: epoch seconds. Raises InvalidSignature and UnreadableResponse."""
    data_id = query.get("data.id")
    text, kind = data_id or query.get("id") or "", query.get("type") or query.get("topic") or ""
    is_signed = _is_signed(settings, headers, query, text, now)
    body = decode_object(raw) if raw or data_id is not None else {}
    if kind != "payment":  # for example of orders: a change of their payments is reported as well
        return Webhook("", None)
    payment = PaymentRef.parse(text) if ":" not in text else None
    if payment is None:
        raise UnreadableResponse("id")
    return Webhook(_key(body, payment) if is_signed else f"old:{payment}", payment, is_signed=is_signed)


def _is_signed(
    settings: PaymentSettings, headers: Mapping[str, str], query: Mapping[str, str], data_id: str, now: float
) -> bool:
    """Returns False for the old form where it is accepted. Raises InvalidSignature."""
    header, is_old = headers.get("x-signature"), "data.id" not in query and "topic" in query
    if settings.legacy_notices and header is None and is_old:
        return False
    secrets = (settings.webhook_secret, settings.webhook_secret_previous, settings.webhook_secret_test)
    verdict = verify(header or "", data_id, headers.get("x-request-id", ""), secrets, now)
    if verdict != "valid":
        raise InvalidSignature("unsigned" if header is None else verdict)
    return True


def _key(body: Mapping[str, Any], payment: PaymentRef) -> str:
    """Returns the key under which repeated webhooks are counted; it is unsigned text and has no other use."""
    number, action = body.get("id"), body.get("action")
    number_text = str(number) if isinstance(number, str | int) else ""
    action_text = action if isinstance(action, str) else ""
    return f"{payment}:{_plain(number_text)}:{_plain(action_text)}"


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isascii() and (letter.isalnum() or letter in "._-"))[:_TEXT_MAX]
