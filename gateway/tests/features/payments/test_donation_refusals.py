"""Refused donations and webhooks: nothing is charged or stored. And the metrics of payments."""

import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from itertools import count
from pathlib import Path

import httpx
import pytest

from fixtures.installed import World
from fixtures.provider.notices import event_signature, signed
from gateway.features.payments.webhook import MAX_UNSIGNED
from gateway.observability import metrics
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site
from gateway.tests.support.databases import clear_money
from gateway.tests.support.payment_app import (
    CHECKOUT_OPENED,
    insert_donation,
    log_in_donor,
    scripted_environment,
)
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response
from gateway.tests.support.wait_until import until

SITE_URL = "http://127.0.0.1:8123"
WEBHOOK = "/api/donations/webhook"
MISMATCHED_PAYMENTS = (
    "INSERT INTO payments (id, status, detail, outcome, amount, refunded, updated_ms, mismatch, first_seen_at, seen_at)"
    " VALUES (1, 'approved', '', 'failed', 1, 0, 1, 'amount', 1, 1), (2, 'refunded', '', 'failed', 1, 1, 1, 'amount',"
    " 1, 1)"
)
RECORDED_PAYMENT = 2
METRICS = (
    r'fishi_provider_request_duration_seconds_count\{.*call="preference",outcome="ok"\} [1-9][0-9]*',
    r'fishi_webhooks_total\{provider="mercadopago",verdict="unsigned"\} [1-9][0-9]*',
    r'fishi_webhooks_total\{provider="mercadopago",verdict="ignored"\} [1-9][0-9]*',
    r'fishi_webhooks_total\{provider="mercadopago",verdict="stored"\} [1-9][0-9]*',
    r'fishi_provider_request_duration_seconds_count\{.*call="payment",outcome="ok"\} [1-9][0-9]*',
    r'fishi_payment_reconciliations_total\{provider="mercadopago",verdict="deferred"\} [1-9][0-9]*',
    r'fishi_payments_mismatched\{provider="mercadopago"\} 1',
    r'fishi_webhook_backlog\{provider="mercadopago"\} [0-9]+',
    r'fishi_webhooks_total\{provider="stripe",verdict="forged"\} 1',
    r'fishi_webhooks_total\{provider="stripe",verdict="ignored"\} 1',
    r'fishi_webhook_backlog\{provider="stripe"\} 0',
    r"fishi_ledger_broken_rules 0",
)


