"""Referrals on a world: a registration binds, the snapshot shows the progress, and the job pays or refuses."""

import time
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from fixtures.installed import World
from gateway.extras.referrals.settings import ReferralSettings
from gateway.extras.referrals.settlement import OPEN_DAYS, ReferralSettlement
from gateway.features.accounts import AccountRepository
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import PASSWORD, assert_error, bearer, game, open_app, register, site, token_of
from gateway.tests.support.player_state import PlayerState, open_player_state
from gateway.tests.support.polling import wait_for_answer

PATH = "/api/player/referrals"
TERMS = ReferralSettings(enabled=True)
DAY = 86_400


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=84)


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, GATEWAY_REFERRALS_ENABLED="true") as http:
        yield http


@pytest.fixture
async def state(server: World) -> AsyncGenerator[PlayerState]:
    async with open_player_state(server) as state:
        yield state


async def get_referrals(http: httpx.AsyncClient, token: str) -> dict[str, Any]:
    response = await http.get(PATH, headers=bearer(token))
    assert response.status_code == 200, response.text
    return response.json()


async def refer(server: World, account: str, referrer: str, *, days: int = 20) -> None:
    registered_at = int(time.time()) - days * DAY
    await site(
        server,
        f"DELETE FROM referrals WHERE account = '{account}'",
        "INSERT INTO referrals (account, referrer, registered_at, network, state) "
        f"VALUES ('{account}', '{referrer}', {registered_at}, '', 'waiting')",
    )


async def outcome(server: World, account: str) -> tuple[str, str | None]:
    [(status, reason)] = await site(server, f"SELECT state, reason FROM referrals WHERE account = '{account}'")
    return str(status), None if reason is None else str(reason)


def settlement(state: PlayerState, terms: ReferralSettings = TERMS) -> ReferralSettlement:
    accounts = AccountRepository(state.databases.auth, state.databases.site, "")
    return ReferralSettlement(terms, state.databases.site, accounts, lambda: state.snapshots.current)


async def test_registration_through_a_link_binds_the_account_quietly(server: World, http: httpx.AsyncClient) -> None:
    await wait_for_answer(http, "/api/rankings/pvp")
    demo = await token_of(http, "demo")
    answer = await get_referrals(http, demo)
    assert (answer["level"], answer["play_hours"], answer["referrer_coins"], answer["data"]) == (40, 10, 50, [])
    assert (await get_referrals(http, demo))["code"] == answer["code"]
    assert "demo" not in answer["code"].lower()
    other_network = {"X-Forwarded-For": "198.51.100.7"}
    for name, code in (("newcomer", answer["code"]), ("stranger", "NOSUCHCODE"), ("loner", "")):
        form = {"username": name, "email": f"{name}@example.org", "password": "secret-77", "referral": code}
        response = await http.post("/api/auth/register", json=form, headers=other_network)
        assert (response.status_code, "referral" in response.text) == (201, False), response.text
    [row] = (await get_referrals(http, demo))["data"]
    assert (row["state"], row["character"], row["level"], row["minutes"]) == ("waiting", None, 0, 0)
    assert "newcomer" not in str(row)
    response = await register(http, "beside", referral=answer["code"])
    assert response.status_code == 201
    assert await outcome(server, "beside") == ("waiting", None), "another network than the referrer's"
    same_network = {"X-Forwarded-For": "203.0.113.200"}
    form = {"username": "alt", "email": "alt@example.org", "password": "secret-77", "referral": answer["code"]}
    assert (await http.post("/api/auth/register", json=form, headers=same_network)).status_code == 201
    assert await outcome(server, "alt") == ("refused", "network")
    unknown_network = {"X-Forwarded-For": "unknown"}
    login = {"username": "demo", "password": PASSWORD}
    assert (await http.post("/api/auth/login", json=login, headers=unknown_network)).status_code == 200
    form |= {"username": "unnamed", "email": "unnamed@example.org"}
    assert (await http.post("/api/auth/register", json=form, headers=unknown_network)).status_code == 201
    assert await outcome(server, "unnamed") == ("waiting", None), "two unknown networks are not one"


async def test_referrals_that_are_off_answer_so_and_bind_nothing(server: World, client: ClientFactory) -> None:
    async with open_app(server, client) as http:
        await site(server, "INSERT IGNORE INTO referral_codes (account, code) VALUES ('demo2', 'OFFOFFOFF2')")
        assert_error(await http.get(PATH, headers=bearer(await token_of(http, "demo"))), 403, "feature_disabled")
        assert (await register(http, "unbound", referral="OFFOFFOFF2")).status_code == 201
        assert (await http.get("/api/site")).json()["referrals"] is False
    assert await site(server, "SELECT account FROM referrals WHERE account = 'unbound'") == []


async def test_job_pays_accounts_with_enough_play_alone(server: World, state: PlayerState) -> None:
    rows = await game(
        server,
        "SELECT account_name, MAX(level), MAX(onlinetime) FROM characters WHERE accesslevel = 0 "
        "AND account_name NOT IN ('demo', 'demo2', 'staff', 'banned') GROUP BY account_name HAVING COUNT(*) = 1",
    )
    young = next(str(login) for login, level, _ in rows if level < 40)
    grown = next(str(login) for login, level, seconds in rows if level >= 40 and seconds > 50 * 3600)
    await refer(server, young, "demo2")
    await refer(server, grown, "demo2", days=0)
    assert await settlement(state).work() == 0, "a new account cannot have played ten hours"
    await refer(server, grown, "demo2")
    assert await settlement(state).work() == 1
    assert (await outcome(server, young), await outcome(server, grown)) == (("waiting", None), ("paid", None))
    assert await settlement(state).work() == 0
    coins = await site(server, f"SELECT balance FROM wallets WHERE account IN ('wallet:demo2', 'wallet:{grown}')")
    assert sorted(int(balance) for (balance,) in coins) == [25, 50]


async def test_banned_staff_and_blocked_accounts_and_old_links_get_nothing(server: World, state: PlayerState) -> None:
    terms = replace(TERMS, level=1, play_hours=0)
    await site(server, "DELETE FROM referrals WHERE state = 'waiting'")
    now = int(time.time())
    reasons = {"staff": "referrer_staff", "banned": "referrer_banned", "missing": "referrer_gone"}
    for referrer, reason in reasons.items():
        await refer(server, "demo", referrer)
        assert await settlement(state, terms).work() == 1
        assert await outcome(server, "demo") == ("refused", reason)
    await site(
        server,
        "INSERT INTO site_controls (kind, name, starts_at, operator, reason, changed_at) "
        f"VALUES ('block', 'demo', {now}, 'eva', 'fraud', {now})",
    )
    await refer(server, "demo", "demo2")
    await settlement(state, terms).work()
    assert await outcome(server, "demo") == ("refused", "account_blocked")
    await refer(server, "demo", "demo2", days=OPEN_DAYS + 1)
    await settlement(state, terms).work()
    assert await outcome(server, "demo") == ("refused", "expired")
