"""POST /api/auth/login: one answer for every wrong one, and what a right one brings."""

from typing import Any

import pytest

from fixtures.installed import World
from fixtures.world.people import SHA1
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import ACCESS, EMAIL, bearer, enter, entrance, game, refused, site, token_of

FAMILIES = ("mobius", "acis", "lucera")


def own(world: WorldFactory, family: str = "mobius") -> World:
    return world(family, seed=81)


@pytest.mark.parametrize("family", FAMILIES)
async def test_whoever_plays_can_log_in(world: WorldFactory, client: ClientFactory, family: str) -> None:
    async with entrance(own(world, family), client) as http:
        answer = await enter(http, "demo")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        user = answer.json()["user"]
        assert user["username"] == "demo"
        assert (user["access_level"], user["access_level_label"]) == (0, "Player")
        assert (user["email"] == "demo@example.org") == (family in EMAIL)
        assert (user["member_since"] is not None) == (family == "mobius")
        known = await http.get("/api/auth/profile", headers=bearer(answer.json()["token"]))
        assert known.json() == user
        staff = await enter(http, " StAfF ")
        assert staff.json()["user"]["username"] == "staff"
        assert staff.json()["user"]["access_level_label"] == "Admin"


@pytest.mark.parametrize("family", FAMILIES)
async def test_unknown_and_wrong_are_answered_alike(world: WorldFactory, client: ClientFactory, family: str) -> None:
    async with entrance(own(world, family), client) as http:
        answers = [
            await enter(http, name, password)
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
    for answer in answers:
        refused(answer, 401, "invalid_credentials")
        bodies.append({**answer.json(), "request_id": ""})
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["message"] == "Wrong username or password."


async def test_what_is_left_out_is_named(world: WorldFactory, client: ClientFactory) -> None:
    async with entrance(own(world), client) as http:
        refused(await enter(http, " ", "x"), 400, "validation_failed", username="Username is required")
        refused(await enter(http, "demo", ""), 400, "validation_failed", password="Password is required")


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_ban_is_told_after_the_right_password_alone(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    async with entrance(own(world, family), client) as http:
        refused(await enter(http, "banned"), 403, "account_banned")
        refused(await enter(http, "banned", "wrong-1"), 401, "invalid_credentials")


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
async def test_a_ban_for_a_time_ends_with_it(
    world: WorldFactory, client: ClientFactory, family: str, ban: str, lifted: str
) -> None:
    here = own(world, family)
    await game(here, "DELETE FROM accounts WHERE login = 'timely'")
    await game(here, f"INSERT INTO accounts (login, password) VALUES ('timely', '{SHA1.decode()}')", ban)
    async with entrance(here, client) as http:
        refused(await enter(http, "timely"), 403, "account_banned")
        await game(here, lifted)
        assert (await enter(http, "timely")).status_code == 200


async def test_rows_as_games_leave_them(world: WorldFactory, client: ClientFactory) -> None:
    """Stored with capitals, without an access level, of an older scheme, or without a password."""
    here = own(world, "lucera")
    await game(
        here,
        "DELETE FROM accounts WHERE login IN ('MiXeD', 'nullish', 'hollow')",
        f"INSERT INTO accounts (login, password, accessLevel) VALUES ('MiXeD', '{SHA1.decode()}', NULL)",
        "INSERT INTO accounts (login, password) VALUES ('hollow', '')",
    )
    async with entrance(here, client) as http:
        answer = await enter(http, "mixed")
        assert answer.json()["user"] == {
            "username": "mixed",
            "email": None,
            "access_level": 0,
            "access_level_label": "Player",
            "member_since": None,
        }
        logs = await http.get("/api/player/security-logs", headers=bearer(answer.json()["token"]))
        assert logs.json()["data"][0]["action"] == "LOGIN"
        refused(await enter(http, "hollow", " "), 401, "invalid_credentials")
    mobius = own(world)
    await game(mobius, "REPLACE INTO accounts (login, password) VALUES ('nullish', NULL)")
    async with entrance(mobius, client) as http:
        refused(await enter(http, "nullish", "None"), 401, "invalid_credentials")


async def test_a_login_is_remembered(world: WorldFactory, client: ClientFactory) -> None:
    here = own(world, "acis")
    async with entrance(here, client) as http:
        await token_of(http, "demo2")
        times = (await site(here, "SELECT first_login_at, last_login_at FROM profiles WHERE login = 'demo2'"))[0]
        await site(here, "UPDATE profiles SET first_login_at = 5, last_login_at = 5 WHERE login = 'demo2'")
        await token_of(http, "demo2")
        again = (await site(here, "SELECT first_login_at, last_login_at FROM profiles WHERE login = 'demo2'"))[0]
    assert times[0] == times[1] > 1_700_000_000
    assert again[0] == 5
    assert again[1] >= times[1]


async def test_without_the_site_s_schema_a_login_still_works(world: WorldFactory, client: ClientFactory) -> None:
    away = "mysql://nobody@127.0.0.1:1/site"
    async with entrance(own(world), client, GATEWAY_DATABASE_SITE_DSN=away, GATEWAY_DATABASE_FAMILY="mobius") as http:
        answer = await enter(http, "demo")
        assert answer.status_code == 200
        assert answer.json()["user"]["email"] == "demo@example.org"
        refused(await enter(http, "demo", "wrong-1"), 401, "invalid_credentials")
        logs = await http.get("/api/player/security-logs", headers=bearer(answer.json()["token"]))
        refused(logs, 503, "site_unavailable")


async def test_without_the_accounts_nobody_is_let_in_and_nothing_counts(
    world: WorldFactory, client: ClientFactory
) -> None:
    async with entrance(
        own(world),
        client,
        GATEWAY_DATABASE_AUTH_DSN="mysql://nobody@127.0.0.1:1/x",
        GATEWAY_LIMITS_FAILED_LOGINS_UNKNOWN_IPS="2",
    ) as http:
        for _ in range(4):
            refused(await enter(http, "demo"), 503, "game_unavailable")


async def test_an_access_level_is_told(world: WorldFactory, client: ClientFactory) -> None:
    here = own(world)
    await game(here, f"UPDATE accounts SET {ACCESS['mobius']} = 75 WHERE login = 'demo2'")
    async with entrance(here, client) as http:
        assert (await enter(http, "demo2")).json()["user"]["access_level_label"] == "Head GM"
