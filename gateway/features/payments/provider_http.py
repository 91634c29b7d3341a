"""Calls of a provider's REST API, for the clients of all providers.

Every call has a total time limit, retries included. Network errors and 5xx responses are retried, so a POST needs an
idempotency key; rejections are not. Numbers of a response are decoded as Decimal.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from decimal import Decimal, InvalidOperation
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any, Final

import httpx
import msgspec

from gateway.features.payments.provider import (
    CurrencyRefused,
    OnCall,
    ProviderFailed,
    ProviderRefused,
    ProviderTimeout,
    UnknownPayment,
)
from gateway.features.payments.provider_payment import UnreadableResponse, object_of
from gateway.http.trusted_certificates import trusted_certificates

ATTEMPTS: Final = 3
FIRST_PAUSE: Final = 0.2  # seconds; doubled each time
_RETRIED_STATUSES: Final = frozenset({429, 500, 502, 503, 504})
_UNCERTAIN_STATUSES: Final = frozenset({408, 409, 425, 429})
"""Another request under the same key may still be at work."""
_AMOUNT_ERRORS: Final = frozenset({"amount_too_small", "amount_too_large"})
_MAX_BYTES: Final = 2 * 1024 * 1024

Query = Mapping[str, str | list[str]]
OpenResponse = Callable[[], AbstractAsyncContextManager[httpx.Response]]
_decode = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal).decode


class ProviderApi:
    """Opens connections on the first call. `name`: of the provider, in the metrics; `headers`: of every request."""

    def __init__(self, name: str, url: str, headers: dict[str, str], timeout_ms: int, on_call: OnCall | None) -> None:
        self._name = name
        self._seconds = timeout_ms / 1000
        self._on_call = on_call
        self._clock_offset: float | None = None
        self._client = httpx.AsyncClient(
            base_url=url,
            headers=headers,
            verify=trusted_certificates(),
            timeout=self._seconds,
            follow_redirects=False,
            trust_env=False,
        )

    async def close(self) -> None:
        await self._client.aclose()

    async def call(
        self,
        call: str,
        verb: str,
        path: str,
        *,
        query: Query | None = None,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        is_payment: bool = False,
    ) -> dict[str, Any]:
        """Returns the JSON object of a response. `call`: its name in the metrics; `is_payment`: 404 means
        UnknownPayment. Raises ProviderFailed."""
        request = partial(self._client.stream, verb, path, params=query, content=body, headers=headers)
        began, outcome = time.perf_counter(), "ok"
        try:
            return await self._fields(request, is_payment=is_payment)
        except ProviderFailed as error:
            outcome = error.outcome
            raise
        finally:
            if self._on_call:
                self._on_call(self._name, call, time.perf_counter() - began, outcome, self._clock_offset)

    async def _fields(self, request: OpenResponse, *, is_payment: bool) -> dict[str, Any]:
        try:
            async with asyncio.timeout(self._seconds):
                status, raw = await self._request_with_retries(request)
        except TimeoutError:
            raise ProviderTimeout(f"no response within {self._seconds:g} s") from None
        if status == 404 and is_payment:
            raise UnknownPayment("unknown payment")
        if status not in {200, 201}:
            is_refused = 400 <= status < 500 and status not in _UNCERTAIN_STATUSES
            if is_refused and names_currency(raw):
                raise CurrencyRefused(f"answered {status}: the currency is not supported")
            raise (ProviderRefused if is_refused else ProviderFailed)(f"answered {status}")
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
                    self._clock_offset = clock_offset(response.headers.get("date", ""), time.time())
                    if response.status_code not in _RETRIED_STATUSES:
                        return response.status_code, await _read_body(response)
                    reason = f"answered {response.status_code}"
                    pause = max(pause, _retry_after(response))
            except httpx.HTTPError as error:
                reason = type(error).__name__
            if attempt + 1 == ATTEMPTS or time.monotonic() - began + pause >= self._seconds:
                break
            await asyncio.sleep(pause)
        raise ProviderFailed(reason)


def names_currency(raw: bytes) -> bool:
    """Returns whether an error is about the currency: Stripe names the parameter, Mercado Pago its field. An amount
    below the least one, which Stripe converts from other currencies, is none."""
    try:
        fields = decode_object(raw)
    except UnreadableResponse:
        return False
    error = object_of(fields.get("error")) or fields
    words = [error.get(name) for name in ("param", "code", "error", "message", "cause")]
    return str(error.get("code")) not in _AMOUNT_ERRORS and any("currency" in str(word).lower() for word in words)


def clock_offset(date: str, now: float) -> float | None:
    """Returns how many seconds the clock of a server is certainly ahead of `now`; None for no date. `date`: a header of
    HTTP, cut to whole seconds."""
    try:
        offset = parsedate_to_datetime(date).timestamp() - now
    except (ValueError, OverflowError):
        return None
    return max(0.0, offset) + min(0.0, offset + 1)


async def read_clock_offset(url: str, seconds: float) -> float | None:
    """Asks a server for its `Date` without our key. Returns as `clock_offset`. Raises ProviderFailed."""
    try:
        async with httpx.AsyncClient(verify=trusted_certificates(), timeout=seconds, trust_env=False) as http:
            response = await http.head(url)
    except httpx.HTTPError as error:
        raise ProviderFailed(type(error).__name__) from None
    return clock_offset(response.headers.get("date", ""), time.time())


def decode_object(raw: bytes) -> dict[str, Any]:
    """Returns the JSON object, with numbers as Decimal. Raises UnreadableResponse."""
    try:
        return _decode(raw)
    except (msgspec.DecodeError, RecursionError, InvalidOperation, ValueError):
        raise UnreadableResponse("no JSON object") from None


def _retry_after(response: httpx.Response) -> float:
    text = response.headers.get("retry-after", "")
    return float(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0.0


async def _read_body(response: httpx.Response) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > _MAX_BYTES:
            raise ProviderFailed("response too long")
        parts.append(part)
    return b"".join(parts)
