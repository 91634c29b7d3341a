"""GET /api/player/security-logs, and the pruning of the log.

The site's user can add and read; what is old goes through a procedure of the locked owner's that can do nothing else.
"""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Final

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts import Caller
from gateway.http.errors import NotAuthenticated, SiteUnavailable, documented

PRUNED_AT_ONCE: Final = 5000
"""Rows that one call of the procedure takes away at most."""
_MOST_CALLS: Final = 200


class Event(Struct, frozen=True):
    action: str
    ip_address: str
    at: int
    success: int


class Total(Struct, frozen=True):
    total: int


class SecurityLogEntry(Struct, frozen=True):
    action: str
    ip_address: str
    timestamp: datetime
    success: bool


class SecurityLogs(Struct, frozen=True):
    """Newest first; `total` counts all that are kept."""

    data: list[SecurityLogEntry]
    total: int


ENTRIES = query("security_log.entries", Event)
TOTAL = query("security_log.total", Total)
PRUNE = query("security_log.prune", None)


async def prune(site: Database) -> int:
    """Takes away what is older than 180 days, some at a time. Says how many rows went."""
    gone = 0
    for _ in range(_MOST_CALLS):
        taken = await site.write(PRUNE)
        gone += taken
        if taken < PRUNED_AT_ONCE:
            break
    return gone


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get(
        "/api/player/security-logs",
        responses=documented(NotAuthenticated, SiteUnavailable),
        operation_id="getSecurityLogs",
        summary="What happened to the account",
        tags=["player"],
    )
    async def security_logs(caller: Caller, limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50) -> SecurityLogs:
        events, total = await asyncio.gather(
            site.read(ENTRIES, login=caller.login, limit=limit), site.one(TOTAL, login=caller.login)
        )
        data = [
            SecurityLogEntry(each.action, each.ip_address, datetime.fromtimestamp(each.at, UTC), each.success != 0)
            for each in events
        ]
        return SecurityLogs(data, total.total if total else len(data))

    return [security_logs]
