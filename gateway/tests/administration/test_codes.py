"""The codes page of the administration: campaigns, their codes shown once, redemptions, and the daily sum."""

import asyncio
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.extras.codes.redeem import CodeRefused, redeem
from gateway.extras.codes.rules import hash_of
from gateway.tests.administration.operator_app import ADMIN_ENV, new_key, operator_headers
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import open_app, site
from gateway.tests.support.databases import open_site

PATH = "/api/admin/codes"
LIMIT = 1_000


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, **ADMIN_ENV, GATEWAY_ADMIN_CODE_COINS_PER_DAY=str(LIMIT)) as http:
        yield http


def form(**changes: object) -> dict[str, Any]:
    expires = datetime.fromtimestamp(time.time() + 86_400, UTC).isoformat()
    base = {"name": "Spring", "kind": "gift", "coins": 5, "max_redemptions": 3, "expires_at": expires}
    return {**base, "reason": "the spring event", **changes}


async def test_gift_codes_are_shown_once_and_their_redemptions_listed(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, name="codes-owner")
    dry_run = (await http.post(f"{PATH}?dry_run=true", json=form(), headers=headers)).json()
    assert (dry_run["codes"], dry_run["message"]) == ([], "15 coins at most.")
    payload, key_header = form(version=dry_run["version"]), new_key()
    answers = await asyncio.gather(*(http.post(PATH, json=payload, headers=headers | key_header) for _ in range(4)))
    code_lists = [answer.json()["codes"] for answer in answers if answer.json()["codes"]]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len(code_lists) == 1, "the codes are in one answer alone"
    hash_rows = await site(server, "SELECT hash FROM codes")
    assert {str(row[0]) for row in hash_rows} == {hash_of(code) for code in code_lists[0]}
    texts = await site(server, "SELECT response FROM operator_requests UNION ALL SELECT new_values FROM operator_log")
    assert not any(code in str(text) for (text,) in texts for code in code_lists[0])

    async with open_site(server) as database:
        for login, code in zip(("anna", "bruno"), code_lists[0], strict=False):
            await redeem(database, login, code, int(time.time()))
    (campaign, *_) = (await http.get(PATH, headers=headers)).json()["data"]
    assert (campaign["state"], campaign["redeemed"], campaign["made_by"]) == ("open", 2, "codes-owner")
    detail = (await http.get(f"{PATH}/{campaign['id']}", headers=headers)).json()
    assert [row["account"] for row in detail["data"]] == ["bruno", "anna"]
    older = await http.get(f"{PATH}/{campaign['id']}?before={detail['data'][0]['id']}", headers=headers)
    assert [row["account"] for row in older.json()["data"]] == ["anna"]

    closing = f"{PATH}/{campaign['id']}/close"
    assert (await http.post(closing, json={"reason": "leaked"}, headers=headers | new_key())).status_code == 200
    second_closing = await http.post(closing, json={"reason": "leaked"}, headers=headers | new_key())
    assert (second_closing.status_code, second_closing.json()["message"]) == (409, "The campaign is closed already.")
    assert (await http.get(PATH, headers=headers)).json()["data"][0]["state"] == "closed"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "  "}, "name"),
        ({"coins": 0}, "coins"),
        ({"max_redemptions": 10_001}, "max_redemptions"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"expires_at": "2030-01-01T00:00:00"}, "expires_at"),
        ({"word": "SPRING-2026"}, "word"),
    ],
)
async def test_invalid_campaign_is_refused_by_its_field(
    server: World, http: httpx.AsyncClient, changes: dict[str, object], field: str
) -> None:
    headers = await operator_headers(server)
    response = await http.post(PATH, json=form(**changes), headers=headers | new_key())
    assert (response.status_code, list(response.json()["fields"])) == (400, [field]), response.text


async def test_content_role_makes_a_bounded_sum_and_the_rest_waits(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, "content")

    async def make(coins: int) -> dict[str, Any]:
        data = form(kind="promo", coins=coins, max_redemptions=100)
        response = await http.post(PATH, json=data, headers=headers | new_key())
        assert response.status_code == 200, response.text
        return response.json()

    def is_held(answer: dict[str, Any]) -> bool:
        return "another operator has to release" in answer["message"]

    assert not is_held(await make(4))
    answers = await asyncio.gather(*(make(4) for _ in range(3)))
    assert sorted(map(is_held, answers)) == [False, True, True], "concurrent sums add up"
    assert not is_held(await make(2))
    last = await make(1)
    assert is_held(last)
    assert (await http.get(PATH, headers=headers)).json()["data"][0]["state"] == "held"
    async with open_site(server) as books:
        with pytest.raises(CodeRefused):
            await redeem(books, "demo", last["codes"][0], int(time.time()))
    released_total = "SELECT SUM(coins) FROM coin_grants WHERE is_held = 0 AND operator LIKE 'content-%'"
    assert [int(value) for (value,) in await site(server, released_total)] == [LIMIT]
