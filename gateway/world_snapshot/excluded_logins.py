"""Banned accounts, whose characters are not ranked, and accounts that are no players, whose characters do not count.

The tables of accounts have no index on bans and access levels. They are read in short ranges by login, since a writer
of a MyISAM table, such as a login into the game, waits for a whole statement. The pause after a reading grows with its
cost.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Set
from typing import Final

import structlog
from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.background_tasks import cancel_and_wait
from gateway.config.privacy import PrivacySettings
from gateway.database.batch_scan import pause_after
from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.queries import query
from gateway.observability.logging import RateLimitedLogger
from gateway.world_snapshot.not_players import AccountPatterns

RANGE_ROWS: Final = 1000
_MAX_RANGE_ROWS: Final = 16_000
_QUICK_SECONDS: Final = 0.01
"""After a range that took less, the next one is twice as long."""
_MAX_AGE_SECONDS: Final = 3600.0
_MAX_PAUSE_SECONDS: Final = 600.0
_WAIT_SECONDS: Final = 2.0
_FIRST_WAIT_SECONDS: Final = 30.0
"""Without a reading before, a snapshot would show banned characters."""

_NO_LEVEL: Final = 2**31
"""No column of access levels has this number: a list for IN cannot be empty."""

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.rankings"))


class AccountLogin(Struct, frozen=True):
    login: str


class _AccountCount(Struct, frozen=True):
    total: int


class LoginSets(Struct, frozen=True):
    """`banned_for_a_time`: part of `banned`. `not_players`: by their access level. `not_player_accounts`: number of all
    accounts that are no players, by level and by name."""

    banned: Set[str] = frozenset()
    not_players: Set[str] = frozenset()
    not_player_accounts: int = 0
    banned_for_a_time: Set[str] = frozenset()


NO_LOGINS: Final = LoginSets()

RANGE_END = query("accounts.range_end", AccountLogin)
BANNED = query("accounts.banned", AccountLogin)
BANNED_FOR_A_TIME = query("accounts.banned_for_a_time", AccountLogin)
OF_LEVELS = query("accounts.of_levels", AccountLogin)
COUNT_NOT_PLAYERS = query("accounts.count_not_players", _AccountCount)


class LoginsUnknownError(Exception):
    """No snapshot can be built: the access levels of accounts were never read, and bots would count as players."""


class ExcludedLogins:
    """While the logins cannot be read, the last ones are used: bans for an hour, accounts that are no players for
    ever."""

    def __init__(self, auth: Database, rules: PrivacySettings) -> None:
        self._auth = auth
        self._rules = rules
        self._sets: LoginSets | None = None
        self._reading: asyncio.Task[None] | None = None
        self._next_at = self._until = 0.0

    async def current(self) -> LoginSets:
        """Waits for the first reading and for a short one. During a long one, snapshots use the logins of the one
        before. Raises LoginsUnknownError."""
        if self._reading is None and time.monotonic() >= self._next_at:
            self._reading = asyncio.create_task(self._read())
        if self._reading:
            timeout = _WAIT_SECONDS if self._until else _FIRST_WAIT_SECONDS
            await asyncio.wait([self._reading], timeout=timeout)
            self._reading = None if self._reading.done() else self._reading
        if self._sets is None and self._rules.not_player_levels:
            raise LoginsUnknownError("the access levels of accounts are not read yet (privacy.not_player_levels)")
        sets = self._sets or NO_LOGINS
        return sets if time.monotonic() < self._until else replace(sets, banned=frozenset())

    async def close(self) -> None:
        if self._reading:
            await cancel_and_wait([self._reading])

    async def _read(self) -> None:
        try:
            is_first = self._sets is None
            self._sets, seconds = await read(self._auth, self._rules, self._sets or NO_LOGINS, pauses=not is_first)
        except DatabaseError as error:
            log.warning("excluded_logins_not_read", reason=str(error), known=len((self._sets or NO_LOGINS).banned))
            return
        self._until = time.monotonic() + _MAX_AGE_SECONDS
        self._next_at = time.monotonic() + pause_after(seconds, _MAX_PAUSE_SECONDS)


async def read(
    auth: Database, rules: PrivacySettings, previous: LoginSets = NO_LOGINS, *, pauses: bool = True
) -> tuple[LoginSets, float]:
    """Returns the logins that are excluded now, and the seconds spent on all ranges but the last. `pauses`: as in
    `scan_logins`.

    Bans for a time come from an optional view: while it alone cannot be read, the `previous` ones hold. Raises
    DatabaseError.
    """
    banned: set[str] = set()
    banned_for_a_time: set[str] = set()
    not_players: set[str] = set()
    counts: list[int] = []

    async def read_range(after: str, end: str | None) -> None:
        banned.update(row.login for row in await auth.read(BANNED, after=after, end=end))
        try:
            banned_for_a_time.update(row.login for row in await auth.read(BANNED_FOR_A_TIME, after=after, end=end))
        except DatabaseError as error:
            if not error.is_of_statement:
                raise
            banned_for_a_time.update(previous.banned_for_a_time)
            log.warning("account_bans_not_read", reason=str(error), known=len(previous.banned_for_a_time))
        logins, count = await _not_players(auth, rules, after, end)
        not_players.update(logins)
        counts.append(count)

    seconds = await scan_logins(auth, read_range, pauses=pauses)
    return LoginSets(
        banned=banned | banned_for_a_time,
        not_players=not_players,
        not_player_accounts=sum(counts),
        banned_for_a_time=banned_for_a_time,
    ), seconds


async def scan_logins(
    auth: Database, read_range: Callable[[str, str | None], Awaitable[None]], *, pauses: bool = True
) -> float:
    """Calls `read_range` for all accounts, in ranges by login: those after the first login, up to the second or all.

    A range has no more accounts than one reading may return. Returns the seconds spent on all ranges but the last.
    `pauses`: after each range as long as it took; the first snapshot is waited for and has none.
    """
    total = 0.0
    last_login = ""
    rows = RANGE_ROWS
    max_rows = min(_MAX_RANGE_ROWS, auth.limits.rows)
    while True:
        started_at = time.monotonic()
        row = await auth.one(RANGE_END, after=last_login, offset=min(rows, max_rows) - 1)
        end = row.login if row else None
        await read_range(last_login, end)
        if end is None:
            return total
        seconds = time.monotonic() - started_at
        if pauses:
            await asyncio.sleep(seconds)
        total, last_login = total + seconds, end
        rows = min(2 * rows, max_rows) if seconds < _QUICK_SECONDS else RANGE_ROWS


async def _not_players(auth: Database, rules: PrivacySettings, after: str, end: str | None) -> tuple[set[str], int]:
    """Returns the logins of one range by access level, and the number of accounts by level and by name."""
    if not (rules.not_player_levels or rules.not_player_accounts):
        return set(), 0
    span = {"after": after, "end": end, "levels": list(rules.not_player_levels) or [_NO_LEVEL]}
    rows = await auth.read(OF_LEVELS, **span) if rules.not_player_levels else []
    count = await auth.one(COUNT_NOT_PLAYERS, **span, expression=AccountPatterns(rules.not_player_accounts).expression)
    return {row.login for row in rows}, count.total if count else 0
