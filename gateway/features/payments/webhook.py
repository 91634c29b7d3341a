"""POST /api/donations/webhook/{provider}: a payment provider reports a change of a payment.

Mercado Pago's are at POST /api/donations/webhook. A webhook is trusted only as a hint to fetch the payment: it is
stored before it is answered, and the payment's state is then fetched from the provider.
"""

import time
from typing import Annotated, Any, Final

import structlog
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.payments import inbox
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import InvalidSignature, Webhook
from gateway.features.payments.provider_payment import MERCADOPAGO, UnreadableResponse
from gateway.features.payments.queues import PaymentQueue
from gateway.http.errors import BadRequest, NotAuthenticated, NotFound, SiteUnavailable, TooLarge, TooManyRequests
from gateway.http.rate_limit_shared import Limiter
from gateway.http.routes import post
from gateway.observability.logging import RateLimitedLogger
from gateway.texts import text

MAX_UNSIGNED: Final = 60
"""Webhooks without a signature in a minute; polling finds the others."""
_UNSIGNED_SECONDS: Final = 60.0

AnyRequest = Request[Any, Any, Any]
ShortText = Annotated[str | None, QueryParameter(max_length=128)]
log = structlog.stdlib.get_logger("gateway.payments")
rate_limited_log = RateLimitedLogger(log)


class Expected(Struct, frozen=True):
    is_expected: int


LEGACY_IS_EXPECTED = query("payments.legacy_is_expected", Expected)


class Received(Struct, frozen=True):
    received: bool


def routes(
    site: Database, limiter: Limiter, processor: PaymentProcessor | None, queue: PaymentQueue | None
) -> list[HTTPRouteHandler]:
    """`processor` and `queue`: None while payments are off."""
    receiver = WebhookReceiver(site, limiter, processor, queue) if processor and queue else None

    @post("/api/donations/webhook", BadRequest, NotAuthenticated, TooLarge, SiteUnavailable)
    async def receive_webhook(
        request: AnyRequest,
        data_id: Annotated[str | None, QueryParameter(name="data.id", max_length=128)] = None,
        type_: Annotated[str | None, QueryParameter(name="type", max_length=128)] = None,
        topic: ShortText = None,
        id: ShortText = None,
    ) -> Received:
        """Webhooks of the payment provider."""
        if not receiver or not receiver.takes(MERCADOPAGO):
            raise NotAuthenticated(text("details.payments_off"))
        return await receiver.receive(MERCADOPAGO, request)

    @post("/api/donations/webhook/{provider:str}", BadRequest, NotAuthenticated, NotFound, TooLarge, SiteUnavailable)
    async def receive_provider_webhook(
        request: AnyRequest, provider: Annotated[str, PathParameter(max_length=16)]
    ) -> Received:
        """Webhooks of any other payment provider."""
        if not receiver or not receiver.takes(provider):
            raise NotFound
        return await receiver.receive(provider, request)

    return [receive_webhook, receive_provider_webhook]


class WebhookReceiver:
    """Stores webhooks of all providers, and queues their payments."""

    def __init__(self, site: Database, limiter: Limiter, processor: PaymentProcessor, queue: PaymentQueue) -> None:
        self._site = site
        self._limiter = limiter
        self._processor = processor
        self._queue = queue

    def takes(self, provider: str) -> bool:
        return self._processor.takes(provider)

    async def receive(self, provider: str, request: AnyRequest) -> Received:
        """Raises NotAuthenticated, BadRequest, TooManyRequests and SiteUnavailable."""
        now = time.time()
        webhook = self._read(provider, request, await request.body(), now)
        is_stored = await self._is_expected(provider, webhook)
        if webhook.payment and is_stored:
            await inbox.store(self._site, webhook.key, webhook.payment, int(now))
            self._queue.add(webhook.payment)
        self._processor.metrics.count_webhook(provider, "stored" if is_stored else "ignored")
        return Received(received=True)

    def _read(self, provider: str, request: AnyRequest, raw: bytes, now: float) -> Webhook:
        metrics = self._processor.metrics
        try:
            return self._processor.provider(provider).webhook(request.headers, request.query_params, raw, now)
        except InvalidSignature as error:
            reason = error.verdict
            rate_limited_log.warning("webhook_rejected", key=f"{provider} {reason}", provider=provider, reason=reason)
            metrics.count_webhook(provider, reason)
            raise NotAuthenticated(text("details.signature")) from None
        except UnreadableResponse:
            metrics.count_webhook(provider, "unreadable")
            raise BadRequest from None

    async def _is_expected(self, provider: str, webhook: Webhook) -> bool:
        """Returns whether the webhook is of a payment; of one that is expected, if it has no signature."""
        if webhook.payment is None or webhook.is_signed:
            return webhook.payment is not None
        if await self._limiter.take("unsigned webhooks", MAX_UNSIGNED, _UNSIGNED_SECONDS) > 0:
            self._processor.metrics.count_webhook(provider, "limited")
            raise TooManyRequests(retry_after=int(_UNSIGNED_SECONDS))
        return await self._site.one(LEGACY_IS_EXPECTED, payment_id=webhook.payment.id) is not None
