"""Readings before and after the game's database restarts, moves to another server, and is restored from a backup.

The same rows are the same world: none of this invents an event, tells a first again, or looks like a wipe.
"""

import shutil
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import Schemas, World, in_schema
from fixtures.servers import MariaDB
from gateway.database.database import Databases
from gateway.database.errors import DatabaseError
from gateway.extras.history.recorder import HistoryRecorder
from gateway.extras.seasons.offer import losses
from gateway.extras.world import game_tables, tracker
from gateway.extras.world.store import WorldStore
from gateway.extras.world.tracker import WorldTracker
from gateway.install import install
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import game, open_app, site
from gateway.tests.support.databases import Server
from gateway.tests.support.installation import environment
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.game_reader import GameReader
from gateway.world_snapshot.snapshot import Snapshot

CHARACTERS, SEED = 60, 29
MINUTE, HOUR = 60, 3600
NOW = 1_900_000_000
BOSS = 25325
SCHEMAS = Schemas()
KILL = f"UPDATE raidboss_spawnlist SET respawn_time = {{0}}000 WHERE boss_id = {BOSS}"
EVENTS = "SELECT kind FROM world_events ORDER BY id"
READINGS = "SELECT version FROM world_readings WHERE part = 'head'"


@pytest.fixture
def old_server(tmp_path: Path) -> Generator[MariaDB]:
    with MariaDB(tmp_path / "old") as server:
        yield server


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()


@pytest.fixture
async def own_world(old_server: MariaDB, folders: None) -> World:
    """A world on a server of its own, without a respawn time of the boss, and a character of level 39."""
    installed.fill(old_server, SCHEMAS, "mobius", CHARACTERS, SEED)
    world = installed.install(old_server, SCHEMAS, "mobius", CHARACTERS, SEED)
    await prepare(world)
    return world


async def prepare(world: World) -> None:
    await game(
        world,
        f"REPLACE INTO raidboss_spawnlist (boss_id, loc_x, loc_y, loc_z, respawn_time) VALUES ({BOSS}, 1, 1, 1, 0)",
        "UPDATE characters SET level = LEAST(level, 39), exp = LEAST(exp, 1000)",
    )


class Recording:
    """Reads the world and records snapshots as the leader of the jobs does, at moments that a test chooses."""

    def __init__(self, world: World, databases: Databases) -> None:
        self._world, self._databases, self._snapshot = world, databases, None
        self._reader = GameReader(world.settings)
        self.zone = world.settings.server.zone
        self._recorder = HistoryRecorder(databases.site, self.zone, rows_per_second=10**9)
        self._store = WorldStore(databases.site)
        self._tracker = WorldTracker(self._store, databases.game, self.zone, lambda: self._snapshot)
        self._snapshot: Snapshot | None

    async def read(self, at: int, minutes: int = 1) -> list[str]:
        """Returns the kinds of all events so far, after one reading each minute from `at` on."""
        for minute in range(minutes):
            moment = at + minute * MINUTE
            await self._tracker.read(moment)
            snapshot = await self._reader.take(await self._recorder.account_key())
            self._snapshot = replace(snapshot, stats=msgspec.structs.replace(snapshot.stats, taken_at=moment))
            await self._recorder.record(self._snapshot)
        return [str(kind) for (kind,) in await site(self._world, EVENTS)]

    async def answers(self) -> bool:
        """Returns False while the pools wait before they connect again."""
        try:
            await self._store.refresh()
            await game_tables.unreadable_tables(self._databases.game)
        except DatabaseError:
            return False
        return True

    async def looks_like_a_wipe(self, now: int) -> bool:
        return (await losses(self._databases.site, self.zone, now)).look_like_a_wipe

    async def close(self) -> None:
        self._reader.close()
        await self._recorder.close()


@asynccontextmanager
async def recording_of(world: World) -> AsyncGenerator[Recording]:
    async with open_databases(world.settings) as databases:
        recording = Recording(world, databases)
        try:
            yield recording
        finally:
            await recording.close()


