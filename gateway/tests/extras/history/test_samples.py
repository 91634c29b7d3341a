"""The history of an account begins with the samples of an earlier release."""

from collections.abc import AsyncGenerator
from datetime import datetime, timedelta

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.game.experience import percent
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.features.player.test_progression import FAMILIES, ZONE, characters_of, get_json
from gateway.tests.support.account_app import open_app
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until


@pytest.fixture(scope="module", params=FAMILIES)
def server(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    return world(request.param, characters=120, seed=352)


@pytest.fixture(scope="module")
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    await insert_samples(server)
    async with open_app(server, client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def insert_samples(server: World) -> None:
    """Samples of an earlier release."""
    elowen_id = (await characters_of(server, "demo"))["Elowen"]["character_id"]
    ironbark_id = (await characters_of(server, "demo2"))["Ironbark"]["character_id"]
    today = datetime.now(ZONE).date()
    samples = (
        (9, elowen_id, "demo2", 20, 836000, 1, 0),  # before this account owned it
        (8, elowen_id, "demo", 20, 836000, 0, 0),
        (7, elowen_id, "demo", 21, 1100000, 1, 0),
        (5, elowen_id, "demo", 21, 1100001, 3, 0),
        (8, ironbark_id, "demo", 60, 130000000, 50, 0),  # no longer owned by this account
        (7, ironbark_id, "demo", 60, 130000000, 90, 0),
    )
    values = ", ".join(str((str(today - timedelta(days=ago)), *columns)) for ago, *columns in samples)
    await execute(
        in_schema(server.admin_dsn, server.schemas.site),
        f"INSERT INTO character_samples (day, character_id, account, level, exp, pvp_kills, pk_kills) VALUES {values}",
    )


def day(ago: int) -> str:
    return str(datetime.now(ZONE).date() - timedelta(days=ago))


async def test_history_begins_with_the_samples_of_an_earlier_release(http: httpx.AsyncClient, server: World) -> None:
    elowen = (await characters_of(server, "demo"))["Elowen"]

    async def levels_by_day() -> dict[str, float]:
        rows = (await get_json(http, "/api/player/progression-data"))["history"]
        return {row["date"]: row["exp_percent"] for row in rows if row["character_id"] == elowen["character_id"]}

    async def is_recorded() -> bool:
        """The values of today follow the samples."""
        return (await levels_by_day()).get(day(0)) == percent(elowen["level"], elowen["exp"])

    await until(is_recorded)
    levels = await levels_by_day()
    sample_levels = [percent(20, 836000), *[percent(21, 1100000)] * 2, *[percent(21, 1100001)] * 5]
    assert list(levels.values()) == [*sample_levels, percent(elowen["level"], elowen["exp"])]
    assert list(levels) == [day(ago) for ago in range(8, -1, -1)]
    kills = {row["date"]: row["pvp_kills"] for row in (await get_json(http, "/api/player/pvp-performance"))["history"]}
    assert [kills[day(ago)] for ago in (7, 6, 5, 4)] == [1, 0, 2, 0]
    assert kills[day(0)] == elowen["pvp_kills"] - 3
