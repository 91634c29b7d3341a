"""Tests of POST /api/auth/register: the row in the game's table, and refusals."""

import asyncio
import time

import httpx

from fixtures.installed import World
from gateway.game import passwords
from gateway.tests.support.account_app import (
    ACCESS,
    EMAIL,
    assert_error,
    bearer,
    each_family,
    game,
    log_in,
    on_families,
    register,
    site,
)

SEED = 82
SCHEMES = {"mobius": "sha1", "acis": "bcrypt", "lucera": "whirlpool"}
COLUMNS = (
    "SELECT column_name, column_default, is_nullable FROM information_schema.columns "
    "WHERE table_schema = DATABASE() AND table_name = 'accounts'"
)


@each_family
async def test_register_each_family_creates_game_account(http: httpx.AsyncClient, server: World) -> None:
    family = server.family
    response = await register(http, "NewComer", email=" newcomer@example.org ")
    assert response.status_code == 201, response.text
    user = response.json()["user"]
    assert (user["username"], user["email"], user["access_level"]) == ("newcomer", "newcomer@example.org", 0)
    assert user["member_since"] is not None
    assert (await http.get("/api/auth/profile", headers=bearer(response.json()["token"]))).json() == user
    assert (await log_in(http, "newcomer", "secret-77")).status_code == 200
    active = "last_active" if family == "acis" else "lastactive"
    ((login, stored_hash, access, last_active),) = await game(
        server, f"SELECT login, password, {ACCESS[family]}, {active} FROM accounts WHERE login = 'newcomer'"
    )
    assert (login, access) == ("newcomer", 0)
    assert 0 <= time.time() - last_active / (1 if family == "lucera" else 1000) < 600
    assert passwords.scheme_of(stored_hash) == SCHEMES[family]
    assert passwords.verify("secret-77", stored_hash)
    assert not passwords.verify("secret-78", stored_hash)
    email = None if family in EMAIL else "newcomer@example.org"
    assert await site(server, "SELECT email FROM profiles WHERE login = 'newcomer'") == [(email,)]
    entries = "SELECT action, success, ip_address FROM security_log WHERE login = 'newcomer' ORDER BY id"
    assert (await site(server, entries))[0] == ("ACCOUNT_CREATED", 1, "127.0.0.1")

    columns = {name: default for name, default, nullable in await game(server, COLUMNS) if nullable == "NO"}
    inserted_columns = {"login", "password", EMAIL.get(family, "")}
    assert [name for name, default in columns.items() if default is None and name not in inserted_columns] == []
    names = ", ".join(f"`{name}`" for name in columns)
    assert None not in (await game(server, f"SELECT {names} FROM accounts WHERE login = 'newcomer'"))[0]


@on_families("mobius", "acis")
async def test_register_twelve_concurrent_creates_one_account(http: httpx.AsyncClient) -> None:
    responses = await asyncio.gather(*(register(http, "dozen", password=f"secret-{i:02}") for i in range(12)))
    assert sorted(response.status_code for response in responses) == [201] + [409] * 11
    winner = next(index for index, response in enumerate(responses) if response.status_code == 201)
    assert (await log_in(http, "dozen", f"secret-{winner:02}")).status_code == 200
    for response in responses[:winner] + responses[winner + 1 :]:
        assert_error(response, 409, "username_taken")


async def test_register_existing_name_in_any_case_is_refused(http: httpx.AsyncClient, server: World) -> None:
    await game(server, "INSERT INTO accounts (login, password) VALUES ('AutoMade', 'x')")
    for name in ("demo", "DEMO", "automade", "AUTOMADE"):
        assert_error(await register(http, name), 409, "username_taken")
    assert await game(server, "SELECT login, password FROM accounts WHERE login = 'automade'") == [("AutoMade", "x")]


