"""Sending coins to a character: once for its key, never more than there are, and refused in words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.features.deliveries.create import InDebt, InsufficientCoins
from gateway.features.wallet.history import StoredDelivery
from gateway.http.errors import Problem
from gateway.http.idempotency import KeyReused
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, entrance, refused, site, token_of
from gateway.tests.support.delivery_data import give, in_wallet, owe, sent, site_door, sound
from gateway.tests.support.player_state import game, id_of
from gateway.tests.support.polling import answered
from gateway.tests.support.wallet_data import COIN, got, logged_in

SEND = "/api/player/deliveries"


@pytest.fixture(scope="module")
def here(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=52)


@pytest.fixture(scope="module")
async def http(here: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with logged_in(here, client) as opened:
        yield opened


@pytest.fixture(scope="module")
async def receiver(here: World) -> int:
    return await id_of(here, "Aurelion")


async def post(http: httpx.AsyncClient, key: str | None, **body: Any) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return await http.post(SEND, json=body, headers=headers, timeout=60)


async def deliveries(here: World, login: str) -> int:
    return int((await site(here, f"SELECT COUNT(*) FROM deliveries WHERE account = '{login}'"))[0][0])


async def test_send_moves_coins_from_the_wallet_into_transit(
    http: httpx.AsyncClient, here: World, receiver: int
) -> None:
    async with site_door(here) as books:
        await give(books, "demo", 100)
        answer = await post(http, "first", character_id=receiver, amount=30)
        assert answer.status_code == 201, answer.text
        sent_one = answer.json()
        assert sent_one == {
            "id": sent_one["id"],
            "created_at": sent_one["created_at"],
            "character_id": receiver,
            "character_name": "Aurelion",
            "amount": 30,
            "status": "pending",
            "delivered_at": None,
        }
        assert answer.headers["Cache-Control"] == "no-store"
        again = await post(http, "first", character_id=receiver, amount=30)
        assert (again.status_code, again.json()) == (201, sent_one)
        assert (await got(http, SEND))["data"][0] == sent_one
        coins = await got(http, "/api/player/coins")
        assert (coins["available"], coins["in_transit"], coins["pending_delivery"]) == (70, 30, 100)
        stored = await site(here, f"SELECT account, item_id FROM deliveries WHERE id = {sent_one['id']}")
        assert [tuple(row) for row in stored] == [("demo", COIN)]
        await sound(books)


async def test_refused_send_costs_nothing(http: httpx.AsyncClient, here: World, receiver: int) -> None:
    before = await in_wallet(here, "demo"), await deliveries(here, "demo")
    most = before[0] + 1
    good = {"character_id": receiver, "amount": 1}
    foreign = await id_of(here, "Ironbark")
    refused(await post(http, "a", **good | {"amount": 0}), 400, "validation_failed", amount="Must be at least 1")
    refused(
        await post(http, "a", **good | {"amount": 2**31}),
        400,
        "validation_failed",
        amount=f"Must be at most {2**31 - 1}",
    )
    for lax in (1.5, 1.0, "1", True, None):
        refused(
            await post(http, "a", **good | {"amount": lax}), 400, "validation_failed", amount="Must be a whole number"
        )
    refused(await post(http, "a", **good | {"more": 1}), 400, "validation_failed", more="Unknown field")
    refused(await post(http, "a", amount=1), 400, "validation_failed", character_id="Must be a whole number")
    for key in ("", "a b", "a:b", "x" * 65, None):
        words = {"Idempotency-Key": "Must be 1 to 64 letters, digits, - and _"}
        refused(await post(http, key, **good), 400, "validation_failed", **words)
    for nobody in (foreign, 1, 0, -1, 2**31, 2**63):
        refused(await post(http, "a", **good | {"character_id": nobody}), 404, "not_found")
    refused(await post(http, "a", **good | {"amount": most}), 409, "insufficient_coins")
    refused(await post(http, "a", **good | {"amount": 2**31 - 1}), 409, "insufficient_coins")
    stranger = await http.post(SEND, json=good, headers={"Authorization": "Bearer x", "Idempotency-Key": "a"})
    refused(stranger, 401, "not_authenticated")
    assert (await in_wallet(here, "demo"), await deliveries(here, "demo")) == before


async def test_send_with_a_used_key_and_another_order_is_refused(
    http: httpx.AsyncClient, here: World, receiver: int
) -> None:
    async with site_door(here) as books:
        await give(books, "demo", 10)
        await give(books, "demo2", 10)
        assert (await post(http, "one-thing", character_id=receiver, amount=2)).status_code == 201
        refused(await post(http, "one-thing", character_id=receiver, amount=3), 409, "key_reused")
        other = await id_of(here, "Elowen")
        refused(await post(http, "one-thing", character_id=other, amount=2), 409, "key_reused")
        token = await token_of(http, "demo2")
        form = {"character_id": await id_of(here, "Ironbark"), "amount": 2}
        same = await http.post(SEND, json=form, headers={**bearer(token), "Idempotency-Key": "one-thing"}, timeout=60)
        assert same.status_code == 201, "each account has keys of its own"
        await sound(books)


async def test_send_in_debt_is_refused(http: httpx.AsyncClient, here: World, receiver: int) -> None:
    async with site_door(here) as books:
        await give(books, "demo", 10)
        known = await post(http, "before-the-debt", character_id=receiver, amount=2)
        await owe(books, "demo", 3)
        before = await in_wallet(here, "demo")
        refused(await post(http, "debt", character_id=receiver, amount=1), 409, "in_debt")
        refused(await post(http, "debt", character_id=receiver, amount=10**6), 409, "in_debt")
        again = await post(http, "before-the-debt", character_id=receiver, amount=2)
        assert (again.status_code, again.json()) == (201, known.json())
        assert await in_wallet(here, "demo") == before
        await sound(books)
    await site(here, "UPDATE wallets SET balance = 0 WHERE account = 'debt:demo'")
    await site(here, "DELETE FROM ledger_entries WHERE account IN ('debt:demo', 'house:debts')")
    await site(here, "DELETE FROM ledger_transfers WHERE kind = 'clawback'")


async def test_repeated_key_returns_the_delivery_after_sending_is_disabled(
    http: httpx.AsyncClient, here: World, client: ClientFactory, receiver: int
) -> None:
    """Sending is switched off, and the game is away; and the limit of an account holds."""
    async with site_door(here) as books:
        await give(books, "demo", 10)
    form = {"character_id": receiver, "amount": 2}
    known = await post(http, "known", **form)
    views = here.schemas.views
    await game(here, f"RENAME TABLE {views}.characters TO {views}.characters_away")
    try:
        refused(await post(http, "while-away", **form), 503, "game_unavailable")
        again = await post(http, "known", **form)
        assert (again.status_code, again.json()) == (201, known.json())
    finally:
        await game(here, f"RENAME TABLE {views}.characters_away TO {views}.characters")
    token = await token_of(http, "demo")
    async with entrance(here, client, GATEWAY_DELIVERIES_ENABLED="false", GATEWAY_LIMITS_DELIVERIES="3") as closed:
        await answered(closed, "/api/rankings/pvp")
        closed.headers.update(bearer(token))
        assert (await got(closed, "/api/player/coins"))["can_send"] is False
        refused(await post(closed, "new", **form), 403, "feature_disabled")
        again = await post(closed, "known", **form)
        assert (again.status_code, again.json()) == (201, known.json())
        refused(await post(closed, "new", **form), 403, "feature_disabled")
        limited = await post(closed, "known", **form)
        refused(limited, 429, "too_many_requests")
        assert 1 <= int(limited.headers["Retry-After"]) <= 200


async def at_once(count: int, make: Callable[[int], Awaitable[StoredDelivery]]) -> list[str]:
    """Which delivery each of them got, or why none."""

    async def outcome(number: int) -> str:
        try:
            return f"sent {(await make(number)).id}"
        except Problem as refusal:
            return refusal.error

    return await asyncio.gather(*(outcome(number) for number in range(count)))


async def test_concurrent_sends_spend_only_the_coins_there_are(here: World) -> None:
    async with site_door(here) as books:
        await give(books, "crowd", 7 * 5 + 4)
        answers = await at_once(64, lambda number: sent(books, "crowd", 5, f"crowd:{number}"))
        assert answers.count(InsufficientCoins.error) == 57
        assert len(set(answers)) == 8
        assert (await deliveries(here, "crowd"), await in_wallet(here, "crowd")) == (7, 4)
        await sound(books)


async def test_concurrent_sends_with_one_key_make_one_delivery(here: World) -> None:
    async with site_door(here) as books:
        await give(books, "echo", 100)
        answers = await at_once(64, lambda _: sent(books, "echo", 5, "echo:same"))
        assert len(set(answers)) == 1
        assert (await deliveries(here, "echo"), await in_wallet(here, "echo")) == (1, 95)
        poor = await at_once(6, lambda _: sent(books, "pauper", 5, "pauper:same"))
        assert set(poor) == {InsufficientCoins.error}
        mixed = await at_once(64, lambda number: sent(books, "echo", 1 + number % 2, "echo:mixed"))
        assert sorted(mixed.count(answer) for answer in set(mixed)) == [32, 32]
        assert KeyReused.error in mixed
        await owe(books, "echo", 1)
        assert set(await at_once(4, lambda _: sent(books, "echo", 5, "echo:debt"))) == {InDebt.error}
        await sound(books)
