"""`gateway serve` as an operator handles it: reloaded, struck by death and ended, and what a visitor sees of it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest

from fixtures import catalogue
from fixtures.servers import Redis
from fixtures.service import Service
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.serve_processes import Visitors, children, events, said, still_runs, workers
from gateway.tests.support.wait_until import until

FLOOR_MS = 1500  # of a login: an answer that is on its way for a while


class Kept:
    """A service, its file of settings and of items, and what it tells the service manager."""

    def __init__(self, service: Service, file: Path, items: Path, manager: socket.socket) -> None:
        self.service = service
        self.file = file
        self.items = items
        self._manager = manager
        self._told: list[str] = []

    def write(self, text: str) -> None:
        self.file.write_text(text, encoding="utf-8")

    def reload(self) -> None:
        os.kill(self.service.pid, signal.SIGHUP)

    @property
    def told(self) -> list[str]:
        while True:
            try:
                self._told += self._manager.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self._told


@pytest.fixture(scope="module")
def kept(
    world: WorldFactory, service: ServiceFactory, redis_server: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Kept]:
    folder = tmp_path_factory.mktemp("kept")
    file, items = folder / "gateway.toml", catalogue.write(folder / "items")
    file.write_text("[status]\nmax_players = 1000\n")
    env = {
        "GATEWAY_CONFIG": str(file),
        "GATEWAY_SERVER_WORKERS": "2",
        "GATEWAY_SERVER_DRAIN_SECONDS": "2",
        "GATEWAY_ACCOUNTS_LOGIN_FLOOR_MS": str(FLOOR_MS),
        "GATEWAY_ITEMS_CATALOGUE": str(items),
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-reload",
        "NOTIFY_SOCKET": str(folder / "notify"),
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "notify"))
        manager.setblocking(False)
        with service(world(characters=60, seed=61), env) as running:
            yield Kept(running, file, items, manager)


async def at_its_work(kept: Kept) -> tuple[int, list[int]]:
    """Its one generation, and the two workers of it, once it has been ready before and is so now."""

    async def both() -> bool:
        its_own = children(kept.service.pid)
        return "READY=1" in kept.told and len(its_own) == 1 and len(workers(kept.service)) == 2

    await until(both)
    kept.service.wait_ready()
    (generation,) = children(kept.service.pid)
    return generation, workers(kept.service)


async def slots(http: httpx.AsyncClient) -> int:
    return (await http.get("/api/server/status")).json()["max_players"]


async def test_a_reload_takes_new_settings_and_drops_no_request(kept: Kept) -> None:
    _, before = await at_its_work(kept)
    kept.write("[status]\nmax_players = 2000\n")
    async with Visitors(kept.service.port) as visitors:
        kept.reload()
        await said(kept.service, "reloaded")
        await visitors.more()
        await said(kept.service, "retired")
        await visitors.more()
    assert visitors.failed == {}
    assert not any(map(still_runs, before))
    assert len(workers(kept.service)) == 2
    async with httpx.AsyncClient(base_url=kept.service.url) as http:
        assert await slots(http) == 2000
    assert kept.told.count("READY=1") == 2
    assert "RELOADING=1" in kept.told


async def test_a_reload_with_a_wrong_file_changes_nothing(kept: Kept) -> None:
    _, before = await at_its_work(kept)
    text = kept.file.read_text()
    kept.write("[status]\nmax_playres = 3000\n")
    async with Visitors(kept.service.port) as visitors:
        kept.reload()
        await said(kept.service, "reload_refused")
        await visitors.more()
    kept.write(text)
    assert visitors.failed == {}
    assert workers(kept.service) == before
    (refused,) = events(kept.service, "reload_refused")
    assert "max_playres" in refused["reason"]
    assert any(line.startswith("STATUS=Reload refused") for line in kept.told)


async def test_a_worker_that_dies_is_replaced_and_nobody_is_told_to_wait(kept: Kept) -> None:
    _, (dead, lives) = await at_its_work(kept)

    async def replaced() -> bool:
        now = workers(kept.service)
        return lives in now and dead not in now and len(now) == 2

    os.kill(dead, signal.SIGKILL)
    await until(replaced)
    async with Visitors(kept.service.port) as visitors:
        await visitors.more()
    assert visitors.failed == {}, "a worker that has no answers yet must not be asked"


async def test_workers_that_cannot_start_are_tried_again_after_a_while(kept: Kept) -> None:
    generation, its_workers = await at_its_work(kept)
    away = shutil.move(kept.items, kept.items.with_suffix(".away"))
    for worker in its_workers:
        os.kill(worker, signal.SIGKILL)
    await said(kept.service, "generation_died")
    shutil.move(away, kept.items)
    async with httpx.AsyncClient(base_url=kept.service.url, timeout=30) as http:
        assert (await http.get("/health/live")).status_code == 200
    assert events(kept.service, "generation_died")[0]["again_in"] >= 1
    assert not still_runs(generation)


async def test_workers_whose_parent_was_killed_make_room(kept: Kept) -> None:
    generation, orphans = await at_its_work(kept)
    os.kill(generation, signal.SIGKILL)

    async def all_new() -> bool:
        now = workers(kept.service)
        return len(now) == 2 and not set(now) & set(orphans) and not any(map(still_runs, orphans))

    await until(all_new)


async def test_who_stops_says_so_first_and_finishes_what_is_under_way(kept: Kept) -> None:
    await at_its_work(kept)
    url = kept.service.url
    async with httpx.AsyncClient(base_url=url) as http, httpx.AsyncClient(base_url=url, timeout=30) as player:
        for each in (http, player):
            assert (await each.get("/health/ready")).status_code == 200
        words = {"username": "nobody", "password": "nothing1"}
        login = asyncio.create_task(player.post("/api/auth/login", json=words))
        os.kill(kept.service.pid, signal.SIGTERM)

        async def stopping() -> bool:
            answers.append(await http.get("/health/ready"))
            return answers[-1].status_code == 503

        answers: list[httpx.Response] = []
        await until(stopping)
        assert answers[-1].json()["status"] == "stopping"
        assert answers[-1].headers["connection"] == "close"
        assert (await login).status_code == 401
    assert kept.service.wait() == 0
    assert "STOPPING=1" in kept.told
    assert kept.service.log
    assert "worker_killed" not in kept.service.log.read_text()
