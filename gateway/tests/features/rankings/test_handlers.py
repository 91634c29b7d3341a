"""Rankings through the whole service, against the same questions to the game's own tables."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway.features.rankings import handlers
from gateway.features.rankings.handlers import STALE_SECONDS
from gateway.game.classes import CLASSES, class_name, race_name
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import ACCESS
from gateway.tests.support.in_process_builder import create_test_app
from gateway.tests.support.polling import wait_for_answer
from gateway.world_snapshot.visibility import shown_text

Row = dict[str, Any]

KINDS = ("pvp", "pk")
FAMILIES = ("mobius", "acis", "lucera")
SCORES = {"pvp": "pvpkills", "pk": "pkkills"}

# The same questions to the game's own tables, in its own words.
GAME = {
    "mobius": "SELECT charId, char_name, level, base_class, race, clanid, {score}, online = 1, account_name "
    "FROM characters WHERE ",
    "acis": "SELECT obj_Id, char_name, level, base_class, race, clanid, {score}, online = 1, account_name "
    "FROM characters WHERE ",
    "lucera": "SELECT obj_Id, char_name, base.level, base.class_id, NULL, clanid, {score}, characters.online = 1, "
    "account_name FROM characters "
    "LEFT JOIN character_subclasses AS base ON char_obj_id = obj_Id AND isBase = 1 WHERE ",
}
IS_RANKED = "COALESCE(accesslevel, 0) = 0 AND COALESCE(deletetime, 0) = 0 AND account_name NOT IN ({banned})"
CLANS = {
    "mobius": "SELECT clan_id, clan_name FROM clan_data",
    "acis": "SELECT clan_id, clan_name FROM clan_data",
    "lucera": "SELECT clan_id, name FROM clan_subpledges WHERE type = 0",
}


async def expected_rankings(world: World, kind: str) -> list[Row]:
    clan_rows = await execute(world.game_admin_dsn, CLANS[world.family])
    clans = {number: shown_text(name) for number, name in clan_rows}
    banned = f"SELECT login FROM accounts WHERE {ACCESS[world.family]} < 0"
    question = GAME[world.family].format(score=SCORES[kind]) + IS_RANKED.format(banned=banned)
    rows = await execute(world.game_admin_dsn, question)
    ordered_rows = sorted(rows, key=lambda row: (-int(row[6] or 0), int(row[0])))
    return [
        {
            "rank": rank,
            "char_name": shown_text(name or ""),
            "level": int(level or 0),
            "class_id": int(class_id or 0),
            "class_name": class_name(int(class_id or 0)),
            "race": _race(race, class_id),
            "race_name": race_name(_race(race, class_id)),
            "clan_name": clans.get(int(clan or 0)),
            "score": int(score or 0),
            "online": bool(online),
            "char_id": int(character_id),
            "privacy": "public",
            "clan_id": int(clan) if clan in clans else None,
            "rank_change_day": None,
            "rank_change_week": None,
        }
        for rank, (character_id, name, level, class_id, race, clan, score, online, _) in enumerate(ordered_rows, 1)
    ]


def _race(race: Any, class_id: Any) -> int:
    return CLASSES[int(class_id or 0)].race if race is None else int(race)


@asynccontextmanager
async def open_rankings(world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with client(create_test_app(world.settings)) as http:
        await wait_for_answer(http, "/health/ready")
        yield http


@pytest.fixture(scope="module", params=FAMILIES)
async def family_rankings(
    request: pytest.FixtureRequest, world: WorldFactory, client: ClientFactory
) -> AsyncGenerator[tuple[World, httpx.AsyncClient]]:
    game_world = world(request.param)
    async with open_rankings(game_world, client) as http:
        yield game_world, http


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_rankings(world(), client) as http:
        yield http


async def pages(http: httpx.AsyncClient, kind: str, **query: Any) -> list[Row]:
    """All pages of a question, checked for their counts on the way."""
    rows: list[Row] = []
    page = 1
    while True:
        answer = await http.get(f"/api/rankings/{kind}", params={**query, "page": page, "page_size": 70})
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert (body["page"], body["page_size"]) == (page, 70)
        assert body["total_pages"] == -(-body["total"] // 70)
        rows += body["data"]
        if page > body["total_pages"]:
            assert body["data"] == []
            assert len(rows) == body["total"]
            return rows
        page += 1


@pytest.mark.parametrize("kind", KINDS)
async def test_every_row_is_that_of_the_game(family_rankings: tuple[World, httpx.AsyncClient], kind: str) -> None:
    world, http = family_rankings
    expected = await expected_rankings(world, kind)
    assert len(expected) > 200
    assert await pages(http, kind) == expected


FILTERS: list[tuple[dict[str, Any], Callable[[Row], bool]]] = [
    ({"race": 2}, lambda row: row["race"] == 2),
    ({"class_id": 88}, lambda row: row["class_id"] == 88),
    ({"min_level": 40}, lambda row: row["level"] >= 40),
    ({"max_level": 39}, lambda row: row["level"] <= 39),
    ({"min_level": 80, "max_level": 80}, lambda row: row["level"] == 80),
    ({"online_only": "true"}, lambda row: row["online"]),
    ({"search_name": "AN"}, lambda row: "an" in row["char_name"].casefold()),
    ({"search_name": "%"}, lambda row: "%" in row["char_name"]),
    ({"search_name": "_"}, lambda row: "_" in row["char_name"]),
    ({"search_name": "\\"}, lambda row: "\\" in row["char_name"]),
    ({"search_name": "Ё"}, lambda row: "ё" in row["char_name"].casefold()),
    ({"search_name": "am\u00c9"}, lambda row: row["char_name"] == "Ame\u0301lie\u0300"),
    ({"search_name": ""}, lambda row: True),
    (
        {"search_name": "a", "race": 0, "min_level": 10, "max_level": 70},
        lambda row: "a" in row["char_name"].casefold() and row["race"] == 0 and 10 <= row["level"] <= 70,
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("query", "passes"), FILTERS)
async def test_filter_keeps_the_rank_among_all(
    http: httpx.AsyncClient, world: WorldFactory, kind: str, query: dict[str, Any], passes: Callable[[Row], bool]
) -> None:
    expected = [row for row in await expected_rankings(world(), kind) if passes(row)]
    assert expected, "no row of the world passes the filter"
    assert await pages(http, kind, **query) == expected


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("page=0", "page"),
        ("page=x", "page"),
        (f"page={10**40}", "page"),
        ("page_size=0", "page_size"),
        ("page_size=101", "page_size"),
        ("search_name=" + "a" * 17, "search_name"),
        ("race=5", "race"),
        ("race=-1", "race"),
        ("class_id=58", "class_id"),
        ("class_id=119", "class_id"),
        ("min_level=0", "min_level"),
        ("max_level=86", "max_level"),
        ("min_level=20&max_level=10", "min_level"),
        ("online_only=maybe", "online_only"),
        ("sort=name", "sort"),
    ],
)
async def test_rankings_query_out_of_range_is_refused(http: httpx.AsyncClient, query: str, field: str) -> None:
    for kind in KINDS:
        answer = await http.get(f"/api/rankings/{kind}?{query}")
        assert answer.status_code == 400
        problem = answer.json()
        assert (problem["error"], list(problem["fields"])) == ("validation_failed", [field])


@pytest.mark.parametrize("name", ["Ｗ" * 16, "😀" * 16, "e\u0301" * 16, "ß" * 16])
async def test_search_of_sixteen_characters_is_allowed(http: httpx.AsyncClient, name: str) -> None:
    answer = await http.get("/api/rankings/pvp", params={"search_name": name})
    assert answer.status_code == 200
    assert [answer.json()[key] for key in ("data", "total", "total_pages")] == [[], 0, 0]


async def test_answer_has_the_time_of_the_reading(http: httpx.AsyncClient) -> None:
    answer = await http.get("/api/rankings/pk")
    generated_at = answer.json()["generated_at"]
    assert generated_at.endswith("Z")
    assert 0 <= time.time() - datetime.fromisoformat(generated_at).timestamp() < 300
    assert "age" not in answer.headers


async def test_old_snapshot_has_its_age_and_expires_after_a_day(
    world: WorldFactory, client: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_rankings(world(), client) as http:
        now = time.time()
        monkeypatch.setattr(handlers, "time", SimpleNamespace(time=lambda: now + 3600))
        old_answer = await http.get("/api/rankings/pvp?page=2")
        assert old_answer.status_code == 200
        assert 3600 <= int(old_answer.headers["age"]) < 3900
        monkeypatch.setattr(handlers, "time", SimpleNamespace(time=lambda: now + STALE_SECONDS + 400))
        expired_answer = await http.get("/api/rankings/pvp?page=3")
        assert (expired_answer.status_code, expired_answer.json()["error"]) == (503, "game_unavailable")
        assert "retry-after" in expired_answer.headers
