"""Tests of the world totals, compared with the game's tables."""

import time
from collections import Counter
from datetime import datetime

from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.game.classes import class_name, race_name
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.in_process_builder import create_test_app
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.status_samples import add_sample


async def _count(world: World, statement: str) -> int:
    return int((await execute(world.game_admin_dsn, statement))[0][0])


async def test_stats_totals_match_game_tables(world: WorldFactory, client: ClientFactory) -> None:
    server = world("acis")
    async with client(create_test_app(server.settings)) as http:
        body = (await wait_for_answer(http, "/api/server/stats")).json()
    rows = await execute(server.game_admin_dsn, "SELECT race, base_class, level FROM characters")
    races, classes, levels = (Counter(int(value or 0) for value in column) for column in zip(*rows, strict=True))
    assert body["total_characters"] == len(rows) == 300
    assert body["total_clans"] == await _count(server, "SELECT COUNT(*) FROM clan_data")
    assert body["total_accounts"] == await _count(server, "SELECT COUNT(*) FROM accounts")
    assert body["races"] == [
        {"race": race, "race_name": race_name(race), "count": count} for race, count in sorted(races.items())
    ]
    assert body["classes"] == [
        {"class_id": class_id, "class_name": class_name(class_id), "count": count}
        for class_id, count in sorted(classes.items())
    ]
    assert body["levels"] == [{"level": level, "count": count} for level, count in sorted(levels.items())]
    assert body["peak_players"] >= 2247
    assert body["online_players"] == 0  # the game's port is closed


async def test_stats_history_and_peak_come_from_samples(world: WorldFactory, client: ClientFactory) -> None:
    server = world("acis", seed=21)
    now = int(time.time())
    peak_at = now - 3 * 86400
    async with open_databases(server.settings) as databases:
        await add_sample(databases.site, peak_at, 9001)
        await add_sample(databases.site, now - 7200, 40)
        await add_sample(databases.site, now - 3600, 70)
    async with client(create_test_app(server.settings)) as http:
        body = (await wait_for_answer(http, "/api/server/stats")).json()
    assert body["peak_players"] == 9001
    assert datetime.fromisoformat(body["peak_at"]).timestamp() == peak_at
    assert [point["online_players"] for point in body["history"]][:2] == [40, 70]
    assert all(point["at"].endswith("Z") for point in body["history"])
