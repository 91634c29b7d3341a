"""What a token is good for, and how soon it dies."""

import asyncio
import time
from collections.abc import Callable

import httpx
import pytest

from fixtures.world.people import SHA1
from gateway.features.accounts.tokens import Tokens
from gateway.game import passwords
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import ACCESS, bearer, entrance, game, join, refused, token_of

DEAD_WITHIN = 5.0


async def alive(http: httpx.AsyncClient, token: str) -> bool:
    answer = await http.get("/api/auth/profile", headers=bearer(token))
    if answer.status_code == 401:
        refused(answer, 401, "not_authenticated")
    return answer.status_code == 200


async def dies(http: httpx.AsyncClient, token: str) -> bool:
    """Asked all the while, as an open page does, so that nothing is forgotten for want of asking."""
    end = time.monotonic() + DEAD_WITHIN
    while await alive(http, token):
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
async def test_what_the_game_changes_kills_the_token(world: WorldFactory, client: ClientFactory, family: str) -> None:
    """For each change an account of its own, all at once: a token that is dead takes its seconds to be so."""
    here = world(family, seed=83)

    async def kills(http: httpx.AsyncClient, number: int, change: str) -> bool:
        name = f"dying{number}"
        token = (await join(http, name)).json()["token"]
        assert await alive(http, token)
        await game(here, *CHANGES[change](name, ACCESS[family]))
        return await dies(http, token)

    async with entrance(here, client) as http:
        killed = await asyncio.gather(*(kills(http, number, change) for number, change in enumerate(CHANGES)))
    assert dict(zip(CHANGES, killed, strict=True)) == dict.fromkeys(CHANGES, True)


async def test_a_ban_that_is_lifted_gives_the_token_back(world: WorldFactory, client: ClientFactory) -> None:
    here = world("mobius", seed=83)
    async with entrance(here, client) as http:
        token = (await join(http, "pardoned")).json()["token"]
        await game(here, "UPDATE accounts SET accessLevel = -100 WHERE login = 'pardoned'")
        assert await dies(http, token)
        await game(here, "UPDATE accounts SET accessLevel = 0 WHERE login = 'pardoned'")
        assert await alive(http, token)


async def test_a_fresh_token_is_good_at_once_everywhere(world: WorldFactory, client: ClientFactory) -> None:
    """One process remembers the account as it was when another changes the password."""
    here = world("acis", seed=83)
    async with entrance(here, client) as one, entrance(here, client) as other:
        old = (await join(one, "traveller")).json()["token"]
        for turn in range(3):
            assert await alive(other, old)
            current, new = f"secret-7{7 + turn}", f"secret-7{8 + turn}"
            answer = await one.post(
                "/api/auth/change-password",
                json={"current_password": current, "new_password": new},
                headers=bearer(old),
            )
            fresh = answer.json()["token"]
            assert await alive(other, fresh)
            assert await alive(one, fresh)
            assert not await alive(one, old)
            assert await dies(other, old)
            old = fresh


async def test_of_another_secret_only_the_one_before_is_taken(world: WorldFactory, client: ClientFactory) -> None:
    here = world("mobius", seed=83)
    secret = here.environment["GATEWAY_ACCOUNTS_TOKEN_SECRET"]
    async with entrance(here, client) as http:
        token = await token_of(http, "demo")
    turned = {"GATEWAY_ACCOUNTS_TOKEN_SECRET": "n" * 40}
    async with entrance(here, client, **turned) as http:
        assert not await alive(http, token)
    async with entrance(here, client, **turned, GATEWAY_ACCOUNTS_TOKEN_SECRET_PREVIOUS=secret) as http:
        assert await alive(http, token)
        assert await alive(http, await token_of(http, "demo"))


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer x", "Basic {token}", "{token}", "Bearer {token}x", "Bearer x{token}", "Bearer é"],
)
async def test_what_is_no_token_is_refused(world: WorldFactory, client: ClientFactory, header: str) -> None:
    async with entrance(world("mobius", seed=83), client) as http:
        token = await token_of(http, "demo")
        answer = await http.get(
            "/api/auth/profile", headers={b"Authorization": header.format(token=token).encode("latin-1")}
        )
        refused(answer, 401, "not_authenticated")
        assert (await http.get("/api/auth/profile", headers={"authorization": f"bearer {token}"})).status_code == 200


async def test_an_expired_token_is_refused(world: WorldFactory, client: ClientFactory) -> None:
    here = world("mobius", seed=83)
    tokens = Tokens(here.environment["GATEWAY_ACCOUNTS_TOKEN_SECRET"], "", 7)
    async with entrance(here, client) as http:
        assert await alive(http, tokens.issue("demo", SHA1.decode(), time.time() - 6 * 86400))
        assert not await alive(http, tokens.issue("demo", SHA1.decode(), time.time() - 7 * 86400 - 5))


async def test_public_reads_know_no_token(world: WorldFactory, client: ClientFactory) -> None:
    """The same bytes under the same caching, with a good one, a dead one and none."""
    async with entrance(world("mobius", seed=83), client) as http:
        token = await token_of(http, "demo")
        for path in ("/api/server/media", "/api/server/info", "/api/downloads"):
            answers = [await http.get(path, headers=headers) for headers in ({}, bearer(token), bearer("dead"))]
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.content for answer in answers}) == 1
            assert {answer.headers["cache-control"] for answer in answers} == {answers[0].headers["cache-control"]}
            assert answers[0].headers["cache-control"].startswith("public")


async def test_every_personal_answer_stays_with_whom_it_is_for(world: WorldFactory, client: ClientFactory) -> None:
    """Each route that wants a token refuses without one, and nothing on the way may keep its answers."""
    here = world("mobius", seed=83)
    async with entrance(here, client) as http:
        paths = (await http.get("/api/openapi.json")).json()["paths"]
        headers, asked = bearer(await token_of(http, "demo")), 0
        for path, methods in paths.items():
            if "401" not in methods.get("get", {}).get("responses", {}):
                continue
            asked += 1
            place = path.replace("{id}", "1")
            refused(await http.get(place), 401, "not_authenticated")
            answer = await http.get(place, headers=headers)
            assert answer.headers["cache-control"] == "no-store", path
            assert "etag" not in answer.headers, path
    assert asked >= 11
