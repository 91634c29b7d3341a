"""The provider's client: requests, retries, time limits, and unusable responses."""

import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from gateway.config.currencies import decimal_text
from gateway.config.settings import SettingsError
from gateway.features.payments.mercadopago import MercadoPago
from gateway.features.payments.provider import (
    CheckoutOrder,
    ProviderFailed,
    ProviderRefused,
    ProviderTimeout,
    UnknownPayment,
)
from gateway.features.payments.provider_http import ATTEMPTS
from gateway.features.payments.provider_payment import ProviderRefund
from gateway.features.payments.refund import minor_units
from gateway.tests.support.payment_app import PAYMENT_FIELDS, REFUND_FIELDS, open_mercadopago
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response, open_scripted_server

ORDER = CheckoutOrder(
    donation_id="d-1",
    title="57 coins",
    amount=500_050,
    currency="ARS",
    success_url="https://a/s",
    failure_url="https://a/f",
    pending_url="https://a/p",
    notification_url="https://a/hook",
    expires_at=1,
)
KEY = "5f3c9c1e-0000-4000-8000-000000000009"
PAYMENT = http_response(200, PAYMENT_FIELDS)
REFUND = http_response(201, REFUND_FIELDS)
ID = "1300000001"


class ClientRun:
    """A client of the scripted provider, and the calls that it reports to the metrics."""

    def __init__(self, provider: ScriptedServer, client: MercadoPago, calls: list[tuple[str, str]]) -> None:
        self.provider, self.client, self.calls = provider, client, calls


@asynccontextmanager
async def open_run(provider: ScriptedServer, seconds: float) -> AsyncGenerator[ClientRun]:
    calls: list[tuple[str, str]] = []
    async with open_mercadopago(
        provider, seconds, lambda _name, call, _seconds, outcome, _offset: calls.append((call, outcome))
    ) as client:
        yield ClientRun(provider, client, calls)


@pytest.fixture
async def run(scripted_provider: ScriptedServer) -> AsyncGenerator[ClientRun]:
    async with open_run(scripted_provider, 30.0) as client_run:
        yield client_run


async def test_requests_and_responses_of_each_call(run: ClientRun) -> None:
    run.provider.respond_with(http_response(200, {"id": "p-1", "init_point": "https://pay/1"}))
    assert (await run.client.open_preference(ORDER)).id == "p-1"
    (item,) = json.loads(run.provider.requests[0].body)["items"]
    assert (item["unit_price"], item["currency_id"]) == (5000.5, "ARS")
    run.provider.respond_with(PAYMENT)
    assert (await run.client.payment(ID)).amount == 500_010
    (request,) = run.provider.requests
    assert (request.line, request.headers["authorization"]) == (f"GET /v1/payments/{ID} HTTP/1.1", "Bearer our-token")
    run.provider.respond_with(http_response(200, {"results": [PAYMENT_FIELDS, PAYMENT_FIELDS | {"status": "paid"}]}))
    page = await run.client.search("d-1", "")
    assert (len(page.payments), page.unreadable) == (1, 1)
    assert "external_reference=d-1" in run.provider.requests[0].line
    assert run.calls == [("preference", "ok"), ("payment", "ok"), ("search", "ok")]


@pytest.mark.parametrize(("amount", "body"), [(None, b"{}"), (150_050, b'{"amount":1500.50}'), (7, b'{"amount":0.07}')])
async def test_refund_sends_the_amount(run: ClientRun, amount: int | None, body: bytes) -> None:
    run.provider.respond_with(REFUND)
    assert await run.client.refund(ID, amount, "ARS", KEY) == ProviderRefund("1500000001", 150_050, "approved")
    (request,) = run.provider.requests
    assert request.line == f"POST /v1/payments/{ID}/refunds HTTP/1.1"
    assert (request.headers["x-idempotency-key"], request.body) == (KEY, body)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_server_error_is_retried_under_one_key(run: ClientRun, status: int) -> None:
    run.provider.respond_with(http_response(status), REFUND)
    await run.client.refund(ID, 1, "ARS", KEY)
    assert [request.headers["x-idempotency-key"] for request in run.provider.requests] == [KEY, KEY]
    assert run.calls == [("refund", "ok")]


