"""Tests of POST /api/auth/change-password and /update-email."""

from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.config.access import LimitSettings
from gateway.game import passwords
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import (
    EMAIL,
    assert_error,
    bearer,
    each_family,
    game,
    log_in,
    new_account,
    on_families,
    open_app,
    site,
)

SEED = 84
PASSWORD = "/api/auth/change-password"
MAIL = "/api/auth/update-email"


def form(current: str, new: str) -> dict[str, str]:
    return {"current_password": current, "new_password": new}


async def register_as(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    """Returns the headers of a new account; its password is secret-77."""
    return bearer(await new_account(http, name))


async def security_log(http: httpx.AsyncClient, headers: dict[str, str]) -> list[dict[str, Any]]:
    return (await http.get("/api/player/security-logs", headers=headers)).json()["data"]


@each_family
async def test_change_password_valid_updates_game_and_token(http: httpx.AsyncClient, server: World) -> None:
    other_accounts = "SELECT login, password FROM accounts WHERE login <> 'changer' ORDER BY login"
    headers, other_rows = await register_as(http, "changer"), await game(server, other_accounts)
    response = await http.post(PASSWORD, json=form("secret-77", "new pass 9!"), headers=headers)
    assert response.status_code == 200
    assert (response.json()["success"], response.json()["message"]) == (True, "Password changed")
    assert_error(await log_in(http, "changer", "secret-77"), 401, "invalid_credentials")
    assert (await log_in(http, "changer", "new pass 9!")).status_code == 200
    assert_error(await http.get("/api/auth/profile", headers=headers), 401, "not_authenticated")
    headers = bearer(response.json()["token"])
    assert (await http.get("/api/auth/profile", headers=headers)).status_code == 200
    log = {(entry["action"], entry["success"]) for entry in await security_log(http, headers)}
    assert {("PASSWORD_CHANGE", True), ("ACCOUNT_CREATED", True)} <= log
    ((stored_hash,),) = await game(server, "SELECT password FROM accounts WHERE login = 'changer'")
    assert passwords.verify("new pass 9!", stored_hash)
    assert await game(server, other_accounts) == other_rows


@each_family
async def test_change_by_staff_is_refused(http: httpx.AsyncClient, server: World) -> None:
    staff_account = "SELECT * FROM accounts WHERE login = 'staff'"
    staff_row = await game(server, staff_account)
    headers = bearer((await log_in(http, "staff")).json()["token"])
    for path, body in ((PASSWORD, form("demo1234", "secret-78")), (MAIL, {"new_email": "new@example.org"})):
        response = await http.post(path, json=body, headers=headers)
        assert_error(response, 403, "staff_account")
        assert response.json()["message"].startswith("Staff accounts change their password and email in the game")
    assert await game(server, staff_account) == staff_row
    assert await site(server, "SELECT email FROM profiles WHERE login = 'staff' AND email IS NOT NULL") == []


async def test_change_password_wrong_current_keeps_session(http: httpx.AsyncClient) -> None:
    headers = await register_as(http, "forgetful")
    response = await http.post(PASSWORD, json=form("secret-78", "secret-79"), headers=headers)
    assert_error(response, 400, "validation_failed", current_password="Current password is incorrect")
    assert (await http.get("/api/auth/profile", headers=headers)).status_code == 200
    entry = (await security_log(http, headers))[0]
    assert (entry["action"], entry["success"]) == ("PASSWORD_CHANGE", False)


@on_families("lucera")
async def test_changes_invalid_form_returns_message(http: httpx.AsyncClient) -> None:
    """The rules themselves: test_rules.py."""
    headers = await register_as(http, "refused")
    for path, body, fields in (
        (PASSWORD, form("", "secret-79"), {"current_password": "Current password is required"}),
        (PASSWORD, form("secret-77", "x" * 17), {"new_password": "Password must be at most 16 characters"}),
        (MAIL, {"new_email": ""}, {"new_email": "Email is required"}),
        (MAIL, {"new_email": f"{'a' * 34}@example.org"}, {"new_email": "Please enter a valid email address"}),
    ):
        assert_error(await http.post(path, json=body, headers=headers), 400, "validation_failed", **fields)


async def test_changes_without_token_are_refused(http: httpx.AsyncClient) -> None:
    assert_error(await http.post(PASSWORD, json=form("demo1234", "secret-77")), 401, "not_authenticated")
    assert_error(await http.post(MAIL, json={"new_email": "x@example.org"}), 401, "not_authenticated")
    assert (await log_in(http, "demo")).status_code == 200


@each_family
async def test_update_email_valid_is_stored_per_family(http: httpx.AsyncClient, server: World) -> None:
    headers, body = await register_as(http, "mover"), {"new_email": "moved@example.org"}
    response = await http.post(MAIL, json=body, headers=headers)
    assert response.json() == {"success": True, "message": "Email updated", "email": "moved@example.org"}
    for path in ("/api/auth/profile", "/api/player/profile"):
        profile = await http.get(path, headers=headers)
        if profile.status_code != 503:  # no snapshot of the world yet
            assert profile.json()["email"] == "moved@example.org"
    text = "New email must be different from current email"
    assert_error(await http.post(MAIL, json=body, headers=headers), 400, "validation_failed", new_email=text)
    assert (await security_log(http, headers))[0]["action"] == "EMAIL_UPDATE"
    if server.family in EMAIL:
        rows = await game(server, f"SELECT {EMAIL[server.family]} FROM accounts WHERE login = 'mover'")
    else:
        rows = await site(server, "SELECT email FROM profiles WHERE login = 'mover'")
    assert rows == [("moved@example.org",)]


async def test_update_email_over_limit_returns_too_many_requests(
    server: World, client: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Invalid addresses are not counted; each account has its own limit."""
    monkeypatch.setattr(LimitSettings, "email_changes_seconds", 86_400)
    monkeypatch.setattr(LimitSettings, "email_changes", 3)
    async with open_app(server, client) as http:

        async def change(headers: dict[str, str], email: str) -> httpx.Response:
            return await http.post(MAIL, json={"new_email": email}, headers=headers)

        first, second = [await register_as(http, name) for name in ("restless", "settled")]
        addresses = ["nowhere", *(f"{number}@example.org" for number in (1, 2, 2))]
        assert [(await change(first, address)).status_code for address in addresses] == [400, 200, 200, 400]
        response = await change(first, "3@example.org")
        assert_error(response, 429, "too_many_requests")
        assert 1 <= int(response.headers["retry-after"]) <= 86400 // 3
        assert (await http.get("/api/auth/profile", headers=first)).json()["email"] == "2@example.org"
        assert (await change(second, "3@example.org")).status_code == 200
