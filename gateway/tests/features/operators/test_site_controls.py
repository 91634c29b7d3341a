"""Switches, notices and blocks: commands of an operator, and what a running site answers afterwards."""

import json
import time
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.database.database import DatabaseError, Databases
from gateway.features.operators.site_controls import FEATURES, SiteControls
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, log_in, open_app, register, site, token_of
from gateway.tests.support.commands import run_command
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until

SEED = 302
REASON = ("--reason", "a test", "--by", "ann")
PAYMENTS = {
    "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
    "GATEWAY_PAYMENTS_PROVIDER": "fake",
    "GATEWAY_PAYMENTS_API_URL": "http://127.0.0.1:1",
    "GATEWAY_PAYMENTS_ACCESS_TOKEN": "token",
    "GATEWAY_PAYMENTS_WEBHOOK_SECRET": "secret",
    "GATEWAY_PAYMENTS_COLLECTOR_ID": "1",
}


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(own_world, client, **PAYMENTS) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def output_of(world: World, *words: str) -> str:
    result = await run_command(world, *words)
    assert (result.code, result.err) == (0, ""), result
    return result.out


async def site_shows(http: httpx.AsyncClient, **expected: Any) -> None:
    """Waits until GET /api/site has these values."""

    async def is_shown() -> bool:
        site_values = (await http.get("/api/site")).json()
        return all(site_values[name] == value for name, value in expected.items())

    await until(is_shown)


async def roulette_is_closed(http: httpx.AsyncClient) -> bool:
    return (await http.get("/api/roulette/config")).json()["enabled"] is False


async def profile_status(http: httpx.AsyncClient, token: str, expected: int) -> bool:
    return (await http.get("/api/auth/profile", headers=bearer(token))).status_code == expected


async def test_switches_close_and_open_features_in_every_process(
    own_world: World, http: httpx.AsyncClient, client: ClientFactory
) -> None:
    headers = bearer(await token_of(http, "demo"))
    character = (await http.get("/api/donations/characters", headers=headers)).json()["data"][0]
    donation = {"amount": 5000, "character_id": character["id"], "character_name": character["name"]}
    donation |= {f"{name}_url": "/player" for name in ("success", "failure", "pending")}
    delivery = {"character_id": character["id"], "amount": 1}
    await site_shows(http, features=dict.fromkeys(FEATURES, True))
    for feature in FEATURES:
        await output_of(own_world, "switch", feature, "off", "--until", "2090-01-01", *REASON)
    async with open_app(own_world, client, **PAYMENTS) as second:  # a process that starts afterwards
        assert (await second.get("/api/site")).json()["features"] == dict.fromkeys(FEATURES, False)
    await site_shows(http, features=dict.fromkeys(FEATURES, False))
    assert_error(await register(http, "newcomer"), 403, "feature_disabled")
    assert_error(await http.post("/api/donations/create", json=donation, headers=headers), 403, "feature_disabled")
    key = {"Idempotency-Key": "switch-1"}
    response = await http.post("/api/player/deliveries", json=delivery, headers=headers | key)
    assert_error(response, 403, "feature_disabled")
    assert (await http.get("/api/player/coins", headers=headers)).json()["can_send"] is False
    spin = (await http.post("/api/roulette/spin", headers=headers)).json()
    assert (spin["success"], spin["reason"]) == (False, "disabled")
    await until(lambda: roulette_is_closed(http))
    states = json.loads(await output_of(own_world, "switch", "--json"))
    assert {name: (row["operator"], row["reason"]) for name, row in states.items()} == dict.fromkeys(
        FEATURES, ("ann", "a test")
    )
    assert (await output_of(own_world, "switch")).count(" until 2090-01-01") == len(FEATURES)
    for feature in FEATURES:
        await output_of(own_world, "switch", feature, "on")
    await site_shows(http, features=dict.fromkeys(FEATURES, True))
    assert (await register(http, "newcomer")).status_code == 201
    log = await output_of(own_world, "log", "--subject", "switch:roulette")
    assert [line.split()[2] for line in log.splitlines()] == ["command", "switch", "switch"]


async def test_block_refuses_login_and_token_until_it_is_lifted(own_world: World, http: httpx.AsyncClient) -> None:
    token = await token_of(http, "demo")
    address = "REPLACE INTO confirmed_emails VALUES ('demo', 'demo@example.org', 1)"
    await site(own_world, "DELETE FROM messages", address)
    mail = {"MAIL_HOST": "127.0.0.1", "MAIL_SENDER": "site@example.org", "SERVER_PUBLIC_URL": "https://example.org"}
    env = {f"GATEWAY_{key}": value for key, value in mail.items()}
    block = ("block", "Demo", "--until", "2090-01-02T03:04Z", *REASON)
    assert (await run_command(own_world, *block, **env)).code == 0
    assert "nothing was changed" in (await run_command(own_world, *block, **env)).out
    await until(lambda: profile_status(http, token, 401))
    refusal = await log_in(http, "demo")
    assert_error(refusal, 403, "account_blocked")
    sentences = "This account is blocked on this site. It ends on 2090-01-02 03:04 UTC."
    assert (refusal.json()["message"], refusal.json()["until"]) == (sentences, "2090-01-02T03:04:00Z")
    assert_error(await log_in(http, "demo", "wrong-password"), 401, "invalid_credentials")
    assert await output_of(own_world, "block", "demo", "--lift") == "none\n"
    await until(lambda: profile_status(http, token, 200))
    messages = await site(own_world, "SELECT receiver, content FROM messages WHERE kind = 'notice'")
    assert [*messages] == [("demo@example.org", '{"action": "ACCOUNT_BLOCKED"}')], "mail is off for the second command"
    assert (await log_in(http, "demo")).status_code == 200
    notices = (await http.get("/api/auth/notices", headers=bearer(token))).json()["data"]
    assert [row["action"] for row in notices] == ["ACCOUNT_UNBLOCKED", "ACCOUNT_BLOCKED"]


