"""Whether this process lives, and whether it can be sent visitors."""

import asyncio
import time
from typing import Literal

import msgspec
from litestar import Response, get
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.state import GatewayState

ASK_AGAIN = 2.0  # seconds for which an answer of the databases is believed


class Live(Struct, frozen=True):
    status: Literal["live"] = "live"


class Ready(Struct, frozen=True, omit_defaults=True):
    """`down` names what does not answer; the public reads go on without it as long as their stale lives allow.

    `replica_lag_seconds` is there while a replica is measured; one that is `down` is away or too late, and not read.
    """

    status: Literal["ready", "starting", "stopping"]
    waiting_for: list[str]
    down: list[str]
    replica_lag_seconds: float | None = None


class Alive(Struct, frozen=True):
    alive: int


PING = query("health.ping", Alive)


class Pulse:
    """Asks the databases and Redis, at most once in `ASK_AGAIN` seconds however often it is asked itself."""

    def __init__(self, state: GatewayState) -> None:
        self._state = state
        self._asked = 0.0
        self._down: list[str] = []
        self._lock = asyncio.Lock()

    async def down(self) -> list[str]:
        async with self._lock:
            if time.monotonic() - self._asked > ASK_AGAIN:
                self._down = await self._ask()
                self._asked = time.monotonic()
        return self._down

    async def _ask(self) -> list[str]:
        db, redis = self._state.db, self._state.redis
        answers = await asyncio.gather(
            _alive(db.game), _alive(db.auth), _alive(db.site), redis.ping() if redis else _nothing()
        )
        down = [name for name, alive in zip(("game", "auth", "site", "redis"), answers, strict=True) if not alive]
        return [*down, "replica"] if db.replica and not db.replica.fit else down


async def _alive(database: Database) -> bool:
    return await database.alive(PING)


async def _nothing() -> bool:
    return True


def ready(state: GatewayState) -> Ready:
    """Ready is: the first snapshot is held and the first probe made, and nobody has asked to stop."""
    waiting = [
        name
        for name, there in (("snapshot", state.snapshots.current is not None), ("probe", state.status.ready))
        if not there
    ]
    status = "stopping" if state.stopping else "starting" if waiting else "ready"
    replica = state.db.replica
    return Ready(status, waiting, [], replica.lag if replica else None)


@get("/health/live", operation_id="getLive", summary="The process answers", tags=["operators"])
async def live() -> Live:
    return Live()


@get("/health/ready", operation_id="getReady", summary="Can it be sent visitors, and what is down", tags=["operators"])
async def get_ready(state: GatewayState) -> Response[Ready]:
    now = ready(state)
    answer = msgspec.structs.replace(now, down=await state.pulse.down())
    return Response(answer, status_code=200 if now.status == "ready" else 503)


routes = [live, get_ready]
