"""POST /api/donations/webhook: Mercado Pago reports a change of a payment; …/webhook/{provider}: another provider does.

A webhook is trusted only as a hint to fetch the payment: it is stored before it is answered, and the payment's state is
then fetched from the provider.
"""

import time
from typing import Annotated, Any, Final

import msgspec
import structlog
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from gateway.config.payments import PaymentSettings
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.payments import inbox
from gateway.features.payments.metrics import PaymentMetrics
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import InvalidSignature, ProviderFailed, WebhookProvider
from gateway.features.payments.provider_payment import MERCADOPAGO, PaymentRef, UnreadableResponse
from gateway.features.payments.signature import verify
from gateway.http.errors import BadRequest, NotAuthenticated, NotFound, SiteUnavailable, TooLarge, TooManyRequests
from gateway.http.rate_limit_shared import Limiter
from gateway.http.routes import post
from gateway.observability.logging import RateLimitedLogger

# Webhooks in the old form have no signature, so anyone can send them: they are off unless `payments.legacy_notices` is
# set, and few are accepted; polling finds the others.
MAX_UNSIGNED: Final = 60
_UNSIGNED_SECONDS: Final = 60.0
_TEXT_MAX: Final = 32

log = structlog.stdlib.get_logger("gateway.payments")
rate_limited_log = RateLimitedLogger(log)

_decode = msgspec.json.Decoder(dict[str, Any]).decode
ShortText = Annotated[str | None, QueryParameter(max_length=128)]


class Expected(Struct, frozen=True):
    is_expected: int


LEGACY_IS_EXPECTED = query("payments.legacy_is_expected", Expected)


class Received(Struct, frozen=True):
    received: bool


def _check(settings: PaymentSettings, request: Request[Any, Any, Any], data_id: str, metrics: PaymentMetrics) -> bool:
    """Returns whether it is signed. Raises NotAuthenticated for an invalid signature or a missing required one."""
    headers = request.headers
    header, is_old = headers.get("x-signature"), "data.id" not in request.query_params
    if settings.legacy_notices and header is None and is_old and "topic" in request.query_params:
        return False
    secrets = (settings.webhook_secret, settings.webhook_secret_previous, settings.webhook_secret_test)
    verdict = verify(header or "", data_id, headers.get("x-request-id", ""), secrets, time.time())
    if verdict != "valid":
        reason = "unsigned" if header is None else verdict
        rate_limited_log.warning("webhook_rejected", key=f"{MERCADOPAGO} {reason}", provider=MERCADOPAGO, reason=reason)
        metrics.count_webhook(MERCADOPAGO, reason)
        raise NotAuthenticated("The signature is not the provider's.")
    return True


def _body(raw: bytes, metrics: PaymentMetrics, *, may_be_empty: bool) -> dict[str, Any]:
    """Raises BadRequest unless the body is a JSON object."""
    if not raw and may_be_empty:
        return {}
    try:
        return _decode(raw)
    except (msgspec.DecodeError, RecursionError, ValueError):
        metrics.count_webhook(MERCADOPAGO, "unreadable")
        raise BadRequest from None


def _webhook_key(body: dict[str, Any], payment: PaymentRef, *, is_signed: bool) -> str:
    """Returns the key under which repeated webhooks are counted; it is unsigned text and has no other use."""
    if not is_signed:
        return f"old:{payment}"
    number, action = body.get("id"), body.get("action")
    number_text = str(number) if isinstance(number, str | int) else ""
    action_text = action if isinstance(action, str) else ""
    return f"{payment}:{_plain(number_text)}:{_plain(action_text)}"


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isascii() and (letter.isalnum() or letter in "._-"))[:_TEXT_MAX]


async def _limit(limiter: Limiter, metrics: PaymentMetrics) -> None:
    if await limiter.take("unsigned webhooks", MAX_UNSIGNED, _UNSIGNED_SECONDS) > 0:
        metrics.count_webhook(MERCADOPAGO, "limited")
        raise TooManyRequests(retry_after=int(_UNSIGNED_SECONDS))


def routes(
    settings: PaymentSettings, site: Database, limiter: Limiter, processor: PaymentProcessor | None
) -> list[HTTPRouteHandler]:
    @post("/api/donations/webhook", BadRequest, NotAuthenticated, TooLarge, SiteUnavailable)
    async def receive_webhook(
        request: Request[Any, Any, Any],
        data_id: Annotated[str | None, QueryParameter(name="data.id", max_length=128)] = None,
        type_: Annotated[str | None, QueryParameter(name="type", max_length=128)] = None,
        topic: ShortText = None,
        id: ShortText = None,
    ) -> Received:
        """Webhooks of the payment provider."""
        if processor is None or not processor.takes(MERCADOPAGO):
            raise NotAuthenticated("Payments are switched off.")
        text, kind = data_id or id or "", type_ or topic or ""
        metrics = processor.metrics
        is_signed = _check(settings, request, text, metrics)
        body = _body(await request.body(), metrics, may_be_empty=data_id is None)
        if kind != "payment":
            # For example of orders: a change of their payments is reported as well.
            log.info("webhook_ignored", kind=kind[:_TEXT_MAX])
            metrics.count_webhook(MERCADOPAGO, "ignored")
            return Received(received=True)
        payment = PaymentRef.parse(text) if ":" not in text else None
        if payment is None:
            metrics.count_webhook(MERCADOPAGO, "unreadable")
            raise BadRequest("Invalid payment id.")
        if not is_signed:
            await _limit(limiter, metrics)
            if await site.one(LEGACY_IS_EXPECTED, payment_id=payment.id) is None:
                metrics.count_webhook(MERCADOPAGO, "ignored")
                return Received(received=True)
        await inbox.store(site, _webhook_key(body, payment, is_signed=is_signed), payment, int(time.time()))
        processor.enqueue(payment)
        metrics.count_webhook(MERCADOPAGO, "stored")
        return Received(received=True)

    return [receive_webhook, provider_route(site, processor)]


def provider_route(site: Database, processor: PaymentProcessor | None) -> HTTPRouteHandler:
    @post("/api/donations/webhook/{provider:str}", BadRequest, NotAuthenticated, NotFound, TooLarge, SiteUnavailable)
    async def receive_provider_webhook(
        request: Request[Any, Any, Any], provider: Annotated[str, PathParameter(max_length=16)]
    ) -> Received:
        """Webhooks of any other payment provider."""
        client = _webhook_provider(processor, provider)
        if processor is None or client is None:
            raise NotFound
        metrics, now = processor.metrics, time.time()
        try:
            webhook = client.webhook(request.headers, await request.body(), now)
        except InvalidSignature as error:
            reason = error.verdict
            rate_limited_log.warning("webhook_rejected", key=f"{provider} {reason}", provider=provider, reason=reason)
            metrics.count_webhook(provider, error.verdict)
            raise NotAuthenticated("The signature is not the provider's.") from None
        except UnreadableResponse:
            metrics.count_webhook(provider, "unreadable")
            raise BadRequest from None
        if webhook.payment:
            await inbox.store(site, webhook.key, webhook.payment, int(now))
            processor.enqueue(webhook.payment)
        metrics.count_webhook(provider, "stored" if webhook.payment else "ignored")
        return Received(received=True)

    return receive_provider_webhook


def _webhook_provider(processor: PaymentProcessor | None, name: str) -> WebhookProvider | None:
    try:
        provider = processor.provider(name) if processor else None
    except ProviderFailed:
        return None
    return provider if isinstance(provider, WebhookProvider) else None
