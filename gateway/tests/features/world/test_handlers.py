"""GET /api/world/…: from the game's tables to the answers, with names by privacy."""

import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway.database.database import Databases
from gateway.features.world.store import WorldStore
from gateway.features.world.tracker import WorldTracker
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import open_app, without_jobs
from gateway.tests.support.polling import answered

ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
BOSS = 25325
HOUR = 3600
TABLES = ("bosses", "castles", "halls", "olympiad", "signs", "wars", "pulse", "events")


@pytest.fixture(scope="module")
def own_world(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=22)


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """A service whose last two readings lie a minute apart: a boss died between them, and a siege began."""
    now = int(time.time())
    site, views = own_world.schemas.site, own_world.schemas.views
    ranked = await execute(
        own_world.admin_dsn,
        f"DELETE FROM {site}.world_readings",
        f"DELETE FROM {site}.world_events",
        f"SELECT character_id FROM {views}.characters WHERE access_level = 0 AND deletion_at IS NULL LIMIT 1",
    )
    killer = int(ranked[0][0])
    clans = await execute(own_world.game_admin_dsn, "SELECT clan_id FROM clan_data ORDER BY clan_id LIMIT 2")
    owner, attacker = (int(row[0]) for row in clans)
    start = [
        "DELETE FROM character_raid_points",
        "DELETE FROM siege_clans",
        "UPDATE clan_data SET hasCastle = 0",
        f"UPDATE clan_data SET hasCastle = 3 WHERE clan_id = {owner}",
        f"UPDATE castle SET siegeDate = {now + 9 * HOUR}000",
        f"UPDATE castle SET siegeDate = {now - 60}000 WHERE id = 3",
        f"INSERT INTO siege_clans (castle_id, clan_id, type, castle_owner) VALUES (3, {attacker}, 1, 0)",
        "UPDATE raidboss_spawnlist SET respawn_time = 0",
        f"REPLACE INTO raidboss_spawnlist (boss_id, loc_x, loc_y, loc_z, respawn_time) VALUES ({BOSS}, 1, 1, 1, 0)",
    ]
    databases = Databases.open(own_world.settings)
    tracker = WorldTracker(WorldStore(databases.site), databases.game, UTC)
    async with without_jobs(own_world):
        await execute(own_world.game_admin_dsn, *start)
        await tracker.read(now - 61)
        await execute(
            own_world.game_admin_dsn,
            f"INSERT INTO character_raid_points VALUES ({killer}, {BOSS}, 40)",
            f"UPDATE raidboss_spawnlist SET respawn_time = {now + 20 * HOUR}000 WHERE boss_id = {BOSS}",
        )
        await tracker.read(now - 1)
        async with open_app(own_world, client) as http:
            await answered(http, "/api/world/bosses")
            yield http
    await databases.close()


async def read(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    response = await http.get(f"/api/world/{path}")
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize("path", TABLES)
async def test_every_answer_is_public_and_cached(http: httpx.AsyncClient, path: str) -> None:
    response = await http.get(f"/api/world/{path}")
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"].startswith("public, max-age=15")
    assert (
        await http.get(f"/api/world/{path}", headers={"If-None-Match": response.headers["ETag"]})
    ).status_code == 304
    assert (await http.get(f"/api/world/{path}?unknown=1")).status_code == 400


async def test_dead_boss_has_its_window_killers_and_report(http: httpx.AsyncClient) -> None:
    bosses = await read(http, "bosses")
    boss = next(row for row in bosses["data"] if row["id"] == BOSS)
    assert (boss["name"], boss["level"], boss["state"]) == ("Flame of Splendor Barakiel", 70, "dead")
    assert (boss["accuracy_seconds"], len(boss["killers"]), bosses["times"]) == (60, 1, "window")
    died_at = datetime.fromisoformat(boss["died_at"]).timestamp()
    assert datetime.fromisoformat(boss["window_from"]).timestamp() == died_at - 60 + 12 * HOUR
    assert datetime.fromisoformat(boss["window_to"]).timestamp() == died_at + 36 * HOUR
    assert (await read(http, "pulse"))["next_window"]["boss_id"] == BOSS

    report = await read(http, f"bosses/{BOSS}/{int(died_at)}")
    assert (report["killers"], report["earlier"]) == (boss["killers"], [])
    assert (await http.get(f"/api/world/bosses/{BOSS}/1")).status_code == 404


async def test_running_siege_is_shown_with_its_clans_and_a_provisional_report(http: httpx.AsyncClient) -> None:
    castles = (await read(http, "castles"))["data"]
    giran = next(row for row in castles if row["id"] == 3)
    assert (giran["name"], giran["is_siege_running"], giran["siege_at"]) == ("Giran", True, None)
    assert [clan["side"] for clan in giran["registered"]] == ["attacker"]
    assert giran["owner"]["clan_id"] != giran["registered"][0]["clan"]["clan_id"]

    events = (await read(http, "events"))["data"]
    assert {event["kind"] for event in events} == {"boss_killed", "siege_started"}
    started = next(event for event in events if event["kind"] == "siege_started")
    day = datetime.fromisoformat(started["at"]).astimezone(ZONE)
    report = await read(http, f"sieges/3/{day:%Y-%m-%d}")
    assert (report["is_provisional"], report["ended_at"], report["sides"]) == (True, None, giran["registered"])
    assert (await http.get("/api/world/sieges/3/today")).status_code == 404
    assert (await read(http, "events?kind=siege_started"))["data"] == [started]
