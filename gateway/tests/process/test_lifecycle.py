"""Processes of one `gateway serve`: start, crash of a worker, death of the parent, and stop."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from fixtures.service import Service
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.serve_processes import RequestLoops, events, is_running, workers
from gateway.tests.support.wait_until import until

LOGIN_MIN_DURATION_MS = 1500  # keeps a login request in flight
NOBODY = {"username": "nobody", "password": "nothing1"}


class ServiceManager:
    """The socket of a service manager, as systemd's."""

    def __init__(self, address: Path) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(address))
        self._socket.setblocking(False)
        self._states: list[str] = []

    @property
    def states(self) -> list[str]:
        while True:
            try:
                self._states.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return self._states


@pytest.fixture(scope="module")
def manager(tmp_path_factory: pytest.TempPathFactory) -> ServiceManager:
    return ServiceManager(tmp_path_factory.mktemp("manager") / "notify")


@pytest.fixture(scope="module")
async def running(world: WorldFactory, service: ServiceFactory, manager: ServiceManager) -> AsyncGenerator[Service]:
    """A service whose two workers are ready. The last test stops it."""

    async def both_ready() -> bool:
        return manager.states == ["READY=1", "READY=1"]

    env = {
        "GATEWAY_SERVER_WORKERS": "2",
        "GATEWAY_SERVER_DRAIN_SECONDS": "1",
        "GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": str(LOGIN_MIN_DURATION_MS),
        "NOTIFY_SOCKET": str(manager.address),
        "GATEWAY_DATABASE_AUTH_POOL": "9",
    }
    with service(world(characters=60, seed=61), env) as running:
        await until(both_ready)
        yield running


async def test_serve_names_a_setting_that_went_once(running: Service) -> None:
    (event,) = events(running, "old_setting")
    assert event["reason"].startswith("database.auth_pool is no setting any more, and is ignored")


async def test_serve_when_a_worker_is_killed_replaces_it_and_sends_it_no_request_before_it_is_ready(
    running: Service,
) -> None:
    killed_pid, surviving_pid = workers(running)
    os.kill(killed_pid, signal.SIGKILL)

    async def is_replaced() -> bool:
        pids = workers(running)
        return surviving_pid in pids and killed_pid not in pids and len(pids) == 2

    await until(is_replaced)
    async with RequestLoops(running.port) as loops:
        await loops.more()
    assert loops.failures == {}


async def test_workers_when_the_parent_is_killed_exit(world: WorldFactory, service: ServiceFactory) -> None:
    with service(world(characters=60, seed=61), {"GATEWAY_SERVER_WORKERS": "2"}, ready=False) as running:

        async def have_started() -> bool:
            return len(workers(running)) == 2

        await until(have_started)
        running.wait_ready()
        orphans = workers(running)
        os.kill(running.pid, signal.SIGKILL)

        async def have_exited() -> bool:
            return not any(map(is_running, orphans))

        await until(have_exited)
        assert len(events(running, "parent_exited")) == 2


async def test_serve_on_sigterm_drains_then_finishes_requests_in_flight(
    running: Service, manager: ServiceManager
) -> None:
    async with httpx.AsyncClient(base_url=running.url, timeout=30) as player:
        assert (await player.get("/health/ready")).status_code == 200
        os.kill(running.pid, signal.SIGTERM)

        async def is_draining() -> bool:
            responses.append(await player.get("/health/ready"))
            return responses[-1].status_code == 503

        responses: list[httpx.Response] = []
        await until(is_draining)
        login = asyncio.create_task(player.post("/api/auth/login", json=NOBODY))
        assert responses[-1].json()["status"] == "stopping"
        assert responses[-1].headers["connection"] == "close"
        assert (await login).status_code == 401, "a request accepted during the drain outlasts it and gets its answer"
    assert running.wait() == 0
    assert manager.states[-1] == "STOPPING=1"
