"""Stores of snapshots as several processes have them: on one machine, or on two that share Redis alone."""

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from fixtures.installed import World
from fixtures.servers import Redis
from gateway.config.settings import Settings
from gateway.redis.client import RedisClient
from gateway.world_snapshot.snapshot_store import Snapshots

RUNTIME_FOLDER: Final = "RUNTIME_DIRECTORY"


class FixedLease:
    """A lease that the test holds."""

    def __init__(self, leads: bool = True) -> None:
        self.is_leader = leads


@asynccontextmanager
async def first_snapshot(settings: Settings, **options: Any) -> AsyncGenerator[Snapshots]:
    snapshots = Snapshots(settings, redis=None, leader=FixedLease(), **options)
    try:
        await snapshots.renew()
        yield snapshots
    finally:
        await snapshots.close()


@asynccontextmanager
async def sharing(world: World, server: Redis, *leads: bool) -> AsyncGenerator[list[tuple[Snapshots, FixedLease]]]:
    """Stores of several processes that share a Redis. `leads`: which of them hold the lease."""
    prefix = f"test{time.monotonic_ns()}"
    clients: list[RedisClient] = []
    processes: list[tuple[Snapshots, FixedLease]] = []
    for leading in leads:
        redis_settings = msgspec.structs.replace(world.settings.redis, url=server.url, prefix=prefix, timeout_ms=5000)
        redis_client = RedisClient.open(redis_settings)
        assert redis_client
        clients.append(redis_client)
        lease = FixedLease(leading)
        processes.append((Snapshots(world.settings, redis=redis_client.snapshot, leader=lease), lease))
    try:
        yield processes
    finally:
        for snapshots, _ in processes:
            await snapshots.close()
        for redis_client in clients:
            await redis_client.close()


def on_another_machine(leader: Snapshots, world: World, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Snapshots:
    """Returns a follower that shares Redis with the leader, and no file."""
    with monkeypatch.context() as patch:
        patch.setenv(RUNTIME_FOLDER, str(folder))
        redis_client = leader._redis  # pyright: ignore[reportPrivateUsage]
        return Snapshots(world.settings, redis=redis_client, leader=FixedLease(leads=False))


def snapshot_files(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("snapshot-*")]
