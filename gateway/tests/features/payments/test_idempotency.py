"""A press that is repeated under its key begins one donation, whatever was lost and whichever process it meets."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.service import Service
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import OWN, bearer, refused, site, token_of
from gateway.tests.support.payment_app import BACK
from gateway.tests.support.polling import answered
from gateway.tests.support.scripted_http_server import Teller, said, teller

ADDRESS = "https://pay.example/checkout?pref_id=1"
OPENED = said(201, {"id": "preference-1", "init_point": ADDRESS})
TRIES = 3  # of one call to the provider
NOBODY_OPENED = "UPDATE donations SET preference_id = NULL, init_point = NULL, created_at = created_at - {age}"


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=64)


@pytest.fixture(scope="module")
async def provider() -> AsyncGenerator[Teller]:
    async with teller() as made:
        yield made


@pytest.fixture(scope="module")
async def http(
    its_world: World, provider: Teller, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[httpx.AsyncClient]:
    """Two processes that take payments from a provider which answers as it is told; demo is logged in."""
    env = {
        "GATEWAY_SERVER_WORKERS": "2",
        "GATEWAY_SERVER_PUBLIC_URL": "http://127.0.0.1:8123",
        "GATEWAY_LIMITS_DONATIONS": "1000",
        "GATEWAY_PAYMENTS_PROVIDER": "fake",
        "GATEWAY_PAYMENTS_API_URL": provider.url,
        "GATEWAY_PAYMENTS_ACCESS_TOKEN": "token",
        "GATEWAY_PAYMENTS_WEBHOOK_SECRET": "secret",
        "GATEWAY_PAYMENTS_COLLECTOR_ID": "1",
        "GATEWAY_PAYMENTS_CHECKOUT_HOSTS": "pay.example",
        "GATEWAY_PAYMENTS_TIMEOUT_MS": "20000",
    }
    log = tmp_path_factory.mktemp("once") / "gateway.log"
    with Service({**its_world.environment, **OWN, **env}, log=log) as running:
        async with httpx.AsyncClient(base_url=running.url, timeout=60) as made:
            await answered(made, "/api/rankings/pvp")
            made.headers.update(bearer(await token_of(made, "demo")))
            yield made


@pytest.fixture(autouse=True)
async def nothing_begun(its_world: World, http: httpx.AsyncClient, provider: Teller) -> None:
    await site(its_world, "DELETE FROM donations")
    provider.will(OPENED)


async def create(
    http: httpx.AsyncClient, key: str, headers: dict[str, str] | None = None, **change: Any
) -> httpx.Response:
    found = await http.get("/api/donations/characters", headers=headers)
    character = found.json()["data"][0]
    form = {"amount": 5000, "character_id": character["id"], "character_name": character["name"]}
    form |= {f"{word}_url": BACK + word for word in ("success", "failure", "pending")}
    told = {"Idempotency-Key": key} if key else {}
    return await http.post("/api/donations/create", json=form | change, headers=told | (headers or {}))


async def begun(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 201, answer.text
    return answer.json()


async def rows(its_world: World) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await site(its_world, "SELECT status, init_point FROM donations")]


async def test_concurrent_creates_with_one_key_start_one_donation(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    answers = [await begun(each) for each in await asyncio.gather(*(create(http, "press-1") for _ in range(64)))]
    assert answers == [answers[0]] * 64
    assert answers[0] | {"donation_id": ""} == {
        "donation_id": "",
        "init_point": ADDRESS,
        "amount": 5000,
        "total_coins": 50,
    }
    assert await rows(its_world) == [("pending", ADDRESS)]
    assert [asked.line for asked in provider.asked] == ["POST /checkout/preferences HTTP/1.1"]
    assert await begun(await create(http, "press-1")) == answers[0]
    assert len(provider.asked) == 1


async def test_create_with_a_used_key_and_another_form_is_refused(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    first = await begun(await create(http, "press-1"))
    refused(await create(http, "press-1", amount=6000), 409, "key_reused")
    other = (await http.get("/api/donations/characters")).json()["data"][-1]
    answer = await create(http, "press-1", character_id=other["id"], character_name=other["name"])
    refused(answer, 409, "key_reused")
    assert len(await rows(its_world)) == len(provider.asked) == 1
    theirs = await begun(await create(http, "press-1", bearer(await token_of(http, "demo2"))))
    found = {first["donation_id"], theirs["donation_id"]}
    found |= {(await begun(await create(http, key)))["donation_id"] for key in ("press-2", "", "")}
    assert len(found) == len(await rows(its_world)) == 5
    assert all(uuid.UUID(each).version == 4 for each in found)


async def test_create_with_an_invalid_key_is_refused(http: httpx.AsyncClient) -> None:
    text = "Must be 1 to 64 letters, digits, - and _"
    for key in ("x" * 65, "a b", "a:b", "a.b"):
        refused(await create(http, key), 400, "validation_failed", **{"Idempotency-Key": text})


async def test_create_after_a_failure_reuses_the_key(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    provider.will(said(400))
    refused(await create(http, "press-1"), 502, "payment_provider_failed")
    assert await rows(its_world) == [("failed", None)]
    provider.will(OPENED)
    await begun(await create(http, "press-1"))
    assert await rows(its_world) == [("pending", ADDRESS)]


async def test_provider_failure_fails_all_waiting_requests(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    provider.will(said(500))
    for answer in await asyncio.gather(*(create(http, "press-1") for _ in range(4))):
        refused(answer, 502, "payment_provider_failed")
    assert await rows(its_world) == [("failed", None)]
    assert len(provider.asked) <= 4 * TRIES


async def test_concurrent_create_waits_for_the_open_checkout(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    """Another process is at it, of which this one sees the row alone."""
    first = await begun(await create(http, "press-1"))
    await site(its_world, NOBODY_OPENED.format(age=0))
    provider.will(said(500))
    waiting = asyncio.create_task(create(http, "press-1"))
    await site(its_world, f"UPDATE donations SET init_point = '{ADDRESS}&late'")
    assert await begun(await waiting) == first | {"init_point": f"{ADDRESS}&late"}
    assert provider.asked == []


async def test_checkout_of_a_dead_process_is_opened_once(
    its_world: World, http: httpx.AsyncClient, provider: Teller
) -> None:
    """It died between the row and the provider; the provider hears of the same donation under the same key."""
    first = await begun(await create(http, "press-1"))
    await site(its_world, NOBODY_OPENED.format(age=3600))
    provider.will(OPENED)
    answers = await asyncio.gather(*(create(http, "press-1") for _ in range(16)))
    assert [await begun(each) for each in answers] == [first] * 16
    assert [asked.headers["x-idempotency-key"] for asked in provider.asked] == [first["donation_id"]]
