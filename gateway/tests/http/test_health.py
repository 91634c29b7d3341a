"""Health: alive at once, ready with the first snapshot and probe, and what is down by name."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures import installed
from fixtures.installed import Schemas
from fixtures.servers import MariaDB, Redis
from gateway.app import create_app
from gateway.config import settings
from gateway.tests.conftest import ClientFactory, ServiceFactory, WorldFactory
from gateway.tests.support.wait_until import until


def is_ready(http: httpx.AsyncClient) -> Callable[[], Any]:
    async def asked() -> bool:
        return (await http.get("/health/ready")).status_code == 200

    return asked


def down(http: httpx.AsyncClient, names: set[str]) -> Callable[[], Any]:
    async def asked() -> bool:
        return set((await http.get("/health/ready")).json()["down"]) == names

    return asked


async def test_ready_comes_with_the_first_snapshot_and_probe(world: WorldFactory, client: ClientFactory) -> None:
    async with client(create_app(world().settings)) as http:
        first = await http.get("/health/ready")
        if first.status_code == 503:
            assert first.json()["status"] == "starting"
            assert first.json()["waiting_for"]
        assert (await http.get("/health/live")).json() == {"status": "live"}
        await until(is_ready(http))
        assert (await http.get("/health/ready")).json() == {"status": "ready", "waiting_for": [], "down": []}
        assert (await http.head("/health/ready")).status_code == 200
        assert (await http.get("/health/live")).headers["cache-control"] == "no-store"


async def test_before_the_first_snapshot_rankings_are_503(client: ClientFactory) -> None:
    absent = "mysql://nobody@localhost/absent?unix_socket=/nowhere/mysql.sock"
    env = {f"GATEWAY_DATABASE_{role}_DSN": absent for role in ("GAME", "AUTH", "SITE")}
    env["GATEWAY_ACCOUNTS_TOKEN_SECRET"] = "s" * 32
    async with client(create_app(settings.load(None, env))) as http:
        ready = await http.get("/health/ready")
        assert ready.status_code == 503
        assert "snapshot" in ready.json()["waiting_for"]
        assert set(ready.json()["down"]) == {"game", "auth", "site"}
        answer = await http.get("/api/rankings/pvp")
        assert (answer.status_code, answer.json()["error"]) == (503, "game_unavailable")
        assert "retry-after" in answer.headers
        assert (await http.get("/api/server/info")).status_code == 200


async def test_public_reads_outlive_database_and_redis_and_both_recover(
    tmp_path_factory: pytest.TempPathFactory, client: ClientFactory
) -> None:
    schemas = Schemas()
    with MariaDB(tmp_path_factory.mktemp("db")) as mariadb, Redis(tmp_path_factory.mktemp("redis")) as redis:
        installed.fill(mariadb, schemas, "mobius", 50, 3)
        made = installed.install(mariadb, schemas, "mobius", 50, 3)
        app = create_app(settings.load(None, {**made.environment, "GATEWAY_REDIS_URL": redis.url}))
        async with client(app) as http:
            await until(is_ready(http))
            mariadb.stop()
            redis.stop()
            await until(down(http, {"game", "auth", "site", "redis"}))
            assert (await http.get("/health/ready")).status_code == 200
            for path in ("/api/rankings/pvp", "/api/rankings/pk", "/api/server/status", "/api/server/info"):
                assert (await http.get(path)).status_code == 200
            mariadb.start()
            redis.start()
            await until(down(http, set()))


async def test_two_workers_are_one_service(world: WorldFactory, service: ServiceFactory, redis_server: Redis) -> None:
    env = {
        "GATEWAY_SERVER_WORKERS": "2",
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-workers",
    }
    with service(world(), env) as running:
        async with httpx.AsyncClient(base_url=running.url) as http:
            answers = await asyncio.gather(*(http.get("/api/rankings/pvp") for _ in range(40)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert len({answer.headers["x-request-id"] for answer in answers}) == 40


def test_metrics_are_on_a_port_of_their_own(world: WorldFactory, service: ServiceFactory, tmp_path: Path) -> None:
    from fixtures.processes import free_port

    port = free_port()
    env = {"GATEWAY_SERVER_METRICS_PORT": str(port), "GATEWAY_LIMITS_LOOPBACK": "true", "TMPDIR": str(tmp_path)}
    with service(world(), env) as running:
        for _ in range(5):
            assert httpx.get(f"{running.url}/api/server/status").status_code == 200
        assert httpx.get(f"{running.url}/metrics").status_code in {302, 404}
        counted = 'gateway_public_reads_total{route="/api/server/status",outcome="hit"} 4'
        asyncio.run(until(lambda: _says(port, counted)))
    assert not [name for name in os.listdir(tmp_path) if name.startswith("gateway-metrics")]  # noqa: PTH208


async def _says(port: int, line: str) -> bool:
    async with httpx.AsyncClient() as http:
        return line in (await http.get(f"http://127.0.0.1:{port}/metrics")).text
