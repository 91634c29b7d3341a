"""Health endpoints: liveness, readiness and unavailable servers."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures import installed
from fixtures.installed import Schemas
from fixtures.processes import free_port
from fixtures.servers import MariaDB, Redis
from gateway.app import create_app
from gateway.config import settings
from gateway.tests.conftest import ClientFactory, ServiceFactory, WorldFactory
from gateway.tests.support.wait_until import until


def is_ready(http: httpx.AsyncClient) -> Callable[[], Any]:
    async def check() -> bool:
        return (await http.get("/health/ready")).status_code == 200

    return check


def down(http: httpx.AsyncClient, names: set[str]) -> Callable[[], Any]:
    async def check() -> bool:
        return set((await http.get("/health/ready")).json()["down"]) == names

    return check


async def test_ready_follows_the_first_snapshot_and_probe(world: WorldFactory, client: ClientFactory) -> None:
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


async def test_rankings_before_the_first_snapshot_are_503(client: ClientFactory) -> None:
    absent = "mysql://nobody@localhost/absent?unix_socket=/nowhere/mysql.sock"
    env = {f"GATEWAY_DATABASE_{role}_DSN": absent for role in ("GAME", "AUTH", "SITE")}
    env["GATEWAY_ACCOUNTS_TOKEN_SECRET"] = "s" * 32
    async with client(create_app(settings.load(None, env))) as http:
        ready = await http.get("/health/ready")
        assert ready.status_code == 503
        assert "snapshot" in ready.json()["waiting_for"]
        assert set(ready.json()["down"]) == {"game", "auth", "site"}
        response = await http.get("/api/rankings/pvp")
        assert (response.status_code, response.json()["error"]) == (503, "game_unavailable")
        assert "retry-after" in response.headers
        assert (await http.get("/api/server/info")).status_code == 200


async def test_public_reads_survive_an_outage_of_database_and_redis(
    tmp_path_factory: pytest.TempPathFactory, client: ClientFactory
) -> None:
    schemas = Schemas()
    with MariaDB(tmp_path_factory.mktemp("db")) as mariadb, Redis(tmp_path_factory.mktemp("redis")) as redis:
        installed.fill(mariadb, schemas, "mobius", 50, 3)
        installation = installed.install(mariadb, schemas, "mobius", 50, 3)
        app = create_app(settings.load(None, {**installation.environment, "GATEWAY_REDIS_URL": redis.url}))
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


async def test_two_workers_return_equal_responses(
    world: WorldFactory, service: ServiceFactory, redis_server: Redis
) -> None:
    env = {
        "GATEWAY_SERVER_WORKERS": "2",
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-workers",
    }
    with service(world(), env) as running:
        async with httpx.AsyncClient(base_url=running.url) as http:
            responses = await asyncio.gather(*(http.get("/api/rankings/pvp") for _ in range(40)))
        assert {response.status_code for response in responses} == {200}
        assert len({response.content for response in responses}) == 1
        assert len({response.headers["x-request-id"] for response in responses}) == 40


def test_metrics_are_served_on_their_own_port_only(
    world: WorldFactory, service: ServiceFactory, tmp_path: Path
) -> None:
    port = free_port()
    env = {
        "GATEWAY_SERVER_METRICS_PORT": str(port),
        "GATEWAY_LIMITS_APPLY_TO_LOOPBACK": "true",
        "TMPDIR": str(tmp_path),
    }
    with service(world(), env) as running:
        for _ in range(5):
            assert httpx.get(f"{running.url}/api/server/status").status_code == 200
        assert httpx.get(f"{running.url}/metrics").status_code in {302, 404}
        sample = 'fishi_public_reads_total{route="/api/server/status",outcome="hit"} 4'
        asyncio.run(until(lambda: _exports(port, sample)))
    assert not [name for name in os.listdir(tmp_path) if name.startswith("gateway-metrics")]  # noqa: PTH208


async def _exports(port: int, sample: str) -> bool:
    async with httpx.AsyncClient() as http:
        return sample in (await http.get(f"http://127.0.0.1:{port}/metrics")).text
