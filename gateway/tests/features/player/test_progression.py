"""Kills, ranks and levels by the day, from samples and the snapshot."""

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
from gateway.tests.support.account_app import bearer, entrance, token_of, without_jobs
from gateway.tests.support.polling import answered

FIRST = date(2026, 3, 1)
FAMILIES = ("mobius", "acis", "lucera")


def sample(day: int, character_id: int, pvp: int, pk: int = 0) -> DailySample:
    return DailySample(FIRST + timedelta(days=day), character_id, 40, 1, pvp, pk)


def kills(*samples: DailySample) -> list[tuple[int, int, int]]:
    return [((each.date - FIRST).days, each.pvp_kills, each.pk_kills) for each in kills_by_day(samples)]


def test_a_first_day_has_nothing_to_differ_from() -> None:
    assert kills() == []
    assert kills(sample(0, 1, 900), sample(0, 2, 5)) == []


def test_kills_of_all_characters_are_added_up_by_day() -> None:
    days = [sample(0, 1, 10, 1), sample(0, 2, 5), sample(1, 1, 13, 1), sample(1, 2, 6, 4), sample(2, 1, 13, 1)]
    assert kills(*days) == [(1, 4, 4), (2, 0, 0)]


def test_what_fell_on_days_unseen_falls_on_the_day_it_was_seen() -> None:
    assert kills(sample(0, 1, 10), sample(4, 1, 30), sample(5, 1, 31)) == [(4, 20, 0), (5, 1, 0)]


def test_a_count_that_shrank_is_no_kills_and_what_follows_counts_from_it() -> None:
    assert kills(sample(0, 1, 10, 9), sample(1, 1, 4, 9), sample(2, 1, 6, 9)) == [(1, 0, 0), (2, 2, 0)]


def test_a_character_that_comes_later_brings_no_kills_along() -> None:
    assert kills(sample(0, 1, 1), sample(1, 1, 2), sample(1, 2, 700), sample(2, 2, 703)) == [(1, 1, 0), (2, 3, 0)]


@given(st.dictionaries(st.tuples(st.integers(0, 9), st.integers(1, 3)), st.integers(0, 50)))
def test_a_character_s_days_are_those_it_would_have_alone(counts: dict[tuple[int, int], int]) -> None:
    samples = [sample(day, character, pvp) for (day, character), pvp in sorted(counts.items())]
    alone: dict[date, int] = {}
    for character in (1, 2, 3):
        for each in kills_by_day(each for each in samples if each.character_id == character):
            assert each.pvp_kills >= 0
            alone[each.date] = alone.get(each.date, 0) + each.pvp_kills
    assert kills_by_day(samples) == [KillsOfDay(day, pvp, 0) for day, pvp in sorted(alone.items())]