@on_families("acis")
async def test_register_name_with_ledger_account_is_refused(http: httpx.AsyncClient, server: World) -> None:
    await site(
        server,
        "INSERT INTO wallets (account, kind, owner, balance, created_at) VALUES"
        " ('wallet:vanished', 'wallet', 'vanished', 5, 1), ('debt:indebted', 'debt', 'indebted', 5, 1)",
    )
    for name in ("vanished", "Indebted"):
        assert_error(await register(http, name), 409, "username_taken")
    assert await game(server, "SELECT login FROM accounts WHERE login IN ('vanished', 'indebted')") == []


@on_families("lucera")
async def test_register_invalid_form_returns_messages_and_creates_nothing(
    http: httpx.AsyncClient, server: World
) -> None:
    texts = {
        "username": "Username must be at least 3 characters",
        "email": "Invalid email address",
        "password": "Password must be at least 6 characters",
    }
    response = await register(http, "ab", email="nowhere", password="short")
    assert_error(response, 400, "validation_failed", **texts)
    response = await register(http, "longmail", email=f"{'a' * 40}@example.org")
    assert_error(response, 400, "validation_failed", email=texts["email"])
    assert await game(server, "SELECT login FROM accounts WHERE login IN ('ab', 'longmail')") == []


@on_families("acis")
async def test_register_reused_name_hides_earlier_account(http: httpx.AsyncClient, server: World) -> None:
    await site(
        server,
        "INSERT INTO profiles (login, email, created_at, first_login_at) VALUES ('reborn', 'old@example.org', 5, 6)",
        "INSERT INTO security_log (login, action, ip_address, at, success)"
        " VALUES ('reborn', 'LOGIN', '192.0.2.1', 7, 1)",
    )
    response = await register(http, "reborn")
    assert response.json()["user"]["email"] == "reborn@example.org"
    logs = (await http.get("/api/player/security-logs", headers=bearer(response.json()["token"]))).json()
    assert ([entry["action"] for entry in logs["data"]], logs["total"]) == (["ACCOUNT_CREATED"], 1)
    assert await site(server, "SELECT first_login_at FROM profiles WHERE login = 'reborn'") == [(None,)]


@each_family
async def test_forms_with_game_column_are_refused(http: httpx.AsyncClient, server: World) -> None:
    forms = {
        "register": {"username": "climber", "email": "c@example.org", "password": "secret-77"},
        "login": {"username": "demo", "password": "demo1234"},
        "change-password": {"current_password": "demo1234", "new_password": "secret-77"},
        "update-email": {"new_email": "climber@example.org"},
    }
    headers = bearer((await log_in(http, "demo")).json()["token"])
    columns = {str(name) for name, _, _ in await game(server, COLUMNS)}
    for path, form in forms.items():
        for name in columns - form.keys():
            response = await http.post(f"/api/auth/{path}", json=form | {name: "0"}, headers=headers)
            assert_error(response, 400, "validation_failed", **{name: "Unknown field"})
    assert await game(server, "SELECT login FROM accounts WHERE login = 'climber'") == []


@on_families("acis")
async def test_register_stores_a_short_source_and_nothing_else(http: httpx.AsyncClient, server: World) -> None:
    sources = {
        "linked": ("L2Votes.com", "Oct-Banner", ("l2votes.com", "oct-banner")),
        "plain": ("", "oct-banner", ("", "")),
        "address": ("https://l2votes.com/?user=5", "x", ("", "")),
        "toolong": ("a" * 65, "x", ("", "")),
        "halfgood": ("gtop100.com", "<b>x</b>", ("gtop100.com", "")),
    }
    for name, (source, campaign, _) in sources.items():
        response = await register(http, name, source=source, campaign=campaign)
        assert response.status_code == 201, response.text
    rows = await site(server, "SELECT login, source, campaign FROM account_sources")
    assert {login: (source, campaign) for login, source, campaign in rows if login in sources} == {
        name: stored_source for name, (_, _, stored_source) in sources.items()
    }
