"""Readings of a real world: from the game's tables to events, answers and the state of another process."""

from collections.abc import AsyncGenerator
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.database.database import Databases
from gateway.extras import world_events
from gateway.extras.world import tracker
from gateway.extras.world.boss_answers import window_of
from gateway.extras.world.state import StepResult
from gateway.extras.world.store import StateConflict, WorldStore
from gateway.extras.world.tracker import WorldTracker
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import game, open_app, site
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until

SEED = 22
ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
NOW = 1_900_000_000
BOSS = 25325
RESPAWN = NOW + 24 * 3600


@pytest.fixture
async def databases(own_world: World) -> AsyncGenerator[Databases]:
    async with open_databases(own_world.settings) as databases:
        yield databases


async def test_boss_death_is_published_by_the_next_whole_reading(
    own_world: World, client: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def readings() -> int:
        rows = await site(own_world, "SELECT version FROM world_readings WHERE part = 'head'")
        return int(rows[0][0]) if rows else 0

    async def wait_for_readings(count: int) -> None:
        async def are_stored() -> bool:
            return await readings() >= count

        await until(are_stored)

    monkeypatch.setattr(tracker, "READ_SECONDS", 1)
    await site(own_world, "DELETE FROM world_readings", "DELETE FROM world_events")
    await game(
        own_world,
        "DELETE FROM character_raid_points",
        f"REPLACE INTO raidboss_spawnlist (boss_id, loc_x, loc_y, loc_z, respawn_time) VALUES ({BOSS}, 1, 1, 1, 0)",
    )
    async with open_app(own_world, client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_readings(1)
        reading_count = await readings()
        await game(own_world, f"UPDATE raidboss_spawnlist SET respawn_time = {RESPAWN}000 WHERE boss_id = {BOSS}")
        # One reading may have run during the change. When the third is stored, the second is published.
        await wait_for_readings(reading_count + 3)
        bosses: list[dict[str, Any]] = (await http.get("/api/world/bosses")).json()["data"]
        boss = next(row for row in bosses if row["id"] == BOSS)
        assert (boss["state"], boss["died_at"] is None) == ("dead", False)


async def test_boss_kill_in_the_game_s_tables_becomes_one_event_for_two_leaders(
    own_world: World, databases: Databases
) -> None:
    rows = await execute(own_world.game_admin_dsn, "SELECT charId FROM characters ORDER BY charId LIMIT 2")
    ann, bob = (int(row[0]) for row in rows)
    await site(own_world, "DELETE FROM world_readings", "DELETE FROM world_events")
    await game(
        own_world,
        "DELETE FROM character_raid_points",
        f"REPLACE INTO raidboss_spawnlist (boss_id, loc_x, loc_y, loc_z, respawn_time) VALUES ({BOSS}, 1, 1, 1, 0)",
        f"INSERT INTO character_raid_points VALUES ({ann}, {BOSS}, 40)",
    )
    leader, second_leader = (WorldTracker(WorldStore(databases.site), databases.game, ZONE) for _ in range(2))
    await leader.read(NOW)
    await second_leader.read(NOW + 1)
    await game(
        own_world,
        f"UPDATE character_raid_points SET points = 75 WHERE charId = {ann}",
        f"INSERT INTO character_raid_points VALUES ({bob}, {BOSS}, 38)",
        f"UPDATE raidboss_spawnlist SET respawn_time = {RESPAWN}000 WHERE boss_id = {BOSS}",
    )
    assert await leader.read(NOW + 60) == 1
    assert await second_leader.read(NOW + 61) == 0
    assert await leader.read(NOW + 120) == 0

    (event,) = await world_events.of_subject(databases.site, NOW + 200, ["boss_killed"], BOSS)
    assert (event.at, event.accuracy_seconds, event.details) == (NOW + 60, 59, {"killers": [ann, bob]})

    store = WorldStore(databases.site)
    await store.refresh()
    assert store.state is not None
    record = store.state.bosses.records[BOSS]
    assert window_of(record, "mobius") == (NOW + 1 + 12 * 3600, NOW + 60 + 36 * 3600)
    assert record.row.is_dead(NOW + 120)
    assert store.state.reading.taken_at == NOW + 120


async def test_state_of_a_later_reading_is_not_overwritten(own_world: World, databases: Databases) -> None:
    late = WorldStore(databases.site)
    await late.refresh()
    await WorldTracker(WorldStore(databases.site), databases.game, ZONE).read(NOW + 600)
    old_state = late.state
    assert old_state is not None
    with pytest.raises(StateConflict):
        await late.store(
            StepResult(old_state, [world_events.WorldEvent(kind="hero", subject_id=1, at=NOW, accuracy_seconds=60)]),
            ZONE,
            NOW,
        )
    assert await world_events.of_subject(databases.site, NOW + 999, ["hero"], 1) == []
