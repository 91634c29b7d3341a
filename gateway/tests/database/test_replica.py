"""The replica by real replication: the snapshot is read from it while its lag is small."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from typing import NamedTuple

import pytest

from fixtures import installed, replica
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.replica import Copy
from fixtures.servers import MariaDB
from gateway.app import Application
from gateway.concurrency.background_tasks import poll
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.config.settings import Settings
from gateway.database import replica as monitor_module
from gateway.database.database import Databases
from gateway.database.replica import ReplicaMonitor
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.game_reader import GameReader
from gateway.world_snapshot.serialization import BuildRequest

MAX_LAG = 1


class Cluster(NamedTuple):
    """A primary, its replica, and a world on both."""

    primary: MariaDB
    copy: Copy
    world: World
    settings: Settings

    async def levels(self, *, on_replica: bool) -> dict[int, int]:
        """Characters by level, as a snapshot reads them."""
        reader = GameReader(self.settings)
        snapshot = await reader.take(bytes(16), BuildRequest(replica=on_replica))
        reader.close()
        return dict(snapshot.stats.levels)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Generator[Cluster]:
    with replica.running(tmp_path_factory.mktemp("replica")) as (primary, copy):
        installed.fill(primary, Schemas(), "acis", 50, 11)
        world = installed.install(primary, Schemas(), "acis", 50, 11)
        reader = parse_dsn(world.environment["GATEWAY_DATABASE_GAME_DSN"])
        extra = {
            "GATEWAY_DATABASE_REPLICA_DSN": copy.dsn(reader.schema, reader.user, reader.password),
            "GATEWAY_DATABASE_REPLICA_MAX_LAG_SECONDS": str(MAX_LAG),
            "GATEWAY_RANKINGS_REFRESH_SECONDS": "5",
        }
        yield Cluster(primary, copy, world, settings.load(None, {**world.environment, **extra}))


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor_module, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(monitor_module, "HEARTBEAT_MS", 50)


@pytest.fixture
async def monitor(cluster: Cluster) -> AsyncGenerator[ReplicaMonitor]:
    databases = Databases.open(cluster.settings)
    monitor = ReplicaMonitor.open(cluster.settings, databases.site)
    assert monitor
    assert not monitor.is_usable, "not measured yet"
    task = asyncio.create_task(poll("replica", monitor_module.CHECK_SECONDS, monitor.check))
    await until(usability_is(monitor))
    yield monitor
    task.cancel()
    await asyncio.wait([task])
    await monitor.close()
    await databases.close()


def usability_is(monitor: ReplicaMonitor, expected: bool = True) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return monitor.is_usable is expected

    return check


async def test_monitor_with_stopped_replication_reports_the_lag(cluster: Cluster, monitor: ReplicaMonitor) -> None:
    assert monitor.lag_seconds is not None
    assert monitor.lag_seconds <= MAX_LAG
    cluster.copy.say("STOP SLAVE SQL_THREAD")
    await execute(cluster.world.game_admin_dsn, "UPDATE characters SET level = 11")
    assert await cluster.levels(on_replica=True) != await cluster.levels(on_replica=False) == {11: 50}
    await until(usability_is(monitor, False))
    assert monitor.lag_seconds > MAX_LAG
    assert f"{MAX_LAG} s are allowed" in str(monitor.reason)
    cluster.copy.say("START SLAVE SQL_THREAD")
    await until(usability_is(monitor))
    assert await cluster.levels(on_replica=True) == {11: 50}


async def test_monitor_with_replica_down_is_not_usable_until_it_is_back(
    cluster: Cluster, monitor: ReplicaMonitor
) -> None:
    cluster.copy.kill()
    await until(usability_is(monitor, False))
    assert monitor.lag_seconds is None
    assert "heartbeat cannot be read" in str(monitor.reason)
    cluster.copy.start()
    await until(usability_is(monitor))


async def test_service_with_primary_down_shows_lag_and_keeps_the_replica(
    cluster: Cluster, client: ClientFactory
) -> None:
    async with client(Application(cluster.settings).asgi) as http:

        def has_down_servers(names: set[str]) -> Callable[[], Awaitable[bool]]:
            async def check() -> bool:
                ready = await http.get("/health/ready")
                return ready.status_code == 200 and set(ready.json()["down"]) == names

            return check

        await until(has_down_servers(set()))
        assert (await http.get("/health/ready")).json()["replica_lag_seconds"] <= MAX_LAG
        assert (await http.get("/api/rankings/pvp")).status_code == 200
        cluster.primary.kill()
        await until(has_down_servers({"game", "auth", "site"}))
        cluster.primary.start()
