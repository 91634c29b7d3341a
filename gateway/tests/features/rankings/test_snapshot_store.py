"""The snapshot's way from the game's tables to every process: read, shared, followed, lost and found again."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from redis.asyncio import Redis as RedisServerClient

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.servers import MariaDB, Redis
from gateway.config.settings import Settings
from gateway.features.rankings.game_reader import GameReader
from gateway.features.rankings.name_table import NameTable
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.redis.client import RedisClient
from gateway.tests.conftest import WorldFactory


class Lead:
    """A lease that the test holds."""

    def __init__(self, leads: bool = True) -> None:
        self.is_leader = leads


async def _first(world: World, settings: Settings | None = None) -> Snapshots:
    snapshots = Snapshots(settings or world.settings, redis=None, leader=Lead())
    await snapshots.renew()
    return snapshots


async def test_accounts_lead_to_their_characters(world: WorldFactory) -> None:
    snapshots = await _first(world())
    try:
        rows = await execute(world().game_admin_dsn, "SELECT charId, account_name FROM characters ORDER BY charId")
        for login in ("demo", "DEMO2", str(rows[100][1])):
            expected = [int(row[0]) for row in rows if str(row[1]).lower() == login.lower()]
            assert expected
            assert snapshots.accounts
            assert list(snapshots.accounts.get(login)) == expected
    finally:
        await snapshots.close()


async def test_first_snapshot_has_the_account_key(world: WorldFactory) -> None:
    async def account_key() -> bytes:
        return b"k" * 16

    snapshots = Snapshots(world().settings, redis=None, leader=Lead(), account_key=account_key)
    try:
        await snapshots.renew()
        assert snapshots.stats
        assert snapshots.stats.account_key == b"k" * 16
    finally:
        await snapshots.close()


async def test_ranges_meet_without_a_gap(world: WorldFactory) -> None:
    """Ranges of 100 and one of everything give the same snapshot."""
    small = msgspec.structs.replace(
        world().settings, rankings=msgspec.structs.replace(world().settings.rankings, snapshot_batch_rows=100)
    )
    parts, whole = await _first(world(), small), await _first(world())
    try:
        assert parts.stats
        assert whole.stats
        assert parts.stats.total_characters == whole.stats.total_characters == 300
        assert parts.stats.levels == whole.stats.levels
    finally:
        await parts.close()
        await whole.close()


async def test_a_later_snapshot_takes_its_time_and_reads_the_same(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    rest = GameReader._pause  # pyright: ignore[reportPrivateUsage]

    async def noted(self: GameReader, seconds: float) -> None:
        rests.append(seconds)
        await rest(self, seconds)

    monkeypatch.setattr(GameReader, "_pause", noted)
    configured = world().settings
    source = GameReader(
        msgspec.structs.replace(
            configured, rankings=msgspec.structs.replace(configured.rankings, snapshot_batch_rows=100)
        )
    )
    try:
        first = await source.take(b"k" * 16)
        assert rests == [], "the first is waited for"
        second = await source.take(b"k" * 16)
    finally:
        source.close()
    assert len(rests) >= 3
    assert {**first.columns, **first.texts}.keys() == {**second.columns, **second.texts}.keys()
    for name, column in {**first.columns, **first.texts}.items():
        assert np.array_equal(column, {**second.columns, **second.texts}[name]), name


@asynccontextmanager
async def sharing(world: World, server: Redis, *leads: bool) -> AsyncGenerator[list[tuple[Snapshots, Lead]]]:
    """Processes, so to speak, that share a Redis."""
    prefix = f"test{time.monotonic_ns()}"
    clients: list[RedisClient] = []
    processes: list[tuple[Snapshots, Lead]] = []
    for leading in leads:
        configured = msgspec.structs.replace(world.settings.redis, url=server.url, prefix=prefix, timeout_ms=5000)
        redis_client = RedisClient.open(configured)
        assert redis_client
        clients.append(redis_client)
        lead = Lead(leading)
        processes.append((Snapshots(world.settings, redis=redis_client.snapshot, leader=lead), lead))
    try:
        yield processes
    finally:
        for snapshots, _ in processes:
            await snapshots.close()
        for redis_client in clients:
            await redis_client.close()


async def test_one_reads_and_the_others_follow(world: WorldFactory, redis_server: Redis) -> None:
    async with sharing(world(), redis_server, True, False) as [(leader, _), (follower, lead)]:
        await follower.tick()
        assert (follower.current, follower.version) == (None, "")
        await leader.tick()
        await follower.tick()
        assert leader.version
        assert follower.version == leader.version
        assert follower.stats == leader.stats
        lead.is_leader = True  # who begins to lead reads when it is due, not at once
        await follower.tick()
        assert follower.version == leader.version


async def test_who_leads_no_more_keeps_no_reader(world: WorldFactory, redis_server: Redis) -> None:
    async with sharing(world(), redis_server, True, False) as [(first, its_lead), (second, lead)]:
        await first.tick()
        reader = first._builder._process  # pyright: ignore[reportPrivateUsage]
        assert reader
        its_lead.is_leader, lead.is_leader = False, True
        await first.tick()
        await second.tick()
        assert reader.returncode is not None
        its_lead.is_leader = True  # and has one again when it is asked to
        await first.renew()
        assert first.version != second.version


async def test_a_flushed_redis_is_filled_again(world: WorldFactory, tmp_path: Path) -> None:
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


async def test_a_damaged_part_is_refused(world: WorldFactory, redis_server: Redis) -> None:
    async with sharing(world(), redis_server, True, False) as [(leader, _), (follower, _)]:
        await leader.tick()
        assert leader._parts  # pyright: ignore[reportPrivateUsage]
        part = leader._parts.part_key(leader.version, 0)  # pyright: ignore[reportPrivateUsage]
        redis_client = leader._redis  # pyright: ignore[reportPrivateUsage]
        assert redis_client
        packed = bytearray(await redis_client.get(part) or b"")
        packed[5000] ^= 1
        await redis_client.set(part, bytes(packed), 60)
        await follower.tick()
        assert follower.current is None


async def test_the_last_snapshot_stays_when_the_reader_dies(world: WorldFactory) -> None:
    snapshots = await _first(world())
    try:
        version = snapshots.version
        table = name_table(snapshots)
        os.kill(snapshots._builder.pid, signal.SIGKILL)  # pyright: ignore[reportPrivateUsage]
        await snapshots.renew()
        if snapshots.version == version:  # its end was noticed only now: the next attempt has a new reader
            await snapshots.renew()
        assert snapshots.version != version
        assert name_table(snapshots) is table, "the next builder compares with the same file"
    finally:
        await snapshots.close()


async def test_the_reader_ends_with_us(world: WorldFactory) -> None:
    snapshots = await _first(world())
    process = snapshots._builder._process  # pyright: ignore[reportPrivateUsage]
    assert process
    assert process.stdin
    process.stdin.close()
    async with asyncio.timeout(30):
        assert await process.wait() == 0


async def test_a_stopped_redis_takes_nothing_away(world: WorldFactory, tmp_path: Path) -> None:
    with Redis(tmp_path) as server:
        async with sharing(world(), server, True, False) as [(leader, _), (follower, lead)]:
            await leader.tick()
            await follower.tick()
            before = follower.version
            server.stop()
            await follower.tick()
            assert follower.version == before
            lead.is_leader = True  # as everyone does who cannot ask Redis
            await follower.renew()
            assert follower.version != before


async def test_a_stopped_database_leaves_the_last_snapshot_and_is_found_again(tmp_path: Path) -> None:
    with MariaDB(tmp_path) as server:
        schemas = Schemas()
        installed.fill(server, schemas, "acis", 50, 3)
        snapshots = Snapshots(installed.install(server, schemas, "acis", 50, 3).settings, redis=None, leader=Lead())
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


def in_folder(world: World, folder: Path) -> Settings:
    server = msgspec.structs.replace(world.settings.server, runtime_folder=str(folder))
    return msgspec.structs.replace(world.settings, server=server)


def name_table(snapshots: Snapshots) -> NameTable:
    assert snapshots.current
    assert snapshots.current.names.table
    return snapshots.current.names.table


def table_file(snapshots: Snapshots, folder: Path) -> Path:
    return folder / f"names-{name_table(snapshots).id}.table"


def found(snapshots: Snapshots) -> list[str]:
    assert snapshots.current
    return [row.char_name for row in snapshots.current.search("an", 8)]


@pytest.mark.parametrize("damage", ["missing", "changed", "empty"])
async def test_lost_table_is_built_again(world: WorldFactory, tmp_path: Path, damage: str) -> None:
    snapshots = await _first(world(), in_folder(world(), tmp_path))
    try:
        before, path = found(snapshots), table_file(snapshots, tmp_path)
        whole = path.read_bytes()
        path.unlink()  # a mapped file is never written to
        if damage != "missing":
            path.write_bytes(whole[:-1] + b"x" if damage == "changed" else b"")
        assert found(snapshots) == before
        await snapshots.renew()
        assert (found(snapshots), snapshots._outcomes["failed"]) == (before, 0)  # pyright: ignore[reportPrivateUsage]
        assert len(path.read_bytes()) == len(whole)
    finally:
        await snapshots.close()


async def test_table_stays_in_the_snapshot_where_no_file_can_be_written(world: WorldFactory, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    in_redis, nowhere = await _first(world()), await _first(world(), in_folder(world(), tmp_path / "file"))
    try:
        assert nowhere.current
        assert nowhere.current.names.table is None
        assert found(nowhere) == found(in_redis) != []
        await nowhere.renew()
        assert found(nowhere) == found(in_redis)
    finally:
        await in_redis.close()
        await nowhere.close()


@pytest.mark.parametrize("is_writable", [True, False])
async def test_another_machine_gets_the_table_from_redis(
    world: WorldFactory, redis_server: Redis, tmp_path: Path, is_writable: bool
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / ("there" if is_writable else "file")
    async with sharing(world(), redis_server, True) as [(leader, _)]:
        redis_client = leader._redis  # pyright: ignore[reportPrivateUsage]
        follower = Snapshots(in_folder(world(), folder), redis=redis_client, leader=Lead(leads=False))
        await leader.tick()
        await follower.tick()
        assert found(follower) == found(leader) != []
        assert name_table(follower).id == name_table(leader).id
        assert name_table(follower) is not name_table(leader)
        assert not is_writable or table_file(follower, folder).exists()


async def test_snapshot_without_its_table_is_refused_until_redis_has_it(
    world: WorldFactory, redis_server: Redis, tmp_path: Path
) -> None:
    async with sharing(world(), redis_server, True) as [(leader, _)]:
        redis_client, parts = leader._redis, leader._parts  # pyright: ignore[reportPrivateUsage]
        assert redis_client
        assert parts
        follower = Snapshots(in_folder(world(), tmp_path), redis=redis_client, leader=Lead(leads=False))
        await leader.tick()
        key = parts.part_key(f"names:{name_table(leader).id}", 0)
        packed = await redis_client.get(key) or b""
        await redis_client.set(key, packed[:-1] + b"x", 60)
        await follower.tick()
        assert follower.current is None
        await redis_client.set(key, packed, 60)
        await follower.tick()
        assert found(follower) == found(leader)
