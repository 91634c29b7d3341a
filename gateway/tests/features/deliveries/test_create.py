"""POST /api/player/deliveries: one delivery for each key, paid from the wallet, or refused with a message."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import datetime
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from fixtures.installed import World
from fixtures.payment_snapshots import COLLECTOR, make_snapshot
from gateway.config.access import LimitSettings
from gateway.database.database import Database
from gateway.features.accounts.session import CACHE_SECONDS
from gateway.features.deliveries.create import InDebt, InsufficientCoins
from gateway.features.payments.reconcile import MerchantAccount, reconcile
from gateway.features.wallet.history import StoredDelivery
from gateway.http.errors import Problem
from gateway.http.idempotency import KeyReused
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import PASSWORD, assert_error, bearer, game, open_app, site, token_of
from gateway.tests.support.delivery_data import add_debt, credit_coins, read_balance, send_coins
from gateway.tests.support.payment_app import insert_donation
from gateway.tests.support.player_state import id_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wallet_data import COIN, get_json, open_as_demo

DELIVERIES = "/api/player/deliveries"


@pytest.fixture(scope="module")
async def http(mobius_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_as_demo(mobius_world, client) as demo_http:
        yield demo_http


@pytest.fixture(scope="module")
async def receiver(mobius_world: World) -> int:
    return await id_of(mobius_world, "Aurelion")


async def post(http: httpx.AsyncClient, key: str | None, **body: Any) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return await http.post(DELIVERIES, json=body, headers=headers, timeout=60)


async def post_created(http: httpx.AsyncClient, key: str, **body: Any) -> dict[str, Any]:
    response = await post(http, key, **body)
    assert (response.status_code, response.headers["Cache-Control"]) == (201, "no-store"), response.text
    return response.json()


async def count_deliveries(world: World, login: str) -> int:
    return int((await site(world, f"SELECT COUNT(*) FROM deliveries WHERE account = '{login}'"))[0][0])


async def test_send_moves_coins_from_the_wallet_into_transit(
    http: httpx.AsyncClient, mobius_world: World, mobius_site: Database, receiver: int
) -> None:
    await credit_coins(mobius_site, "demo", 100)
    delivery = await post_created(http, "first", character_id=receiver, amount=30)
    assert delivery == {
        "id": delivery["id"],
        "created_at": delivery["created_at"],
        "character_id": receiver,
        "character_name": "Aurelion",
        "amount": 30,
        "status": "pending",
        "delivered_at": None,
        "saved_by": None,
    }
    assert await post_created(http, "first", character_id=receiver, amount=30) == delivery
    assert (await get_json(http, DELIVERIES))["data"][0] == delivery
    coins = await get_json(http, "/api/player/coins")
    assert (coins["available"], coins["in_transit"], coins["pending_delivery"]) == (70, 30, 100)
    ((account, item),) = await site(
        mobius_world, f"SELECT account, item_id FROM deliveries WHERE id = {delivery['id']}"
    )
    assert (account, item) == ("demo", COIN)


async def test_refused_send_costs_nothing(http: httpx.AsyncClient, mobius_world: World, receiver: int) -> None:
    old_state = await read_balance(mobius_world, "demo"), await count_deliveries(mobius_world, "demo")
    form = {"character_id": receiver, "amount": 1}
    whole_number = {"amount": "Must be a whole number"}
    for change, fields in (
        ({"amount": 0}, {"amount": "Must be at least 1"}),
        ({"amount": 2**31}, {"amount": f"Must be at most {2**31 - 1:,}"}),
        *(({"amount": amount}, whole_number) for amount in (1.5, 1.0, "1", True, None)),
        ({"more": 1}, {"more": "Unknown field"}),
    ):
        assert_error(await post(http, "a", **form | change), 400, "validation_failed", **fields)
    no_character = await post(http, "a", amount=1)
    assert_error(no_character, 400, "validation_failed", character_id="Required")
    for key in ("", "a b", "a:b", "x" * 65, None):
        message = {"Idempotency-Key": "Must be 1 to 64 letters, digits, - and _"}
        assert_error(await post(http, key, **form), 400, "validation_failed", **message)
    of_another_account = await id_of(mobius_world, "Ironbark")
    for character in (of_another_account, 1, 0, -1, 2**31, 2**63):
        assert_error(await post(http, "a", **form | {"character_id": character}), 404, "not_found")
    for amount in (old_state[0] + 1, 2**31 - 1):
        assert_error(await post(http, "a", **form | {"amount": amount}), 409, "insufficient_coins")
    response = await http.post(DELIVERIES, json=form, headers={"Authorization": "Bearer x", "Idempotency-Key": "a"})
    assert_error(response, 401, "not_authenticated")
    assert (await read_balance(mobius_world, "demo"), await count_deliveries(mobius_world, "demo")) == old_state


async def test_send_with_a_used_key_and_another_order_is_refused(
    http: httpx.AsyncClient, mobius_world: World, mobius_site: Database, receiver: int
) -> None:
    for login in ("demo", "demo2"):
        await credit_coins(mobius_site, login, 10)
    await post_created(http, "used", character_id=receiver, amount=2)
    for character, amount in ((receiver, 3), (await id_of(mobius_world, "Elowen"), 2)):
        assert_error(await post(http, "used", character_id=character, amount=amount), 409, "key_reused")
    form = {"character_id": await id_of(mobius_world, "Ironbark"), "amount": 2}
    headers = {**bearer(await token_of(http, "demo2")), "Idempotency-Key": "used"}
    response = await http.post(DELIVERIES, json=form, headers=headers, timeout=60)
    assert response.status_code == 201, "each account has its own keys"


async def test_send_in_debt_is_refused(
    http: httpx.AsyncClient, mobius_world: World, mobius_site: Database, receiver: int
) -> None:
    await credit_coins(mobius_site, "demo", 10)
    delivery = await post_created(http, "before-the-debt", character_id=receiver, amount=2)
    await add_debt(mobius_site, "demo", 3)
    old_balance = await read_balance(mobius_world, "demo")
    for amount in (1, 10**6):
        assert_error(await post(http, "debt", character_id=receiver, amount=amount), 409, "in_debt")
    assert await post_created(http, "before-the-debt", character_id=receiver, amount=2) == delivery
    assert await read_balance(mobius_world, "demo") == old_balance
    await add_debt(mobius_site, "demo", -3)


async def test_repeated_key_returns_the_delivery_after_sending_is_disabled(
    http: httpx.AsyncClient,
    mobius_world: World,
    mobius_site: Database,
    client: ClientFactory,
    receiver: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also while the game's database is unavailable; repetitions count towards the rate limit."""
    await credit_coins(mobius_site, "demo", 10)
    form = {"character_id": receiver, "amount": 2}
    delivery = await post_created(http, "existing", **form)
    views = mobius_world.schemas.views
    await game(mobius_world, f"RENAME TABLE {views}.characters TO {views}.characters_away")
    try:
        assert_error(await post(http, "new", **form), 503, "game_unavailable")
        assert await post_created(http, "existing", **form) == delivery
    finally:
        await game(mobius_world, f"RENAME TABLE {views}.characters_away TO {views}.characters")
    token = await token_of(http, "demo")
    monkeypatch.setattr(LimitSettings, "deliveries", 3)
    async with open_app(mobius_world, client, GATEWAY_DELIVERIES_ENABLED="false") as disabled:
        await wait_for_answer(disabled, "/api/rankings/pvp")
        disabled.headers.update(bearer(token))
        assert (await get_json(disabled, "/api/player/coins"))["can_send"] is False
        assert_error(await post(disabled, "new", **form), 403, "feature_disabled")
        assert await post_created(disabled, "existing", **form) == delivery
        assert_error(await post(disabled, "new", **form), 403, "feature_disabled")
        limited = await post(disabled, "existing", **form)
        assert_error(limited, 429, "too_many_requests")
        assert 1 <= int(limited.headers["Retry-After"]) <= 200


