"""Tests of POST /api/auth/register: the row in the game's table, and refusals."""

import asyncio
import time

import pytest

from gateway.game import passwords
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import (
    ACCESS,
    EMAIL,
    assert_error,
    bearer,
    game,
    log_in,
    open_app,
    register,
    site,
)

FAMILIES = ("mobius", "acis", "lucera")
SCHEMES = {"mobius": "sha1", "acis": "bcrypt", "lucera": "whirlpool"}


@pytest.mark.parametrize("family", FAMILIES)
async def test_register_each_family_creates_game_account(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    server = world(family, seed=82)
    async with open_app(server, client) as http:
        response = await register(http, "NewComer", email=" newcomer@example.org ")
        assert response.status_code == 201, response.text
        user = response.json()["user"]
        assert (user["username"], user["email"], user["access_level"]) == ("newcomer", "newcomer@example.org", 0)
        assert user["member_since"] is not None
        assert (await http.get("/api/auth/profile", headers=bearer(response.json()["token"]))).json() == user
        assert (await log_in(http, "newcomer", "secret-77")).status_code == 200
    active = "last_active" if family == "acis" else "lastactive"
    columns = f"login, password, {ACCESS[family]}, {active}"
    ((login, stored, access, last_active),) = await game(
        server, f"SELECT {columns} FROM accounts WHERE login = 'newcomer'"
    )
    assert (login, access) == ("newcomer", 0)
    assert 0 <= time.time() - last_active / (1 if family == "lucera" else 1000) < 600
    assert passwords.scheme_of(stored) == SCHEMES[family]
    assert passwords.verify("secret-77", stored)
    assert not passwords.verify("secret-78", stored)
    profiles = await site(server, "SELECT email FROM profiles WHERE login = 'newcomer'")
    assert profiles == [(None if family in EMAIL else "newcomer@example.org",)]
    log = await site(
        server, "SELECT action, success, ip_address FROM security_log WHERE login = 'newcomer' ORDER BY id"
    )
    assert log[0] == ("ACCOUNT_CREATED", 1, "127.0.0.1")


@pytest.mark.parametrize("family", FAMILIES)
async def test_register_fills_every_not_null_column(world: WorldFactory, client: ClientFactory, family: str) -> None:
    server = world(family, seed=82)
    async with open_app(server, client) as http:
        assert (await register(http, "filledin")).status_code == 201
    columns = await game(
        server,
        "SELECT column_name, column_default FROM information_schema.columns"
        f" WHERE table_schema = '{server.schema}' AND table_name = 'accounts' AND is_nullable = 'NO'",
    )
    filled = {"login", "password", EMAIL.get(family, "")}
    assert [name for name, default in columns if default is None and name not in filled] == []
    names = ", ".join(f"`{name}`" for name, _ in columns)
    assert None not in (await game(server, f"SELECT {names} FROM accounts WHERE login = 'filledin'"))[0]


@pytest.mark.parametrize("family", ["mobius", "acis"])
async def test_register_twelve_concurrent_creates_one_account(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    async with open_app(world(family, seed=82), client) as http:
        responses = await asyncio.gather(*(register(http, "dozen", password=f"secret-{i:02}") for i in range(12)))
        assert sorted(response.status_code for response in responses) == [201] + [409] * 11
        winner = next(index for index, response in enumerate(responses) if response.status_code == 201)
        assert (await log_in(http, "dozen", f"secret-{winner:02}")).status_code == 200
    for index, response in enumerate(responses):
        if index != winner:
            assert_error(response, 409, "username_taken")


async def test_register_existing_name_in_any_case_is_refused(world: WorldFactory, client: ClientFactory) -> None:
    server = world("mobius", seed=82)
    await game(server, "REPLACE INTO accounts (login, password) VALUES ('AutoMade', 'x')")
    async with open_app(server, client) as http:
        for name in ("demo", "DEMO", "automade", "AUTOMADE"):
            assert_error(await register(http, name), 409, "username_taken")
    assert await game(server, "SELECT login, password FROM accounts WHERE login = 'automade'") == [("AutoMade", "x")]


async def test_register_name_with_ledger_account_is_refused(world: WorldFactory, client: ClientFactory) -> None:
    server = world("acis", seed=82)
    await site(
        server,
        "INSERT INTO wallets (account, kind, owner, balance, created_at) VALUES"
        " ('wallet:vanished', 'wallet', 'vanished', 5, 1), ('debt:indebted', 'debt', 'indebted', 5, 1)",
    )
    async with open_app(server, client) as http:
        for name in ("vanished", "Indebted"):
            assert_error(await register(http, name), 409, "username_taken")
    assert await game(server, "SELECT login FROM accounts WHERE login IN ('vanished', 'indebted')") == []


async def test_register_invalid_form_returns_messages_and_creates_nothing(
    world: WorldFactory, client: ClientFactory
) -> None:
    server = world("lucera", seed=82)
    async with open_app(server, client) as http:
        assert_error(
            await register(http, "ab", email="nowhere", password="short"),
            400,
            "validation_failed",
            username="Username must be at least 3 characters",
            email="Invalid email address",
            password="Password must be at least 6 characters",
        )
        too_long = await register(http, "longmail", email=f"{'a' * 40}@example.org")
        assert_error(too_long, 400, "validation_failed", email="Invalid email address")
    assert await game(server, "SELECT login FROM accounts WHERE login IN ('ab', 'longmail')") == []


async def test_register_reused_name_hides_earlier_account(world: WorldFactory, client: ClientFactory) -> None:
    server = world("acis", seed=82)
    await site(
        server,
        "INSERT INTO profiles (login, email, created_at, first_login_at) VALUES ('reborn', 'old@example.org', 5, 6)",
        "INSERT INTO security_log (login, action, ip_address, at, success)"
        " VALUES ('reborn', 'LOGIN', '192.0.2.1', 7, 1)",
    )
    async with open_app(server, client) as http:
        response = await register(http, "reborn")
        assert response.json()["user"]["email"] == "reborn@example.org"
        logs = (await http.get("/api/player/security-logs", headers=bearer(response.json()["token"]))).json()
    assert [entry["action"] for entry in logs["data"]] == ["ACCOUNT_CREATED"]
    assert logs["total"] == 1
    assert await site(server, "SELECT first_login_at FROM profiles WHERE login = 'reborn'") == [(None,)]


@pytest.mark.parametrize("path", ["register", "login", "change-password", "update-email"])
async def test_forms_with_game_column_are_refused(world: WorldFactory, client: ClientFactory, path: str) -> None:
    forms = {
        "register": {"username": "climber", "email": "c@example.org", "password": "secret-77"},
        "login": {"username": "demo", "password": "demo1234"},
        "change-password": {"current_password": "demo1234", "new_password": "secret-77"},
        "update-email": {"new_email": "climber@example.org"},
    }
    for family in FAMILIES:
        server = world(family, seed=82)
        columns = await game(
            server,
            "SELECT column_name FROM information_schema.columns"
            f" WHERE table_schema = '{server.schema}' AND table_name = 'accounts'",
        )
        async with open_app(server, client) as http:
            headers = bearer((await log_in(http, "demo")).json()["token"])
            for name in {str(name) for (name,) in columns} - forms[path].keys():
                response = await http.post(f"/api/auth/{path}", json=forms[path] | {name: "0"}, headers=headers)
                assert_error(response, 400, "validation_failed", **{name: "Unknown field"})
        assert await game(server, "SELECT login FROM accounts WHERE login = 'climber'") == []
