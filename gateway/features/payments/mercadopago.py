"""Client of Mercado Pago: its REST API, or the fake provider that implements it.

Every call has a total time limit, retries included. Network errors and 5xx responses are retried, a POST under the same
idempotency key; rejections are not. Amounts are decoded as Decimal.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import Any, Final, cast

import httpx
import msgspec
import structlog

from gateway.config.payments import PaymentSettings
from gateway.features.payments.mercadopago_payment import decode_object, parse_payment, parse_refund
from gateway.features.payments.provider import (
    CheckoutOrder,
    OnCall,
    PaymentPage,
    Preference,
    ProviderFailed,
    ProviderRefused,
    ProviderTimeout,
    UnknownPayment,
)
from gateway.features.payments.provider_payment import (
    CENTAVOS,
    MERCADOPAGO,
    MerchantAccount,
    ProviderPayment,
    ProviderRefund,
    UnreadableResponse,
)

ATTEMPTS: Final = 3
FIRST_PAUSE: Final = 0.2  # seconds; doubled each time
_RETRIED: Final = frozenset({429, 500, 502, 503, 504})
_MAX_BYTES: Final = 2 * 1024 * 1024
PAGE: Final = 50
"""Payments that a search returns. Of one donation, webhooks find those of a buyer who tries more often."""

OpenResponse = Callable[[], AbstractAsyncContextManager[httpx.Response]]
log = structlog.stdlib.get_logger("gateway.payments")
_encode = msgspec.json.Encoder(decimal_format="number").encode


class MercadoPago:
    """Opens connections on the first call."""

    def __init__(self, settings: PaymentSettings, on_call: OnCall | None = None) -> None:
        self.name = MERCADOPAGO
        self.merchant = MerchantAccount(settings.collector_id, settings.live_mode)
        self._seconds = settings.timeout_ms / 1000
        self._on_call = on_call
        self._client = httpx.AsyncClient(
            base_url=settings.api_url,
            headers={"Authorization": f"Bearer {settings.access_token}", "Accept": "application/json"},
            timeout=self._seconds,
            follow_redirects=False,
        )

    async def open_preference(self, order: CheckoutOrder) -> Preference:
        """Raises ProviderFailed."""
        body = _encode(_preference(order))
        fields = await self._call("preference", "POST", "/checkout/preferences", body=body, key=order.donation_id)
        key, address = fields.get("id"), fields.get("init_point")
        if not isinstance(key, str) or not isinstance(address, str) or not 0 < len(key) <= 128:
            raise ProviderFailed("a preference without an id or an init_point")
        return Preference(key, address)

    async def payment(self, reference: str) -> ProviderPayment:
        """Raises UnknownPayment or ProviderFailed."""
        fields = await self._call("payment", "GET", f"/v1/payments/{reference}")
        try:
            payment = parse_payment(fields)
        except UnreadableResponse as error:
            raise ProviderFailed(f"unreadable payment: {error}") from None
        if payment.ref.reference != reference:
            raise ProviderFailed("the response is another payment")
        return payment

    async def search(self, donation_id: str, checkout_id: str) -> PaymentPage:
        """Returns the payments of a donation, newest first, at most one page. Raises ProviderFailed."""
        # Without dates the provider searches three months; it keeps payments in the search for twelve.
        query = {"range": "date_created", "begin_date": "NOW-12MONTHS", "end_date": "NOW"}
        return await self._search(
            query | {"external_reference": donation_id, "sort": "date_created", "criteria": "desc"}
        )

    async def search_changed(self, since: int) -> AsyncIterator[PaymentPage]:
        """Yields the account's payments that changed since then (epoch seconds), in that order, each state once.
        Raises ProviderFailed."""
        begin_ms, offset, seen = since * 1000, 0, set[ProviderPayment]()
        while True:
            now = int(time.time())
            page = await self._changed_page(begin_ms, offset)
            fresh = [payment for payment in page.payments if payment not in seen]
            newest = max((payment.updated_ms for payment in page.payments), default=0)
            # The next page begins at the newest change: counted pages would shift with every change in between.
            begin_ms, offset = (newest, 0) if newest > begin_ms else (begin_ms, offset + page.size)
            yield PaymentPage(fresh, page.unreadable, begin_ms // 1000 if page.size else now)
            if not page.size:
                return
            seen = {payment for payment in (*seen, *fresh) if payment.updated_ms == begin_ms}

    async def _changed_page(self, since_ms: int, offset: int) -> PaymentPage:
        begin = datetime.fromtimestamp(since_ms // 1000, UTC).replace(microsecond=since_ms % 1000 * 1000)
        query = {
            "range": "date_last_updated",
            "begin_date": begin.isoformat(timespec="milliseconds"),
            "end_date": "NOW",
        }
        return await self._search(query | {"sort": "date_last_updated", "criteria": "asc", "offset": str(offset)})

    async def _search(self, query: dict[str, str]) -> PaymentPage:
        found = await self._call("search", "GET", "/v1/payments/search", query=query | {"limit": str(PAGE)})
        if not isinstance(found.get("results"), list):
            raise ProviderFailed("a search without results")
        results, payments = cast("list[Any]", found["results"]), list[ProviderPayment]()
        for result in results:
            try:
                payments.append(parse_payment(result))
            except UnreadableResponse as error:
                log.warning("payment_unreadable", reason=str(error))
        return PaymentPage(payments, len(results) - len(payments))

    async def refund(self, reference: str, amount: int | None, key: str) -> ProviderRefund:
        """Refunds `amount` centavos, or the rest; once for each key. Raises UnknownPayment or ProviderFailed; only its
        subclass ProviderRefused guarantees that nothing was refunded."""
        body = _encode({} if amount is None else {"amount": Decimal(amount) / CENTAVOS})
        fields = await self._call("refund", "POST", f"/v1/payments/{reference}/refunds", body=body, key=key)
        try:
            return parse_refund(fields)
        except UnreadableResponse as error:
            raise ProviderFailed(f"unreadable refund: {error}") from None

    async def close(self) -> None:
        await self._client.aclose()

    async def _call(
        self,
        call: str,
        verb: str,
        path: str,
        *,
        query: dict[str, str] | None = None,
        body: bytes | None = None,
        key: str = "",
    ) -> dict[str, Any]:
        headers = {} if body is None else {"X-Idempotency-Key": key, "Content-Type": "application/json"}
        request = partial(self._client.stream, verb, path, params=query, content=body, headers=headers)
        began, outcome = time.perf_counter(), "ok"
        try:
            return await self._fields(request, is_payment=path.startswith("/v1/payments/"))
        except ProviderFailed as error:
            outcome = error.outcome
            raise
        finally:
            if self._on_call:
                self._on_call(call, time.perf_counter() - began, outcome)

    async def _fields(self, request: OpenResponse, *, is_payment: bool) -> dict[str, Any]:
        try:
            async with asyncio.timeout(self._seconds):
                status, raw = await self._request_with_retries(request)
        except TimeoutError:
            raise ProviderTimeout(f"no response within {self._seconds:g} s") from None
        if status == 404 and is_payment:
            raise UnknownPayment("unknown payment")
        if status not in {200, 201}:
            raise (ProviderRefused if 400 <= status < 500 else ProviderFailed)(f"answered {status}")
        try:
            return decode_object(raw)
        except UnreadableResponse as error:
            raise ProviderFailed(f"answered {status}: {error}") from None

    async def _request_with_retries(self, request: OpenResponse) -> tuple[int, bytes]:
        """Retries while the time limit leaves room for a pause."""
        began, reason = time.monotonic(), ""
        for attempt in range(ATTEMPTS):
            pause = FIRST_PAUSE * 2**attempt
            try:
                async with request() as response:
                    if response.status_code not in _RETRIED:
                        return response.status_code, await _bounded(response)
                    reason = f"answered {response.status_code}"
                    pause = max(pause, _retry_after(response))
            except httpx.HTTPError as error:
                reason = type(error).__name__
            if attempt + 1 == ATTEMPTS or time.monotonic() - began + pause >= self._seconds:
                break
            await asyncio.sleep(pause)
        raise ProviderFailed(reason)


def _preference(order: CheckoutOrder) -> dict[str, Any]:
    expires = datetime.fromtimestamp(order.expires_at, UTC).isoformat(timespec="milliseconds")
    return {
        "items": [
            {
                "id": "coins",
                "title": order.title,
                "quantity": 1,
                "currency_id": order.currency,
                "unit_price": order.amount,
            }
        ],
        "external_reference": order.donation_id,
        "metadata": {"order": order.sealed},
        "back_urls": {"success": order.success_url, "failure": order.failure_url, "pending": order.pending_url},
        "auto_return": "approved",
        "notification_url": order.notification_url,
        "expires": True,
        "expiration_date_to": expires,
    }


def _retry_after(response: httpx.Response) -> float:
    text = response.headers.get("retry-after", "")
    return float(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0.0


async def _bounded(response: httpx.Response) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > _MAX_BYTES:
            raise ProviderFailed("response too long")
        parts.append(part)
    return b"".join(parts)