async def test_send_of_coins_on_hold_is_refused_with_the_moment(
    http: httpx.AsyncClient, mobius_world: World, mobius_site: Database, receiver: int
) -> None:
    now, donation = int(time.time()), await insert_donation(mobius_world, "demo")
    await site(mobius_world, f"UPDATE profiles SET first_login_at = {now} WHERE login = 'demo'")
    await credit_coins(mobius_site, "demo", 5)
    free = await read_balance(mobius_world, "demo")
    payment = replace(make_snapshot("approved", "accredited"), donation_id=donation)
    assert await reconcile(mobius_site, MerchantAccount(COLLECTOR, live_mode=True), payment, now) == "moved"
    refusal = await post(http, "held", character_id=receiver, amount=free + 1)
    assert_error(refusal, 409, "coins_on_hold")
    assert datetime.fromisoformat(refusal.json()["until"]).timestamp() == now + 24 * 3600
    delivery = await post_created(http, "held", character_id=receiver, amount=free)
    assert_error(await post(http, "next", character_id=receiver, amount=1), 409, "coins_on_hold")
    assert await post_created(http, "held", character_id=receiver, amount=free) == delivery


async def send_concurrently(count: int, send: Callable[[int], Awaitable[StoredDelivery]]) -> list[str]:
    """Returns the delivery's id or the error for each request."""

    async def outcome(number: int) -> str:
        try:
            return f"sent {(await send(number)).id}"
        except Problem as problem:
            return problem.error

    return await asyncio.gather(*(outcome(number) for number in range(count)))


