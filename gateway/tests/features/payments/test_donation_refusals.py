"""What a donation is refused for, and what a checkout must not be: then nobody is charged, and nothing is kept."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.provider.notices import signed
from gateway.features.payments.webhook import MAX_UNSIGNED
from gateway.observability import metrics
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.features.payments.test_redirect_urls import HOSTILE
from gateway.tests.support.account_app import bearer, entrance, refused, site, token_of
from gateway.tests.support.payment_app import BACK
from gateway.tests.support.polling import answered
from gateway.tests.support.scripted_http_server import Teller, said, teller
from gateway.tests.support.wait_until import until

OURS = "http://127.0.0.1:8123"


PARKED = (
    "INSERT INTO payments (id, status, detail, outcome, amount, refunded, updated_ms, mismatch, first_seen_at, seen_at)"
    " VALUES (1, 'approved', '', 'failed', 1, 0, 1, 'amount', 1, 1), (2, 'refunded', '', 'failed', 1, 1, 1, 'amount',"
    " 1, 1)"
)
MANY = r"[1-9][0-9]*"
EXPECTED = (
    r'fishi_provider_request_duration_seconds_count\{call="preference",outcome="ok"\} ' + MANY,
    r'fishi_webhooks_total\{verdict="unsigned"\} ' + MANY,
    r'fishi_webhooks_total\{verdict="ignored"\} ' + MANY,
    r'fishi_webhooks_total\{verdict="stored"\} ' + MANY,
    r'fishi_provider_request_duration_seconds_count\{call="payment",outcome="ok"\} ' + MANY,
    r'fishi_payment_reconciliations_total\{verdict="deferred"\} ' + MANY,
    r"fishi_payments_mismatched 1",
    r"fishi_webhook_backlog [0-9]+",
    r"fishi_ledger_broken_rules 0",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """Where the process writes its figures."""
    made = tmp_path_factory.mktemp("figures")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(metrics.FOLDER, str(made))
        yield made


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=64)


@pytest.fixture(scope="module")
async def provider() -> AsyncGenerator[Teller]:
    async with teller() as made:
        yield made


@pytest.fixture(scope="module")
async def http(
    its_world: World, provider: Teller, folder: Path, client: ClientFactory
) -> AsyncGenerator[httpx.AsyncClient]:
    """Takes payments from a provider that answers as it is told."""
    await site(its_world, PARKED)
    env = {
        "GATEWAY_SERVER_PUBLIC_URL": OURS,
        "GATEWAY_PAYMENTS_PROVIDER": "fake",
        "GATEWAY_PAYMENTS_API_URL": provider.url,
        "GATEWAY_PAYMENTS_ACCESS_TOKEN": "token",
        "GATEWAY_PAYMENTS_WEBHOOK_SECRET": "secret",
        "GATEWAY_PAYMENTS_COLLECTOR_ID": "1",
        "GATEWAY_PAYMENTS_CHECKOUT_HOSTS": "pay.example,pay.example:8443",
        "GATEWAY_PAYMENTS_TIMEOUT_MS": "20000",
    }
    async with entrance(its_world, client, **env) as http:
        await answered(http, "/api/rankings/pvp")
        yield http


class Buyer:
    def __init__(self, http: httpx.AsyncClient, token: str, character: dict[str, Any]) -> None:
        self.http, self.headers, self.character = http, bearer(token), character

    async def create(self, **change: Any) -> httpx.Response:
        form = {"amount": 5000, "character_id": self.character["id"], "character_name": self.character["name"]}
        form |= {f"{word}_url": BACK + word for word in ("success", "failure", "pending")}
        return await self.http.post("/api/donations/create", json=form | change, headers=self.headers)


async def buyer(http: httpx.AsyncClient, name: str) -> Buyer:
    token = await token_of(http, name)
    found = await http.get("/api/donations/characters", headers=bearer(token))
    return Buyer(http, token, found.json()["data"][0])


async def statuses(its_world: World, account: str) -> list[str]:
    rows = await site(its_world, f"SELECT status FROM donations WHERE account = '{account}'")
    return [str(row[0]) for row in rows]


def checkout(address: Any) -> bytes:
    return said(201, {"id": "preference-1", "init_point": address})


FOREIGN = [
    "https://evil.example/checkout",
    "https://pay.example.evil.example/checkout",
    "https://pay.example@evil.example/checkout",
    "https://user:word@pay.example/checkout",
    "https://pay.example:444/checkout",
    "https://pay.example:84433/checkout",
    "https://pay.example./checkout",
    "https://PAY.example/checkout",
    "ftp://pay.example/checkout",
    "javascript://pay.example/%0aalert(1)",
    "//pay.example/checkout",
    "/checkout",
    "https:\\\\pay.example/checkout",
    "https://pay.example/checkout\r\nx: y",
    "https://pay.example/" + "x" * 500,
    "",
    None,
    7,
]


async def test_create_with_a_foreign_checkout_fails(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    demo2 = await buyer(http, "demo2")
    for address in FOREIGN:
        provider.will(checkout(address))
        answer = await demo2.create()
        refused(answer, 502, "payment_provider_failed")
        assert "example" not in answer.text, address
        assert len(provider.asked) == 1
    assert await statuses(its_world, "demo2") == ["failed"] * len(FOREIGN)
    for address in ("https://pay.example/checkout?pref_id=1", "https://pay.example:8443/checkout"):
        provider.will(checkout(address))
        answer = await demo2.create()
        assert (answer.status_code, answer.json()["init_point"]) == (201, address), answer.text


async def test_create_with_a_foreign_return_url_is_refused(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    demo = await buyer(http, "demo")
    before = await statuses(its_world, "demo")
    provider.will(checkout("https://pay.example/checkout"))
    text = {"success_url": "Must be a path or an address of this site"}
    for url in {*HOSTILE, f"{OURS}@evil.example/", f"{OURS}1/", f"{OURS}./", f"{OURS}%2f@evil.example/"}:
        refused(await demo.create(success_url=url), 400, "validation_failed", **text)
    for field in ("failure_url", "pending_url"):
        answer = await demo.create(**{field: "//evil.example/"})
        refused(answer, 400, "validation_failed", **{field: text["success_url"]})
    assert provider.asked == []
    assert await statuses(its_world, "demo") == before


async def test_create_is_rate_limited(its_world: World, http: httpx.AsyncClient, provider: Teller) -> None:
    demo = await buyer(http, "demo")
    await site(its_world, "DELETE FROM donations WHERE account = 'demo'")
    provider.will(checkout("https://pay.example/checkout"))
    began = time.monotonic()
    answers = await until_refused(demo.create, 90)
    begun = len(answers) - 1
    refused(answers[-1], 429, "too_many_requests")
    # One is given back each twenty seconds.
    assert 30 <= begun <= 31 + (time.monotonic() - began) / 20
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 20
    assert len(provider.asked) == begun
    assert await statuses(its_world, "demo") == ["pending"] * begun
    assert (await (await buyer(http, "demo2")).create()).status_code == 201


async def until_refused(ask: Callable[[], Awaitable[httpx.Response]], most: int) -> list[httpx.Response]:
    """The answers, of which the last one is no success."""
    answers = [await ask()]
    while answers[-1].is_success and len(answers) < most:
        answers.append(await ask())
    return answers


async def test_unsigned_webhooks_are_rate_limited(its_world: World, http: httpx.AsyncClient, provider: Teller) -> None:
    """Anybody could send them. What is refused is not stored."""
    provider.will(said(404))
    numbers = count(1)
    answers = await until_refused(
        lambda: http.post(f"/api/donations/webhook?topic=payment&id={next(numbers)}"), 5 * MAX_UNSIGNED
    )
    assert len(answers) > MAX_UNSIGNED
    refused(answers[-1], 429, "too_many_requests")
    assert answers[-1].headers["retry-after"]
    assert len(await site(its_world, "SELECT id FROM webhook_inbox")) == len(answers) - 1


async def test_webhooks_are_counted_by_verdict(http: httpx.AsyncClient, provider: Teller, folder: Path) -> None:
    """By the process that leads, what is parked and what waits, too."""
    provider.will(checkout("https://pay.example/checkout"))  # and so no payment that could be read
    await (await buyer(http, "demo2")).create()
    headers = signed(b"secret", "13", "r1", int(time.time()))
    await http.post("/api/donations/webhook?data.id=13&type=payment", json={}, headers=headers)
    await http.post("/api/donations/webhook?data.id=1&type=payment", json={})
    await http.post("/api/donations/webhook?topic=merchant_order&id=904", json={})
    shown = ""

    async def is_shown() -> bool:
        nonlocal shown
        shown = metrics.render(metrics.read(folder), time.time())
        return all(re.search(f"^{line}$", shown, re.MULTILINE) for line in EXPECTED)

    try:
        await until(is_shown)
    except TimeoutError:
        raise AssertionError(shown) from None
