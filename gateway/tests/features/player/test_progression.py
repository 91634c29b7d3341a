"""Tests of daily kills, ranks and levels from the history and the snapshot."""

from collections.abc import AsyncGenerator
from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from msgspec import Struct

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.config.sections import ServerSettings
from gateway.features.player.progression import kills_by_day
from gateway.game.experience import percent, to_next
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, open_app, token_of
from gateway.tests.support.polling import wait_for_answer

FIRST = date(2026, 3, 1)
FAMILIES = ("mobius", "lucera")
ZONE = ServerSettings().zone


class DayRow(Struct, frozen=True):
    day: date
    level: int
    exp_percent: float
    pvp_kills: int
    pk_kills: int


def days(*kills: int, first: int = 0) -> list[DayRow]:
    """Returns days with these PvP kills and twice as many PK kills."""
    dates = [FIRST + timedelta(first + day) for day in range(len(kills))]
    return [
        DayRow(day=day, level=40, exp_percent=0.0, pvp_kills=pvp, pk_kills=2 * pvp)
        for day, pvp in zip(dates, kills, strict=True)
    ]


@pytest.mark.parametrize(
    ("histories", "expected"),
    [
        ([], []),
        ([days(900), days(5)], []),
        ([days(10, 13, 13), days(5, 6, 6)], [(1, 4, 8), (2, 0, 0)]),
        ([days(10, 4, 6)], [(1, 0, 0), (2, 2, 4)]),
        ([days(1, 2, 2), days(700, 703, first=1)], [(1, 1, 2), (2, 3, 6)]),
    ],
    ids=["no history", "first day", "several characters", "lower count", "new character"],
)
def test_kills_by_day_examples(histories: list[list[DayRow]], expected: list[tuple[int, int, int]]) -> None:
    assert [((row.date - FIRST).days, row.pvp_kills, row.pk_kills) for row in kills_by_day(histories)] == expected


@pytest.fixture(scope="module", params=FAMILIES)
def server(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    return world(request.param, characters=120, seed=42)


@pytest.fixture(scope="module")
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def get_json(http: httpx.AsyncClient, path: str, login: str = "demo") -> dict[str, Any]:
    response = await http.get(path, headers=bearer(await token_of(http, login)))
    assert response.status_code == 200, response.text
    return response.json()


async def characters_of(server: World, login: str) -> dict[str, dict[str, Any]]:
    columns = ("character_id", "name", "level", "exp", "pvp_kills", "pk_kills")
    rows = await execute(
        in_schema(server.admin_dsn, server.schemas.views),
        f"SELECT {', '.join(columns)} FROM characters WHERE account_name = '{login}' ORDER BY level DESC, character_id",
    )
    return {row[1]: dict(zip(columns, map(_plain, row), strict=True)) for row in rows}


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else int(value)


async def test_pvp_performance_kills_and_ranks_match_rankings(http: httpx.AsyncClient, server: World) -> None:
    body = await get_json(http, "/api/player/pvp-performance")
    expected = await characters_of(server, "demo")
    assert [row["character_name"] for row in body["characters"]] == list(expected) == ["Aurelion", "Elowen", "Ashlin"]
    for row in body["characters"]:
        character = expected[row["character_name"]]
        assert (row["character_id"], row["pvp_kills"], row["pk_kills"]) == (
            character["character_id"],
            character["pvp_kills"],
            character["pk_kills"],
        )
        for kind in ("pvp", "pk"):
            page = await wait_for_answer(http, f"/api/rankings/{kind}?search_name={row['character_name']}")
            entries = [entry for entry in page.json()["data"] if entry["char_name"] == row["character_name"]]
            assert row[f"{kind}_rank"] == entries[0]["rank"]


async def test_pvp_performance_unranked_character_has_null_ranks(http: httpx.AsyncClient) -> None:
    (overseer,) = (await get_json(http, "/api/player/pvp-performance", "staff"))["characters"]
    assert overseer["character_name"] == "Overseer"
    assert overseer["pvp_rank"] is overseer["pk_rank"] is None


async def test_progression_levels_match_game(http: httpx.AsyncClient, server: World) -> None:
    body = await get_json(http, "/api/player/progression-data")
    expected = (await characters_of(server, "demo")).values()
    assert body["characters"] == [
        {
            "character_id": character["character_id"],
            "character_name": character["name"],
            "level": character["level"],
            "exp": character["exp"],
            "exp_percent": percent(character["level"], character["exp"]),
            "exp_to_next_level": to_next(character["level"], character["exp"]),
        }
        for character in expected
    ]
