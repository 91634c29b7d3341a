"""Tests of the probe with real sockets, a server with the accept filter, and the real site schema."""

import asyncio
import random
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import accumulate

import msgspec
import pytest

from fixtures.admin import execute
from fixtures.connect_filter import FilteredServer, is_admitted
from fixtures.databases import open_databases
from gateway.config.sections import StatusSettings
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.server_status import probe
from gateway.features.server_status.probe import PortAnswer, ServerProbe
from gateway.features.server_status.probe_connects import ProbeTarget, connect, last_connects
from gateway.game.families import Family, by_key
from gateway.http.errors import unavailable
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.wait_until import until

NOW = 1_800_000_000.0
WAIT = 30.0
"""Longer than any test: the servers greet or close."""
LOGINS = 25


@dataclass
class Clock:
    now: float = NOW

    def __call__(self) -> float:
        return self.now


@dataclass
class Servers:
    game: FilteredServer
    login: FilteredServer
    clock: Clock

    def settings(self, **more: object) -> StatusSettings:
        settings = StatusSettings(game_port=self.game.port, login_port=self.login.port)
        return msgspec.structs.replace(settings, **more)

    @property
    def connect_count(self) -> int:
        return len(self.game.connects) + len(self.login.connects)


@pytest.fixture
async def servers() -> AsyncGenerator[Servers]:
    clock = Clock()
    async with FilteredServer(clock) as game, FilteredServer(clock) as login:
        yield Servers(game, login, clock)


