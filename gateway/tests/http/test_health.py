"""Health endpoints: liveness, readiness and unavailable servers."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fixtures import installed
from fixtures.installed import Schemas
from fixtures.servers import MariaDB, Redis
from gateway.app import Application
from gateway.config import settings
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.wait_until import until


def is_ready(http: httpx.AsyncClient) -> Callable[[], Any]:
    async def check() -> bool:
        return (await http.get("/health/ready")).status_code == 200

    return check


def has_down_servers(http: httpx.AsyncClient, names: set[str]) -> Callable[[], Any]:
    async def check() -> bool:
        return set((await http.get("/health/ready")).json()["down"]) == names

    return check


async def test_ready_follows_the_first_snapshot_and_probe(world: WorldFactory, client: ClientFactory) -> None:
    async with client(Application(world().settings).asgi) as http:
        first = await http.get("/health/ready")
        if first.status_code == 503:
            assert first.json()["status"] == "starting"
            assert first.json()["waiting_for"]
        assert (await http.get("/health/live")).json() == {"status": "live"}
        await until(is_ready(http))
        assert (await http.get("/health/ready")).json() == {
            "status": "ready", "waiting_for": [], "down": [], "failing": [],
        }  # fmt: skip
        assert (await http.head("/health/ready")).status_code == 200
        assert (await http.get("/health/live")).headers["cache-control"] == "no-store"


async def test_the_limit_of_an_address_does_not_make_its_health_checks_fail(
    world: WorldFactory, client: ClientFactory
) -> None:
    limits = {"GATEWAY_LIMITS_APPLY_TO_LOOPBACK": "true", "GATEWAY_LIMITS_PUBLIC_PER_SECOND": "1"}
    async with client(Application(settings.load(None, {**world().environment, **limits})).asgi) as http:
        await until(is_ready(http))
        statuses = [(await http.get("/api/unknown")).status_code for _ in range(100)]
        assert statuses[-1] == 429
        assert {(await http.get("/health/ready")).status_code for _ in range(100)} == {200}
        assert {(await http.get("/health/live")).status_code for _ in range(100)} == {200}


async def test_public_reads_survive_an_outage_of_database_and_redis(
    tmp_path_factory: pytest.TempPathFactory, client: ClientFactory
) -> None:
    schemas = Schemas()
    with MariaDB(tmp_path_factory.mktemp("db")) as mariadb, Redis(tmp_path_factory.mktemp("redis")) as redis:
        installed.fill(mariadb, schemas, "mobius", 50, 3)
        installation = installed.install(mariadb, schemas, "mobius", 50, 3)
        app = Application(settings.load(None, {**installation.environment, "GATEWAY_REDIS_URL": redis.url})).asgi
        async with client(app) as http:
            await until(is_ready(http))
            mariadb.stop()
            redis.stop()
            await until(has_down_servers(http, {"game", "auth", "site", "redis"}))
            assert (await http.get("/health/ready")).status_code == 200
            for path in ("/api/rankings/pvp", "/api/rankings/pk", "/api/server/status", "/api/server/info"):
                assert (await http.get(path)).status_code == 200
            mariadb.start()
            redis.start()
            await until(has_down_servers(http, set()))
