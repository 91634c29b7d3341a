"""The world's figures through the whole service, against the game's own tables."""

import asyncio
import time
from collections import Counter
from datetime import datetime

import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway.app import create_app
from gateway.database.database import Databases
from gateway.features.rankings import Snapshots
from gateway.features.server_status import stats, time_series
from gateway.features.server_status.status import StatusMonitor
from gateway.game.classes import class_name, race_name
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.polling import answered


async def _count(world: World, statement: str) -> int:
    return int((await execute(world.game_admin_dsn, statement))[0][0])


async def test_the_world_in_figures(world: WorldFactory, client: ClientFactory) -> None:
    its_world = world("acis")
    async with client(create_app(its_world.settings)) as http:
        found = (await answered(http, "/api/server/stats")).json()
    rows = await execute(its_world.game_admin_dsn, "SELECT race, base_class, level FROM characters")
    races, classes, levels = (Counter(int(value or 0) for value in column) for column in zip(*rows, strict=True))
    assert found["total_characters"] == len(rows) == 300
    assert found["total_clans"] == await _count(its_world, "SELECT COUNT(*) FROM clan_data")
    assert found["total_accounts"] == await _count(its_world, "SELECT COUNT(*) FROM accounts")
    assert found["races"] == [
        {"race": race, "race_name": race_name(race), "count": count} for race, count in sorted(races.items())
    ]
    assert found["classes"] == [
        {"class_id": each, "class_name": class_name(each), "count": count} for each, count in sorted(classes.items())
    ]
    assert found["levels"] == [{"level": level, "count": count} for level, count in sorted(levels.items())]
    assert found["peak_players"] >= 2247
    assert found["online_players"] == 0  # nothing listens on the game's port


async def test_history_and_peak_come_from_the_samples(world: WorldFactory, client: ClientFactory) -> None:
    its_world = world("acis", seed=21)
    now = int(time.time())
    peak_at = now - 3 * 86400
    databases = Databases.open(its_world.settings)
    try:
        await time_series.add_status(databases.site, peak_at, True, 9001)
        await time_series.add_status(databases.site, now - 7200, True, 40)
        await time_series.add_status(databases.site, now - 3600, True, 70)
    finally:
        await databases.close()
    async with client(create_app(its_world.settings)) as http:
        found = (await answered(http, "/api/server/stats")).json()
    assert found["peak_players"] == 9001
    assert datetime.fromisoformat(found["peak_at"]).timestamp() == peak_at
    assert [point["online_players"] for point in found["history"]][:2] == [40, 70]
    assert all(point["at"].endswith("Z") for point in found["history"])


async def test_a_crowd_at_a_cold_key_loads_once(
    world: WorldFactory, client: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[float] = []

    async def counted(
        databases: Databases, snapshots: Snapshots, monitor: StatusMonitor
    ) -> tuple[stats.ServerStats, int]:
        loads.append(time.monotonic())
        return await load(databases, snapshots, monitor)

    load = stats.load
    async with client(create_app(world("acis").settings)) as http:
        await answered(http, "/api/server/status")
        await answered(http, "/api/rankings/pvp")
        monkeypatch.setattr(stats, "load", counted)
        answers = await asyncio.gather(*(http.get("/api/server/stats") for _ in range(100)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(loads) == 1
