"""Lookup of accounts that are not in the snapshot: new accounts, and accounts without a character."""

import asyncio
from typing import Final

from cachetools import TTLCache
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.http.errors import unavailable

MAX_CHARACTERS: Final = 100
"""Characters of one account that are read; the games allow seven or eight."""
CACHE_SECONDS: Final = 60.0
_MAX_ACCOUNTS: Final = 10_000


class CharacterId(Struct, frozen=True):
    character_id: int


OF_ACCOUNT = query("characters.of_account", CharacterId)


class AccountLookup:
    """Finds the characters of an account by name. In most families this reads the whole table, so that at most one
    scan runs at a time and its result, empty or not, is cached for CACHE_SECONDS.
    """

    def __init__(self, game: Database) -> None:
        self._game = game
        self._lock = asyncio.Lock()
        self._cache: TTLCache[str, tuple[int, ...]] = TTLCache(_MAX_ACCOUNTS, CACHE_SECONDS)

    async def character_ids(self, login: str) -> tuple[int, ...]:
        """Returns the ids of the account's characters.

        Raises DatabaseUnavailable if the scan fails, GameUnavailable if other scans run for longer than the time
        allowed to get a connection.
        """
        account = login.casefold()
        if (ids := self._cache.get(account)) is not None:
            return ids
        try:
            async with asyncio.timeout(self._game.limits.connect_seconds):
                await self._lock.acquire()
        except TimeoutError:
            raise unavailable("game") from None
        try:
            ids = self._cache.get(account)  # a request ahead in the queue may have been for the same account
            if ids is None:
                rows = await self._game.read(OF_ACCOUNT, account=account, count=MAX_CHARACTERS)
                ids = self._cache[account] = tuple(row.character_id for row in rows)
            return ids
        finally:
            self._lock.release()
