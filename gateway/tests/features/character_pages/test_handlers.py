"""Public characters and clans through the whole service."""

from collections.abc import AsyncGenerator
from urllib.parse import quote

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, open_app, token_of
from gateway.tests.support.polling import answered
from gateway.tests.support.wait_until import until


@pytest.fixture(scope="module")
def own_world(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=84)


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(own_world, client) as http:
        await answered(http, "/api/rankings/pvp")
        yield http


async def test_pages_agree_with_the_rankings(http: httpx.AsyncClient) -> None:
    board = (await http.get("/api/rankings/pvp?page_size=100")).json()["data"]
    for row in board[:10]:
        page = (await http.get(f"/api/characters/{quote(row['char_name'])}")).json()
        assert page == (await http.get(f"/api/characters/~{row['char_id']}")).json()
        assert {name: page[name] for name in page if name in row} == {name: row[name] for name in page if name in row}
        assert (page["pvp_kills"], page["ranks"]["pvp"]["rank"]) == (row["score"], row["rank"])
        if clan := row["clan_name"]:
            members = (await http.get(f"/api/clans/{quote(clan)}")).json()["members"]
            assert row["char_name"] in {member["char_name"] for member in members}
    clans = (await http.get("/api/clans?sort=members")).json()["data"]
    assert [row["members"] for row in clans] == sorted((row["members"] for row in clans), reverse=True)


async def test_unknown_and_hidden_have_the_same_answer_within_seconds(http: httpx.AsyncClient) -> None:
    """The change reaches the page of the character without a new snapshot."""
    headers = bearer(await token_of(http, "demo"))
    own = (await http.get("/api/player/characters", headers=headers)).json()["data"]
    board = (await http.get("/api/rankings/pvp?page_size=100")).json()
    name = next(row["char_name"] for row in board["data"] if row["char_id"] in {row["id"] for row in own})
    assert (await http.get(f"/api/characters/{name}")).status_code == 200
    await http.put("/api/player/privacy", headers=headers, json={"level": "rankings"})

    async def is_gone() -> bool:
        return (await http.get(f"/api/characters/{name}")).status_code == 404

    await until(is_gone)
    assert (await http.get("/api/rankings/pvp?page_size=100")).json() == board
    answers = [(await http.get(f"/api/{path}")).json() for path in (f"characters/{name}", "characters/x", "clans/x")]
    assert {(answer["message"], answer["error"]) for answer in answers} == {
        ("No public page under this name.", "not_found")
    }
    await http.put("/api/player/privacy", headers=headers, json={"level": "public"})
    await until(lambda: _is_public(http, name))


async def _is_public(http: httpx.AsyncClient, name: str) -> bool:
    return (await http.get(f"/api/characters/{name}")).status_code == 200
