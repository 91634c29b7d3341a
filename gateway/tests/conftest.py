"""Real servers for every test: a MariaDB (or a MySQL) and a Redis of this session's own, worlds and a service on top.

`TEST_SERVER=mysql` runs the tests marked `database` on MySQL 9 instead. A test that changes a world, or stops a server,
takes one of its own: another seed, or `MariaDB(tmp_path)`.
"""

import gc
import logging
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from dataclasses import replace
from itertools import count
from types import ModuleType
from typing import Any, Final, Protocol, cast

import httpx
import pytest
import structlog
from hypothesis import Phase
from hypothesis import settings as hypothesis_settings

from fixtures import installed, site_schema
from fixtures.installed import Schemas, World
from fixtures.lifespan import lifespan
from fixtures.memory_folder import temporary_folder
from fixtures.mysql import MySQL
from fixtures.servers import MariaDB, Redis
from fixtures.service import Service
from gateway.config.sections import ItemSettings
from gateway.database.database import Database
from gateway.tests.support import durations
from gateway.tests.support.default_ports import held_default_ports

# "dev" is for the desk: few examples, and a failure is reported as found. `make test` runs "ci".
hypothesis_settings.register_profile("ci", deadline=None)
hypothesis_settings.register_profile(
    "dev", deadline=None, max_examples=20, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


class WorldFactory(Protocol):
    def __call__(
        self, family: str = "mobius", characters: int = 300, seed: int = 7, *, deaths: bool = False
    ) -> World: ...


class ServiceFactory(Protocol):
    def __call__(
        self, world: World, env: Mapping[str, str] | None = None, *, ready: bool = True
    ) -> AbstractContextManager[Service]: ...


ClientFactory = Callable[..., AbstractAsyncContextManager[httpx.AsyncClient]]
Opener = Callable[[World], Awaitable[httpx.AsyncClient]]

SHARED_LIMITS: Final = {
    "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "10000",
    "GATEWAY_LIMITS_REGISTRATIONS": "10000",
    "GATEWAY_LIMITS_REGISTRATIONS_TOTAL": "10000",
}
"""Limits that the tests of a module would reach together."""

SERVER_FIXTURES = {"mariadb", "redis_server", "world", "service"}
SERVER_MODULES = {
    "fixtures.certificates",
    "fixtures.provider.child",
    "fixtures.sentinel",
    "fixtures.servers",
    "fixtures.service",
    "fixtures.tools.environment",
    "fixtures.tools.faults.private_network",
    "gateway.pictures.card_process",
    "gateway.pictures.picture_decoder",
    "gateway.tests.support.account_app",
}
PROCESS_EVENTS = {"subprocess.Popen", "os.fork", "os.posix_spawn"}
unit_tests: list[pytest.Item] = []
"""The unit test that runs now, or none."""


def pytest_configure(config: pytest.Config) -> None:
    # Each application of a test makes some hundred thousand objects: the collector took a quarter of the CPU time.
    gc.set_threshold(20_000, 20, 20)
    for marker in (
        "unit: needs no server and no process; `make test-fast` runs these",
        "integration: runs against a real MariaDB, Redis or process",
        "faults: kills processes, cuts connections, or presses long; part of `make test`",
        "whole: a law over the whole tree; `make test-core`, which runs a part of it, leaves it out",
        "database: holds on MariaDB and on MySQL; `make test-mysql` runs these",
    ):
        config.addinivalue_line("markers", marker)
    sys.addaudithook(_refuse_process)
    if not hasattr(config, "workerinput"):  # workers and servers inherit it
        stack = ExitStack()
        config.add_cleanup(stack.close)
        os.environ["TMPDIR"] = tempfile.tempdir = str(stack.enter_context(temporary_folder()))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-durations", action="store_true", help=f"write the durations of this run to {durations.FILE.name}"
    )


def pytest_sessionfinish() -> None:
    # pytest collects the garbage of a gigabyte five times over at its end: some seconds in each worker.
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--write-durations"):
        reports = [report for group in terminalreporter.stats.values() for report in group]
        durations.write(report for report in reports if isinstance(report, pytest.TestReport))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if item.get_closest_marker("unit"):
        unit_tests.append(item)
    result = yield
    unit_tests.clear()
    return result