async def test_a_repeated_control_changes_nothing_and_keeps_the_first_time(own_world: World) -> None:
    commands = {
        "block": (("block", "demo2", *REASON), ("block", "demo2", "--lift")),
        "switch": (("switch", "donations", "off", "--until", "2090-01-01", *REASON), ("switch", "donations", "on")),
        "notice": (("notice", "Soon", "--in", "es", "Pronto"), ("notice", "--clear")),
        "hide": (("hide", "Insult", *REASON), ("hide", "Insult", "--lift")),
    }
    tables = {"hide": ("hidden_texts", "at")}
    for kind, (put, remove) in commands.items():
        name, column = tables.get(kind, ("site_controls", "starts_at"))
        assert "nothing was changed" not in await output_of(own_world, *put)
        await site(own_world, f"UPDATE {name} SET {column} = 1780000000 WHERE name IN ('{put[1]}')")
        assert "nothing was changed" in await output_of(own_world, *put), kind
        assert "2026-05-28" in await output_of(own_world, kind), kind
        if kind != "hide":
            assert "nothing was changed" not in await output_of(own_world, *put, "--until", "2091-01-01")
            assert "2026-05-28" not in await output_of(own_world, kind), kind
        assert "nothing was changed" not in await output_of(own_world, *remove)
        assert "nothing was changed" in await output_of(own_world, *remove), kind
    unknown = await run_command(own_world, "block", "nosuchlogin", "--lift")
    assert (unknown.code, "there is no account 'nosuchlogin'" in unknown.err) == (1, True)
    log = await site(own_world, "SELECT command FROM operator_log WHERE subject = 'account:demo2' ORDER BY id")
    assert [row[0] for row in log] == ["block", "block", "block --lift"]


async def test_notice_is_shown_while_it_is_in_force(own_world: World, http: httpx.AsyncClient) -> None:
    await site_shows(http, notices=[])
    text = "Maintenance at 18:00 <b>"
    await output_of(own_world, "notice", "Next year", "--from", "2090-01-01")
    await output_of(own_world, "notice", text, "--from", "2026-01-01T00:00-03:00", "--in", "es", "Mantenimiento")
    first = {"text": text, "texts": {"es": "Mantenimiento"}, "from": "2026-01-01T03:00:00Z"}
    await site_shows(http, notices=[first | {"until": None}])
    lines = await output_of(
        own_world, "notice", text, "--from", "2026-01-01T00:00-03:00", "--until", "9999-12-31T23:59-03:00"
    )
    assert len(lines.splitlines()) == 3
    await site_shows(http, notices=[first | {"texts": {}, "until": "9999-12-31T23:59:59Z"}])
    assert await output_of(own_world, "notice", "--clear") == "none\n"
    await site_shows(http, notices=[])


@pytest.fixture
async def controls(own_world: World) -> AsyncGenerator[SiteControls]:
    databases = Databases.open(own_world.settings)
    yield SiteControls(own_world.settings, databases.site)
    await databases.close()
    await site(own_world, "DELETE FROM site_controls")


async def test_controls_hold_while_the_site_schema_is_unavailable(own_world: World, controls: SiteControls) -> None:
    await output_of(own_world, "switch", "roulette", "off", *REASON)
    await controls.refresh()
    await site(own_world, "RENAME TABLE site_controls TO site_controls_away")
    try:
        with pytest.raises(DatabaseError):
            await controls.refresh()
    finally:
        await site(own_world, "RENAME TABLE site_controls_away TO site_controls")
    assert (controls.is_on("roulette"), controls.is_on("registration")) == (False, True)


async def test_controls_are_read_in_pages_and_end_by_themselves(own_world: World, controls: SiteControls) -> None:
    now = int(time.time())
    rows = ", ".join(f"('block', 'many{n:04}', 1, {now + 3600}, 'ann', 'x', 1, NULL)" for n in range(1100))
    await site(own_world, f"INSERT INTO site_controls VALUES {rows}")
    await controls.refresh()
    assert controls.is_blocked("many0000")
    assert controls.is_blocked("many1099")
    await site(own_world, f"UPDATE site_controls SET until = {now} WHERE kind = 'block'")
    await controls.refresh()
    assert not controls.is_blocked("many1099")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["switch", "roulette", "off"], 1, "--reason is missing"),
        (["switch", "casino", "off"], 2, "invalid choice"),
        (["switch", "roulette", "off", "--until", "2020-01-01", *REASON], 1, "over already"),
        (["block", "demo"], 1, "--reason is missing"),
        (["block", "--lift"], 1, "LOGIN is missing"),
        (["block", "nosuchlogin", *REASON], 1, "there is no account 'nosuchlogin'"),
        (["block", "demo", "--until", "2020-01-01", *REASON], 1, "over already"),
        (["notice", "x", "--until", "2020-01-01"], 1, "over already"),
        (["notice", "x", "--until", "2090-01-01T10:00"], 2, "with a zone"),
        (["notice", "x\ny"], 2, "expected 1 to 300 characters"),
        (["notice", "x", "--in", "fr", "y"], 1, "'fr' is not one of en, es, pt"),
        (["notice", "x", "--in", "es", "x\ny"], 1, "expected 1 to 300 characters"),
    ],
)
async def test_command_with_wrong_arguments_changes_nothing(
    own_world: World, words: list[str], code: int, message: str
) -> None:
    result = await run_command(own_world, *words)
    assert result.code == code
    assert message in result.err
    assert await site(own_world, "SELECT * FROM site_controls") == []
