"""Looking up accounts that no snapshot knows: new ones, and those without a character."""

import asyncio
from typing import Final

from cachetools import TTLCache
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.http.errors import unavailable

MOST: Final = 100
"""Characters of one account that are looked at; the games allow seven or eight."""
SECONDS: Final = 60.0
_ACCOUNTS: Final = 10_000


class IdRow(Struct, frozen=True):
    character_id: int


OF_ACCOUNT = query("characters.of_account", IdRow)


class Scans:
    """One scan at a time, since in most families each reads the whole table; what it found is kept for a minute, and
    so is that it found nothing.
    """

    def __init__(self, game: Database) -> None:
        self._game = game
        self._turn = asyncio.Lock()
        self._kept: TTLCache[str, tuple[int, ...]] = TTLCache(_ACCOUNTS, SECONDS)

    async def ids(self, login: str) -> tuple[int, ...]:
        """Ids of the account's characters. Raises DatabaseUnavailable where the scan takes too long, GameUnavailable
        where its turn does not come in the time that one waits for a connection.
        """
        account = login.casefold()
        if (kept := self._kept.get(account)) is not None:
            return kept
        try:
            async with asyncio.timeout(self._game.limits.connect_seconds):
                await self._turn.acquire()
        except TimeoutError:
            raise unavailable("game") from None
        try:
            kept = self._kept.get(account)  # whoever was before us may have asked for the same
            if kept is None:
                rows = await self._game.read(OF_ACCOUNT, account=account, count=MOST)
                kept = self._kept[account] = tuple(row.character_id for row in rows)
            return kept
        finally:
            self._turn.release()
