"""The processes of a machine share the file of a snapshot; without it they have the bytes."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fixtures.servers import Redis
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.snapshot_processes import (
    RUNTIME_FOLDER,
    first_snapshot,
    on_another_machine,
    sharing,
    snapshot_files,
)
from gateway.world_snapshot.builder_main import build
from gateway.world_snapshot.game_reader import GameReader
from gateway.world_snapshot.serialization import PLAIN_REQUEST
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.snapshot_store import Snapshots
from gateway.world_snapshot.table_files import TableFiles
from gateway.world_snapshot.table_store import TableStore


async def delete_parts(snapshots: Snapshots) -> None:
    """Takes the packed snapshot from Redis; its pointer stays."""
    parts, redis_client = snapshots._parts, snapshots._redis  # pyright: ignore[reportPrivateUsage]
    assert parts
    assert redis_client
    await redis_client.set(parts.part_key(snapshots.version, 0), b"", 60)


def columns_of(snapshots: Snapshots) -> list[Any]:
    assert snapshots.current
    return [column.tolist() for column in snapshots.current.columns.values()]


def is_mapped(snapshots: Snapshots, folder: Path) -> bool:
    """Returns True if the columns are those of the version's file, which the process shares with others."""
    assert snapshots.current
    address = snapshots.current.columns["pvp"].__array_interface__["data"][0]
    path = str(folder / f"snapshot-{snapshots.version}.table")
    for line in Path("/proc/self/maps").read_text().splitlines():
        first, last = (int(text, 16) for text in line.split(maxsplit=1)[0].split("-"))
        if first <= address < last:
            return line.endswith(path)
    return False


async def test_processes_of_a_machine_map_one_file_until_they_have_the_next_one(
    world: WorldFactory, redis_server: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(RUNTIME_FOLDER, str(tmp_path))
    async with sharing(world(), redis_server, True, False) as [(leader, _), (follower, _)]:
        await leader.tick()
        await delete_parts(leader)
        await follower.tick()
        assert follower.version == leader.version
        assert is_mapped(leader, tmp_path)
        assert is_mapped(follower, tmp_path)
        expected = columns_of(leader)
        await leader.renew()
        assert snapshot_files(tmp_path) == [f"snapshot-{leader.version}.table"]
        assert columns_of(follower) == columns_of(leader) == expected, "a mapped file outlives its name"
        await follower.tick()
        assert is_mapped(follower, tmp_path)


async def test_first_process_of_another_machine_writes_the_file_for_the_others(
    world: WorldFactory, redis_server: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sharing(world(), redis_server, True) as [(leader, _)]:
        first, second = (on_another_machine(leader, world(), tmp_path, monkeypatch) for _ in range(2))
        await leader.tick()
        await first.tick()
        await delete_parts(leader)
        await second.tick()
        assert columns_of(second) == columns_of(leader)
        assert is_mapped(first, tmp_path)
        assert is_mapped(second, tmp_path)


@pytest.mark.parametrize("damage", ["missing", "changed", "empty"])
async def test_lost_file_is_taken_from_redis_again(
    world: WorldFactory, redis_server: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv(RUNTIME_FOLDER, str(tmp_path))
    async with sharing(world(), redis_server, True, False) as [(leader, _), (follower, _)]:
        await leader.tick()
        path = tmp_path / f"snapshot-{leader.version}.table"
        whole = path.read_bytes()
        path.unlink()  # a mapped file is never written to
        if damage != "missing":
            path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]) if damage == "changed" else b"")
        await follower.tick()
        assert columns_of(follower) == columns_of(leader)
        assert is_mapped(follower, tmp_path)
        assert path.read_bytes() == whole


async def test_builder_answers_with_the_bytes_where_the_request_names_no_version(world: WorldFactory) -> None:
    """The service of the release before sends none."""
    with closing(GameReader(world().settings)) as reader:
        data = b"".join(await build(reader, PLAIN_REQUEST))
    tables = TableStore(TableFiles.open(), None)
    assert Snapshot.unpack(data, tables.open).stats.total_characters == 300


async def test_full_disk_leaves_the_snapshot_in_memory(
    world: WorldFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(RUNTIME_FOLDER, str(tmp_path / "file"))
    async with first_snapshot(world().settings) as snapshots:
        first = columns_of(snapshots)
        await snapshots.renew()
        assert columns_of(snapshots) == first
        assert not is_mapped(snapshots, tmp_path)
