"""The snapshot's way from the game's tables to every process: read, shared, followed, lost and found again."""

import asyncio
from asyncio.subprocess import Process
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from redis.asyncio import Redis as RedisServerClient

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas
from fixtures.servers import MariaDB, Redis
from gateway.config.sections import RankingsSettings
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.snapshot_processes import (
    RUNTIME_FOLDER,
    FixedLease,
    first_snapshot,
    on_another_machine,
    sharing,
    snapshot_files,
)
from gateway.world_snapshot.game_reader import GameReader
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.snapshot_store import Snapshots


async def test_snapshot_has_the_account_key_and_the_characters_of_accounts(world: WorldFactory) -> None:
    async def account_key() -> bytes:
        return b"k" * 16

    rows = await execute(world().game_admin_dsn, "SELECT charId, account_name FROM characters ORDER BY charId")
    async with first_snapshot(world().settings, account_key=account_key) as snapshots:
        assert snapshots.stats
        assert snapshots.stats.account_key == b"k" * 16
        for login in ("demo", "DEMO2", str(rows[100][1])):
            expected = [int(row[0]) for row in rows if str(row[1]).lower() == login.lower()]
            assert expected
            assert snapshots.accounts
            assert list(snapshots.accounts.get(login)) == expected


async def test_later_snapshot_in_ranges_with_pauses_equals_the_first_in_one_range(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    pause = GameReader._pause  # pyright: ignore[reportPrivateUsage]

    async def record_pause(self: GameReader, seconds: float) -> None:
        pauses.append(seconds)
        await pause(self, seconds)

    monkeypatch.setattr(GameReader, "_pause", record_pause)
    settings = world().settings
    whole_reader = GameReader(settings)
    monkeypatch.setattr(RankingsSettings, "snapshot_batch_rows", 100)
    reader = GameReader(settings)
    try:
        whole, first = await whole_reader.take(b"k" * 16), await reader.take(b"k" * 16)
        assert pauses == [], "the first snapshot is waited for"
        second = await reader.take(b"k" * 16)
    finally:
        whole_reader.close()
        reader.close()
    assert len(pauses) >= 3
    assert whole.stats.total_characters == 300
    for snapshot in (first, second):
        assert snapshot.stats.levels == whole.stats.levels
        for name, column in {**whole.columns, **whole.texts}.items():
            assert np.array_equal(column, {**snapshot.columns, **snapshot.texts}[name]), name


async def test_follower_loads_the_snapshot_of_the_leader(world: WorldFactory, redis_server: Redis) -> None:
    async with sharing(world(), redis_server, True, False) as [(leader, _), (follower, lease)]:
        await follower.tick()
        assert (follower.current, follower.version) == (None, "")
        await leader.tick()
        await follower.tick()
        assert leader.version
        assert follower.version == leader.version
        assert follower.stats == leader.stats
        lease.is_leader = True  # a new leader builds when a snapshot is due, not at once
        await follower.tick()
        assert follower.version == leader.version


async def test_former_leader_stops_its_builder(world: WorldFactory, redis_server: Redis) -> None:
    async with sharing(world(), redis_server, True, False) as [(first, first_lease), (second, second_lease)]:
        await first.tick()
        builder = builder_process(first)
        first_lease.is_leader, second_lease.is_leader = False, True
        await first.tick()
        await second.tick()
        assert builder.returncode is not None
        first_lease.is_leader = True
        await first.renew()
        assert first.version != second.version


async def test_leader_fills_a_flushed_redis(world: WorldFactory, tmp_path: Path) -> None:
    with Redis(tmp_path) as server:
        async with sharing(world(), server, True, False) as [(leader, _), (follower, _)]:
            await leader.tick()
            client: Any = RedisServerClient.from_url(server.url)  # pyright: ignore[reportUnknownMemberType]
            await client.flushall()
            await client.aclose()
            await follower.tick()
            assert follower.current is None
            await leader.tick()
            await follower.tick()
            assert follower.version == leader.version


async def test_damaged_part_in_redis_is_refused(
    world: WorldFactory, redis_server: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sharing(world(), redis_server, True) as [(leader, _)]:
        follower = on_another_machine(leader, world(), tmp_path, monkeypatch)
        await leader.tick()
        assert leader._parts  # pyright: ignore[reportPrivateUsage]
        part = leader._parts.part_key(leader.version, 0)  # pyright: ignore[reportPrivateUsage]
        redis_client = leader._redis  # pyright: ignore[reportPrivateUsage]
        assert redis_client
        data = bytearray(await redis_client.get(part) or b"")
        data[5000] ^= 1
        await redis_client.set(part, bytes(data), 60)
        await follower.tick()
        assert follower.current is None
        assert not snapshot_files(tmp_path)


async def test_snapshot_stays_when_the_builder_is_killed(world: WorldFactory) -> None:
    async with first_snapshot(world().settings) as snapshots:
        version, table = snapshots.version, name_table(snapshots)
        builder_process(snapshots).kill()
        await snapshots.renew()
        if snapshots.version == version:  # its end was noticed only now: the next attempt has a new builder
            await snapshots.renew()
        assert snapshots.version != version
        assert name_table(snapshots) is table, "the next builder compares with the same file"


async def test_builder_ends_with_its_input(world: WorldFactory) -> None:
    async with first_snapshot(world().settings) as snapshots:
        process = builder_process(snapshots)
        assert process.stdin
        process.stdin.close()
        async with asyncio.timeout(30):
            assert await process.wait() == 0


async def test_snapshot_stays_while_redis_is_stopped(world: WorldFactory, tmp_path: Path) -> None:
    with Redis(tmp_path) as server:
        async with sharing(world(), server, True, False) as [(leader, _), (follower, lease)]:
            await leader.tick()
            await follower.tick()
            version = follower.version
            server.stop()
            await follower.tick()
            assert follower.version == version
            lease.is_leader = True  # as every process that cannot ask Redis
            await follower.renew()
            assert follower.version != version


async def test_snapshot_stays_while_the_database_is_stopped(tmp_path: Path) -> None:
    with MariaDB(tmp_path) as server:
        schemas = Schemas()
        installed.fill(server, schemas, "acis", 50, 3)
        snapshots = Snapshots(
            installed.install(server, schemas, "acis", 50, 3).settings, redis=None, leader=FixedLease()
        )
        try:
            server.stop()
            await snapshots.tick()
            assert snapshots.current is None
            server.start()
            await snapshots.renew()
            first = snapshots.version
            assert snapshots.current
            server.stop()
            await snapshots.renew()
            assert snapshots.version == first
            server.start()
            await snapshots.renew()
            assert snapshots.version != first
        finally:
            await snapshots.close()


def builder_process(snapshots: Snapshots) -> Process:
    process = snapshots._builder._process  # pyright: ignore[reportPrivateUsage]
    assert process
    return process


def name_table(snapshots: Snapshots) -> NameTable:
    assert snapshots.current
    assert snapshots.current.names.table
    return snapshots.current.names.table


def table_file(snapshots: Snapshots, folder: Path) -> Path:
    return folder / f"names-{name_table(snapshots).id}.table"


def search_names(snapshots: Snapshots) -> list[str]:
    assert snapshots.current
    return [row.char_name for row in snapshots.current.search("an", 8)]


@pytest.mark.parametrize("damage", ["missing", "changed", "empty"])
async def test_lost_table_is_built_again(
    world: WorldFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv(RUNTIME_FOLDER, str(tmp_path))
    async with first_snapshot(world().settings) as snapshots:
        names, path = search_names(snapshots), table_file(snapshots, tmp_path)
        whole = path.read_bytes()
        path.unlink()  # a mapped file is never written to
        if damage != "missing":
            path.write_bytes(whole[:-1] + b"x" if damage == "changed" else b"")
        assert search_names(snapshots) == names
        await snapshots.renew()
        assert (search_names(snapshots), snapshots._outcomes["failed"]) == (names, 0)  # pyright: ignore[reportPrivateUsage]
        assert len(path.read_bytes()) == len(whole)


async def test_table_stays_in_the_snapshot_where_no_file_can_be_written(
    world: WorldFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    async with AsyncExitStack() as stack:
        file_snapshots = await stack.enter_async_context(first_snapshot(world().settings))
        monkeypatch.setenv(RUNTIME_FOLDER, str(tmp_path / "file"))
        memory_snapshots = await stack.enter_async_context(first_snapshot(world().settings))
        assert memory_snapshots.current
        assert memory_snapshots.current.names.table is None
        assert search_names(memory_snapshots) == search_names(file_snapshots) != []
        await memory_snapshots.renew()
        assert search_names(memory_snapshots) == search_names(file_snapshots)


@pytest.mark.parametrize("is_writable", [True, False])
async def test_another_machine_gets_the_table_from_redis(
    world: WorldFactory, redis_server: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_writable: bool
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / ("there" if is_writable else "file")
    async with sharing(world(), redis_server, True) as [(leader, _)]:
        follower = on_another_machine(leader, world(), folder, monkeypatch)
        await leader.tick()
        await follower.tick()
        assert search_names(follower) == search_names(leader) != []
        assert name_table(follower).id == name_table(leader).id
        assert name_table(follower) is not name_table(leader)
        assert not is_writable or table_file(follower, folder).exists()


async def test_snapshot_without_its_table_is_refused_until_redis_has_it(
    world: WorldFactory, redis_server: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sharing(world(), redis_server, True) as [(leader, _)]:
        redis_client, parts = leader._redis, leader._parts  # pyright: ignore[reportPrivateUsage]
        assert redis_client
        assert parts
        follower = on_another_machine(leader, world(), tmp_path, monkeypatch)
        await leader.tick()
        key = parts.part_key(f"names:{name_table(leader).id}", 0)
        data = await redis_client.get(key) or b""
        await redis_client.set(key, data[:-1] + b"x", 60)
        await follower.tick()
        assert follower.current is None
        await redis_client.set(key, data, 60)
        await follower.tick()
        assert search_names(follower) == search_names(leader)
