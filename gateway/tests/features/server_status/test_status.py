"""Tests of the server status with real sockets, Redis and site schema; only the clock is fake."""

import asyncio
import math
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field

import msgspec
import pytest

from fixtures.databases import open_databases
from fixtures.servers import Redis
from gateway.config.sections import RedisSettings, StatusSettings
from gateway.database.database import Database
from gateway.features.server_status.game_runs import GameRun
from gateway.features.server_status.probe import PortAnswer, ProbeAnswer
from gateway.features.server_status.probe_result import ProbeResult, advance
from gateway.features.server_status.status import Peak, StatusMonitor, uptime_text, with_peak
from gateway.game.families import Family, by_key
from gateway.http.errors import GameUnavailable, SiteUnavailable
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.game_runs import add_run, delete_runs
from gateway.tests.support.status_samples import add_sample, delete_samples
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.snapshot import WorldStats

NOW = 1_800_000_000.0
MINUTE, HOUR, DAY = 60, 3600, 86400


@dataclass
class Clock:
    now: float = NOW

    def __call__(self) -> float:
        return self.now


def totals(online_players: int = 120) -> WorldStats:
    return WorldStats(
        taken_at=NOW,
        total_characters=300,
        total_clans=3,
        online_players=online_players,
        races=[],
        classes=[],
        levels=[],
        account_key=b"",
    )


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
    own_world = world()
    async with open_databases(own_world.settings) as databases:
        await delete_samples(databases.site)
        await delete_runs(own_world, databases.site)
        yield databases.site
        await delete_samples(databases.site)
        await delete_runs(own_world, databases.site)


async def mobius() -> Family:
    return by_key("mobius")


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return listener.getsockname()[1]


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
        StatusSettings(game_port=ports.game, login_port=ports.login),
        site=site,
        redis=redis,
        leader=leader or Lease(None, "status"),
        family=mobius,
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


def answer(at: float, *, is_open: bool = True, socket: int | None = None) -> ProbeAnswer:
    game = PortAnswer(at=at, is_open=is_open, way="connect" if socket is None else "socket", socket=socket)
    return ProbeAnswer(game, PortAnswer(at=at, is_open=is_open, way="connect"))


def test_advance_continues_uptime_until_a_failure_and_raises_the_peak_while_the_game_is_up() -> None:
    first = advance(None, answer(NOW), 300)
    second = advance(first, answer(NOW + 5), 200)
    assert (second.since, second.online_from, second.peak, second.peak_at) == (NOW, NOW, 300, int(NOW))
    offline = advance(second, answer(NOW + 10, is_open=False), 900)
    assert (offline.since, offline.online_from, offline.peak) == (None, math.inf, 300)
    result = advance(offline, answer(NOW + 15), 10)
    assert (result.since, result.online_from) == (NOW + 15, NOW + 15)


def test_advance_sees_a_restart_between_two_successes_by_the_socket() -> None:
    first = advance(None, answer(NOW, socket=7), 0)
    assert advance(first, answer(NOW + 5, socket=7), 0).since == NOW
    assert advance(first, answer(NOW + 5, socket=8), 0).since == NOW + 5
    assert advance(first, answer(NOW + 5), 0).since == NOW, "a connect does not show the socket"


def test_with_peak_raises_the_peak_alone() -> None:
    result = ProbeResult(NOW, True, True, NOW - 60, 50, int(NOW))
    sampled_result = with_peak(result, Peak(int(NOW) - HOUR, 80))
    assert (sampled_result.since, sampled_result.peak, sampled_result.peak_at) == (NOW - 60, 80, int(NOW) - HOUR)
    assert with_peak(result, Peak(int(NOW) - HOUR, 49)) == with_peak(result, None) == result


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


async def test_restart_peak_continues_from_samples(ports: Ports, site: Database) -> None:
    await add_sample(site, int(NOW) - HOUR, 2400)
    monitor = _monitor(ports, site)
    await monitor.tick()
    assert monitor.current().peak_players == 2400


@pytest.mark.parametrize(
    ("run", "uptime"),
    [
        (GameRun(int(NOW) - 7 * MINUTE, int(NOW) - 2 * MINUTE, None), "7m"),
        (GameRun(int(NOW) - 7 * MINUTE, int(NOW) - 2 * MINUTE, int(NOW) - MINUTE), "0m"),
    ],
    ids=["running", "ended"],
)
async def test_restart_uptime_continues_from_the_stored_run(
    ports: Ports, site: Database, run: GameRun, uptime: str
) -> None:
    await add_run(site, run)
    monitor = _monitor(ports, site)
    await monitor.tick()
    assert monitor.current().uptime == uptime
    assert monitor.online_from == (run.began_at if uptime == "7m" else NOW)


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
