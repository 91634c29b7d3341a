"""Coins above an operator's daily sum: an insider pays himself nothing that another operator has not released."""

import asyncio
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.config.access import AdminSettings
from gateway.extras.codes.redeem import CodeRefused, redeem
from gateway.features.operators.operator_signals import operator_signals
from gateway.observability.signals import COINS_SELF_RELEASED
from gateway.tests.administration.operator_app import (
    ADMIN_ENV,
    add_operator,
    change_sessions,
    new_key,
    operator_headers,
    session_headers,
)
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site
from gateway.tests.support.databases import open_site

HELD = "/api/admin/held-coins"
REASON = {"reason": "the spring event"}
DAY = 86_400


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, **ADMIN_ENV) as http:
        yield http


class Insider:
    """An operator's browser."""

    def __init__(self, http: httpx.AsyncClient, headers: dict[str, str]) -> None:
        self._http, self._headers = http, headers

    async def get_held(self) -> list[dict[str, Any]]:
        response = await self._http.get(HELD, headers=self._headers)
        assert response.status_code == 200, response.text
        return response.json()["data"]

    async def post(self, path: str, **values: object) -> httpx.Response:
        return await self._http.post(path, json={**REASON, **values}, headers=self._headers | new_key())

    async def adjust(self, amount: int, login: str = "demo") -> httpx.Response:
        return await self.post(f"/api/admin/accounts/{login}/adjust", amount=amount)

    async def make_code(self, coins: int) -> dict[str, Any]:
        expires = datetime.fromtimestamp(time.time() + DAY, UTC).isoformat()
        fields = {"name": "Spring", "kind": "promo", "coins": coins, "max_redemptions": 1, "expires_at": expires}
        response = await self.post("/api/admin/codes", **fields)
        assert response.status_code == 200, response.text
        return response.json()

    async def decide(self, grant_id: int, word: str) -> httpx.Response:
        return await self.post(f"{HELD}/{grant_id}/{word}")


async def sign_in(server: World, http: httpx.AsyncClient, name: str, role: Any) -> Insider:
    await add_operator(server, name, role)
    return Insider(http, await session_headers(server, name))


async def wallet(server: World) -> int:
    rows = await site(server, "SELECT balance FROM wallets WHERE account = 'wallet:demo'")
    return int(rows[0][0]) if rows else 0


def test_daily_sums_are_small_for_content_and_bounded_for_finance() -> None:
    settings = AdminSettings()
    assert (settings.code_coins_per_day, settings.adjusted_coins_per_day) == (2_000, 50_000)
    assert AdminSettings(code_coins_per_day=100_000).code_coins_per_day == 100_000


async def test_code_of_the_content_role_above_the_sum_gives_nothing_until_another_releases_it(
    server: World, http: httpx.AsyncClient
) -> None:
    editor = await sign_in(server, http, "editor", "content")
    finance = await sign_in(server, http, "cashier", "finance")
    campaign = await editor.make_code(60_000)
    assert "another operator has to release" in campaign["message"]
    [code] = campaign["codes"]
    async with open_site(server) as books:
        with pytest.raises(CodeRefused):
            await redeem(books, "demo2", code, int(time.time()))
        [row] = [row for row in await finance.get_held() if row["made_by"] == "editor"]
        assert (row["coins"], row["may_release"], row["reason"]) == (60_000, True, REASON["reason"])
        assert (await editor.decide(row["id"], "release")).status_code == 403
        answers = await asyncio.gather(*(finance.decide(row["id"], "release") for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
        assert (await redeem(books, "demo2", code, int(time.time()))).coins == 60_000


async def test_adjustments_of_finance_add_up_and_the_rest_waits_for_another(
    server: World, http: httpx.AsyncClient
) -> None:
    cashier, second = (
        await sign_in(server, http, "teller", "finance"),
        await sign_in(server, http, "teller2", "finance"),
    )
    before = await wallet(server)
    answers = await asyncio.gather(*(cashier.adjust(30_000) for _ in range(3)))
    messages = [answer.json()["message"] for answer in answers]
    assert messages.count(None) == 1, messages
    assert await wallet(server) == before + 30_000
    [first, second_row] = [row for row in await cashier.get_held() if row["made_by"] == "teller"]
    assert (first["account"], first["coins"], first["may_release"]) == ("demo", 30_000, False)
    assert_error(await cashier.decide(first["id"], "release"), 409, "conflict")
    assert (await second.decide(first["id"], "release")).status_code == 200
    assert await wallet(server) == before + 60_000
    assert (await cashier.decide(second_row["id"], "refuse")).status_code == 200
    assert_error(await second.decide(second_row["id"], "release"), 409, "conflict")
    assert await wallet(server) == before + 60_000
    assert (await cashier.adjust(-30_000)).json()["message"] is None, "coins that are taken are no sum"


async def test_owner_alone_releases_after_a_day_and_every_owner_gets_a_signal(
    server: World, http: httpx.AsyncClient
) -> None:
    owner = await sign_in(server, http, "alone", "owner")
    before = await wallet(server)
    assert "release" in (await owner.adjust(10**15)).json()["message"]
    [row] = [row for row in await owner.get_held() if row["made_by"] == "alone"]
    assert row["may_release"] is False
    assert_error(await owner.decide(row["id"], "release"), 409, "conflict")
    overview = (await http.get("/api/admin/overview", headers=await operator_headers(server))).json()
    assert f"coins:{row['id']}" in {need["subject"] for need in overview["needs"]}
    await site(server, "UPDATE coin_grants SET created_at = created_at - 86400 WHERE operator = 'alone'")
    assert (await owner.decide(row["id"], "release")).status_code == 200
    assert await wallet(server) == before + 10**15
    async with open_site(server) as books:
        assert await operator_signals(books)[COINS_SELF_RELEASED](int(time.time())) == 1


async def test_release_needs_a_fresh_proof_of_the_second_factor(server: World, http: httpx.AsyncClient) -> None:
    owner = await sign_in(server, http, "stale", "owner")
    await change_sessions(server, "stale", confirmed_at=3600)
    response = await owner.decide(1, "release")
    assert response.status_code == 403
