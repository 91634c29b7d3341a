"""What the site writes down of an account: the security log, and in `profiles` when it was opened and last seen.

Beside the game's own row it is second: where the site's schema is away, a login goes on without it.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import Final, Literal, TypeVar

import structlog
from msgspec import Struct

from gateway.database.database import DatabaseUnavailable
from gateway.database.queries import query
from gateway.http.rate_limit import network_of
from gateway.observability.logging import Rarely
from gateway.state import GatewayState

Action = Literal["LOGIN", "ACCOUNT_CREATED", "PASSWORD_CHANGE", "EMAIL_UPDATE"]

_LONGEST_ADDRESS: Final = 45
_MOST_ADDRESSES: Final = 500

T = TypeVar("T")
log = Rarely(structlog.get_logger("gateway.accounts"))


class Origin(Struct, frozen=True):
    ip_address: str


ADD = query("security_log.add", None)
ADDRESSES = query("security_log.addresses", Origin)
OPEN_PROFILE = query("accounts.open_profile", None)
KEEP_LOGIN = query("accounts.keep_login", None)


async def note(state: GatewayState, login: str, action: Action, address: str, *, success: bool) -> None:
    """One line of the security log."""
    address = address[:_LONGEST_ADDRESS]
    row = {"login": login, "action": action, "ip_address": address, "at": int(time.time()), "success": int(success)}
    await _if_there(state, state.db.site.write(ADD, **row))


async def logged_in(state: GatewayState, login: str) -> None:
    await _if_there(state, state.db.site.write(KEEP_LOGIN, login=login, at=int(time.time())))


async def opened(state: GatewayState, login: str, email: str | None) -> None:
    """`email`: None where the game's own table keeps it."""
    await _if_there(state, state.db.site.write(OPEN_PROFILE, login=login, email=email, at=int(time.time())))


async def knows(state: GatewayState, login: str, address: str) -> bool:
    """Whether somebody from there has logged in to the account before; no, where nobody can tell."""
    origins = await _if_there(state, state.db.site.read(ADDRESSES, login=login, limit=_MOST_ADDRESSES))
    network = network_of(address)
    return any(network_of(origin.ip_address) == network for origin in origins or ())


async def _if_there(state: GatewayState, work: Awaitable[T]) -> T | None:
    """Waits for the site's schema no longer than for a connection, and goes on without it."""
    try:
        async with asyncio.timeout(state.settings.database.acquire_ms / 1000):
            return await work
    except (DatabaseUnavailable, TimeoutError) as wrong:
        log.warning("site_away_for_accounts", reason=type(wrong).__name__)
        return None