@pytest.fixture
async def site(world: WorldFactory) -> AsyncGenerator[Database]:
    own_world = world()
    async with open_databases(own_world.settings) as databases:

        async def forget() -> None:
            reset = "connected_at = 0, answered_at = 0, outcome = NULL, refused_at = 0"
            site = databases.site.dsn.schema
            # Each test names its family; what install recorded of the world would win.
            await execute(
                own_world.game_admin_dsn,
                f"UPDATE {site}.probe_connects SET {reset}",
                f"DELETE FROM {site}.installation WHERE name = 'connect_filter'",
            )

        await forget()
        yield databases.site
        await forget()


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers are in another network namespace, as seen from a container."""
    monkeypatch.setattr(probe, "read_listeners", list)


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


def _probe(
    servers: Servers, site: Database, settings: StatusSettings | None = None, family: str = "acis"
) -> ServerProbe:
    async def known_family() -> Family:
        if not family:
            raise unavailable("site", "unknown_family")
        return by_key(family)

    return ServerProbe(
        settings or servers.settings(), site=site, family=known_family, clock=servers.clock, refusal_wait_seconds=WAIT
    )


async def _game(server_probe: ServerProbe) -> PortAnswer:
    answer = await server_probe.ask()
    assert answer
    return answer.game


async def test_connect_tells_apart_what_a_port_does(servers: Servers) -> None:
    settings = StatusSettings()

    async def outcome(port: int, host: str = "127.0.0.1") -> str:
        return await connect(ProbeTarget("game", host, port), settings, refusal_wait_seconds=WAIT)

    assert [await outcome(servers.game.port) for _ in range(6)] == ["open"] * 4 + ["refused"] * 2
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        free_port = listener.getsockname()[1]
    assert await outcome(free_port) == "closed"
    assert await outcome(7777, "game.invalid") == "silent"
    with _unresponsive_port() as port:
        async with asyncio.timeout(10):
            assert await outcome(port) == "silent"


async def test_connect_to_a_server_that_waits_for_the_client_is_open(servers: Servers) -> None:
    async with FilteredServer(servers.clock, greeting=b"") as silent:
        target, settings = ProbeTarget("game", "127.0.0.1", silent.port), servers.settings()
        assert await connect(target, settings, refusal_wait_seconds=0.05) == "open"


@pytest.mark.parametrize("family", ["acis", "mobius", ""])
async def test_probe_of_this_machine_reads_the_sockets_and_connects_to_none(
    servers: Servers, site: Database, family: str
) -> None:
    server_probe = _probe(servers, site, family=family)
    for _ in range(5):
        game = await _game(server_probe)
        assert (game.at, game.is_open, game.way) == (servers.clock.now, True, "socket")
        servers.clock.now += 5
    await servers.game.__aexit__()
    assert not (await _game(server_probe)).is_open
    assert servers.connect_count == 0


@pytest.mark.usefixtures("no_sockets")
async def test_probe_without_visible_sockets_connects_at_its_distance(servers: Servers, site: Database) -> None:
    processes = [_probe(servers, site, servers.settings(shared_address=False)) for _ in range(3)]
    for _ in range(60):
        answers = [await process.ask() for process in processes]
        assert {answer and answer.game for answer in answers} == {answers[0] and answers[0].game}
        servers.clock.now += 2
    assert [at - NOW for _, at, _ in servers.game.connects] == [0, 30, 60, 90]
    assert [at - NOW for _, at, _ in servers.login.connects] == [2, 32, 62, 92]
    last_answer = await processes[1].ask()
    assert last_answer
    assert (last_answer.game.is_open, last_answer.game.way) == (True, "shared_connect")


@pytest.mark.usefixtures("no_sockets")
async def test_probe_of_processes_at_once_connects_once(servers: Servers, site: Database) -> None:
    await asyncio.gather(*(_probe(servers, site).ask() for _ in range(8)))
    assert (len(servers.game.connects), len(servers.login.connects)) == (1, 0)


@pytest.mark.usefixtures("no_sockets")
async def test_probe_of_a_family_without_the_filter_connects_each_time(servers: Servers, site: Database) -> None:
    server_probe = _probe(servers, site, family="mobius")
    for _ in range(3):
        assert (await _game(server_probe)).is_open

    async def have_arrived() -> bool:
        return (len(servers.game.connects), len(servers.login.connects)) == (3, 3)

    await until(have_arrived)
    assert (await last_connects(site))["game"].connected_at == 0


@pytest.mark.usefixtures("no_sockets")
async def test_probe_without_the_site_schema_does_not_connect(servers: Servers, world: WorldFactory) -> None:
    """No process knows when another one has connected."""
    settings = world().settings
    database = msgspec.structs.replace(
        settings.database, site_dsn="mysql://nobody@localhost/gone?unix_socket=/nonexistent/mysqld.sock"
    )
    async with open_databases(msgspec.structs.replace(settings, database=database)) as databases:
        with pytest.raises(DatabaseUnavailable):
            await _probe(servers, databases.site).ask()
    assert servers.connect_count == 0


@pytest.mark.usefixtures("no_sockets")
async def test_probe_sees_a_stop_and_a_start_without_sockets(servers: Servers, site: Database) -> None:
    server_probe, port = _probe(servers, site), servers.game.port
    settings = servers.settings()
    assert (await _game(server_probe)).is_open
    await servers.game.__aexit__()
    servers.clock.now += 309
    assert (await _game(server_probe)).is_open, "nothing is known before the next connect"
    servers.clock.now += 3
    assert not (await _game(server_probe)).is_open
    with closing(socket.create_server(("127.0.0.1", port))):
        servers.clock.now += 31
        server_probe = _probe(servers, site, settings)
        assert (await _game(server_probe)).is_open


@pytest.mark.usefixtures("no_sockets")
async def test_probe_that_is_refused_says_so(servers: Servers, site: Database) -> None:
    for _ in range(5):
        await is_admitted(servers.game, "127.0.0.1")
    game = await _game(_probe(servers, site))
    assert (game.is_open, game.is_refused) == (True, True)


@pytest.mark.usefixtures("no_sockets")
@pytest.mark.parametrize("source", ["127.0.0.9", ""], ids=["own address", "shared address"])
async def test_logins_beside_the_probe_are_admitted(servers: Servers, site: Database, source: str) -> None:
    admitted = await _log_in(servers, _probe(servers, site, servers.settings(source_address=source)).ask)
    assert admitted == [True] * LOGINS
    assert {address for address, _, _ in servers.game.connects} == {"127.0.0.1", source or "127.0.0.1"}


async def test_logins_beside_a_connect_every_five_seconds_are_refused(servers: Servers) -> None:
    """The control: the same logins beside the probe of earlier releases."""
    admitted = await _log_in(servers, lambda: is_admitted(servers.game, "127.0.0.1"))
    assert admitted[-LOGINS // 2 :] == [False] * (LOGINS // 2 + 1)


async def _log_in(servers: Servers, ask: Callable[[], Awaitable[object]]) -> list[bool]:
    """Logs a player in, 3 to 8 seconds apart, with a probe every five seconds. Returns which logins were admitted."""
    times = random.Random(7)
    logins = [(at, True) for at in accumulate(times.uniform(3, 8) for _ in range(LOGINS))]
    probes = [(5.0 * number, False) for number in range(1, round(logins[-1][0] / 5))]
    admitted: list[bool] = []
    for at, is_login in sorted([*logins, *probes]):
        servers.clock.now = NOW + at
        if is_login:
            admitted.append(await is_admitted(servers.game, "127.0.0.1"))
        else:
            await ask()
    return admitted