async def test_serving_gateway_shows_the_last_reading_while_the_database_restarts(
    own_world: World, old_server: MariaDB, client: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped and killed. The leader's lock ends with the server, and is taken again."""
    monkeypatch.setattr(tracker, "READ_SECONDS", 1)

    async def next_readings() -> None:
        first = int((await site(own_world, READINGS))[0][0])

        async def are_stored() -> bool:
            return int((await site(own_world, READINGS))[0][0]) >= first + 3

        await until(are_stored)

    async with open_app(own_world, client, GATEWAY_RANKINGS_REFRESH_SECONDS="5") as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_answer(http, "/api/world/pulse")
        await next_readings()
        castles = (await http.get("/api/world/castles")).json()["data"]
        for end in (old_server.stop, old_server.kill):
            await http.get("/api/world/events")  # the cached answer stands in
            end()
            for path in ("/api/rankings/pvp", "/api/world/castles", "/api/world/events"):
                assert (await http.get(path)).status_code == 200, path
            old_server.start()
            await next_readings()
            assert (await http.get("/api/world/castles")).json()["data"] == castles
        assert await site(own_world, EVENTS) == []
        assert (await http.get("/api/world/pulse")).json()["unavailable"] == []
        await game(own_world, KILL.format(NOW))
        await next_readings()
        assert await site(own_world, EVENTS) == [("boss_killed",)]


async def test_death_while_the_database_was_stopped_is_found_by_the_next_reading(
    own_world: World, old_server: MariaDB
) -> None:
    """A game server that restarts meanwhile has written it before."""
    async with recording_of(own_world) as recording:
        assert await recording.read(NOW, 2) == []
        await game(own_world, KILL.format(NOW + 20 * HOUR))
        old_server.stop()
        with pytest.raises(DatabaseError):
            await recording.read(NOW + 2 * MINUTE)
        old_server.start()
        await until(recording.answers)
        assert await recording.read(NOW + 30 * MINUTE, 3) == ["boss_killed"]
    accuracy = await site(own_world, "SELECT accuracy_seconds FROM world_events")
    assert accuracy == [(29 * MINUTE,)]


async def test_database_that_is_copied_to_another_place_is_the_same_world(
    own_world: World, old_server: MariaDB, tmp_path: Path
) -> None:
    """The data directory with all schemas and users; the configuration has new addresses, and the service restarts."""
    async with recording_of(own_world) as recording:
        assert await recording.read(NOW, 2) == []
    old_server.stop()
    new_server = MariaDB(tmp_path / "new")
    shutil.copytree(old_server.data, new_server.data)
    with new_server:
        old_place, new_place = str(old_server.socket), str(new_server.socket)
        environment_there = {name: value.replace(old_place, new_place) for name, value in own_world.environment.items()}
        world = replace(own_world, admin_dsn=new_server.dsn(), environment=environment_there)
        await continues_as_the_same_world(world)


async def test_game_that_is_loaded_on_another_server_is_the_same_world(
    own_world: World, mariadb: Server, tmp_path: Path
) -> None:
    """The same rows on another server, the site schema where it was. Views and users are made
    there by `gateway install`."""
    async with recording_of(own_world) as recording:
        assert await recording.read(NOW, 2) == []
    schemas = Schemas("moved_game", "moved_views", SCHEMAS.site)
    installed.fill(mariadb, schemas, "mobius", CHARACTERS, SEED)
    config = install.apply(
        mariadb.dsn(),
        game_schema=schemas.game,
        views_schema=schemas.views,
        site_schema=schemas.site,
        site_admin_dsn=own_world.admin_dsn,
        moved=True,
        rotate=True,
        user_prefix="moved",
    )
    world = replace(own_world, admin_dsn=mariadb.dsn(), schemas=schemas, environment=environment(config))
    try:
        await prepare(world)
        await continues_as_the_same_world(world, own_world)
    finally:
        installed.drop(mariadb, schemas)


async def continues_as_the_same_world(world: World, site_world: World | None = None) -> None:
    """No event by the move; a death after it is one. `site_world`: with the site's server, if it is another one."""
    async with open_databases(world.settings) as databases:
        with closing(GameReader(world.settings)) as reader:
            store = WorldStore(databases.site)
            world_tracker = WorldTracker(store, databases.game, world.settings.server.zone)
            snapshot = await reader.take(b"key")
            assert snapshot.stats.total_characters == CHARACTERS
            assert [await world_tracker.read(NOW + minute * MINUTE) for minute in (3, 4, 5)] == [0, 0, 0]
            await game(world, KILL.format(NOW + 20 * HOUR))
            assert await world_tracker.read(NOW + 6 * MINUTE) == 1
    assert await site(site_world or world, EVENTS) == [("boss_killed",)]


async def test_older_backup_of_the_game_takes_nothing_back_and_tells_nothing_twice(own_world: World) -> None:
    """The tables are empty, then half full, then as they were before a death, a level, a clan and points."""
    tables = [str(name) for (name,) in await game(own_world, "SHOW TABLES")]
    async with recording_of(own_world) as recording:
        assert await recording.read(NOW, 3) == []
        backup = in_schema(own_world.admin_dsn, "backup")
        await execute(own_world.admin_dsn, "CREATE SCHEMA backup")
        for table in tables:
            source = f"{own_world.schema}.{table}"
            await execute(backup, f"CREATE TABLE {table} LIKE {source}", f"INSERT INTO {table} SELECT * FROM {source}")
        changes = [
            KILL.format(NOW + 20 * HOUR),
            "UPDATE characters SET level = 40, exp = 2000 WHERE account_name = 'demo' ORDER BY charId LIMIT 1",
            "UPDATE clan_data SET clan_level = clan_level + 1 ORDER BY clan_id LIMIT 1",
        ]
        await game(own_world, *changes)
        first_events = await recording.read(NOW + 10 * MINUTE, 3)
        assert sorted(first_events) == ["boss_killed", "clan_level", "world_first"]

        await game(own_world, *(f"TRUNCATE TABLE {table}" for table in tables))
        assert await recording.read(NOW + 20 * MINUTE, 30) == first_events
        await restore(own_world, [table for table in tables if table < "clan"])
        assert await recording.read(NOW + 60 * MINUTE, 5) == first_events
        await restore(own_world, [table for table in tables if table >= "clan"])
        restored = await recording.read(NOW + 70 * MINUTE, 15)
        assert restored == first_events
        assert not await recording.looks_like_a_wipe(NOW + 90 * MINUTE)

        await game(own_world, *changes)
        later_events = await recording.read(NOW + 100 * MINUTE, 3)
        assert later_events == restored, "the same death and level are told again"
        await game(own_world, KILL.format(NOW + 50 * HOUR))
        assert sorted(await recording.read(NOW + 30 * HOUR, 2)) == sorted([*later_events, "boss_killed"])


async def restore(world: World, tables: list[str]) -> None:
    await game(world, *(f"INSERT INTO {table} SELECT * FROM backup.{table}" for table in tables))
