"""Tests of daily kills, ranks and levels from samples and the snapshot."""

from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.features.player.progression import DailySample, KillsOfDay, kills_by_day
from gateway.game.experience import percent, to_next
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, open_app, token_of, without_jobs
from gateway.tests.support.polling import answered

FIRST = date(2026, 3, 1)
FAMILIES = ("mobius", "acis", "lucera")


def sample(day: int, character_id: int, pvp: int, pk: int = 0) -> DailySample:
    return DailySample(FIRST + timedelta(days=day), character_id, 40, 1, pvp, pk)


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([], []),
        ([sample(0, 1, 900), sample(0, 2, 5)], []),
        (
            [sample(0, 1, 10, 1), sample(0, 2, 5), sample(1, 1, 13, 1), sample(1, 2, 6, 4), sample(2, 1, 13, 1)],
            [(1, 4, 4), (2, 0, 0)],
        ),
        ([sample(0, 1, 10), sample(4, 1, 30), sample(5, 1, 31)], [(4, 20, 0), (5, 1, 0)]),
        ([sample(0, 1, 10, 9), sample(1, 1, 4, 9), sample(2, 1, 6, 9)], [(1, 0, 0), (2, 2, 0)]),
        ([sample(0, 1, 1), sample(1, 1, 2), sample(1, 2, 700), sample(2, 2, 703)], [(1, 1, 0), (2, 3, 0)]),
    ],
    ids=["no samples", "first day", "several characters", "gap", "lower count", "new character"],
)
def test_kills_by_day_examples(samples: list[DailySample], expected: list[tuple[int, int, int]]) -> None:
    assert [((row.date - FIRST).days, row.pvp_kills, row.pk_kills) for row in kills_by_day(samples)] == expected


@given(st.dictionaries(st.tuples(st.integers(0, 9), st.integers(1, 3)), st.integers(0, 50)))
def test_kills_by_day_equals_sum_of_single_characters(counts: dict[tuple[int, int], int]) -> None:
    samples = [sample(day, character, pvp) for (day, character), pvp in sorted(counts.items())]
    expected: dict[date, int] = {}
    for character in (1, 2, 3):
        for row in kills_by_day(sample for sample in samples if sample.character_id == character):
            assert row.pvp_kills >= 0
            expected[row.date] = expected.get(row.date, 0) + row.pvp_kills
    assert kills_by_day(samples) == [KillsOfDay(day, pvp, 0) for day, pvp in sorted(expected.items())]


@pytest.fixture(scope="module", params=FAMILIES)
def server(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    return world(request.param, characters=120, seed=42)


@pytest.fixture(scope="module")
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with without_jobs(server), open_app(server, client) as http:
        await answered(http, "/api/rankings/pvp")
        yield http


@pytest.fixture
async def no_samples(server: World) -> None:
    await execute(in_schema(server.admin_dsn, server.schemas.site), "DELETE FROM character_samples")


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


async def insert_samples(server: World, *rows: tuple[int, int, str, int, int, int, int]) -> None:
    """Inserts samples given as (days ago, character, account, level, exp, PvP kills, PK kills)."""
    today = datetime.now(UTC).date()
    values = ", ".join(str((str(today - timedelta(days=ago)), *rest)) for ago, *rest in rows)
    await execute(
        in_schema(server.admin_dsn, server.schemas.site),
        f"INSERT INTO character_samples (day, character_id, account, level, exp, pvp_kills, pk_kills) VALUES {values}",
    )


def day(ago: int) -> str:
    return str(datetime.now(UTC).date() - timedelta(days=ago))


@pytest.mark.usefixtures("no_samples")
async def test_pvp_performance_kills_and_ranks_match_rankings(http: httpx.AsyncClient, server: World) -> None:
    body = await get_json(http, "/api/player/pvp-performance")
    expected = await characters_of(server, "demo")
    assert [row["character_name"] for row in body["characters"]] == list(expected) == ["Aurelion", "Elowen", "Ashlin"]
    assert body["history"] == []
    for row in body["characters"]:
        character = expected[row["character_name"]]
        assert (row["character_id"], row["pvp_kills"], row["pk_kills"]) == (
            character["character_id"],
            character["pvp_kills"],
            character["pk_kills"],
        )
        for kind in ("pvp", "pk"):
            page = await answered(http, f"/api/rankings/{kind}?search_name={row['character_name']}")
            ranked = [entry for entry in page.json()["data"] if entry["char_name"] == row["character_name"]]
            assert row[f"{kind}_rank"] == ranked[0]["rank"]


async def test_pvp_performance_unranked_character_has_null_ranks(http: httpx.AsyncClient) -> None:
    (overseer,) = (await get_json(http, "/api/player/pvp-performance", "staff"))["characters"]
    assert overseer["character_name"] == "Overseer"
    assert overseer["pvp_rank"] is overseer["pk_rank"] is None


@pytest.mark.usefixtures("no_samples")
async def test_history_covers_own_characters_under_this_account_only(http: httpx.AsyncClient, server: World) -> None:
    mine = (await characters_of(server, "demo"))["Elowen"]["character_id"]
    other = (await characters_of(server, "demo2"))["Ironbark"]["character_id"]
    await insert_samples(
        server,
        (9, mine, "demo2", 20, 836000, 1, 0),  # before this account owned it
        (8, mine, "demo", 20, 836000, 100, 2),
        (7, mine, "demo", 21, 1100000, 104, 2),
        (5, mine, "demo", 21, 1100001, 110, 3),
        (8, other, "demo", 60, 130000000, 50, 0),  # no longer owned by this account
        (7, other, "demo", 60, 130000000, 90, 0),
    )
    kills = await get_json(http, "/api/player/pvp-performance")
    assert kills["history"] == [
        {"date": day(7), "pvp_kills": 4, "pk_kills": 0},
        {"date": day(5), "pvp_kills": 6, "pk_kills": 1},
    ]
    levels = await get_json(http, "/api/player/progression-data")
    assert levels["history"] == [
        {"date": day(8), "character_id": mine, "level": 20, "exp_percent": percent(20, 836000)},
        {"date": day(7), "character_id": mine, "level": 21, "exp_percent": percent(21, 1100000)},
        {"date": day(5), "character_id": mine, "level": 21, "exp_percent": percent(21, 1100001)},
    ]


@pytest.mark.usefixtures("no_samples")
async def test_history_covers_twelve_weeks(http: httpx.AsyncClient, server: World) -> None:
    mine = (await characters_of(server, "demo"))["Elowen"]["character_id"]
    await insert_samples(server, *((ago, mine, "demo", 40, 30000000, 1000 - ago, 0) for ago in range(100)))
    expected_days = [day(ago) for ago in range(83, -1, -1)]
    kills = (await get_json(http, "/api/player/pvp-performance"))["history"]
    assert [row["date"] for row in kills] == expected_days
    assert {row["pvp_kills"] for row in kills} == {1}
    levels = (await get_json(http, "/api/player/progression-data"))["history"]
    assert [row["date"] for row in levels] == expected_days


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
