"""Liveness and readiness of this process."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.database.database import Database, DatabaseError, Databases
from gateway.database.metrics import FailingRole, StatementMetrics
from gateway.database.queries import query
from gateway.database.replica import ReplicaMonitor
from gateway.http.routes import get
from gateway.redis.client import RedisClient

CACHE_SECONDS = 2.0


class Live(Struct, frozen=True):
    status: Literal["live"] = "live"


class Ready(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`down`: servers that do not answer; public reads continue from stale responses. `failing`: roles of which
    statements failed in the last 30 seconds, although the server may answer.

    `replica_lag_seconds` is set while a replica is monitored. A replica in `down` is unreachable or lags too far
    behind, and is not read.
    """

    status: Literal["ready", "starting", "stopping"]
    waiting_for: list[str]
    down: list[str]
    failing: list[FailingRole]
    replica_lag_seconds: float | None = None


class PingRow(Struct, frozen=True):
    alive: int


PING = query("health.ping", PingRow)


@dataclass
class HealthCheck:
    """Ready: all `conditions` are true, and the process is not stopping."""

    databases: Databases
    statements: StatementMetrics
    replica: ReplicaMonitor | None
    redis: RedisClient | None
    conditions: Mapping[str, Callable[[], bool]]
    is_stopping: bool = False

    def __post_init__(self) -> None:
        self._checked_at = 0.0
        self._unavailable_servers: list[str] = []
        self._lock = asyncio.Lock()

    def ready(self) -> Ready:
        waiting_for = [name for name, is_true in self.conditions.items() if not is_true()]
        status = "stopping" if self.is_stopping else "starting" if waiting_for else "ready"
        return Ready(
            status=status,
            waiting_for=waiting_for,
            down=[],
            failing=[],
            replica_lag_seconds=self.replica.lag_seconds if self.replica else None,
        )

    async def unavailable_servers(self) -> list[str]:
        """Returns the unavailable servers, checked at most once in `CACHE_SECONDS`."""
        async with self._lock:
            if time.monotonic() - self._checked_at > CACHE_SECONDS:
                self._unavailable_servers = await self._check()
                self._checked_at = time.monotonic()
        return self._unavailable_servers

    async def _check(self) -> list[str]:
        databases = (self.databases.game, self.databases.auth, self.databases.site)
        alive = await asyncio.gather(*map(_is_alive, databases))
        servers = [database.role for database, is_alive in zip(databases, alive, strict=True) if not is_alive]
        if self.redis and not await self.redis.ping():
            servers.append("redis")
        if self.replica and not self.replica.is_usable:
            servers.append("replica")
        return servers


async def _is_alive(database: Database) -> bool:
    try:
        return bool(await database.read(PING))
    except DatabaseError:
        return False


def routes(health: HealthCheck) -> list[HTTPRouteHandler]:
    @get("/health/live")
    async def get_live() -> Live:
        """The process answers."""
        return Live()

    @get("/health/ready")
    async def get_ready() -> Response[Ready]:
        """Can it be sent visitors, and what is down."""
        ready = msgspec.structs.replace(
            health.ready(), down=await health.unavailable_servers(), failing=health.statements.failing()
        )
        return Response(ready, status_code=200 if ready.status == "ready" else 503)

    return [get_live, get_ready]
