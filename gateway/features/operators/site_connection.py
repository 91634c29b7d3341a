"""One connection with the service's own login for a command or a long check, with limits of its own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from msgspec.structs import replace

from gateway.config.settings import Settings
from gateway.database.database import Database, dsn_of, limits_for

STATEMENT_MS: Final = 600_000
"""A check reads years of entries, outside of the pool that serves players. The game's own limits stay."""
CONNECT_SECONDS: Final = 10


@asynccontextmanager
async def site_connection(
    settings: Settings, *, role: str = "site", read_only: bool = True
) -> AsyncGenerator[Database]:
    """`role`: "site", "game", or "auth" for the accounts. Raises DsnError."""
    limits = limits_for(settings, role, STATEMENT_MS if role == "site" else None)
    limits = replace(limits, read_only=read_only, connections=1, connect_seconds=CONNECT_SECONDS)
    database = Database(role, dsn_of(settings, role), limits)
    try:
        yield database
    finally:
        await database.close()