async def test_concurrent_sends_spend_at_most_the_balance(mobius_world: World, mobius_site: Database) -> None:
    await credit_coins(mobius_site, "ann", 7 * 5 + 4)
    outcomes = await send_concurrently(64, lambda number: send_coins(mobius_site, "ann", 5, f"ann:{number}"))
    assert outcomes.count(InsufficientCoins.error) == 57
    assert len(set(outcomes)) == 8
    assert (await count_deliveries(mobius_world, "ann"), await read_balance(mobius_world, "ann")) == (7, 4)


async def test_concurrent_sends_with_one_key_make_one_delivery(mobius_world: World, mobius_site: Database) -> None:
    await credit_coins(mobius_site, "bea", 100)
    outcomes = await send_concurrently(64, lambda _: send_coins(mobius_site, "bea", 5, "bea:same"))
    assert len(set(outcomes)) == 1
    assert (await count_deliveries(mobius_world, "bea"), await read_balance(mobius_world, "bea")) == (1, 95)
    outcomes = await send_concurrently(6, lambda _: send_coins(mobius_site, "cid", 5, "cid:same"))
    assert set(outcomes) == {InsufficientCoins.error}
    outcomes = await send_concurrently(64, lambda number: send_coins(mobius_site, "bea", 1 + number % 2, "bea:mixed"))
    assert sorted(outcomes.count(outcome) for outcome in set(outcomes)) == [32, 32]
    assert KeyReused.error in outcomes
    await add_debt(mobius_site, "bea", 1)
    outcomes = await send_concurrently(4, lambda _: send_coins(mobius_site, "bea", 5, "bea:debt"))
    assert set(outcomes) == {InDebt.error}


async def test_send_without_a_fresh_proof_is_refused_and_a_repeated_key_is_answered(
    http: httpx.AsyncClient, mobius_world: World, mobius_site: Database, receiver: int
) -> None:
    await credit_coins(mobius_site, "demo", 2)
    first = await post_created(http, "proved", character_id=receiver, amount=1)
    await site(mobius_world, "UPDATE sessions SET confirmed_at = confirmed_at - 300 WHERE login = 'demo'")
    await asyncio.sleep(CACHE_SECONDS + 0.1)
    assert_error(await post(http, "unproved", character_id=receiver, amount=1), 403, "step_up_required")
    assert await post_created(http, "proved", character_id=receiver, amount=1) == first
    assert (await http.post("/api/auth/step-up", json={"password": PASSWORD})).status_code == 200
    await post_created(http, "unproved", character_id=receiver, amount=1)
