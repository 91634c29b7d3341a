"""Tests of authenticated requests: which tokens are accepted, and how soon a change rejects them."""

import asyncio
import re
import time

import httpx

from fixtures.installed import World
from gateway.game import passwords
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import (
    ACCESS,
    assert_error,
    bearer,
    game,
    is_accepted,
    new_account,
    on_families,
    open_app,
    token_of,
)

SEED = 83
REJECTED_WITHIN_SECONDS = 5.0
PROFILE = "/api/auth/profile"


async def becomes_rejected(http: httpx.AsyncClient, token: str) -> bool:
    """Polls as an open page does, so that the cache entry stays in use."""
    end = time.monotonic() + REJECTED_WITHIN_SECONDS
    while await is_accepted(http, token):
        if time.monotonic() >= end:
            return False
        await asyncio.sleep(0.1)
    return True


async def test_token_after_change_in_game_is_rejected(http: httpx.AsyncClient, server: World) -> None:
    """Applies each change to an account of its own, concurrently: a rejection takes seconds."""
    access = ACCESS[server.family]
    changes = {
        "changed": f"UPDATE accounts SET password = '{passwords.hash_password('other-77', 'sha1')}'",
        "banned1": f"UPDATE accounts SET {access} = -100",
        "deleted": "DELETE FROM accounts",
    }

    async def rejects(name: str, change: str) -> bool:
        token = await new_account(http, name)
        assert await is_accepted(http, token)
        await game(server, f"{change} WHERE login = '{name}'")
        is_rejected = await becomes_rejected(http, token)
        if name == "banned1":
            await game(server, f"UPDATE accounts SET {access} = 0 WHERE login = '{name}'")
            assert await is_accepted(http, token), "the ban was lifted"
        return is_rejected

    outcomes = await asyncio.gather(*(rejects(name, change) for name, change in changes.items()))
    assert dict(zip(changes, outcomes, strict=True)) == dict.fromkeys(changes, True)


@on_families("acis")
async def test_token_after_password_change_is_valid_in_every_process(
    server: World, http: httpx.AsyncClient, client: ClientFactory
) -> None:
    """One process caches the account while another process changes the password."""
    async with open_app(server, client) as second_app:
        token = await new_account(http, "traveller")
        for number in range(3):
            assert await is_accepted(second_app, token)
            form = {"current_password": f"secret-7{7 + number}", "new_password": f"secret-7{8 + number}"}
            response = await http.post("/api/auth/change-password", json=form, headers=bearer(token))
            new_token = response.json()["token"]
            assert await is_accepted(second_app, new_token)
            assert await is_accepted(http, new_token)
            assert not await is_accepted(http, token)
            assert await becomes_rejected(second_app, token)
            token = new_token


async def test_token_of_previous_secret_is_accepted_if_configured(
    http: httpx.AsyncClient, server: World, client: ClientFactory
) -> None:
    token = await token_of(http, "demo")
    new_secret = {"GATEWAY_ACCOUNTS_TOKEN_SECRET": "n" * 40}
    async with open_app(server, client, **new_secret) as second_app:
        assert not await is_accepted(second_app, token)
    previous_secret = {"GATEWAY_ACCOUNTS_TOKEN_SECRET_PREVIOUS": server.environment["GATEWAY_ACCOUNTS_TOKEN_SECRET"]}
    async with open_app(server, client, **new_secret, **previous_secret) as second_app:
        assert await is_accepted(second_app, token)
        assert await is_accepted(second_app, await token_of(second_app, "demo"))


async def test_authorization_header_without_valid_token_is_refused(http: httpx.AsyncClient) -> None:
    token = await token_of(http, "demo")
    for header in (
        *("", "Bearer", "Bearer ", "Bearer x", f"Basic {token}", token, f"Bearer {token}x", f"Bearer x{token}"),
        "Bearer é",
    ):
        response = await http.get(PROFILE, headers={b"Authorization": header.encode("latin-1")})
        assert_error(response, 401, "not_authenticated")
    assert (await http.get(PROFILE, headers={"authorization": f"bearer {token}"})).status_code == 200


async def test_public_reads_with_any_token_are_identical(http: httpx.AsyncClient) -> None:
    """Body and caching are the same with a valid token, an invalid token and none."""
    token = await token_of(http, "demo")
    for path in ("/api/server/media", "/api/server/info", "/api/downloads"):
        responses = [await http.get(path, headers=headers) for headers in ({}, bearer(token), bearer("invalid"))]
        parts = {(item.status_code, item.content, item.headers["cache-control"]) for item in responses}
        assert len(parts) == 1
        assert responses[0].status_code == 200
        assert responses[0].headers["cache-control"].startswith("public")


async def test_personal_reads_require_token_and_are_not_stored(http: httpx.AsyncClient) -> None:
    """Each route with a token returns 401 without one, and forbids storing its responses."""
    paths = (await http.get("/api/openapi.json")).json()["paths"]
    personal = [path for path, methods in paths.items() if "401" in methods.get("get", {}).get("responses", {})]
    assert len(personal) >= 11
    headers = bearer(await token_of(http, "demo"))
    for path in personal:
        url = re.sub(r"\{\w+\}", "1", path) + "?coins=1"
        assert_error(await http.get(url), 401, "not_authenticated")
        response = await http.get(url, headers=headers)
        assert response.headers["cache-control"] == "no-store", path
        assert "etag" not in response.headers, path
