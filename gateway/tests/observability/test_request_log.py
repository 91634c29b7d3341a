"""The access log and readiness name the reason of a failed request, for real faults of a server."""

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from fixtures import installed
from fixtures.installed import Schemas, World
from fixtures.processes import free_port
from fixtures.servers import MariaDB, Redis
from gateway.database import metrics
from gateway.tests.conftest import ClientFactory, ServiceFactory, WorldFactory
from gateway.tests.support.account_app import bearer, token_of
from gateway.tests.support.databases import admin
from gateway.tests.support.in_process_builder import create_test_app
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until

CHARACTERS, COINS = "/api/player/characters", "/api/player/coins"
Fault = Callable[[MariaDB, World], AbstractAsyncContextManager[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[MariaDB]:
    """A server of this module's own: a test damages a table."""
    with MariaDB(tmp_path_factory.mktemp("db")) as mariadb:
        yield mariadb


@pytest.fixture(scope="module")
def site(server: MariaDB) -> World:
    schemas = Schemas()
    installed.fill(server, schemas, "acis", 60, 3)
    return installed.install(server, schemas, "acis", 60, 3)


@asynccontextmanager
async def withdrawn_right(server: MariaDB, site: World) -> AsyncGenerator[None]:
    async with admin(server) as root:
        users = await root.execute("SELECT user, host FROM mysql.user WHERE user LIKE '%\\_read'")
        (user, host), *_ = users.rows
        await root.execute(f"REVOKE SELECT ON {site.schemas.views}.characters FROM '{user}'@'{host}'")
        yield
        await root.execute(f"GRANT SELECT ON {site.schemas.views}.characters TO '{user}'@'{host}'")


@asynccontextmanager
async def locked_table(server: MariaDB, site: World) -> AsyncGenerator[None]:
    async with admin(server, site.schema) as root:
        await root.execute("LOCK TABLES characters WRITE")
        yield


@asynccontextmanager
async def damaged_table(server: MariaDB, site: World) -> AsyncGenerator[None]:
    async with admin(server, site.schema) as root:
        await root.execute("ALTER TABLE characters ENGINE = MyISAM")
        await root.execute("FLUSH TABLES characters")
        index = server.data / site.schema / "characters.MYI"
        index.write_bytes(index.read_bytes()[:1024] + bytes(1024))
        yield
        await root.execute("REPAIR TABLE characters USE_FRM")


@pytest.mark.parametrize(
    ("fault", "reason"), [(withdrawn_right, "rights"), (locked_table, "lock"), (damaged_table, "crashed_table")]
)
async def test_fault_of_one_table_is_named_by_the_log_and_by_readiness_until_it_is_mended(
    server: MariaDB,
    site: World,
    client: ClientFactory,
    monkeypatch: pytest.MonkeyPatch,
    fault: Fault,
    reason: str,
) -> None:
    monkeypatch.setattr(metrics, "RECENT_SECONDS", 2)
    with capture_logs() as lines:
        async with client(create_test_app(site.settings)) as http:
            await wait_for_answer(http, "/api/rankings/pvp")
            player = bearer(await token_of(http, "demo"))

            async def failing() -> list[dict[str, Any]]:
                return (await http.get("/health/ready")).json()["failing"]

            async def is_repaired() -> bool:
                return (await http.get(CHARACTERS, headers=player)).status_code == 200 and not await failing()

            assert await failing() == []
            async with fault(server, site):
                response = await http.get(CHARACTERS, headers=player)
                while not (roles := await failing()):  # statements of jobs that succeed lower the share
                    await http.get(CHARACTERS, headers=player)
                (role,) = roles
                assert (await http.get("/health/ready")).status_code == 200
                assert (await http.get("/api/rankings/pvp")).status_code == 200
                coins = await http.get(COINS, headers=player)
                assert coins.status_code == 200, (coins.text, lines[-20:])
            await until(is_repaired)
    assert (response.status_code, response.json()["error"]) == (503, "game_unavailable")
    line = next(line for line in lines if line.get("id") == response.headers["x-request-id"])
    assert (line["log_level"], line["status"], line["error"]) == ("warning", 503, "game_unavailable")
    assert (line["reason"], line["role"], line["account"], line["client"]) == (reason, "game", "demo", "127.0.0.0/24")
    assert role == {"role": "game", "share": role["share"], "reason": reason, "query": line["query"]}
    assert line["query"].startswith("characters.")


async def test_refused_logins_leave_a_trace_without_name_or_password(site: World, client: ClientFactory) -> None:
    with capture_logs() as lines:
        async with client(create_test_app(site.settings)) as http:
            for name in ("demo", "ghost", "ghost"):
                form = {"username": name, "password": "wrong-secret"}
                assert (await http.post("/api/auth/login", json=form)).status_code == 401
    known_line, unknown_line, repeated_line = (line for line in lines if line.get("route") == "/api/auth/login")
    assert (known_line["error"], known_line["client"], known_line["account"]) == (
        "invalid_credentials",
        "127.0.0.0/24",
        "demo",
    )
    assert (unknown_line["error"], unknown_line["client"]) == ("invalid_credentials", "127.0.0.0/24")
    assert "account" not in unknown_line
    assert unknown_line["login_hash"] == repeated_line["login_hash"] != known_line["login_hash"]
    assert "ghost" not in str(lines)
    assert "wrong-secret" not in str(lines)


async def test_healthy_start_logs_no_warning_and_workers_answer_alike(
    world: WorldFactory, service: ServiceFactory, redis_server: Redis, tmp_path: Path
) -> None:
    """Two workers, until the jobs that wait for the first snapshot have run."""
    port = free_port()
    env = {
        "GATEWAY_SERVER_METRICS_PORT": str(port),
        "GATEWAY_SERVER_WORKERS": "2",
        "TMPDIR": str(tmp_path),
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-start",
        "GATEWAY_REDIS_TIMEOUT_MS": "5000",
    }
    with service(world(), env) as running:

        async def history_is_recorded() -> bool:
            text = (await asyncio.to_thread(httpx.get, f"http://127.0.0.1:{port}/metrics")).text
            return 'last_success_timestamp_seconds{job="record_history"}' in text

        await until(history_is_recorded)
        async with httpx.AsyncClient(base_url=running.url) as http:
            responses = await asyncio.gather(*(http.get("/api/rankings/pvp") for _ in range(40)))
            assert (await http.get("/metrics")).status_code in {302, 404}
        assert {(response.status_code, response.content) for response in responses} == {(200, responses[0].content)}
        assert len({response.headers["x-request-id"] for response in responses}) == 40
        assert running.log
        lines = running.log.read_text().splitlines()
    events = [json.loads(line) for line in lines if line.startswith("{")]
    assert events
    assert [event for event in events if event["level"] not in {"info", "debug"}] == []
    assert not [name for name in os.listdir(tmp_path) if name.startswith("gateway-metrics")]  # noqa: PTH208