def _refuse_process(event: str, _arguments: tuple[object, ...]) -> None:
    if event in PROCESS_EVENTS and unit_tests:
        raise RuntimeError(f"{unit_tests[0].nodeid} starts a process: name its module in SERVER_MODULES of conftest.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test without a server is a unit test; the marker of every other tier follows from what it uses.

    Long files come first, so that the workers end together; a new file may be long.
    """
    seconds = durations.read()
    items.sort(key=lambda item: -seconds.get(item.nodeid.partition("::")[0], math.inf))
    for item in items:
        if item.get_closest_marker("faults"):
            continue
        uses_server = _uses_server(item)
        item.add_marker(pytest.mark.integration if uses_server else pytest.mark.unit)


def _uses_server(item: pytest.Item) -> bool:
    if SERVER_FIXTURES & set(getattr(item, "fixturenames", ())):
        return True
    module = item.getparent(pytest.Module)
    values: Iterable[object] = vars(cast("ModuleType", module.obj)).values() if module else ()  # pyright: ignore[reportUnknownMemberType]
    return any(getattr(value, "__module__", None) in SERVER_MODULES or value is subprocess for value in values)


@pytest.fixture(scope="session", autouse=True)
def no_default_ports() -> Generator[None]:
    """Makes a test fail that listens on a default port, or takes one for closed, also where no demo runs beside it."""
    with held_default_ports():
        yield


@pytest.fixture(autouse=True)
def restored_logging() -> Generator[None]:
    """Restores the logging after a test that configures it: its output goes to a file that pytest closes."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    if structlog.is_configured():
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()


@pytest.fixture(scope="session")
def mariadb(tmp_path_factory: pytest.TempPathFactory) -> Generator[MariaDB | MySQL]:
    """The session's database server."""
    if os.environ.get("TEST_SERVER") == "mysql":
        with MySQL() as server:
            yield server
    else:
        with MariaDB(tmp_path_factory.mktemp("db"), tcp=True) as server:
            yield server


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Redis]:
    """The session's Redis; a test keeps to keys under a prefix of its own."""
    with Redis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="session")
def world(mariadb: MariaDB | MySQL) -> WorldFactory:
    """`world("acis", characters=300, seed=7)`: filled, installed, and the same one for the same arguments."""
    worlds: dict[tuple[str, int, int, bool], World] = {}
    number = count(1)

    def get(family: str = "mobius", characters: int = 300, seed: int = 7, *, deaths: bool = False) -> World:
        key = (family, characters, seed, deaths)
        if key not in worlds:
            mark = f"w{next(number)}"
            schemas = Schemas(f"{mark}_game", f"{mark}_views", f"{mark}_site")
            installed.fill(mariadb, schemas, family, characters, seed, deaths=deaths)
            installation = installed.install(mariadb, schemas, family, characters, seed)
            # Most tests read no page: a renderer for each of their services would take the machine's memory.
            worlds[key] = replace(
                installation, environment={**installation.environment, "GATEWAY_RENDER_ENABLED": "false"}
            )
        return worlds[key]

    return get


@pytest.fixture(scope="module")
def short_scan_pause() -> Generator[None]:
    """Scans of a table without an index follow each other within a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ItemSettings, "batch_scan_interval_seconds", 1)
        yield


@pytest.fixture(scope="module")
def own_world(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    """The small world of the module's constant SEED."""
    module: Any = cast("Any", request).module
    return world(characters=60, seed=module.SEED)


@pytest.fixture(scope="module")
async def dsn(mariadb: MariaDB | MySQL) -> str:
    """An administrator's DSN of a site schema of the module's own."""
    return await site_schema.create(mariadb)


@pytest.fixture(scope="module")
async def site(dsn: str) -> AsyncGenerator[Database]:
    """The module's own site schema; its books agree after the tests."""
    from gateway.tests.support.wallet_invariants import assert_consistent  # it costs every test run its imports

    async with site_schema.connect(dsn) as database:
        yield database
        await assert_consistent(database)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> ServiceFactory:
    """`with service(world("mobius"), {"GATEWAY_REDIS_URL": …}) as gateway:` a real `gateway serve`, at gateway.url."""

    @contextmanager
    def run(world: World, env: Mapping[str, str] | None = None, *, ready: bool = True) -> Generator[Service]:
        log = tmp_path_factory.mktemp("service") / "gateway.log"
        with Service({**world.environment, **(env or {})}, log=log, ready=ready) as running:
            yield running

    return run


@pytest.fixture(scope="session")
def client() -> ClientFactory:
    """`async with client(app) as http:` an httpx client on an ASGI app in this process, its lifespan running."""

    @asynccontextmanager
    async def open_client(app: Any, **options: Any) -> AsyncGenerator[httpx.AsyncClient]:
        async with lifespan(app):
            transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://gateway.test", **options) as http:
                yield http

    return open_client


@pytest.fixture(scope="module")
async def shared_app(request: pytest.FixtureRequest, client: ClientFactory) -> AsyncGenerator[Opener]:
    """One application for each world of the module, with the module's constant ENV."""
    from gateway.tests.support.account_app import open_app  # it imports this module

    module: Any = cast("Any", request).module
    env, clients = SHARED_LIMITS | getattr(module, "ENV", {}), dict[str, httpx.AsyncClient]()
    async with AsyncExitStack() as stack:

        async def get(world: World) -> httpx.AsyncClient:
            if world.schema not in clients:
                clients[world.schema] = await stack.enter_async_context(open_app(world, client, **env))
            return clients[world.schema]

        yield get
