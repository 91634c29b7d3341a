"""Tells an unknown account from one without entries."""

from msgspec import Struct

from gateway.config import settings as configuration
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators.command_line import CommandRefused
from gateway.features.operators.site_connection import site_connection


class FoundLogin(Struct, frozen=True):
    login: str


IN_GAME = query("operators.account", FoundLogin)
ON_SITE = query("operators.site_traces", FoundLogin)


async def require_account(site: Database, login: str) -> None:
    """Raises CommandRefused for an unknown account, and DatabaseError if the accounts cannot be read.

    An account that the game has deleted is known by what the site keeps of it.
    """
    if await site.one(ON_SITE, login=login):
        return
    async with site_connection(configuration.from_environment(), role="auth") as accounts:
        rows = await accounts.read(IN_GAME, login=login)
    if login not in {row.login.lower() for row in rows}:
        raise CommandRefused(f"there is no account {login!r}, neither in the game nor on the site")
