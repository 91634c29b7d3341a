"""The door to the provider: what it asks, how often, how long it waits, and what it makes of any answer."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from gateway.config.payments import PaymentSettings
from gateway.config.settings import SettingsError
from gateway.features.payments.mercadopago import ATTEMPTS, MercadoPago
from gateway.features.payments.provider import (
    CheckoutOrder,
    ProviderFailed,
    ProviderRefused,
    ProviderTimeout,
    UnknownPayment,
)
from gateway.features.payments.provider_payment import ProviderRefund
from gateway.features.payments.refund import centavos
from gateway.features.payments.refund_requests import pesos
from gateway.tests.features.payments.test_provider_payment import PAYMENT
from gateway.tests.support.scripted_http_server import Teller, said, teller

ORDER = CheckoutOrder("d-1", "57 coins", 5000, "ARS", "https://a/s", "https://a/f", "https://a/p", "https://a/hook", 1)
REFUND = {"id": 1500000001, "payment_id": 1300000001, "amount": 1500.5, "status": "approved"}
KEY = "5f3c9c1e-0000-4000-8000-000000000009"
GET = "GET /v1/payments/1300000001 HTTP/1.1"


Calls = list[tuple[str, str]]
calls: Calls = []


@pytest.fixture(scope="module")
async def provider() -> AsyncGenerator[Teller]:
    async with teller() as made:
        yield made


@asynccontextmanager
async def client(provider: Teller, seconds: float) -> AsyncGenerator[MercadoPago]:
    wanted = PaymentSettings(api_url=provider.url, access_token="our-token", timeout_ms=int(seconds * 1000))
    made = MercadoPago(wanted, lambda call, _seconds, outcome: calls.append((call, outcome)))
    try:
        yield made
    finally:
        await made.close()


@pytest.fixture(scope="module")
async def shared(provider: Teller) -> AsyncGenerator[MercadoPago]:
    async with client(provider, 30.0) as made:
        yield made


@pytest.fixture
def door(shared: MercadoPago) -> MercadoPago:
    calls.clear()
    return shared


async def test_requests_and_responses_of_each_call(provider: Teller, door: MercadoPago) -> None:
    provider.will(said(200, {"id": "p-1", "init_point": "https://pay/1"}))
    assert (await door.open_preference(ORDER)).id == "p-1"
    provider.will(said(200, PAYMENT))
    assert (await door.payment(1300000001)).amount == 500_010
    (asked,) = provider.asked
    assert (asked.line, asked.headers["authorization"]) == (GET, "Bearer our-token")
    provider.will(said(200, {"results": [PAYMENT, PAYMENT]}))
    assert len(await door.search("d-1")) == 2
    assert "external_reference=d-1" in provider.asked[0].line
    assert calls == [("preference", "ok"), ("payment", "ok"), ("search", "ok")]


@pytest.mark.parametrize(("amount", "body"), [(None, b"{}"), (150_050, b'{"amount":1500.5}'), (7, b'{"amount":0.07}')])
async def test_refund_sends_the_amount(provider: Teller, door: MercadoPago, amount: int | None, body: bytes) -> None:
    provider.will(said(201, REFUND))
    assert await door.refund(1300000001, amount, KEY) == ProviderRefund(1500000001, 150_050, "approved")
    (asked,) = provider.asked
    assert asked.line == "POST /v1/payments/1300000001/refunds HTTP/1.1"
    assert (asked.headers["x-idempotency-key"], asked.body) == (KEY, body)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_server_error_is_retried_under_one_key(provider: Teller, door: MercadoPago, status: int) -> None:
    provider.will(said(status), said(201, REFUND))
    await door.refund(1300000001, 1, KEY)
    assert [asked.headers["x-idempotency-key"] for asked in provider.asked] == [KEY, KEY]
    assert calls == [("refund", "ok")]


async def test_retries_are_bounded(provider: Teller, door: MercadoPago) -> None:
    provider.will(said(500))
    with pytest.raises(ProviderFailed, match="answered 500"):
        await door.payment(1300000001)
    assert len(provider.asked) == ATTEMPTS
    assert calls == [("payment", "failed")]


async def test_refusal_is_not_retried(provider: Teller, door: MercadoPago) -> None:
    provider.will(said(400, {"message": "no"}))
    with pytest.raises(ProviderRefused, match="answered 400"):
        await door.refund(1300000001, None, KEY)
    assert len(provider.asked) == 1
    provider.will(said(404))
    for call in (door.payment(1300000001), door.refund(1300000001, None, KEY)):
        with pytest.raises(UnknownPayment):
            await call
    provider.will(said(404))
    with pytest.raises(ProviderRefused):
        await door.open_preference(ORDER)
    assert [outcome for _, outcome in calls] == ["refused", "unknown", "unknown", "refused"]


async def test_retry_after_is_respected_within_the_time_limit(provider: Teller, door: MercadoPago) -> None:
    provider.will(said(429, retry_after="1"), said(200, PAYMENT))
    began = time.monotonic()
    await door.payment(1300000001)
    assert time.monotonic() - began >= 1
    # Longer than the time for one answer: whoever asks is told at once.
    provider.will(said(429, retry_after="60"), said(200, PAYMENT))
    with pytest.raises(ProviderFailed, match="answered 429"):
        await door.payment(1300000001)
    assert len(provider.asked) == 1
    for nonsense in ("-1", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", "١"):
        provider.will(said(503, retry_after=nonsense), said(200, PAYMENT))
        await door.payment(1300000001)


async def test_silent_provider_times_out(provider: Teller) -> None:
    provider.will(None)
    calls.clear()
    async with client(provider, 0.3) as door:
        for call in (door.payment(1300000001), door.refund(1300000001, None, KEY), door.search("d-1")):
            with pytest.raises(ProviderFailed):
                await call
        # Answers that drip for longer than there is time end it just as well.
        provider.will(said(200, PAYMENT)[:-5])
        with pytest.raises(ProviderFailed):
            await door.payment(1300000001)
    assert {outcome for _, outcome in calls} <= {"timeout", "failed"}


@pytest.mark.parametrize(
    "answer",
    [
        said(200, b""),
        said(200, b"[]"),
        said(200, b"<html>"),
        said(200, b"\xff\xfe"),
        said(200, PAYMENT)[:-9],
        said(200, {**PAYMENT, "id": 7}),
        said(200, {**PAYMENT, "transaction_amount": -1}),
        said(200, {**PAYMENT, "status": "paid"}),
        said(200, b'{"a": "' + b"x" * 2_200_000 + b'"}'),
        said(302, location="http://127.0.0.1:1/"),
        b"SSH-2.0-OpenSSH\r\n",
    ],
    ids=["empty", "list", "page", "bytes", "cut", "another", "negative", "new word", "huge", "away", "no http"],
)
async def test_unusable_response_raises(provider: Teller, door: MercadoPago, answer: bytes) -> None:
    provider.will(answer)
    with pytest.raises(ProviderFailed):
        await door.payment(1300000001)
    assert len(calls) == 1


async def test_unreachable_provider_raises() -> None:
    async with teller() as gone:
        pass
    async with client(gone, 5.0) as door:
        with pytest.raises(ProviderFailed, match="ConnectError"):
            await door.payment(1300000001)


async def test_timeout_differs_from_a_refusal() -> None:
    assert not issubclass(ProviderTimeout, ProviderRefused)
    assert not issubclass(ProviderRefused, ProviderTimeout)


@pytest.mark.parametrize(("text", "amount"), [("1500", 150_000), ("1500.5", 150_050), ("0.07", 7), ("12.34", 1234)])
def test_centavos_parses_pesos(text: str, amount: int) -> None:
    assert centavos(text) == amount
    assert float(pesos(amount).replace(",", "")) == float(text)


@pytest.mark.parametrize("text", ["", "0", "0.00", "-1", "1,5", "1.555", "1e3", "NaN", "٥", "1 000", "12345678901"])
def test_centavos_of_an_invalid_text_raises(text: str) -> None:
    with pytest.raises(SettingsError):
        centavos(text)
