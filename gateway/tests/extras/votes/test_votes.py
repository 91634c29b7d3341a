"""Votes at a running site: callbacks, checks at a site that is asked, and coins that are credited once."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from fixtures.installed import World
from gateway.administration.permissions import Role
from gateway.database.database import Database
from gateway.extras.votes import client as vote_client
from gateway.extras.votes import repository
from gateway.extras.votes.adapters import ADAPTERS, AskedSite
from gateway.extras.votes.doctor import finding_of
from gateway.extras.votes.health import CountedAnswers, health
from gateway.extras.votes.repository import Vote
from gateway.extras.votes.service import OfferedSite, VoteService
from gateway.extras.votes.settings import ConfiguredSite, VoteSettings
from gateway.extras.votes.voter_ids import VoterIds
from gateway.features.ledger import read_balances
from gateway.features.wallet.holds import HeldCredit, HoldRules, held_credits
from gateway.observability.metrics import series
from gateway.tests.administration.operator_app import ADMIN_ENV, operator_headers
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, open_app, site, token_of
from gateway.tests.support.delivery_data import add_debt
from gateway.tests.support.payment_app import read_balances as read_world_balances
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response, open_scripted_server

pytestmark = pytest.mark.database

SEED = 93
SECRET = "v" * 40
IDS = VoterIds(SECRET)
KEY = "pingback-key"
NOW = 1_760_000_000
HOUR = 3600
CONCURRENT = 1000
ENV = {
    "GATEWAY_VOTES_SITES": "gtop100:Lineage-2/sitedetails/Aden-1:2,hopzone_eu:77:3,topg:9:4,itopz:8:1",
    "GATEWAY_VOTES_KEYS": f"gtop100:{KEY},hopzone_eu:secret&key,itopz:k",
    "GATEWAY_VOTES_SEND_ADDRESS": "hopzone_eu",
    "GATEWAY_VOTES_SECRET": SECRET,
}


def vote(account: str, at: int = NOW, voter: str | None = None) -> Vote:
    return Vote(site="itopz", hours=12, account=account, voted_at=at, coins=7, answer=b"{}", voter=voter)


async def test_concurrent_repeats_credit_once_and_repay_the_debt_first(site: Database) -> None:
    await add_debt(site, "debtor", 5)
    are_credited = await asyncio.gather(
        *(repository.credit(site, vote("debtor", NOW + number % 60), NOW) for number in range(CONCURRENT))
    )
    assert sum(are_credited) == 1
    accounts = ["wallet:debtor", "debt:debtor"]
    assert await read_balances(site, accounts) == dict(zip(accounts, (2, 0), strict=True))


async def test_concurrent_accounts_of_one_address_credit_once(site: Database) -> None:
    are_credited = await asyncio.gather(
        *(repository.credit(site, vote(f"alt{number}", voter="a" * 32), NOW) for number in range(20))
    )
    assert sum(are_credited) == 1


async def test_vote_counts_again_after_the_window_and_not_at_its_border(site: Database) -> None:
    border = NOW // (12 * HOUR) * 12 * HOUR
    assert await repository.credit(site, vote("hero", border - 1), NOW)
    assert not await repository.credit(site, vote("hero", border + 1), NOW), "the same vote, read again"
    assert await repository.credit(site, vote("hero", border - 1 + 12 * HOUR), NOW)


async def test_coins_of_a_vote_have_the_hold_of_rewards(site: Database) -> None:
    assert await repository.credit(site, vote("holder"), NOW)
    rules = HoldRules(hours=2, reward_hours=72)
    assert await held_credits(site, rules, "holder", NOW) == [HeldCredit(NOW + 72 * HOUR, 7, 0)]
    assert await held_credits(site, rules, "holder", NOW + 72 * HOUR) == []


@pytest.fixture(scope="module")
async def asked_site() -> AsyncGenerator[ScriptedServer]:
    async with open_scripted_server() as server:
        yield server


@pytest.fixture(scope="module")
async def running_app(
    own_world: World, client: ClientFactory, asked_site: ScriptedServer
) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(own_world, client, **ENV, **ADMIN_ENV, GATEWAY_VOTES_TRIAL_ORIGIN=asked_site.url) as http:
        yield http


@pytest.fixture
async def http(own_world: World, running_app: httpx.AsyncClient) -> httpx.AsyncClient:
    """The application before the first vote."""
    await site(
        own_world,
        "DELETE FROM ledger_entries WHERE transfer_id IN (SELECT id FROM ledger_transfers WHERE kind = 'vote')",
        "DELETE FROM ledger_transfers WHERE kind = 'vote'",
        "UPDATE wallets SET balance = 0",
        "DELETE FROM votes",
        "DELETE FROM vote_answers",
    )
    return running_app


async def votes(http: httpx.AsyncClient, headers: dict[str, str]) -> dict[str, Any]:
    response = await http.get("/api/player/votes", headers=headers)
    assert response.status_code == 200, response.text
    return response.json()


def callback(name: str, path_secret: str = "") -> str:
    return f"/api/votes/callback/{name}/{path_secret or IDS.callback_secret(name)}"


async def outcomes(world: World) -> dict[str, int]:
    rows = await site(world, "SELECT outcome, SUM(answers) FROM vote_answers GROUP BY outcome")
    return {str(outcome): int(answers) for outcome, answers in rows}


async def test_player_sees_sites_that_are_switched_on_and_a_link_without_the_login(http: httpx.AsyncClient) -> None:
    answer = await votes(http, bearer(await token_of(http, "demo")))
    sites = {row["name"]: row for row in answer["sites"]}
    assert list(sites) == ["gtop100", "hopzone_eu", "topg"], "itopz needs the address, which it may not get"
    assert [row["is_asked"] for row in sites.values()] == [False, True, False]
    assert [row["sends_address"] for row in sites.values()] == [False, True, False]
    assert {(row["credited_at"], row["next_at"]) for row in sites.values()} == {(None, None)}
    assert "demo" not in json.dumps(answer).lower()
    assert (await http.get("/api/site")).json()["votes"] is True
    assert (await http.get("/api/player/votes")).status_code == 401


async def test_callback_credits_its_voter_once_and_is_answered_200(own_world: World, http: httpx.AsyncClient) -> None:
    headers = bearer(await token_of(http, "demo"))
    link = (await votes(http, headers))["sites"][0]["link"]
    voter = link.rpartition("=")[2]
    form = {"VoterIP": "203.0.113.9", "Successful": "0", "Reason": "", "pingUsername": voter, "pingbackkey": KEY}
    for data in (
        form,
        form,
        form | {"Successful": "1"},
        form | {"pingUsername": "NOBODY"},
        form | {"pingUsername": ""},
    ):
        response = await http.post(callback("gtop100"), data=data)
        assert (response.status_code, response.json()) == (200, {"received": True})
    assert await outcomes(own_world) == {"credited": 1, "repeated": 1, "not_voted": 1, "unknown_voter": 2}
    assert (await read_world_balances(own_world))["wallet"] == 2
    answer = await votes(http, headers)
    assert answer["sites"][0]["next_at"] > answer["sites"][0]["credited_at"]
    assert [(row["title"], row["coins"]) for row in answer["receipts"]] == [("GTop100", 2)]


async def test_callback_of_another_is_refused(own_world: World, http: httpx.AsyncClient) -> None:
    voter = (await votes(http, bearer(await token_of(http, "demo"))))["sites"][0]["link"].rpartition("=")[2]
    form = {"Successful": "0", "pingUsername": voter, "pingbackkey": "another"}
    local = {"X-Forwarded-For": "127.0.0.1"}
    answers = [
        await http.post(callback("gtop100"), data=form),
        await http.post(callback("gtop100", IDS.callback_secret("topg")), data=form | {"pingbackkey": KEY}),
        await http.get(callback("topg"), params={"p_resp": voter}, headers={"X-Forwarded-For": "203.0.113.9"}),
        await http.get(callback("topg", "0" * 32), params={"p_resp": voter}, headers=local),
        await http.get(callback("topg", "é"), params={"p_resp": voter}, headers=local),
        await http.get(callback("top100arena"), params={"postback": voter}, headers=local),
        await http.get(callback("hopzone_eu"), headers=local),
    ]
    for answer in answers:
        assert_error(answer, 404, "not_found")
    assert await outcomes(own_world) == {"wrong_key": 1, "wrong_source": 1}
    assert (await http.get(callback("topg"), params={"p_resp": voter}, headers=local)).status_code == 200
    assert (await outcomes(own_world))["credited"] == 1


async def test_failed_callback_logs_the_route_without_its_secret(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(repository, "count_answer", fail)
    with capture_logs() as lines:
        response = await http.post(callback("gtop100"), data={"pingbackkey": KEY})
    assert response.status_code == 500
    [line] = [line for line in lines if line["event"] == "unhandled_exception"]
    assert line["path"] == "/api/votes/callback/{site}/{secret}"
    assert IDS.callback_secret("gtop100") not in str([{**line, "exc_info": ""} for line in lines])


@pytest.mark.parametrize(
    ("answer", "outcome", "counted_outcome"),
    [
        ({"error": "OK", "isVoted": True, "vote_time": 100, "server_time": 160}, "credited", "credited"),
        ({"error": "OK", "isVoted": True, "vote_time": 0, "server_time": 12 * HOUR}, "not_voted", "not_voted"),
        ({"error": "OK", "isVoted": False}, "not_voted", "not_voted"),
        ({"error": "OK", "isVoted": True, "vote_time": "NaN", "server_time": 160}, "unavailable", "unreadable"),
        (b"x" * 100_000, "unavailable", "failed"),
        (None, "unavailable", "timeout"),
    ],
)
async def test_check_credits_a_vote_of_the_window_and_nothing_else(
    own_world: World,
    http: httpx.AsyncClient,
    asked_site: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
    answer: object,
    outcome: str,
    counted_outcome: str,
) -> None:
    if answer is None:
        monkeypatch.setattr(vote_client, "TOTAL_SECONDS", 0.2)
    asked_site.respond_with(None if answer is None else http_response(200, answer))
    headers = bearer(await token_of(http, "demo")) | {"X-Forwarded-For": "2001:db8::7"}
    response = await http.post("/api/player/votes/hopzone_eu/check", headers=headers)
    assert (response.status_code, response.json()) == (200, {"outcome": outcome})
    assert [request.line for request in asked_site.requests] == [
        "GET /v1/?api_key=secret%26key&ip=2001%3Adb8%3A%3A7&type=json HTTP/1.1"
    ]
    assert await outcomes(own_world) == {counted_outcome: 1}
    coins = (await read_world_balances(own_world)).get("wallet", 0)
    assert coins == (3 if outcome == "credited" else 0)


async def test_check_without_a_readable_address_asks_no_site(
    http: httpx.AsyncClient, asked_site: ScriptedServer
) -> None:
    headers = bearer(await token_of(http, "staff")) | {"X-Forwarded-For": "unknown"}
    asked_site.requests.clear()
    response = await http.post("/api/player/votes/hopzone_eu/check", headers=headers)
    assert (response.status_code, response.json()) == (200, {"outcome": "unavailable"})
    assert asked_site.requests == []


async def test_check_is_limited_and_unknown_for_a_site_that_reports(
    http: httpx.AsyncClient, asked_site: ScriptedServer
) -> None:
    headers = bearer(await token_of(http, "demo2"))
    asked_site.respond_with(http_response(200, {"error": "OK", "isVoted": False}))
    for name in ("gtop100", "itopz", "unknown"):
        assert_error(await http.post(f"/api/player/votes/{name}/check", headers=headers), 404, "not_found")
    statuses = [(await http.post("/api/player/votes/hopzone_eu/check", headers=headers)).status_code for _ in range(8)]
    assert statuses == [200] * 6 + [429] * 2


async def test_failing_site_is_asked_three_times_and_then_left_alone(asked_site: ScriptedServer) -> None:
    asked_site.respond_with(http_response(302, location="http://127.0.0.1/"))
    client = vote_client.VoteClient(asked_site.url)
    adapter, site_settings = (
        ADAPTERS["itopz"],
        ConfiguredSite(name="itopz", id="8", coins=1, key="k", sends_address=True),
    )
    assert isinstance(adapter, AskedSite)
    reasons: list[str] = []
    for _ in range(5):
        with pytest.raises(vote_client.VoteSiteFailed) as failure:
            await client.ask(adapter, site_settings, "V", "203.0.113.9")
        reasons.append(failure.value.outcome)
    assert reasons == ["failed"] * 3 + ["open"] * 2
    assert len(asked_site.requests) == 3
    client._open_until["itopz"] -= vote_client.OPEN_SECONDS  # pyright: ignore[reportPrivateUsage]
    asked_site.respond_with(http_response(200, b"{}"))
    assert await client.ask(adapter, site_settings, "V", "203.0.113.9") == b"{}"
    await client.close()


async def test_administration_shows_health_and_receipts_and_the_callback_to_owners(
    own_world: World, http: httpx.AsyncClient
) -> None:
    voter = (await votes(http, bearer(await token_of(http, "demo"))))["sites"][0]["link"].rpartition("=")[2]
    for key in (KEY, KEY, "another"):
        await http.post(callback("gtop100"), data={"Successful": "0", "pingUsername": voter, "pingbackkey": key})
    views: tuple[tuple[Role, str | None, str | None], ...] = (
        ("owner", callback("gtop100"), "demo"),
        ("content", None, None),
    )
    for role, path, voter_login in views:
        headers = await operator_headers(own_world, role)
        report = (await http.get("/api/admin/votes", headers=headers)).json()
        sites = {row["name"]: row for row in report["sites"]}
        assert {site: row["state"] for site, row in sites.items()} == {
            "gtop100": "up",
            "hopzone_eu": "silent",
            "topg": "silent",
            "itopz": "off",
        }
        assert sites["itopz"]["problem"] == "send_address"
        row = sites["gtop100"]
        assert (row["answers"], row["credited"], row["callback"]) == (3, 1, path)
        assert row["refused"] == [{"outcome": "repeated", "votes": 1}, {"outcome": "wrong_key", "votes": 1}]
        assert [(row["account"], row["title"], row["coins"]) for row in report["receipts"]] == [
            (voter_login, "GTop100", 2)
        ]


@pytest.mark.parametrize(
    ("outcome", "hours_ago", "state", "answers", "level"),
    [
        ("credited", 0, "up", 3, "ok"),
        ("not_voted", 23, "up", 3, "ok"),
        ("timeout", 0, "failing", 3, "bad"),
        ("credited", 24, "silent", 0, "advice"),
        ("wrong_source", 0, "silent", 3, "advice"),
    ],
)
def test_health_and_doctor_count_24_hours_and_mark_a_silent_site(
    outcome: repository.Outcome, hours_ago: int, state: str, answers: int, level: str
) -> None:
    offered_site = OfferedSite(
        ADAPTERS["topg"], ConfiguredSite(name="topg", id="9", coins=1, key="", sends_address=False)
    )
    at = NOW - hours_ago * HOUR
    answer_counts = [CountedAnswers("topg", outcome, at // HOUR, 3, at, None)]
    row = health(offered_site, answer_counts, NOW, callback=None)
    assert (row.state, row.answers, finding_of(row).level) == (state, answers, level)


def test_doctor_names_the_setting_that_a_site_needs() -> None:
    offered_site = OfferedSite(
        ADAPTERS["itopz"], ConfiguredSite(name="itopz", id="8", coins=1, key="k", sends_address=False)
    )
    assert "itopz to votes.send_address" in finding_of(health(offered_site, [], NOW, callback=None)).do


async def test_answers_are_a_metric_by_site_and_outcome(site: Database) -> None:
    service = VoteService(VoteSettings(sites=("gtop100:1:2",), keys=(f"gtop100:{KEY}",), secret=SECRET), site)
    for _ in range(2):
        await service.receive(service.offered_sites["gtop100"], "", b"pingbackkey=wrong", "203.0.113.1")
    await service.close()
    name = series("fishi_vote_answers_total", site="gtop100", outcome="wrong_key")
    assert list(service.samples()) == [(name, 2)]


async def test_tab_of_a_site_that_needs_more_settings_is_hidden(own_world: World, client: ClientFactory) -> None:
    env = {"GATEWAY_VOTES_SITES": "itopz:8:1", "GATEWAY_VOTES_KEYS": "itopz:k", "GATEWAY_VOTES_SECRET": SECRET}
    async with open_app(own_world, client, **env) as http:
        assert (await http.get("/api/site")).json()["votes"] is False
