"""`gateway code`, and the route at which players redeem its codes."""

import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from fixtures.installed import World
from gateway.config.access import LimitSettings
from gateway.features.accounts.recovery_codes import new_code
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, new_account, open_app, site, token_of
from gateway.tests.support.commands import run_command

SEED = 94
COINS = 40
SIGNED = ("--by", "ann", "--reason", "a test")
EXPIRES = f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%dT%H:%MZ}"
CREATE = ("create", "Launch", "--coins", str(COINS), "--expires", EXPIRES)
CODE = re.compile(r"(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}")


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    limits = {"GATEWAY_LIMITS_FAILED_REDEMPTIONS": "3", "GATEWAY_REWARDS_HOLD_HOURS": "72"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LimitSettings, "failed_redemptions_per_ip", 4)
        async with open_app(own_world, client, **limits) as http:
            yield http


async def redeem(http: httpx.AsyncClient, token: str, code: str, address: str = "203.0.113.9") -> httpx.Response:
    headers = bearer(token) | {"X-Forwarded-For": address}
    return await http.post("/api/player/codes", json={"code": code}, headers=headers)


async def create(world: World, *words: str) -> list[str]:
    result = await run_command(world, "code", *CREATE, *words, *SIGNED)
    assert result.code == 0, result
    return [line for line in result.out.splitlines() if CODE.fullmatch(line)]


async def campaigns(world: World) -> list[tuple[object, ...]]:
    rows = await site(world, "SELECT id, kind, redeemed, closed_at IS NULL FROM code_campaigns ORDER BY id")
    return [tuple(row) for row in rows]


async def test_command_makes_lists_and_closes_campaigns_and_logs_no_code(own_world: World) -> None:
    previous_campaigns = await campaigns(own_world)
    assert await create(own_world, "--gifts", "3", "--dry-run") == []
    assert await campaigns(own_world) == previous_campaigns
    codes = await create(own_world, "--gifts", "3")
    assert len(set(codes)) == 3
    [(number, *state)] = [row for row in await campaigns(own_world) if row not in previous_campaigns]
    assert state == ["gift", 0, 1]
    list_output = (await run_command(own_world, "code", "list")).out
    assert re.search(rf"{number} .*Launch .*gift .*{COINS} .*0/3 .*open .*ann", list_output), list_output
    for words in (("--dry-run",), (), ()):
        assert (await run_command(own_world, "code", "close", str(number), *words, *SIGNED)).code == 0
    assert "closed" in (await run_command(own_world, "code", "list")).out
    missing = await run_command(own_world, "code", "close", "999", *SIGNED)
    assert (missing.code, "There is no such campaign" in missing.err) == (1, True)
    log_query = f"SELECT command, old_values, new_values FROM operator_log WHERE subject = 'codes:{number}'"
    log = await site(own_world, log_query)
    assert [row[0] for row in log] == ["code create", "code create", "code close"]
    assert not any(code in str(log) for code in codes)


async def test_command_refuses_impossible_campaigns_and_a_word_twice(own_world: World) -> None:
    for words, problem in (
        (("--uses", "9", "--code", "SHORT"), "word: Write 6 to 32"),
        (("--gifts", "10001"), "expected"),
        (("--uses", "9", "--starts", "2099-01-01T00:00Z"), "expires_at: The end must be"),
    ):
        result = await run_command(own_world, "code", *CREATE, *words, *SIGNED)
        assert result.code != 0
        assert problem in result.err, result
    for code in (0, 1):
        result = await run_command(own_world, "code", *CREATE, "--uses", "9", "--code", "WINTER-2026", *SIGNED)
        assert result.code == code, result
    assert "A campaign has this code already" in result.err


async def test_player_redeems_a_code_once_and_sees_its_coins_on_hold(own_world: World, http: httpx.AsyncClient) -> None:
    [code] = await create(own_world, "--uses", "2")
    token = await token_of(http, "demo")
    old_coins = (await http.get("/api/player/coins", headers=bearer(token))).json()
    first = await redeem(http, token, f" {code.lower()} ")
    assert first.status_code == 200, first.text
    body = first.json()
    hold = datetime.fromisoformat(body["sendable_from"]) - datetime.fromisoformat(body["redeemed_at"])
    assert (body["coins"], body["is_repeated"], hold) == (COINS, False, timedelta(hours=72))
    assert (await redeem(http, token, code)).json() == body | {"is_repeated": True}
    new_coins = (await http.get("/api/player/coins", headers=bearer(token))).json()
    assert (new_coins["available"] - old_coins["available"], new_coins["sendable"] - old_coins["sendable"]) == (
        COINS,
        0,
    )
    assert (await http.post("/api/player/codes", json={"code": code})).status_code == 401


async def test_wrong_codes_are_limited_by_account_and_address_and_redeemed_ones_are_not(
    own_world: World, http: httpx.AsyncClient
) -> None:
    [code] = await create(own_world, "--uses", "9")
    first_player, second_player = await token_of(http, "demo2"), await token_of(http, "demo")
    address = "198.51.100.7"
    for text in (new_code(), "", "x" * 64):
        assert_error(await redeem(http, first_player, text, address), 409, "code_refused")
        if not text:
            assert (await redeem(http, second_player, code, address)).status_code == 200
    limited = await redeem(http, first_player, code, "198.51.100.8")
    assert_error(limited, 429, "too_many_requests")
    assert int(limited.headers["retry-after"]) > 0
    assert_error(await redeem(http, second_player, new_code(), address), 409, "code_refused")
    assert_error(await redeem(http, second_player, code, address), 429, "too_many_requests")
    assert (await redeem(http, second_player, code, "198.51.100.8")).status_code == 200


async def test_command_releases_a_campaign_that_waits_once(own_world: World, http: httpx.AsyncClient) -> None:
    (code,) = await create(own_world, "--gifts", "1")
    number = (await campaigns(own_world))[-1][0]
    unknown = await run_command(own_world, "code", "release", str(number), *SIGNED)
    assert (unknown.code, "No coins wait under this number" in unknown.err) == (1, True), "made on the machine"
    columns = "operator, coins, campaign_id, created_at, is_held"
    await site(own_world, f"INSERT INTO coin_grants ({columns}) VALUES ('bob', {COINS}, {number}, 1, 1)")
    token = await new_account(http, "patient")
    for words, address in (((), "203.0.113.9"), (("--dry-run",), "203.0.113.10")):
        if words:
            assert (await run_command(own_world, "code", "release", str(number), *words, *SIGNED)).code == 0
        assert (await redeem(http, token, code, address)).status_code != 200
    assert (await run_command(own_world, "code", "release", str(number), *SIGNED)).code == 0
    assert (await redeem(http, token, code, "203.0.113.11")).json()["coins"] == COINS
    repetition = await run_command(own_world, "code", "release", str(number), *SIGNED)
    assert (repetition.code, "is released already; nothing was changed" in repetition.out) == (0, True)
    for text in (f"campaign {number} is closed\n", f"campaign {number} is closed already; nothing was changed\n"):
        assert (await run_command(own_world, "code", "close", str(number), *SIGNED)).out == text
    assert (await run_command(own_world, "ledger", "check")).code == 0
