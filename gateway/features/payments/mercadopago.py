"""Client of Mercado Pago: its REST API, or the fake provider that implements it."""

import time
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, cast
from urllib.parse import quote

import msgspec
import structlog

from gateway.config.currencies import decimal_units
from gateway.config.payments import PaymentSettings
from gateway.features.payments.mercadopago_payment import parse_payment, parse_refund
from gateway.features.payments.mercadopago_webhook import read_webhook
from gateway.features.payments.provider import (
    CheckoutOrder,
    OnCall,
    PaymentPage,
    Preference,
    ProviderFailed,
    Webhook,
)
from gateway.features.payments.provider_http import ProviderApi
from gateway.features.payments.provider_payment import (
    MERCADOPAGO,
    MerchantAccount,
    ProviderPayment,
    ProviderRefund,
    UnreadableResponse,
    word_of,
)

PAGE: Final = 50
"""Payments that a search returns. Of one donation, webhooks find those of a buyer who tries more often."""

log = structlog.stdlib.get_logger("gateway.payments")
_encode = msgspec.json.Encoder(decimal_format="number").encode


class MercadoPago:
    """Opens connections on the first call."""

    def __init__(self, settings: PaymentSettings, on_call: OnCall | None = None) -> None:
        self.name = MERCADOPAGO
        self.merchant = MerchantAccount(settings.collector_id, settings.live_mode)
        self.checkout_hosts = settings.checkout_hosts
        self._settings = settings
        headers = {"Authorization": f"Bearer {settings.access_token}", "Accept": "application/json"}
        self._api = ProviderApi(MERCADOPAGO, settings.api_url, headers, settings.timeout_ms, on_call)

    async def open_preference(self, order: CheckoutOrder) -> Preference:
        """Raises ProviderFailed."""
        body = _encode(_preference(order))
        fields = await self._api.call(
            "preference", "POST", "/checkout/preferences", body=body, headers=_json(order.donation_id)
        )
        key, address = fields.get("id"), fields.get("init_point")
        if not isinstance(key, str) or not isinstance(address, str) or not 0 < len(key) <= 128:
            raise ProviderFailed("a preference without an id or an init_point")
        return Preference(key, address)

    async def close_checkout(self, checkout_id: str) -> bool:
        """Ends the preference now. Raises ProviderFailed."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        body = _encode({"expires": True, "expiration_date_to": now})
        path = f"/checkout/preferences/{quote(checkout_id, safe='')}"
        fields = await self._api.call("preference", "PUT", path, body=body, headers=_json(f"{checkout_id}:close"))
        return fields.get("id") == checkout_id and fields.get("expires") is True

    async def payment(self, reference: str) -> ProviderPayment:
        """Raises UnknownPayment or ProviderFailed."""
        fields = await self._api.call("payment", "GET", f"/v1/payments/{reference}", is_payment=True)
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
        begin_ms = since * 1000
        offset = 0
        seen_payments = set[ProviderPayment]()
        while True:
            now = int(time.time())
            page = await self._changed_page(begin_ms, offset)
            fresh = [payment for payment in page.payments if payment not in seen_payments]
            newest = max((payment.updated_ms for payment in page.payments), default=0)
            # The next page begins at the newest change: counted pages would shift with every change in between.
            begin_ms, offset = (newest, 0) if newest > begin_ms else (begin_ms, offset + page.size)
            yield PaymentPage(fresh, page.unreadable, begin_ms // 1000 if page.size else now)
            if not page.size:
                return
            seen_payments = {payment for payment in (*seen_payments, *fresh) if payment.updated_ms == begin_ms}

    async def _changed_page(self, since_ms: int, offset: int) -> PaymentPage:
        begin = datetime.fromtimestamp(since_ms // 1000, UTC).replace(microsecond=since_ms % 1000 * 1000)
        query = {
            "range": "date_last_updated",
            "begin_date": begin.isoformat(timespec="milliseconds"),
            "end_date": "NOW",
        }
        return await self._search(query | {"sort": "date_last_updated", "criteria": "asc", "offset": str(offset)})

    async def _search(self, query: dict[str, str]) -> PaymentPage:
        answer = await self._api.call("search", "GET", "/v1/payments/search", query=query | {"limit": str(PAGE)})
        if not isinstance(answer.get("results"), list):
            raise ProviderFailed("a search without results")
        results, payments = cast("list[Any]", answer["results"]), list[ProviderPayment]()
        for result in results:
            try:
                payments.append(parse_payment(result))
            except UnreadableResponse as error:
                log.warning("payment_unreadable", reason=str(error))
        return PaymentPage(payments, len(results) - len(payments))

    async def refund(self, reference: str, amount: int | None, currency: str, key: str) -> ProviderRefund:
        """Refunds `amount` minor units, or the rest; once for each key. Raises UnknownPayment or ProviderFailed; only
        its subclass ProviderRefused guarantees that nothing was refunded."""
        body = _encode({} if amount is None else {"amount": decimal_units(amount, currency)})
        fields = await self._api.call(
            "refund", "POST", f"/v1/payments/{reference}/refunds", body=body, headers=_json(key), is_payment=True
        )
        try:
            return parse_refund(fields, currency)
        except UnreadableResponse as error:
            raise ProviderFailed(f"unreadable refund: {error}") from None

    async def currency(self) -> str:
        """Returns the currency of the account's country; empty if it is not told. Raises ProviderFailed."""
        site = word_of((await self._api.call("account", "GET", "/users/me")).get("site_id"))
        fields = await self._api.call("account", "GET", f"/sites/{site}") if site else {}
        return word_of(fields.get("default_currency_id")) or ""

    def webhook(self, headers: Mapping[str, str], query: Mapping[str, str], raw: bytes, now: float) -> Webhook:
        """Raises InvalidSignature and UnreadableResponse."""
        return read_webhook(self._settings, headers, query, raw, now)

    async def close(self) -> None:
        await self._api.close()


def _json(key: str) -> dict[str, str]:
    return {"X-Idempotency-Key": key, "Content-Type": "application/json"}


def _preference(order: CheckoutOrder) -> dict[str, Any]:
    expires = datetime.fromtimestamp(order.expires_at, UTC).isoformat(timespec="milliseconds")
    return {
        "items": [
            {
                "id": "coins",
                "title": order.title,
                "quantity": 1,
                "currency_id": order.currency,
                "unit_price": decimal_units(order.amount, order.currency),
            }
        ],
        "external_reference": order.donation_id,
        "metadata": {"order": order.sealed_order},
        "back_urls": {"success": order.success_url, "failure": order.failure_url, "pending": order.pending_url},
        "auto_return": "approved",
        "notification_url": order.notification_url,
        "expires": True,
        "expiration_date_to": expires,
    }
