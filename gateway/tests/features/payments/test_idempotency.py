"""Idempotency keys of donations: one key starts one donation, across lost responses and worker processes."""

import asyncio
import uuid
from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.installed import World
from fixtures.service import Service
from gateway.tests.support.account_app import assert_error, site
from gateway.tests.support.databases import clear_money
from gateway.tests.support.payment_app import CHECKOUT_URL, Donor, log_in_donor, scripted_environment
from gateway.tests.support.payment_providers import ProviderCase
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response

ATTEMPTS = 3  # of one call to the provider
CLOSE_CHECKOUTS = "UPDATE donations SET preference_id = NULL, init_point = NULL, created_at = created_at - {age}"


@pytest.fixture(scope="module")
async def service_http(
    payment_world: World, scripted_provider: ScriptedServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[httpx.AsyncClient]:
    """A service with two workers, which finds no pending donation to look up."""
    await clear_money(payment_world)
    settings = {"GATEWAY_SERVER_WORKERS": "2", "GATEWAY_LIMITS_DONATIONS": "1000"}
    env = {**payment_world.environment, **scripted_environment(scripted_provider, "http://127.0.0.1:8123"), **settings}
    with Service(env, log=tmp_path_factory.mktemp("idempotency") / "gateway.log") as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=60) as http:
            await wait_for_answer(http, "/api/rankings/pvp")
            yield http


@pytest.fixture
async def donor(
    payment_world: World, service_http: httpx.AsyncClient, scripted_provider: ScriptedServer, case: ProviderCase
) -> Donor:
    await clear_money(payment_world)
    scripted_provider.respond_with(case.checkout_opened)
    return await log_in_donor(service_http, "demo", case.name)


async def donations(world: World) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await site(world, "SELECT status, init_point FROM donations")]


async def test_concurrent_creates_with_one_key_start_one_donation(
    payment_world: World, donor: Donor, scripted_provider: ScriptedServer, case: ProviderCase
) -> None:
    answers = await asyncio.gather(*(donor.create_donation("key-1") for _ in range(64)))
    money = {"amount": 5000, "amount_minor": 500_000, "currency": "ARS", "digits": 2}
    expected = {"init_point": CHECKOUT_URL, "total_coins": 50} | money
    assert answers == [expected | {"donation_id": answers[0]["donation_id"]}] * 64
    assert await donations(payment_world) == [("pending", CHECKOUT_URL)]
    assert await donor.create_donation("key-1") == answers[0]
    assert [request.line for request in scripted_provider.posts] == [f"POST {case.checkout_path} HTTP/1.1"]


async def test_create_with_a_used_key_and_another_form_is_refused(
    payment_world: World, donor: Donor, scripted_provider: ScriptedServer, case: ProviderCase
) -> None:
    first = await donor.create_donation("key-1")
    character = donor.characters[-1]
    for change in ({"amount": 6000}, {"character_id": character["id"], "character_name": character["name"]}):
        assert_error(await donor.create("key-1", **change), 409, "key_reused")
    assert len(await donations(payment_world)) == len(scripted_provider.posts) == 1
    of_another_account = await (await log_in_donor(donor.http, "demo2", case.name)).create_donation("key-1")
    ids = {first["donation_id"], of_another_account["donation_id"]}
    ids |= {(await donor.create_donation(key))["donation_id"] for key in ("key-2", "", "")}
    assert len(ids) == len(await donations(payment_world)) == 5
    assert all(uuid.UUID(donation).version == 4 for donation in ids)


async def test_create_with_an_invalid_key_is_refused(donor: Donor) -> None:
    message = {"Idempotency-Key": "Must be 1 to 64 letters, digits, - and _"}
    assert_error(await donor.create("a:b"), 400, "validation_failed", **message)


async def test_create_after_a_failure_reuses_the_key(
    payment_world: World, donor: Donor, scripted_provider: ScriptedServer, case: ProviderCase
) -> None:
    scripted_provider.respond_with(http_response(400))
    assert_error(await donor.create("key-1"), 502, "payment_provider_failed")
    assert await donations(payment_world) == [("failed", None)]
    scripted_provider.respond_with(case.checkout_opened)
    await donor.create_donation("key-1")
    assert await donations(payment_world) == [("pending", CHECKOUT_URL)]


async def test_provider_failure_fails_all_waiting_requests(
    payment_world: World, donor: Donor, scripted_provider: ScriptedServer
) -> None:
    scripted_provider.respond_with(http_response(500))
    for response in await asyncio.gather(*(donor.create("key-1") for _ in range(4))):
        assert_error(response, 502, "payment_provider_failed")
    assert await donations(payment_world) == [("failed", None)]
    assert len(scripted_provider.posts) <= 4 * ATTEMPTS


async def test_concurrent_create_waits_for_the_open_checkout(
    payment_world: World, donor: Donor, scripted_provider: ScriptedServer
) -> None:
    """Another process opens the checkout; the row is all that this one sees of it."""
    first = await donor.create_donation("key-1")
    await site(payment_world, CLOSE_CHECKOUTS.format(age=0))
    scripted_provider.respond_with(http_response(500))
    request = asyncio.create_task(donor.create_donation("key-1"))
    await site(payment_world, f"UPDATE donations SET init_point = '{CHECKOUT_URL}&late'")
    assert await request == first | {"init_point": f"{CHECKOUT_URL}&late"}
    assert scripted_provider.posts == []


async def test_checkout_of_a_dead_process_is_opened_once(
    payment_world: World, donor: Donor, scripted_provider: ScriptedServer, case: ProviderCase
) -> None:
    """The process died before it called the provider, which then receives the same donation under the same key."""
    first = await donor.create_donation("key-1")
    await site(payment_world, CLOSE_CHECKOUTS.format(age=3600))
    scripted_provider.respond_with(case.checkout_opened)
    assert await asyncio.gather(*(donor.create_donation("key-1") for _ in range(16))) == [first] * 16
    (request,) = scripted_provider.posts
    assert request.headers[case.idempotency_header].startswith(first["donation_id"])