@pytest.fixture(scope="module", params=FAMILIES)
def its_world(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    return world(request.param, characters=120, seed=42)


@pytest.fixture(scope="module")
async def http(its_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with without_jobs(its_world), entrance(its_world, client) as http:
        await answered(http, "/api/rankings/pvp")
        yield http


@pytest.fixture
async def nothing_sampled(its_world: World) -> None:
    await execute(in_schema(its_world.admin_dsn, its_world.schemas.site), "DELETE FROM character_samples")


async def asked(http: httpx.AsyncClient, path: str, login: str = "demo") -> dict[str, Any]:
    answer = await http.get(path, headers=bearer(await token_of(http, login)))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def characters_of(its_world: World, login: str) -> dict[str, dict[str, Any]]:
    columns = ("character_id", "name", "level", "exp", "pvp_kills", "pk_kills")
    rows = await execute(
        in_schema(its_world.admin_dsn, its_world.schemas.views),
        f"SELECT {', '.join(columns)} FROM characters WHERE account_name = '{login}' ORDER BY level DESC, character_id",
    )
    return {row[1]: dict(zip(columns, map(_plain, row), strict=True)) for row in rows}


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else int(value)


async def keep(its_world: World, *rows: tuple[int, int, str, int, int, int, int]) -> None:
    """Samples as (days ago, character, account, level, exp, PvP kills, PK kills)."""
    today = datetime.now(UTC).date()
    values = ", ".join(str((str(today - timedelta(days=ago)), *rest)) for ago, *rest in rows)
    await execute(
        in_schema(its_world.admin_dsn, its_world.schemas.site),
        f"INSERT INTO character_samples (day, character_id, account, level, exp, pvp_kills, pk_kills) VALUES {values}",
    )


def day(ago: int) -> str:
    return str(datetime.now(UTC).date() - timedelta(days=ago))


@pytest.mark.usefixtures("nothing_sampled")
async def test_kills_and_places_are_those_of_the_rankings(http: httpx.AsyncClient, its_world: World) -> None:
    found = await asked(http, "/api/player/pvp-performance")
    truth = await characters_of(its_world, "demo")
    assert [row["character_name"] for row in found["characters"]] == list(truth) == ["Aurelion", "Elowen", "Ashlin"]
    assert found["history"] == []
    for row in found["characters"]:
        its = truth[row["character_name"]]
        assert (row["character_id"], row["pvp_kills"], row["pk_kills"]) == (
            its["character_id"],
            its["pvp_kills"],
            its["pk_kills"],
        )
        for kind in ("pvp", "pk"):
            page = await answered(http, f"/api/rankings/{kind}?search_name={row['character_name']}")
            ranked = [each for each in page.json()["data"] if each["char_name"] == row["character_name"]]
            assert row[f"{kind}_rank"] == ranked[0]["rank"]


async def test_who_is_not_ranked_has_no_place(http: httpx.AsyncClient) -> None:
    (overseer,) = (await asked(http, "/api/player/pvp-performance", "staff"))["characters"]
    assert overseer["character_name"] == "Overseer"
    assert overseer["pvp_rank"] is overseer["pk_rank"] is None


@pytest.mark.usefixtures("nothing_sampled")
async def test_only_days_under_this_account_and_of_its_characters_count(
    http: httpx.AsyncClient, its_world: World
) -> None:
    mine = (await characters_of(its_world, "demo"))["Elowen"]["character_id"]
    other = (await characters_of(its_world, "demo2"))["Ironbark"]["character_id"]
    await keep(
        its_world,
        (9, mine, "demo2", 20, 836000, 1, 0),  # before it was bought
        (8, mine, "demo", 20, 836000, 100, 2),
        (7, mine, "demo", 21, 1100000, 104, 2),
        (5, mine, "demo", 21, 1100001, 110, 3),
        (8, other, "demo", 60, 130000000, 50, 0),  # before it was sold
        (7, other, "demo", 60, 130000000, 90, 0),
    )
    kills = await asked(http, "/api/player/pvp-performance")
    assert kills["history"] == [
        {"date": day(7), "pvp_kills": 4, "pk_kills": 0},
        {"date": day(5), "pvp_kills": 6, "pk_kills": 1},
    ]
    levels = await asked(http, "/api/player/progression-data")
    assert levels["history"] == [
        {"date": day(8), "character_id": mine, "level": 20, "exp_percent": percent(20, 836000)},
        {"date": day(7), "character_id": mine, "level": 21, "exp_percent": percent(21, 1100000)},
        {"date": day(5), "character_id": mine, "level": 21, "exp_percent": percent(21, 1100001)},
    ]


@pytest.mark.usefixtures("nothing_sampled")
async def test_histories_go_back_twelve_weeks(http: httpx.AsyncClient, its_world: World) -> None:
    mine = (await characters_of(its_world, "demo"))["Elowen"]["character_id"]
    await keep(its_world, *((ago, mine, "demo", 40, 30000000, 1000 - ago, 0) for ago in range(100)))
    wanted = [day(ago) for ago in range(83, -1, -1)]
    kills = (await asked(http, "/api/player/pvp-performance"))["history"]
    assert [each["date"] for each in kills] == wanted
    assert {each["pvp_kills"] for each in kills} == {1}
    levels = (await asked(http, "/api/player/progression-data"))["history"]
    assert [each["date"] for each in levels] == wanted


async def test_levels_are_those_of_now(http: httpx.AsyncClient, its_world: World) -> None:
    found = await asked(http, "/api/player/progression-data")
    truth = (await characters_of(its_world, "demo")).values()
    assert found["characters"] == [
        {
            "character_id": its["character_id"],
            "character_name": its["name"],
            "level": its["level"],
            "exp": its["exp"],
            "exp_percent": percent(its["level"], its["exp"]),
            "exp_to_next_level": to_next(its["level"], its["exp"]),
        }
        for its in truth
    ]


@pytest.mark.parametrize("path", ["/api/player/pvp-performance", "/api/player/progression-data"])
async def test_a_stranger_is_told_to_log_in(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path)
    assert (answer.status_code, answer.json()["error"]) == (401, "not_authenticated")
