"""An operator's refund: shown by the dry run, made once at the provider however often it is repeated, then booked."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.provider import Provider
from fixtures.provider.payments import COLLECTOR_ID
from fixtures.provider.provider_settings import payment_settings
from gateway.tests.administration.operator_app import ADMIN_ENV, operator_headers
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site
from gateway.tests.support.payment_app import PAYMENT_FIELDS, insert_donation, read_balances

PAYMENT = 1300000077
REFUNDS = f"SELECT amount, answered_at > 0 FROM refunds WHERE payment_id = {PAYMENT}"
PATH = f"/api/admin/payments/{PAYMENT}/refund"


@pytest.fixture(scope="module")
def provider() -> Generator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture
async def http(server: World, client: ClientFactory, provider: Provider) -> AsyncGenerator[httpx.AsyncClient]:
    env = payment_settings(provider, ["http://127.0.0.1:8080"]) | ADMIN_ENV
    async with open_app(server, client, **env) as http:
        yield http


async def refund(http: httpx.AsyncClient, headers: dict[str, str], amount: int | None, key: str = "") -> httpx.Response:
    request_headers = headers | ({"Idempotency-Key": key} if key else {})
    form = {"reason": "a duplicate", "amount": amount}
    return await http.post(PATH, json=form, headers=request_headers, params={"dry_run": not key})


async def test_refund_is_made_and_booked_once(server: World, http: httpx.AsyncClient, provider: Provider) -> None:
    headers = await operator_headers(server, name="rita")
    balance = (await read_balances(server, "demo2")).get("wallet", 0)
    donation = await insert_donation(server, "demo2")
    payment_fields: dict[str, Any] = {"external_reference": donation, "transaction_amount": 5000, "live_mode": False}
    provider.add_payments([PAYMENT_FIELDS | payment_fields | {"id": PAYMENT, "collector_id": COLLECTOR_ID}])

    async def refunds_made() -> tuple[float, list[tuple[Any, ...]]]:
        """Returns the refunded pesos at the provider, and the recorded requests."""
        async with httpx.AsyncClient(base_url=provider.url) as control:
            [payment] = (await control.get("/_control/payments")).json()["data"]
        rows = await site(server, f"{REFUNDS} ORDER BY amount")
        return payment["transaction_amount_refunded"], rows

    dry = await refund(http, headers, 150_000)
    assert dry.status_code == 200, dry.text
    [change] = dry.json()["changes"]
    assert (change["before"], change["after"]) == ({"refunded": "0.00"}, {"refunded": "1,500.00"})
    assert_error(await refund(http, headers, 500_001), 409, "conflict")
    assert await refunds_made() == (0, [])

    repeats = await asyncio.gather(*[refund(http, headers, 150_000, "part") for _ in range(6)])
    assert [response.status_code for response in repeats] == [200] * 6, [response.text for response in repeats]
    assert await refunds_made() == (1500, [(150_000, 1)])
    remaining_coins = 39  # of 57 coins, less the share of 1,500 of 5,000 pesos
    assert (await read_balances(server, "demo2"))["wallet"] == balance + remaining_coins
    assert (await refund(http, headers, None, "rest")).status_code == 200
    assert await refunds_made() == (5000, [(150_000, 1), (350_000, 1)])
    assert (await read_balances(server, "demo2"))["wallet"] == balance
    log_rows = await site(
        server, f"SELECT operator, via FROM operator_log WHERE subject = 'payment:{PAYMENT}' AND new_values <> ''"
    )
    assert log_rows == [("rita", "admin")] * 2


async def test_unreachable_provider_refunds_nothing(server: World, client: ClientFactory, provider: Provider) -> None:
    env = payment_settings(provider, ["http://127.0.0.1:8080"]) | ADMIN_ENV
    headers = await operator_headers(server, name="rolf")
    requests = await site(server, "SELECT COUNT(*) FROM refunds")
    async with open_app(server, client, **env | {"GATEWAY_PAYMENTS_API_URL": "http://127.0.0.1:9"}) as http:
        assert_error(await refund(http, headers, None, "lost"), 502, "payment_provider_failed")
    assert await site(server, "SELECT COUNT(*) FROM refunds") == requests
