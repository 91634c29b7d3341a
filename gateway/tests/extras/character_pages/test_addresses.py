"""Addresses of characters and clans whose names have a slash, invisible letters, or are those of others."""

from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway.http.path_segments import encode_segments, keep_encoded_slashes, name_in
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import open_app
from gateway.tests.support.polling import wait_for_answer

SEED = 8431
RANKED = (
    "SELECT charId, clanid FROM characters WHERE accesslevel = 0 AND COALESCE(deletetime, 0) = 0 AND account_name IN "
    "(SELECT login FROM accounts WHERE accessLevel = 0) ORDER BY clanid DESC, charId LIMIT 4"
)


@pytest.fixture(scope="module")
async def ids(own_world: World) -> list[int]:
    """Characters: of a name with a slash, two of one name, and one whose name differs by an invisible letter."""
    rows = await execute(own_world.game_admin_dsn, RANKED)
    ids, clan = [int(row[0]) for row in rows], int(rows[0][1])
    assert clan > 0
    await execute(
        own_world.game_admin_dsn,
        "SET NAMES utf8mb4",
        *(
            f"UPDATE characters SET char_name = '{name}' WHERE charId = {number}"
            for number, name in zip(ids, ("Or/Co", "Gemela", "Gemela", "Gem\u200bela"), strict=True)
        ),
        f"UPDATE clan_data SET clan_name = 'Los/Dos' WHERE clan_id = {clan}",
    )
    return ids


@pytest.fixture(scope="module")
async def http(own_world: World, ids: list[int], client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(own_world, client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def test_name_with_a_slash_has_a_page(http: httpx.AsyncClient, ids: list[int]) -> None:
    for address in ("Or%2FCo", "Or%2fCo", "or%2fco", f"~{ids[0]}"):
        page = await http.get(f"/api/characters/{address}")
        assert (page.status_code, page.json().get("char_id")) == (200, ids[0]), address
        assert (await http.get(f"/c/{address}")).status_code == 200
    assert (await http.get("/api/characters/Or%2FCo/history?weeks=2")).status_code == 200
    assert (await http.get("/api/clans/Los%2FDos")).json()["clan"]["clan_name"] == "Los/Dos"
    assert (await http.get("/clan/Los%2FDos")).status_code == 200
    sides = (await http.get(f"/api/compare/Or%2FCo/~{ids[1]}")).json()
    assert (sides["left"]["char_id"], sides["right"]["char_id"]) == (ids[0], ids[1])
    assert (await http.get("/api/characters/Or/Co")).status_code == 404
    assert (await http.get("/api/characters/..%2F..%2Fserver%2Fstats")).status_code == 404


async def test_name_of_several_lists_them_and_each_has_its_page(http: httpx.AsyncClient, ids: list[int]) -> None:
    same = set(ids[1:4])
    page = (await http.get("/api/characters/Gemela")).json()
    assert {page["char_id"], *(row["char_id"] for row in page["also_named"])} == same
    for number in same:
        assert (await http.get(f"/api/characters/~{number}")).json()["char_id"] == number
    assert (await http.get("/api/site")).json()["shared_names"] == {"characters": ["Gemela"], "clans": []}
    left, right = sorted(same)[:2]
    sides = (await http.get(f"/api/compare/~{left}/~{right}")).json()
    assert (sides["left"]["char_id"], sides["right"]["char_id"]) == (left, right)


def test_path_keeps_slashes_that_were_encoded() -> None:
    def path(raw_path: bytes, decoded: str) -> str:
        return keep_encoded_slashes({"raw_path": raw_path, "path": decoded})["path"]

    assert path(b"/c/a%2Fb%C3%A9", "/c/a/bé") == "/c/a%2Fbé"
    assert path(b"/c/a%20b", "/c/a b") == "/c/a b"
    assert path(b"/c/%252F", "/c/%2F") == "/c/%2F"
    assert keep_encoded_slashes({"path": "/c/a"}) == {"path": "/c/a"}
    assert name_in("a%2Fbé") == "a/bé"
    assert encode_segments("a%2Fb/c d") == "a%2Fb/c%20d"
