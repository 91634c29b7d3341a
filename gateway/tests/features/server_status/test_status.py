"""Tests of the server status with real sockets, Redis and site schema; only the clock is fake."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field

import msgspec
import pytest

from fixtures.databases import open_databases
from fixtures.servers import Redis
from gateway.config.sections import RedisSettings, StatusSettings
from gateway.database.database import Database
from gateway.features.rankings.snapshot import WorldStats
from gateway.features.server_status.status import (
    Peak,
    ProbeResult,
    SampledHistory,
    StatusMonitor,
    advance,
    is_reachable,
    merge_history,
    uptime_text,
)
from gateway.http.errors import GameUnavailable, SiteUnavailable
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.status_samples import add_sample, delete_samples
from gateway.tests.support.wait_until import until

NOW = 1_800_000_000.0
MINUTE, HOUR, DAY = 60, 3600, 86400


@dataclass
class Clock:
    now: float = NOW

    def __call__(self) -> float:
        return self.now


def totals(online_players: int = 120) -> WorldStats:
    return WorldStats(NOW, 300, 3, online_players, [], [], [], b"")


@dataclass
class Ports:
    """A game port and a login port that can be opened and closed."""

    game: int
    login: int
    _servers: dict[int, asyncio.Server] = field(default_factory=dict[int, asyncio.Server])

    async def open(self, port: int) -> None:
        async def close_at_once(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()

        self._servers[port] = await asyncio.start_server(close_at_once, "127.0.0.1", port)

    async def close(self, port: int) -> None:
        server = self._servers.pop(port)
        server.close()
        await server.wait_closed()

    async def close_all(self) -> None:
        for port in list(self._servers):
            await self.close(port)


@pytest.fixture
async def ports() -> AsyncGenerator[Ports]:
    ports = Ports(_free_port(), _free_port())
    await ports.open(ports.game)
    await ports.open(ports.login)
    yield ports
    await ports.close_all()


@pytest.fixture
async def site(world: WorldFactory) -> AsyncGenerator[Database]:
    async with open_databases(world().settings) as databases:
        await delete_samples(databases.site)
        yield databases.site
        await delete_samples(databases.site)


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return listener.getsockname()[1]


@contextmanager
def _unresponsive_port() -> Generator[int]:
    """A port with a full accept queue: the kernel drops every further SYN, as a firewall does."""
    with closing(socket.socket()) as listener, closing(socket.socket()) as first, closing(socket.socket()) as second:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        first.connect(listener.getsockname())
        second.setblocking(False)
        second.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


def _monitor(
    ports: Ports,
    site: Database,
    *,
    redis: RedisClient | None = None,
    clock: Clock | None = None,
    world: Callable[[], WorldStats] = totals,
    leader: Lease | None = None,
) -> StatusMonitor:
    return StatusMonitor(
        StatusSettings(game_port=ports.game, login_port=ports.login, probe_timeout_ms=500),
        site=site,
        redis=redis,
        leader=leader or Lease(None, "status"),
        world=world,
        clock=clock or Clock(),
    )


@asynccontextmanager
async def _redis_client(server: Redis, prefix: str) -> AsyncGenerator[RedisClient]:
    client = RedisClient.open(RedisSettings(url=server.url, prefix=prefix, timeout_ms=2000))
    assert client is not None
    try:
        yield client
    finally:
        await client.close()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "Unknown"),
        (-5, "0m"),
        (0, "0m"),
        (59.9, "0m"),
        (4 * MINUTE, "4m"),
        (HOUR - 1, "59m"),
        (3 * HOUR, "3h 0m"),
        (DAY - 1, "23h 59m"),
        (DAY, "1d 0h 0m"),
        (3 * DAY + 4 * HOUR + 12 * MINUTE, "3d 4h 12m"),
        (400 * DAY, "400d 0h 0m"),
    ],
)
def test_uptime_text_examples(seconds: float | None, text: str) -> None:
    assert uptime_text(seconds) == text


def test_advance_continues_uptime_until_a_failure_and_raises_the_peak_while_the_game_is_up() -> None:
    first = advance(None, NOW, True, True, 300)
    second = advance(first, NOW + 5, True, True, 200)
    assert (second.since, second.peak, second.peak_at) == (NOW, 300, int(NOW))
    offline = advance(second, NOW + 10, False, False, 900)
    assert (offline.since, offline.peak) == (None, 300)
    assert advance(offline, NOW + 15, True, True, 10).since == NOW + 15


def test_merge_history_extends_uptime_and_peak() -> None:
    result = ProbeResult(NOW, True, True, NOW - 60, 50, int(NOW))
    history = SampledHistory(int(NOW) - DAY, Peak(int(NOW) - HOUR, 80))
    result_with_samples = merge_history(result, history, no_failure=True)
    assert (result_with_samples.since, result_with_samples.peak, result_with_samples.peak_at) == (
        int(NOW) - DAY,
        80,
        int(NOW) - HOUR,
    )
    assert merge_history(result, history, no_failure=False).since == NOW - 60
    assert merge_history(result, SampledHistory(None, None), no_failure=True) == result


async def test_is_reachable_is_true_for_an_open_port_only(ports: Ports) -> None:
    assert await is_reachable("127.0.0.1", ports.game, 5)
    assert not await is_reachable("127.0.0.1", _free_port(), 5)
    assert not await is_reachable("game.invalid", 7777, 5)
    with _unresponsive_port() as port:
        async with asyncio.timeout(10):
            assert not await is_reachable("127.0.0.1", port, 0.2)


async def test_status_online_depends_on_game_port_only(ports: Ports, site: Database) -> None:
    monitor = _monitor(ports, site)
    await ports.close(ports.login)
    await monitor.tick()
    assert monitor.current().online
    await ports.close(ports.game)
    await ports.open(ports.login)
    await monitor.tick()
    status = monitor.current()
    assert (status.online, status.online_players, status.uptime) == (False, 0, "Unknown")


async def test_status_has_all_fields_after_the_first_probe(ports: Ports, site: Database) -> None:
    clock = Clock(NOW + 0.75)
    monitor = _monitor(ports, site, clock=clock)
    assert not monitor.ready
    with pytest.raises(SiteUnavailable):
        monitor.current()
    await monitor.tick()
    clock.now += 4 * MINUTE
    assert msgspec.to_builtins(monitor.current()) == {
        "online": True,
        "online_players": 120,
        "max_players": 2500,
        "uptime": "4m",
        "last_update": "2027-01-15T08:00:00Z",
        "peak_players": 2247,
    }


async def test_status_player_count_expires_after_ten_minutes(ports: Ports, site: Database) -> None:
    clock = Clock()
    monitor = _monitor(ports, site, clock=clock)
    clock.now += 10 * MINUTE
    await monitor.tick()
    assert monitor.current().online_players == 120
    clock.now += 1
    await monitor.tick()
    with pytest.raises(GameUnavailable):
        monitor.current()
    await ports.close(ports.game)
    await monitor.tick()
    assert monitor.current().online_players == 0


async def test_status_peak_is_maximum_of_recorded_and_seen(ports: Ports, site: Database) -> None:
    players = [2300]
    monitor = _monitor(ports, site, world=lambda: totals(players[-1]))
    await monitor.tick()
    players.append(100)
    await monitor.tick()
    assert monitor.current().peak_players == 2300


@pytest.mark.parametrize(
    ("samples", "uptime"), [({9: 1, 8: 0, 7: 1, 6: 1}, "7m"), ({2: 1, 1: 0}, "0m")], ids=["online", "failed last"]
)
async def test_restart_uptime_continues_from_samples(
    ports: Ports, site: Database, samples: dict[int, int], uptime: str
) -> None:
    for minutes, online in samples.items():
        await add_sample(site, int(NOW) - minutes * MINUTE, 2400 * online, online=bool(online))
    monitor = _monitor(ports, site)
    await monitor.tick()
    assert (monitor.current().uptime, monitor.current().peak_players) == (uptime, 2400)


async def test_probe_without_site_schema_continues(ports: Ports, world: WorldFactory) -> None:
    settings = world().settings
    database = msgspec.structs.replace(
        settings.database, site_dsn="mysql://nobody@localhost/gone?unix_socket=/nonexistent/mysqld.sock"
    )
    async with open_databases(msgspec.structs.replace(settings, database=database)) as databases:
        monitor = _monitor(ports, databases.site)
        await monitor.tick()
        assert monitor.current().online


async def test_restart_uptime_continues_from_redis(ports: Ports, site: Database, redis_server: Redis) -> None:
    async with _redis_client(redis_server, "restart") as redis:
        await _monitor(ports, site, redis=redis).tick()
        later_clock = Clock(NOW + 5 * MINUTE)
        monitor = _monitor(ports, site, redis=redis, clock=later_clock)
        task = asyncio.create_task(monitor.run())

        async def is_probed() -> bool:
            return monitor.ready and monitor.current().last_update.timestamp() == later_clock.now

        await until(is_probed)
        assert monitor.current().uptime == "5m"
        task.cancel()


async def test_probe_runs_in_leader_only(ports: Ports, site: Database, redis_server: Redis) -> None:
    async with _redis_client(redis_server, "lead") as redis, _redis_client(redis_server, "lead") as second_redis:
        leader, follower = Lease(redis, "status"), Lease(second_redis, "status")
        assert await leader.renew()
        assert not await follower.renew()
        closed_ports = Ports(_free_port(), _free_port())
        reader = _monitor(closed_ports, site, redis=second_redis, leader=follower)
        await reader.tick()
        assert not reader.ready
        await _monitor(ports, site, redis=redis, leader=leader).tick()
        await reader.tick()
        assert reader.current().online
        await leader.release()
        assert await follower.renew()
        await reader.tick()
        assert not reader.current().online
