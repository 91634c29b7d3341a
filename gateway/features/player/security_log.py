"""GET /api/player/security-logs, and the pruning of the log.

The site user may only insert and read. A procedure of the locked owner deletes old rows and does nothing else.
"""

import asyncio
from datetime import datetime
from typing import Annotated, Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.features.accounts import Caller
from gateway.http.errors import AccountFrozen, SiteUnavailable
from gateway.http.routes import get

PRUNE_BATCH: Final = 5000
"""Rows that one call of the procedure deletes at most."""
_MAX_CALLS: Final = 200


class SecurityLogRow(Struct, frozen=True):
    action: str
    ip_address: str
    at: int
    success: int
    attempts: int


class Total(Struct, frozen=True):
    total: int


class SecurityLogEntry(Struct, frozen=True, kw_only=True):
    """`attempts`: more than one of many failed logins in an hour, which have no address."""

    action: str
    ip_address: str
    timestamp: datetime
    success: bool
    attempts: int


class SecurityLogs(Struct, frozen=True):
    """Newest first; `total` counts all stored entries of the account."""

    data: list[SecurityLogEntry]
    total: int


ENTRIES = query("security_log.entries", SecurityLogRow)
TOTAL = query("security_log.total", Total)
PRUNE = query("security_log.prune", None)


async def prune(site: Database) -> int:
    """Deletes rows older than 180 days in batches. Returns the number of deleted rows."""
    total = 0
    for _ in range(_MAX_CALLS):
        deleted = await site.write(PRUNE)
        total += deleted
        if deleted < PRUNE_BATCH:
            break
    return total


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/player/security-logs", AccountFrozen, SiteUnavailable)
    async def get_security_logs(
        caller: Caller, limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50
    ) -> SecurityLogs:
        """Security log of the account."""
        rows, total = await asyncio.gather(
            site.read(ENTRIES, login=caller.login, limit=limit), site.one(TOTAL, login=caller.login)
        )
        data = [
            SecurityLogEntry(
                action=row.action,
                ip_address=row.ip_address,
                timestamp=to_datetime(row.at),
                success=row.success != 0,
                attempts=row.attempts,
            )
            for row in rows
        ]
        return SecurityLogs(data, total.total if total else len(data))

    return [get_security_logs]
