"""One connection to the site schema for a command or a long check, with limits of its own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from msgspec.structs import replace

from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import Database, limits_for

STATEMENT_MS: Final = 600_000
"""A check reads years of entries, outside of the pool that serves players."""
CONNECT_SECONDS: Final = 10


@asynccontextmanager
async def site_connection(settings: Settings, *, read_only: bool = True) -> AsyncGenerator[Database]:
    """Raises DsnError."""
    try:
        dsn = parse_dsn(settings.database.site_dsn)
    except DsnError as error:
        raise DsnError(f"database.site_dsn: {error}") from None
    limits = limits_for(settings, "site", STATEMENT_MS)
    limits = replace(limits, read_only=read_only, connections=1, connect_seconds=CONNECT_SECONDS)
    site = Database("site", dsn, limits)
    try:
        yield site
    finally:
        await site.close()
