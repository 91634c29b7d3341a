"""The one door to the payment provider: Mercado Pago's REST, or a stand-in that speaks it.

Every call has a time in which it ends, its repeats included. What went wrong on the provider's side is tried again, a
POST under the same idempotency key; what it refuses is not. Amounts come out of JSON as Decimal.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final, cast

import httpx
import msgspec

from gateway.config.payments import Payments
from gateway.features.payments.provider import (
    OnCall,
    Order,
    Preference,
    ProviderFailed,
    Refused,
    TimedOut,
    UnknownPayment,
)
from gateway.features.payments.provider_payment import CENTAVOS, Refund, Snapshot, Unreadable, decoded, parsed, refund

ATTEMPTS: Final = 3
FIRST_PAUSE: Final = 0.2  # seconds; doubled each time
_AGAIN: Final = frozenset({429, 500, 502, 503, 504})
_MOST_BYTES: Final = 2 * 1024 * 1024
_FOUND_MOST: Final = 50
"""Payments on one donation that are looked at; a buyer who tries more often is found by the notices."""

"""What was asked for, seconds, and "ok" or how it failed."""

_encode = msgspec.json.Encoder(decimal_format="number").encode


class MercadoPago:
    """Opens connections when first asked."""

    def __init__(self, wanted: Payments, on_call: OnCall | None = None) -> None:
        self._seconds = wanted.timeout_ms / 1000
        self._on_call = on_call
        self._client = httpx.AsyncClient(
            base_url=wanted.api_url,
            headers={"Authorization": f"Bearer {wanted.access_token}", "Accept": "application/json"},
            timeout=self._seconds,
            follow_redirects=False,
        )

    async def open_preference(self, order: Order) -> Preference:
        """Raises ProviderFailed."""
        body = _encode(_preference(order))
        found = await self._ask("preference", "POST", "/checkout/preferences", body=body, key=order.donation_id)
        key, address = found.get("id"), found.get("init_point")
        if not isinstance(key, str) or not isinstance(address, str) or not 0 < len(key) <= 128:
            raise ProviderFailed("a preference without an id or an init_point")
        return Preference(key, address)

    async def payment(self, payment_id: int) -> Snapshot:
        """Raises UnknownPayment or ProviderFailed."""
        found = _snapshot(await self._ask("payment", "GET", f"/v1/payments/{payment_id}"))
        if found.payment_id != payment_id:
            raise ProviderFailed("another payment than the one asked for")
        return found

    async def search(self, reference: str) -> list[Snapshot]:
        """The payments of a donation, whatever their number up to 50. Raises ProviderFailed."""
        query = {"external_reference": reference, "limit": str(_FOUND_MOST), "sort": "date_created", "criteria": "desc"}
        found = (await self._ask("search", "GET", "/v1/payments/search", query=query)).get("results")
        if not isinstance(found, list):
            raise ProviderFailed("a search without results")
        return [_snapshot(each) for each in cast("list[Any]", found)]

    async def refund(self, payment_id: int, amount: int | None, key: str) -> Refund:
        """Gives `amount` centavos back, or all that is left; once for a key. Raises UnknownPayment or ProviderFailed,
        and of those Refused alone says that nothing was given back."""
        body = _encode({} if amount is None else {"amount": Decimal(amount) / CENTAVOS})
        found = await self._ask("refund", "POST", f"/v1/payments/{payment_id}/refunds", body=body, key=key)
        try:
            return refund(found)
        except Unreadable as wrong:
            raise ProviderFailed(f"a refund that cannot be read: {wrong}") from None

    async def close(self) -> None:
        await self._client.aclose()

    async def _ask(
        self,
        call: str,
        verb: str,
        path: str,
        *,
        query: dict[str, str] | None = None,
        body: bytes | None = None,
        key: str = "",
    ) -> dict[str, Any]:
        began, outcome = time.perf_counter(), "ok"
        try:
            return await self._answer(verb, path, query, body, key)
        except ProviderFailed as wrong:
            outcome = wrong.outcome
            raise
        finally:
            if self._on_call:
                self._on_call(call, time.perf_counter() - began, outcome)

    async def _answer(
        self, verb: str, path: str, query: dict[str, str] | None, body: bytes | None, key: str
    ) -> dict[str, Any]:
        headers = {} if body is None else {"X-Idempotency-Key": key, "Content-Type": "application/json"}
        try:
            async with asyncio.timeout(self._seconds):
                status, raw = await self._until_answered(verb, path, query, body, headers)
        except TimeoutError:
            raise TimedOut(f"no answer within {self._seconds:g} s") from None
        if status == 404 and path.startswith("/v1/payments/"):
            raise UnknownPayment("there is no such payment")
        if status not in {200, 201}:
            raise (Refused if 400 <= status < 500 else ProviderFailed)(f"answered {status}")
        try:
            return decoded(raw)
        except Unreadable as wrong:
            raise ProviderFailed(f"answered {status}: {wrong}") from None

    async def _until_answered(
        self, verb: str, path: str, query: dict[str, str] | None, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        """The last of some attempts, as long as there is time for a pause between them."""
        began, said = time.monotonic(), ""
        for attempt in range(ATTEMPTS):
            pause = FIRST_PAUSE * 2**attempt
            try:
                async with self._client.stream(verb, path, params=query, content=body, headers=headers) as answer:
                    if answer.status_code not in _AGAIN:
                        return answer.status_code, await _bounded(answer)
                    said = f"answered {answer.status_code}"
                    pause = max(pause, _retry_after(answer))
            except httpx.HTTPError as wrong:
                said = type(wrong).__name__
            if attempt + 1 == ATTEMPTS or time.monotonic() - began + pause >= self._seconds:
                break
            await asyncio.sleep(pause)
        raise ProviderFailed(said)


def _snapshot(payment: Any) -> Snapshot:
    try:
        return parsed(payment)
    except Unreadable as wrong:
        raise ProviderFailed(f"a payment that cannot be read: {wrong}") from None


def _preference(order: Order) -> dict[str, Any]:
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
        "back_urls": {"success": order.success_url, "failure": order.failure_url, "pending": order.pending_url},
        "auto_return": "approved",
        "notification_url": order.notification_url,
        "expires": True,
        "expiration_date_to": expires,
    }


def _retry_after(answer: httpx.Response) -> float:
    text = answer.headers.get("retry-after", "")
    return float(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0.0


async def _bounded(answer: httpx.Response) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in answer.aiter_bytes():
        size += len(part)
        if size > _MOST_BYTES:
            raise ProviderFailed("an answer without end")
        parts.append(part)
    return b"".join(parts)
