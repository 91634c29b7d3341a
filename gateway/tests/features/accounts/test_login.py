"""Tests of POST /api/auth/login: identical refusals, and the response to a right password."""

from typing import Any

import pytest

from fixtures.installed import World
from fixtures.world.people import SHA1
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import (
    ACCESS,
    EMAIL,
    assert_error,
    bearer,
    game,
    log_in,
    open_app,
    site,
    token_of,
)

FAMILIES = ("mobius", "acis", "lucera")


def install(world: WorldFactory, family: str = "mobius") -> World:
    return world(family, seed=81)


@pytest.mark.parametrize("family", FAMILIES)
async def test_login_each_family_returns_user_and_token(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    async with open_app(install(world, family), client) as http:
        response = await log_in(http, "demo")
        assert response.status_code == 200
        assert response.headers["cache-control"] == "no-store"
        user = response.json()["user"]
        assert user["username"] == "demo"
        assert (user["access_level"], user["access_level_label"]) == (0, "Player")
        assert (user["email"] == "demo@example.org") == (family in EMAIL)
        assert (user["member_since"] is not None) == (family == "mobius")
        profile = await http.get("/api/auth/profile", headers=bearer(response.json()["token"]))
        assert profile.json() == user
        staff = await log_in(http, " StAfF ")
        assert staff.json()["user"]["username"] == "staff"
        assert staff.json()["user"]["access_level_label"] == "Admin"


@pytest.mark.parametrize("family", FAMILIES)
async def test_login_unknown_name_and_wrong_password_look_identical(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    async with open_app(install(world, family), client) as http:
        responses = [
            await log_in(http, name, password)
            for name, password in [
                ("demo", "wrong-1"),
                ("nobody", "demo1234"),
                ("demo", "x" * 5000),
                ("demo", "DEMO1234"),
                ("x" * 5000, "demo1234"),
                ("démo", "demo1234"),
                ("demo\0", "demo1234"),
                ("💠", "💠" * 30),
                ("banned", "wrong-1"),
                ("demo' OR '1'='1", "demo1234"),
                ("dem_", "demo1234"),
            ]
        ]
    bodies: list[Any] = []
    for response in responses:
        assert_error(response, 401, "invalid_credentials")
        bodies.append({**response.json(), "request_id": ""})
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["message"] == "Wrong username or password."


async def test_login_missing_field_returns_message(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(install(world), client) as http:
        assert_error(await log_in(http, " ", "x"), 400, "validation_failed", username="Username is required")
        assert_error(await log_in(http, "demo", ""), 400, "validation_failed", password="Password is required")


@pytest.mark.parametrize("family", FAMILIES)
async def test_login_banned_account_is_revealed_after_right_password_only(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    async with open_app(install(world, family), client) as http:
        assert_error(await log_in(http, "banned"), 403, "account_banned")
        assert_error(await log_in(http, "banned", "wrong-1"), 401, "invalid_credentials")


@pytest.mark.parametrize(
    ("family", "ban", "lifted"),
    [
        (
            "mobius",
            "INSERT INTO account_data VALUES ('timely', 'ban_temp', (UNIX_TIMESTAMP() + 900) * 1000)",
            "UPDATE account_data SET value = (UNIX_TIMESTAMP() - 1) * 1000 WHERE account_name = 'timely'",
        ),
        (
            "lucera",
            "UPDATE accounts SET ban_expire = UNIX_TIMESTAMP() + 900 WHERE login = 'timely'",
            "UPDATE accounts SET ban_expire = UNIX_TIMESTAMP() - 1 WHERE login = 'timely'",
        ),
    ],
)
async def test_login_expired_timed_ban_is_accepted(
    world: WorldFactory, client: ClientFactory, family: str, ban: str, lifted: str
) -> None:
    server = install(world, family)
    await game(server, "DELETE FROM accounts WHERE login = 'timely'")
    await game(server, f"INSERT INTO accounts (login, password) VALUES ('timely', '{SHA1.decode()}')", ban)
    async with open_app(server, client) as http:
        assert_error(await log_in(http, "timely"), 403, "account_banned")
        await game(server, lifted)
        assert (await log_in(http, "timely")).status_code == 200


async def test_login_unusual_game_rows_are_handled(world: WorldFactory, client: ClientFactory) -> None:
    """Rows with capitals, without an access level, or without a password."""
    server = install(world, "lucera")
    await game(
        server,
        "DELETE FROM accounts WHERE login IN ('MiXeD', 'nullish', 'hollow')",
        f"INSERT INTO accounts (login, password, accessLevel) VALUES ('MiXeD', '{SHA1.decode()}', NULL)",
        "INSERT INTO accounts (login, password) VALUES ('hollow', '')",
    )
    async with open_app(server, client) as http:
        response = await log_in(http, "mixed")
        assert response.json()["user"] == {
            "username": "mixed",
            "email": None,
            "access_level": 0,
            "access_level_label": "Player",
            "member_since": None,
        }
        logs = await http.get("/api/player/security-logs", headers=bearer(response.json()["token"]))
        assert logs.json()["data"][0]["action"] == "LOGIN"
        assert_error(await log_in(http, "hollow", " "), 401, "invalid_credentials")
    mobius = install(world)
    await game(mobius, "REPLACE INTO accounts (login, password) VALUES ('nullish', NULL)")
    async with open_app(mobius, client) as http:
        assert_error(await log_in(http, "nullish", "None"), 401, "invalid_credentials")


async def test_login_success_records_first_and_last_login(world: WorldFactory, client: ClientFactory) -> None:
    server = install(world, "acis")
    async with open_app(server, client) as http:
        await token_of(http, "demo2")
        times = (await site(server, "SELECT first_login_at, last_login_at FROM profiles WHERE login = 'demo2'"))[0]
        await site(server, "UPDATE profiles SET first_login_at = 5, last_login_at = 5 WHERE login = 'demo2'")
        await token_of(http, "demo2")
        updated = (await site(server, "SELECT first_login_at, last_login_at FROM profiles WHERE login = 'demo2'"))[0]
    assert times[0] == times[1] > 1_700_000_000
    assert updated[0] == 5
    assert updated[1] >= times[1]


async def test_login_without_site_schema_succeeds(world: WorldFactory, client: ClientFactory) -> None:
    unreachable = "mysql://nobody@127.0.0.1:1/site"
    async with open_app(
        install(world), client, GATEWAY_DATABASE_SITE_DSN=unreachable, GATEWAY_DATABASE_FAMILY="mobius"
    ) as http:
        response = await log_in(http, "demo")
        assert response.status_code == 200
        assert response.json()["user"]["email"] == "demo@example.org"
        assert_error(await log_in(http, "demo", "wrong-1"), 401, "invalid_credentials")
        logs = await http.get("/api/player/security-logs", headers=bearer(response.json()["token"]))
        assert_error(logs, 503, "site_unavailable")


async def test_login_without_game_accounts_is_unavailable_and_uncounted(
    world: WorldFactory, client: ClientFactory
) -> None:
    async with open_app(
        install(world),
        client,
        GATEWAY_DATABASE_AUTH_DSN="mysql://nobody@127.0.0.1:1/x",
        GATEWAY_LIMITS_FAILED_LOGINS_UNKNOWN_IPS="2",
    ) as http:
        for _ in range(4):
            assert_error(await log_in(http, "demo"), 503, "game_unavailable")


async def test_login_access_level_returns_label(world: WorldFactory, client: ClientFactory) -> None:
    server = install(world)
    await game(server, f"UPDATE accounts SET {ACCESS['mobius']} = 75 WHERE login = 'demo2'")
    async with open_app(server, client) as http:
        assert (await log_in(http, "demo2")).json()["user"]["access_level_label"] == "Head GM"
