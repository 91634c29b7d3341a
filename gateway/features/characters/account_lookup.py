"""Lookup of accounts that are not in the snapshot: new accounts, and accounts without a character."""

import time
from collections.abc import Sequence
from typing import Final

from cachetools import LRUCache
from msgspec import Struct

from gateway.database.batch_scan import BatchScan, complete_groups
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.game.logins import site_login

MAX_AGE_SECONDS: Final = 300.0
"""A result is used while its scan, or a snapshot that began after it, is younger than this."""
_MAX_ACCOUNTS: Final = 10_000


class AccountCharacter(Struct, frozen=True):
    account_name: str
    character_id: int


class LookupResult(Struct, frozen=True):
    """`at`: epoch seconds at the start of the scan."""

    at: float
    character_ids: tuple[int, ...]


OF_ACCOUNTS = query("characters.of_accounts", AccountCharacter)


class AccountLookup:
    """Finds the characters of an account by name. In most families this reads the whole table, in batch scans.

    One scan for an account is enough: while it is not in a snapshot that began after the scan, it has no new character.
    """

    def __init__(self, game: Database, max_pause: float) -> None:
        self._game = game
        self._scans = BatchScan[str, LookupResult](
            "account", self._scan, self._game.ping, max_pause, game.limits.statement_timeout_ms
        )
        self._results: LRUCache[str, LookupResult] = LRUCache(_MAX_ACCOUNTS)

    async def character_ids(self, login: str, snapshot_taken_at: float) -> tuple[int, ...]:
        """Returns the ids of the account's characters. Raises DatabaseUnavailable."""
        account = site_login(login)
        result = self._results.get(account)
        if result is None or max(result.at, snapshot_taken_at) < time.time() - MAX_AGE_SECONDS:
            result = (await self._scans.values([account]))[account]
        return result.character_ids

    async def close(self) -> None:
        """Ends a running scan; waiting requests raise DatabaseUnavailable."""
        await self._scans.close()

    async def _scan(self, accounts: Sequence[str]) -> dict[str, LookupResult]:
        at, limit = time.time(), self._game.limits.rows
        rows = await self._game.read(OF_ACCOUNTS, accounts=accounts, count=limit)
        groups = complete_groups(accounts, rows, lambda row: site_login(row.account_name), limit)
        results = {
            account: LookupResult(at, tuple(row.character_id for row in group)) for account, group in groups.items()
        }
        self._results.update(results)
        return results