async def test_retries_are_bounded(run: ClientRun) -> None:
    run.provider.respond_with(http_response(500))
    with pytest.raises(ProviderFailed, match="answered 500"):
        await run.client.payment(ID)
    assert len(run.provider.requests) == ATTEMPTS
    assert run.calls == [("payment", "failed")]


async def test_refusal_is_not_retried(run: ClientRun) -> None:
    refund = run.client.refund
    for call, status, error in (
        (refund(ID, None, "ARS", KEY), 400, ProviderRefused),
        (refund(ID, None, "ARS", KEY), 404, UnknownPayment),
        (run.client.payment(ID), 404, UnknownPayment),
        (run.client.open_preference(ORDER), 404, ProviderRefused),
    ):
        run.provider.respond_with(http_response(status, {"message": "no"}))
        with pytest.raises(error):
            await call
        assert len(run.provider.requests) == 1
    assert [outcome for _, outcome in run.calls] == ["refused", "unknown", "unknown", "refused"]
    assert not issubclass(ProviderTimeout, ProviderRefused)
    assert not issubclass(ProviderRefused, ProviderTimeout)


async def test_retry_after_is_respected_within_the_time_limit(run: ClientRun) -> None:
    run.provider.respond_with(http_response(429, retry_after="1"), PAYMENT)
    began = time.monotonic()
    await run.client.payment(ID)
    assert time.monotonic() - began >= 1
    # A pause beyond the time limit fails at once.
    run.provider.respond_with(http_response(429, retry_after="60"), PAYMENT)
    with pytest.raises(ProviderFailed, match="answered 429"):
        await run.client.payment(ID)
    assert len(run.provider.requests) == 1
    for invalid in ("-1", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", "١"):
        run.provider.respond_with(http_response(503, retry_after=invalid), PAYMENT)
        await run.client.payment(ID)


async def test_missing_or_incomplete_response_times_out(scripted_provider: ScriptedServer) -> None:
    async with open_run(scripted_provider, 0.3) as run:
        client = run.client
        scripted_provider.respond_with(None)
        for call in (client.payment(ID), client.refund(ID, None, "ARS", KEY), client.search("d-1", "")):
            with pytest.raises(ProviderFailed):
                await call
        scripted_provider.respond_with(PAYMENT[:-5])
        with pytest.raises(ProviderFailed):
            await client.payment(ID)
    assert {outcome for _, outcome in run.calls} <= {"timeout", "failed"}


@pytest.mark.parametrize(
    "response",
    [
        http_response(200, b"[]"),
        http_response(200, b"<html>"),
        PAYMENT[:-9],
        http_response(200, PAYMENT_FIELDS | {"id": 7}),
        http_response(200, PAYMENT_FIELDS | {"status": "paid"}),
        http_response(200, b'{"a": "' + b"x" * 2_200_000 + b'"}'),
        http_response(302, location="http://127.0.0.1:1/"),
        b"SSH-2.0-OpenSSH\r\n",
    ],
    ids=["list", "page", "cut", "other id", "status", "huge", "redirect", "no http"],
)
async def test_unusable_response_raises(run: ClientRun, response: bytes) -> None:
    run.provider.respond_with(response)
    with pytest.raises(ProviderFailed):
        await run.client.payment(ID)
    assert len(run.calls) == 1


async def test_unreachable_provider_raises() -> None:
    async with open_scripted_server() as server:
        pass
    async with open_mercadopago(server, 5.0) as client:
        with pytest.raises(ProviderFailed, match="ConnectError"):
            await client.payment(ID)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("1500", 150_000, "ARS"),
        ("1500.5", 150_050, "ARS"),
        ("0.07", 7, "USD"),
        ("12.34", 1234, "BRL"),
        ("500", 500, "JPY"),
        ("1.250", 1250, "KWD"),
    ],
)
def test_minor_units_parses_units(text: str, amount: int, currency: str) -> None:
    assert minor_units(text, currency) == amount
    assert float(decimal_text(amount, currency).replace(",", "")) == float(text)


@pytest.mark.parametrize("text", ["", "0", "0.00", "-1", "1,5", "1.555", "1e3", "NaN", "٥", "1 000", "12345678901"])
def test_minor_units_of_an_invalid_text_raises(text: str) -> None:
    with pytest.raises(SettingsError):
        minor_units(text, "ARS")
    with pytest.raises(SettingsError):
        minor_units(text or "1.5", "JPY")
