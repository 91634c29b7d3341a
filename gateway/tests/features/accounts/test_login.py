"""Tests of POST /api/auth/login: identical refusals, and the response to a right password."""

import httpx
import pytest

from fixtures.installed import World
from fixtures.world.people import SHA1
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import (
    ACCESS,
    EMAIL,
    assert_error,
    bearer,
    each_family,
    game,
    log_in,
    on_families,
    open_app,
    site,
    token_of,
)

SEED = 181
UNREACHABLE = "mysql://nobody@127.0.0.1:1/x"


@each_family
async def test_login_each_family_returns_user_and_token(http: httpx.AsyncClient, server: World) -> None:
    response = await log_in(http, "demo")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    user = response.json()["user"]
    assert (user["username"], user["access_level"], user["access_level_label"]) == ("demo", 0, "Player")
    assert (user["email"] == "demo@example.org") == (server.family in EMAIL)
    assert (user["member_since"] is not None) == (server.family == "mobius")
    profile = await http.get("/api/auth/profile", headers=bearer(response.json()["token"]))
    assert profile.json() == user
    staff = (await log_in(http, " StAfF ")).json()["user"]
    assert (staff["username"], staff["access_level_label"]) == ("staff", "Admin")


@each_family
async def test_login_unknown_name_and_wrong_password_look_identical(http: httpx.AsyncClient) -> None:
    for name, password in (
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
    ):
        response = await log_in(http, name, password)
        assert_error(response, 401, "invalid_credentials")
        assert response.json().keys() == {"error", "message", "request_id", "status"}
        assert response.json()["message"] == "Wrong username or password."
    assert_error(await log_in(http, "banned"), 403, "account_banned")  # known by the right password only


async def test_login_missing_field_returns_message(http: httpx.AsyncClient) -> None:
    assert_error(await log_in(http, " ", "x"), 400, "validation_failed", username="Username is required")
    assert_error(await log_in(http, "demo", ""), 400, "validation_failed", password="Password is required")


@pytest.mark.parametrize(
    ("server", "ban", "lift"),
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
    indirect=["server"],
)
async def test_login_expired_timed_ban_is_accepted(http: httpx.AsyncClient, server: World, ban: str, lift: str) -> None:
    await game(server, f"INSERT INTO accounts (login, password) VALUES ('timely', '{SHA1.decode()}')", ban)
    assert_error(await log_in(http, "timely"), 403, "account_banned")
    await game(server, lift)
    assert (await log_in(http, "timely")).status_code == 200


@on_families("lucera")
async def test_login_row_with_capitals_and_without_access_level_is_accepted(
    http: httpx.AsyncClient, server: World
) -> None:
    await game(
        server,
        f"INSERT INTO accounts (login, password, accessLevel) VALUES ('MiXeD', '{SHA1.decode()}', NULL)",
        "INSERT INTO accounts (login, password) VALUES ('hollow', '')",
    )
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


async def test_login_row_without_password_is_refused(http: httpx.AsyncClient, server: World) -> None:
    await game(server, "INSERT INTO accounts (login, password) VALUES ('nullish', NULL)")
    assert_error(await log_in(http, "nullish", "None"), 401, "invalid_credentials")


@on_families("acis")
async def test_login_success_records_first_and_last_login(http: httpx.AsyncClient, server: World) -> None:
    times = "SELECT first_login_at, last_login_at FROM profiles WHERE login = 'demo2'"
    await token_of(http, "demo2")
    ((first, last),) = await site(server, times)
    assert first == last > 1_700_000_000
    await site(server, "UPDATE profiles SET first_login_at = 5, last_login_at = 5 WHERE login = 'demo2'")
    await token_of(http, "demo2")
    ((first, last_login),) = await site(server, times)
    assert first == 5
    assert last_login >= last


async def test_login_and_token_without_site_schema_are_unavailable(
    server: World, client: ClientFactory, http: httpx.AsyncClient
) -> None:
    """The rows of sessions are in the site schema. A wrong password is refused without it."""
    headers = bearer(await token_of(http, "demo"))
    env = {"GATEWAY_DATABASE_SITE_DSN": UNREACHABLE, "GATEWAY_DATABASE_FAMILY": "mobius"}
    async with open_app(server, client, **env) as app_without_site:
        assert_error(await log_in(app_without_site, "demo"), 503, "site_unavailable")
        assert_error(await log_in(app_without_site, "demo", "wrong-1"), 401, "invalid_credentials")
        assert_error(await app_without_site.get("/api/auth/profile", headers=headers), 503, "site_unavailable")


async def test_login_without_game_accounts_is_unavailable_and_uncounted(server: World, client: ClientFactory) -> None:
    env = {"GATEWAY_DATABASE_AUTH_DSN": UNREACHABLE, "GATEWAY_LIMITS_FAILED_LOGINS_UNKNOWN_IPS": "2"}
    async with open_app(server, client, **env) as http:
        for _ in range(4):
            assert_error(await log_in(http, "demo"), 503, "game_unavailable")


async def test_login_access_level_returns_label(http: httpx.AsyncClient, server: World) -> None:
    await game(server, f"UPDATE accounts SET {ACCESS['mobius']} = 75 WHERE login = 'demo2'")
    assert (await log_in(http, "demo2")).json()["user"]["access_level_label"] == "Head GM"