@pytest.fixture(scope="module")
def metrics_folder(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    folder = tmp_path_factory.mktemp("metrics")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(metrics.FOLDER, str(folder))
        yield folder


@pytest.fixture(scope="module")
async def http(
    payment_world: World, scripted_provider: ScriptedServer, metrics_folder: Path, client: ClientFactory
) -> AsyncGenerator[httpx.AsyncClient]:
    await clear_money(payment_world)
    await site(payment_world, MISMATCHED_PAYMENTS)
    env = scripted_environment(scripted_provider, SITE_URL) | {"GATEWAY_PAYMENTS_LEGACY_NOTICES": "true"}
    async with open_app(payment_world, client, **env) as client_http:
        await wait_for_answer(client_http, "/api/rankings/pvp")
        yield client_http
    await clear_money(payment_world)


async def statuses(world: World, account: str) -> list[str]:
    rows = await site(world, f"SELECT status FROM donations WHERE account = '{account}'")
    return [str(row[0]) for row in rows]


def checkout(init_point: object) -> bytes:
    return http_response(201, {"id": "preference-1", "init_point": init_point})


async def test_create_with_a_foreign_checkout_fails(
    payment_world: World, http: httpx.AsyncClient, scripted_provider: ScriptedServer
) -> None:
    donor = await log_in_donor(http, "demo2")
    foreign = ("https://pay.example@evil.example/checkout", "https://pay.example:444/checkout", "", None, 7)
    for init_point in foreign:
        scripted_provider.respond_with(checkout(init_point))
        response = await donor.create()
        assert_error(response, 502, "payment_provider_failed")
        assert "example" not in response.text, init_point
        assert len(scripted_provider.posts) == 1
    assert await statuses(payment_world, "demo2") == ["failed"] * len(foreign)
    for init_point in ("https://pay.example/checkout?pref_id=1", "https://pay.example:8443/checkout"):
        scripted_provider.respond_with(checkout(init_point))
        assert (await donor.create_donation())["init_point"] == init_point


async def until_refused(request: Callable[[], Awaitable[httpx.Response]], most: int) -> list[httpx.Response]:
    """Repeats a request until it fails; returns all responses."""
    responses = [await request()]
    while responses[-1].is_success and len(responses) < most:
        responses.append(await request())
    return responses


async def test_create_is_rate_limited(
    payment_world: World, http: httpx.AsyncClient, scripted_provider: ScriptedServer
) -> None:
    donor = await log_in_donor(http, "demo")
    await site(payment_world, "DELETE FROM donations WHERE account = 'demo'")
    scripted_provider.respond_with(CHECKOUT_OPENED)
    began = time.monotonic()
    *responses, refusal = await until_refused(donor.create, 90)
    assert_error(refusal, 429, "too_many_requests")
    # The limit recovers by one in twenty seconds.
    assert 30 <= len(responses) <= 31 + (time.monotonic() - began) / 20
    assert 1 <= int(refusal.headers["retry-after"]) <= 20
    assert len(scripted_provider.posts) == len(responses)
    assert await statuses(payment_world, "demo") == ["pending"] * len(responses)
    assert (await (await log_in_donor(http, "demo2")).create()).status_code == 201


async def test_unsigned_webhooks_are_rate_limited(
    payment_world: World, http: httpx.AsyncClient, scripted_provider: ScriptedServer
) -> None:
    scripted_provider.respond_with(http_response(404))
    numbers = count(RECORDED_PAYMENT + 1)
    await site(payment_world, "UPDATE donations SET status = 'failed'")
    assert (await http.post(f"{WEBHOOK}?topic=payment&id=999")).status_code == 200
    assert (await http.post(f"{WEBHOOK}?topic=payment&id={RECORDED_PAYMENT}")).status_code == 200
    rows = await site(payment_world, "SELECT payment_id FROM webhook_inbox")
    assert [row[0] for row in rows] == [RECORDED_PAYMENT]
    await insert_donation(payment_world, "pending")
    *responses, refusal = await until_refused(
        lambda: http.post(f"{WEBHOOK}?topic=payment&id={next(numbers)}"), 5 * MAX_UNSIGNED
    )
    assert len(responses) + 2 >= MAX_UNSIGNED
    assert_error(refusal, 429, "too_many_requests")
    assert refusal.headers["retry-after"]
    assert len(await site(payment_world, "SELECT id FROM webhook_inbox")) == len(responses) + 1


async def test_payments_are_counted_in_metrics(
    http: httpx.AsyncClient, scripted_provider: ScriptedServer, metrics_folder: Path
) -> None:
    scripted_provider.respond_with(CHECKOUT_OPENED)  # unreadable as a payment
    await (await log_in_donor(http, "demo2")).create()
    headers = signed(b"secret", "13", "r1", int(time.time()))
    await http.post(f"{WEBHOOK}?data.id=13&type=payment", json={}, headers=headers)
    await http.post(f"{WEBHOOK}?data.id=1&type=payment", json={})
    await http.post(f"{WEBHOOK}?topic=merchant_order&id=904", json={})
    event = b'{"id": "evt_1", "type": "invoice.paid"}'
    for secret in (b"guess", b"secret"):
        headers = event_signature(secret, event, int(time.time()))
        await http.post(f"{WEBHOOK}/stripe", content=event, headers=headers)
    text = ""

    async def is_counted() -> bool:
        nonlocal text
        text = metrics.render(metrics.read(metrics_folder), time.time())
        return all(re.search(f"^{line}$", text, re.MULTILINE) for line in METRICS)

    try:
        await until(is_counted)
    except TimeoutError:
        raise AssertionError(text) from None
