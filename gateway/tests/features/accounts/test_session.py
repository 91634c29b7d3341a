"""Tests of authenticated requests: which tokens are accepted, and how soon a change rejects them."""

import asyncio
import time
from collections.abc import Callable

import httpx
import pytest

from fixtures.world.people import SHA1
from gateway.features.accounts.tokens import Tokens
from gateway.game import passwords
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import ACCESS, assert_error, bearer, game, open_app, register, token_of

REJECTED_WITHIN_SECONDS = 5.0


async def is_accepted(http: httpx.AsyncClient, token: str) -> bool:
    response = await http.get("/api/auth/profile", headers=bearer(token))
    if response.status_code == 401:
        assert_error(response, 401, "not_authenticated")
    return response.status_code == 200


async def becomes_rejected(http: httpx.AsyncClient, token: str) -> bool:
    """Polls as an open page does, so that the cache entry stays in use."""
    end = time.monotonic() + REJECTED_WITHIN_SECONDS
    while await is_accepted(http, token):
        if time.monotonic() >= end:
            return False
        await asyncio.sleep(0.1)
    return True


Change = Callable[[str, str], list[str]]
CHANGES: dict[str, Change] = {
    "another password": lambda name, _access: [
        f"UPDATE accounts SET password = '{passwords.hash_password('other-77', 'sha1')}' WHERE login = '{name}'"
    ],
    "a ban": lambda name, access: [f"UPDATE accounts SET {access} = -100 WHERE login = '{name}'"],
    "deletion": lambda name, _access: [f"DELETE FROM accounts WHERE login = '{name}'"],
}


@pytest.mark.parametrize("family", ["mobius", "acis", "lucera"])
async def test_token_after_change_in_game_is_rejected(world: WorldFactory, client: ClientFactory, family: str) -> None:
    """Applies each change to an account of its own, concurrently: a rejection takes seconds."""
    server = world(family, seed=83)

    async def rejects(http: httpx.AsyncClient, number: int, change: str) -> bool:
        name = f"changed{number}"
        token = (await register(http, name)).json()["token"]
        assert await is_accepted(http, token)
        await game(server, *CHANGES[change](name, ACCESS[family]))
        return await becomes_rejected(http, token)

    async with open_app(server, client) as http:
        rejected = await asyncio.gather(*(rejects(http, number, change) for number, change in enumerate(CHANGES)))
    assert dict(zip(CHANGES, rejected, strict=True)) == dict.fromkeys(CHANGES, True)


async def test_token_after_ban_is_lifted_is_accepted_again(world: WorldFactory, client: ClientFactory) -> None:
    server = world("mobius", seed=83)
    async with open_app(server, client) as http:
        token = (await register(http, "pardoned")).json()["token"]
        await game(server, "UPDATE accounts SET accessLevel = -100 WHERE login = 'pardoned'")
        assert await becomes_rejected(http, token)
        await game(server, "UPDATE accounts SET accessLevel = 0 WHERE login = 'pardoned'")
        assert await is_accepted(http, token)


async def test_token_after_password_change_is_valid_in_every_process(
    world: WorldFactory, client: ClientFactory
) -> None:
    """One process caches the account while another process changes the password."""
    server = world("acis", seed=83)
    async with open_app(server, client) as one, open_app(server, client) as other:
        old = (await register(one, "traveller")).json()["token"]
        for turn in range(3):
            assert await is_accepted(other, old)
            current, new = f"secret-7{7 + turn}", f"secret-7{8 + turn}"
            response = await one.post(
                "/api/auth/change-password",
                json={"current_password": current, "new_password": new},
                headers=bearer(old),
            )
            fresh = response.json()["token"]
            assert await is_accepted(other, fresh)
            assert await is_accepted(one, fresh)
            assert not await is_accepted(one, old)
            assert await becomes_rejected(other, old)
            old = fresh


async def test_token_of_previous_secret_is_accepted_if_configured(world: WorldFactory, client: ClientFactory) -> None:
    server = world("mobius", seed=83)
    secret = server.environment["GATEWAY_ACCOUNTS_TOKEN_SECRET"]
    async with open_app(server, client) as http:
        token = await token_of(http, "demo")
    rotated = {"GATEWAY_ACCOUNTS_TOKEN_SECRET": "n" * 40}
    async with open_app(server, client, **rotated) as http:
        assert not await is_accepted(http, token)
    async with open_app(server, client, **rotated, GATEWAY_ACCOUNTS_TOKEN_SECRET_PREVIOUS=secret) as http:
        assert await is_accepted(http, token)
        assert await is_accepted(http, await token_of(http, "demo"))


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer x", "Basic {token}", "{token}", "Bearer {token}x", "Bearer x{token}", "Bearer é"],
)
async def test_authorization_header_without_valid_token_is_refused(
    world: WorldFactory, client: ClientFactory, header: str
) -> None:
    async with open_app(world("mobius", seed=83), client) as http:
        token = await token_of(http, "demo")
        response = await http.get(
            "/api/auth/profile", headers={b"Authorization": header.format(token=token).encode("latin-1")}
        )
        assert_error(response, 401, "not_authenticated")
        assert (await http.get("/api/auth/profile", headers={"authorization": f"bearer {token}"})).status_code == 200


async def test_token_expired_is_refused(world: WorldFactory, client: ClientFactory) -> None:
    server = world("mobius", seed=83)
    tokens = Tokens(server.environment["GATEWAY_ACCOUNTS_TOKEN_SECRET"], "", 7)
    async with open_app(server, client) as http:
        assert await is_accepted(http, tokens.issue("demo", SHA1.decode(), time.time() - 6 * 86400))
        assert not await is_accepted(http, tokens.issue("demo", SHA1.decode(), time.time() - 7 * 86400 - 5))


async def test_public_reads_with_any_token_are_identical(world: WorldFactory, client: ClientFactory) -> None:
    """Body and caching are the same with a valid token, an invalid token and none."""
    async with open_app(world("mobius", seed=83), client) as http:
        token = await token_of(http, "demo")
        for path in ("/api/server/media", "/api/server/info", "/api/downloads"):
            responses = [await http.get(path, headers=headers) for headers in ({}, bearer(token), bearer("invalid"))]
            assert {response.status_code for response in responses} == {200}
            assert len({response.content for response in responses}) == 1
            assert {response.headers["cache-control"] for response in responses} == {
                responses[0].headers["cache-control"]
            }
            assert responses[0].headers["cache-control"].startswith("public")


async def test_personal_reads_require_token_and_are_not_stored(world: WorldFactory, client: ClientFactory) -> None:
    """Each route with a token returns 401 without one, and forbids storing its responses."""
    server = world("mobius", seed=83)
    async with open_app(server, client) as http:
        paths = (await http.get("/api/openapi.json")).json()["paths"]
        headers, checked = bearer(await token_of(http, "demo")), 0
        for path, methods in paths.items():
            if "401" not in methods.get("get", {}).get("responses", {}):
                continue
            checked += 1
            url = path.replace("{id}", "1")
            assert_error(await http.get(url), 401, "not_authenticated")
            response = await http.get(url, headers=headers)
            assert response.headers["cache-control"] == "no-store", path
            assert "etag" not in response.headers, path
    assert checked >= 11
