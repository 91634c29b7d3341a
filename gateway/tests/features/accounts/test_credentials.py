"""Tests of POST /api/auth/change-password and /update-email."""

import httpx
import pytest

from gateway.game import passwords
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import EMAIL, assert_error, bearer, game, log_in, open_app, register, site

FAMILIES = ("mobius", "acis", "lucera")
PASSWORD = "/api/auth/change-password"
MAIL = "/api/auth/update-email"


def form(current: str, new: str) -> dict[str, str]:
    return {"current_password": current, "new_password": new}


@pytest.mark.parametrize("family", FAMILIES)
async def test_change_password_valid_updates_game_and_token(
    world: WorldFactory, client: ClientFactory, family: str
) -> None:
    server = world(family, seed=84)
    async with open_app(server, client) as http:
        headers = bearer((await register(http, "changer")).json()["token"])
        response = await http.post(PASSWORD, json=form("secret-77", "new pass 9!"), headers=headers)
        assert response.status_code == 200
        assert response.json()["success"] is True
        assert response.json()["message"] == "Password changed"
        assert_error(await log_in(http, "changer", "secret-77"), 401, "invalid_credentials")
        assert (await log_in(http, "changer", "new pass 9!")).status_code == 200
        assert_error(await http.get("/api/auth/profile", headers=headers), 401, "not_authenticated")
        fresh = bearer(response.json()["token"])
        assert (await http.get("/api/auth/profile", headers=fresh)).status_code == 200
        logs = (await http.get("/api/player/security-logs", headers=fresh)).json()["data"]
    ((stored,),) = await game(server, "SELECT password FROM accounts WHERE login = 'changer'")
    assert passwords.verify("new pass 9!", stored)
    assert {("PASSWORD_CHANGE", True), ("ACCOUNT_CREATED", True)} <= {
        (entry["action"], entry["success"]) for entry in logs
    }


@pytest.mark.parametrize("family", FAMILIES)
async def test_change_by_staff_is_refused(world: WorldFactory, client: ClientFactory, family: str) -> None:
    server = world(family, seed=84)
    stored = "SELECT * FROM accounts WHERE login = 'staff'"
    before = await game(server, stored)
    async with open_app(server, client) as http:
        headers = bearer((await log_in(http, "staff")).json()["token"])
        for path, body in ((PASSWORD, form("demo1234", "secret-78")), (MAIL, {"new_email": "new@example.org"})):
            response = await http.post(path, json=body, headers=headers)
            assert_error(response, 403, "staff_account")
            assert response.json()["message"].startswith("Staff accounts change their password and e-mail in the game")
    assert await game(server, stored) == before
    assert await site(server, "SELECT email FROM profiles WHERE login = 'staff' AND email IS NOT NULL") == []


