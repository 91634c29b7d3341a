"""Batched scans of the game's items, for families whose `items` table has no index on the owner.

A query by owner reads the whole table there, the largest of the game. All requests of this process that wait at the
same time are therefore answered by one scan. With N processes the table is scanned at most N times per
`items.batch_scan_interval_seconds`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Final

import structlog
from cachetools import TTLCache
from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.background_tasks import cancel_and_wait
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.observability.logging import RateLimitedLogger

MAX_OWNERS: Final = 200
"""Owners in one scan."""
MAX_ROWS: Final = 20_000
"""Rows that one scan returns; owners beyond this limit wait for the next scan."""
MAX_WAITING: Final = 2000
"""Owners with waiting requests, and owners remembered as recently requested."""
MAX_CACHED_ROWS: Final = 200_000
CACHE_SECONDS: Final = 60.0
RECENT_SECONDS: Final = 180.0
"""Time after its last request during which an owner is refreshed by scans for others."""
WAIT_MARGIN_SECONDS: Final = 3.0
"""A request waits at most this much longer than the interval and the statement timeout together."""

_COLLECT_SECONDS: Final = 0.05  # one page sends several requests at once: they share the first scan
_RECONNECT_SECONDS: Final = 1.0  # pause after a scan that found no connection


class OwnedItem(Struct, frozen=True):
    """A row of the view `items`. `augmentation` has 32 bits, None for an item without one."""

    owner_id: int
    item_id: int
    amount: int
    enchant: int
    place: str
    slot: int | None
    augmentation: int | None


OF_OWNERS = query("inventory.of_owners", OwnedItem)

log = structlog.stdlib.get_logger("gateway.inventory")
rate_limited_log = RateLimitedLogger(log)


class BatchScanner:
    """Returns cached items, or waits for the next scan. At most one scan runs at a time."""

    def __init__(self, game: Database, interval: float) -> None:
        """`interval`: least time in seconds from the start of a scan to the start of the next."""
        # One connection of its own with a higher row limit: scans do not occupy the shared pool.
        self._game = game.with_limits(replace(game.limits, rows=MAX_ROWS, connections=1))
        self._interval = interval
        self._timeout = interval + game.limits.statement_timeout_ms / 1000 + WAIT_MARGIN_SECONDS
        self._cache: TTLCache[int, list[OwnedItem]] = TTLCache(
            MAX_CACHED_ROWS, CACHE_SECONDS, getsizeof=lambda rows: 1 + len(rows)
        )
        self._recent: TTLCache[int, None] = TTLCache(MAX_WAITING, RECENT_SECONDS)
        self._waiting: dict[int, asyncio.Future[list[OwnedItem] | None]] = {}  # None: the scan failed
        self._next_scan_at = 0.0
        self._refuse_until = 0.0
        self._task: asyncio.Task[None] | None = None

    async def rows(self, owners: Sequence[int]) -> dict[int, list[OwnedItem]]:
        """Returns the items of each owner, cached for up to CACHE_SECONDS.

        Raises DatabaseUnavailable if the scan fails, does not start in time, or if too many requests wait. A cancelled
        caller does not affect others that wait for the same owner.
        """
        rows = {owner: cached for owner in owners if (cached := self._cache.get(owner)) is not None}
        self._recent.update(dict.fromkeys(owners))
        waiting = {owner: self._request(owner) for owner in owners if owner not in rows}
        if not waiting:
            return rows
        _, pending = await asyncio.wait(waiting.values(), timeout=self._timeout)
        if pending:
            raise DatabaseUnavailable("game", "timed out waiting for the item scan")
        for owner, future in waiting.items():
            if (result := future.result()) is None:
                raise DatabaseUnavailable("game", "the item scan failed")
            rows[owner] = result
        return rows

    async def close(self) -> None:
        """Ends a running scan; waiting requests raise DatabaseUnavailable."""
        if self._task:
            await cancel_and_wait([self._task])
        self._fail_waiting()  # a task that is cancelled before its first step does not do this itself
        await self._game.close()

    def _request(self, owner: int) -> asyncio.Future[list[OwnedItem] | None]:
        if time.monotonic() < self._refuse_until:
            raise DatabaseUnavailable("game", "the last item scan failed")
        if owner not in self._waiting:
            if len(self._waiting) >= MAX_WAITING:
                raise DatabaseUnavailable("game", "too many requests wait for an item scan")
            self._waiting[owner] = asyncio.get_running_loop().create_future()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return self._waiting[owner]

    async def _run(self) -> None:
        """Scans until no request waits."""
        try:
            await asyncio.sleep(_COLLECT_SECONDS)
            while self._waiting:
                await asyncio.sleep(self._next_scan_at - time.monotonic())
                await self._scan()
        except Exception:
            log.exception("item_scan_broken")
        finally:
            self._fail_waiting()

    async def _scan(self) -> None:
        began = time.monotonic()
        self._next_scan_at = began + self._interval
        owners = _select_owners(self._waiting, self._recent)
        try:
            rows = await self._game.read(OF_OWNERS, ids=owners, count=MAX_ROWS)
        except DatabaseUnavailable as error:
            rate_limited_log.warning("item_scan_failed", reason=str(error), owners=len(owners))
            self._set_next_scan_after(error)
            self._fail_waiting()
            return
        log.debug("items_scanned", owners=len(owners), rows=len(rows), seconds=round(time.monotonic() - began, 3))
        for owner, owned in rows_by_owner(owners, rows, MAX_ROWS).items():
            self._store(owner, owned)

    def _set_next_scan_after(self, error: DatabaseUnavailable) -> None:
        """After a statement that the database ended, waits a full interval; without a connection, retries soon."""
        now = time.monotonic()
        if type(error) is DatabaseUnavailable and not error.code:
            self._next_scan_at = now + _RECONNECT_SECONDS
        else:
            self._next_scan_at = self._refuse_until = now + self._interval

    def _store(self, owner: int, rows: list[OwnedItem]) -> None:
        self._cache[owner] = rows
        future = self._waiting.pop(owner, None)
        if future and not future.done():
            future.set_result(rows)

    def _fail_waiting(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            if not future.done():
                future.set_result(None)


def _select_owners(waiting: Iterable[int], recent: Iterable[int]) -> list[int]:
    """Returns MAX_OWNERS at most: those with waiting requests in their order, then the most recently requested."""
    return list(dict.fromkeys([*waiting, *reversed(list(recent))]))[:MAX_OWNERS]


def rows_by_owner(owners: Iterable[int], rows: Sequence[OwnedItem], limit: int) -> dict[int, list[OwnedItem]]:
    """Groups rows that are sorted by owner; an owner without rows has an empty list.

    If the row limit was reached, the last owner's rows are incomplete. This owner and those after it are left out; if
    all rows belong to one owner, it is returned as it is.
    """
    grouped: dict[int, list[OwnedItem]] = {owner: [] for owner in owners}
    for row in rows:
        grouped[row.owner_id].append(row)
    if len(rows) < limit:
        return grouped
    last = rows[-1].owner_id
    if rows[0].owner_id == last:
        return {last: grouped[last]}
    return {owner: owned for owner, owned in grouped.items() if owner < last}