async def test_change_password_wrong_current_keeps_session(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(world("mobius", seed=84), client) as http:
        headers = bearer((await register(http, "forgetful")).json()["token"])
        response = await http.post(PASSWORD, json=form("secret-78", "secret-79"), headers=headers)
        assert_error(response, 400, "validation_failed", current_password="Current password is incorrect")
        assert (await http.get("/api/auth/profile", headers=headers)).status_code == 200
        logs = (await http.get("/api/player/security-logs", headers=headers)).json()["data"]
        assert (logs[0]["action"], logs[0]["success"]) == ("PASSWORD_CHANGE", False)


@pytest.mark.parametrize(
    ("current", "new", "fields"),
    [
        ("", "secret-79", {"current_password": "Current password is required"}),
        ("secret-77", "short", {"new_password": "Password must be at least 6 characters long"}),
        ("secret-77", "secret-77", {"new_password": "New password must be different from current password"}),
        ("secret-77", "x" * 17, {"new_password": "Password must be at most 16 characters"}),
        ("secret-77", "ñandúñandú", {"new_password": "Password may contain only printable characters"}),
    ],
)
async def test_change_password_invalid_form_returns_messages(
    world: WorldFactory, client: ClientFactory, current: str, new: str, fields: dict[str, str]
) -> None:
    async with open_app(world("mobius", seed=84), client) as http:
        await register(http, "refused")
        headers = bearer((await log_in(http, "refused", "secret-77")).json()["token"])
        assert_error(
            await http.post(PASSWORD, json=form(current, new), headers=headers), 400, "validation_failed", **fields
        )


async def test_changes_without_token_are_refused(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(world("mobius", seed=84), client) as http:
        assert_error(await http.post(PASSWORD, json=form("demo1234", "secret-77")), 401, "not_authenticated")
        assert_error(await http.post(MAIL, json={"new_email": "x@example.org"}), 401, "not_authenticated")
        assert (await log_in(http, "demo")).status_code == 200


@pytest.mark.parametrize("family", FAMILIES)
async def test_update_email_valid_is_stored_per_family(world: WorldFactory, client: ClientFactory, family: str) -> None:
    server = world(family, seed=84)
    async with open_app(server, client) as http:
        headers = bearer((await register(http, "mover")).json()["token"])
        response = await http.post(MAIL, json={"new_email": "moved@example.org"}, headers=headers)
        assert response.json() == {"success": True, "message": "Email updated", "email": "moved@example.org"}
        for path in ("/api/auth/profile", "/api/player/profile"):
            profile = await http.get(path, headers=headers)
            if profile.status_code != 503:  # no snapshot of the world yet
                assert profile.json()["email"] == "moved@example.org"
        repeated = await http.post(MAIL, json={"new_email": "moved@example.org"}, headers=headers)
        assert_error(repeated, 400, "validation_failed", new_email="New email must be different from current email")
        logs = (await http.get("/api/player/security-logs", headers=headers)).json()["data"]
        assert logs[0]["action"] == "EMAIL_UPDATE"
    if family in EMAIL:
        rows = await game(server, f"SELECT {EMAIL[family]} FROM accounts WHERE login = 'mover'")
    else:
        rows = await site(server, "SELECT email FROM profiles WHERE login = 'mover'")
    assert rows == [("moved@example.org",)]


@pytest.mark.parametrize(
    ("email", "text"),
    [
        ("", "Email is required"),
        ("nowhere", "Please enter a valid email address"),
        (f"{'a' * 34}@example.org", "Please enter a valid email address"),
    ],
)
async def test_update_email_invalid_address_returns_message(
    world: WorldFactory, client: ClientFactory, email: str, text: str
) -> None:
    async with open_app(world("lucera", seed=84), client) as http:
        headers = bearer((await log_in(http, "demo")).json()["token"])
        assert_error(
            await http.post(MAIL, json={"new_email": email}, headers=headers),
            400,
            "validation_failed",
            new_email=text,
        )


async def test_change_password_leaves_other_accounts_unchanged(world: WorldFactory, client: ClientFactory) -> None:
    server = world("acis", seed=84)
    async with open_app(server, client) as http:
        headers = bearer((await register(http, "lonely")).json()["token"])
        before = await game(server, "SELECT login, password FROM accounts WHERE login <> 'lonely' ORDER BY login")
        assert (await http.post(PASSWORD, json=form("secret-77", "secret-78"), headers=headers)).status_code == 200
    assert await game(server, "SELECT login, password FROM accounts WHERE login <> 'lonely' ORDER BY login") == before


async def test_update_email_over_limit_returns_too_many_requests(world: WorldFactory, client: ClientFactory) -> None:
    """Invalid addresses are not counted; each account has its own limit."""
    limits = {"GATEWAY_LIMITS_EMAIL_CHANGES": "3", "GATEWAY_LIMITS_EMAIL_CHANGES_SECONDS": "86400"}
    async with open_app(world("mobius", seed=84), client, **limits) as http:

        async def change(name: str, email: str) -> httpx.Response:
            return await http.post(MAIL, json={"new_email": email}, headers=headers[name])

        headers = {name: bearer((await register(http, name)).json()["token"]) for name in ("restless", "settled")}
        addresses = ["nowhere", *(f"{number}@example.org" for number in (1, 2, 2))]
        assert [(await change("restless", address)).status_code for address in addresses] == [400, 200, 200, 400]
        response = await change("restless", "3@example.org")
        assert_error(response, 429, "too_many_requests")
        assert 1 <= int(response.headers["retry-after"]) <= 86400 // 3
        profile = await http.get("/api/auth/profile", headers=headers["restless"])
        assert profile.json()["email"] == "2@example.org"
        assert (await change("settled", "3@example.org")).status_code == 200
