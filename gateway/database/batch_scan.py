"""Batch scans of tables of the game that have no index on the key of a query.

Such a query reads the whole table. One scan therefore answers all requests of this process that wait at the same time,
and the pause after a scan grows with its duration: a small table is scanned as soon as a request comes, and a large one
takes at most one hundredth of the time. With N processes the table is scanned N times as often. The opening of a
connection, and the time of a round trip on a busy machine, are no part of that duration: a ping before the scan takes
as long.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from typing import Final, Generic, TypeVar

import structlog

from gateway.concurrency.background_tasks import cancel_and_wait
from gateway.database.database import DatabaseUnavailable
from gateway.observability.logging import RateLimitedLogger

MAX_KEYS: Final = 200
"""Keys in one scan."""
MAX_WAITING: Final = 2000
"""Keys with waiting requests."""
MIN_PAUSE_SECONDS: Final = 0.2
PAUSE_FACTOR: Final = 100
"""Pause after a scan, as a multiple of its duration."""
WAIT_MARGIN_SECONDS: Final = 3.0
"""A request waits at most this much longer than the longest pause and the statement timeout together."""

_COLLECT_SECONDS: Final = 0.05  # one page sends several requests at once: they share the first scan
_RECONNECT_SECONDS: Final = 1.0  # pause after a scan that found no connection

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Row = TypeVar("Row")

log = structlog.stdlib.get_logger("gateway.database")
rate_limited_log = RateLimitedLogger(log)


def pause_after(seconds: float, max_pause: float) -> float:
    return min(max(MIN_PAUSE_SECONDS, PAUSE_FACTOR * seconds), max_pause)


def complete_groups(
    keys: Iterable[Key], rows: Sequence[Row], key_of: Callable[[Row], Key], limit: int
) -> dict[Key, list[Row]]:
    """Groups rows that are sorted by key; a key without rows has an empty list.

    If the row limit was reached, the last group is incomplete: it is left out, as are keys without rows. If all rows
    belong to one key, it is returned as it is.
    """
    groups: dict[Key, list[Row]] = {}
    for row in rows:
        groups.setdefault(key_of(row), []).append(row)
    if len(rows) < limit:
        return {key: groups.get(key, []) for key in keys}
    if len(groups) > 1:
        groups.popitem()
    return groups


class BatchScan(Generic[Key, Value]):
    """Answers requests from the next scan. At most one scan runs at a time."""

    def __init__(
        self,
        name: str,
        scan: Callable[[Sequence[Key]], Awaitable[Mapping[Key, Value]]],
        ping: Callable[[], Awaitable[None]],
        max_pause: float,
        statement_timeout_ms: int,
    ) -> None:
        """`name`: in logs and errors. `scan` may leave keys out, if it reached a row limit, but not all of them.

        `ping`: a round trip on the connection of the scan. `max_pause`: the longest time between two scans, in seconds.
        `statement_timeout_ms`: of the scan; requests wait for both.
        """
        self._name = name
        self._scan_keys = scan
        self._ping = ping
        self._max_pause = max_pause
        self._timeout = max_pause + statement_timeout_ms / 1000 + WAIT_MARGIN_SECONDS
        self._batch_size = MAX_KEYS
        self._futures: dict[Key, asyncio.Future[Value | None]] = {}  # in the order of requests; None: the scan failed
        self._next_scan_at = 0.0
        self._refuse_until = 0.0
        self._failure: DatabaseUnavailable | None = None
        self._task: asyncio.Task[None] | None = None

    async def values(self, keys: Iterable[Key]) -> dict[Key, Value]:
        """Returns the value of each key, from a scan that begins after this call.

        Raises DatabaseUnavailable if the scan fails, does not start in time, or if too many requests wait. A cancelled
        caller does not affect others that wait for the same key.
        """
        futures = {key: self._request(key) for key in keys}
        if not futures:
            return {}
        _, pending = await asyncio.wait(futures.values(), timeout=self._timeout)
        if pending:
            raise DatabaseUnavailable("game", f"timed out waiting for the {self._name} scan", reason="scan_queue")
        values: dict[Key, Value] = {}
        for key, future in futures.items():
            if (value := future.result()) is None:
                raise DatabaseUnavailable("game", f"the {self._name} scan failed") from self._failure
            values[key] = value
        return values

    async def close(self) -> None:
        """Ends a running scan; waiting requests raise DatabaseUnavailable."""
        if self._task:
            await cancel_and_wait([self._task])
        self._fail_waiting()  # a task that is cancelled before its first step does not do this itself

    def _request(self, key: Key) -> asyncio.Future[Value | None]:
        if time.monotonic() < self._refuse_until:
            raise DatabaseUnavailable("game", f"the last {self._name} scan failed") from self._failure
        if key not in self._futures:
            if len(self._futures) >= MAX_WAITING:
                raise DatabaseUnavailable(
                    "game", f"too many requests wait for the {self._name} scan", reason="scan_queue"
                )
            self._futures[key] = asyncio.get_running_loop().create_future()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return self._futures[key]

    async def _run(self) -> None:
        """Scans until no request waits."""
        try:
            await asyncio.sleep(_COLLECT_SECONDS)
            while self._futures:
                await asyncio.sleep(self._next_scan_at - time.monotonic())
                await self._scan()
        except Exception:
            log.exception("batch_scan_broken", scan=self._name)
        finally:
            self._fail_waiting()

    async def _scan(self) -> None:
        keys = list(self._futures)[: self._batch_size]
        asked_at = time.monotonic()
        try:
            await self._ping()
            started_at = time.monotonic()
            values = await self._scan_keys(keys)
        except DatabaseUnavailable as error:
            self._failure = error
            rate_limited_log.warning("batch_scan_failed", scan=self._name, reason=str(error), keys=len(keys))
            self._pause_after_failure(error)
            self._fail_waiting()
            return
        ended_at = time.monotonic()
        seconds = max(0.0, ended_at - started_at - (started_at - asked_at))
        self._next_scan_at = ended_at + pause_after(seconds, self._max_pause)
        self._resolve(values)
        # A scan that reached its row limit is followed by smaller ones until the request that waits longest is served.
        self._batch_size = MAX_KEYS if values.keys() >= set(keys) else max(1, len(keys) // 2)
        log.debug("batch_scan", scan=self._name, keys=len(keys), seconds=round(seconds, 3))

    def _pause_after_failure(self, error: DatabaseUnavailable) -> None:
        """Waits for the longest pause if the database ended the statement; retries soon if there was no connection."""
        now = time.monotonic()
        if type(error) is DatabaseUnavailable and not error.code:
            self._next_scan_at = now + _RECONNECT_SECONDS
        else:
            self._next_scan_at = self._refuse_until = now + self._max_pause

    def _resolve(self, values: Mapping[Key, Value]) -> None:
        for key in values.keys() & self._futures.keys():
            self._settle(self._futures.pop(key), values[key])

    def _fail_waiting(self) -> None:
        futures, self._futures = self._futures, {}
        for future in futures.values():
            self._settle(future, None)

    def _settle(self, future: asyncio.Future[Value | None], value: Value | None) -> None:
        if not future.done():
            future.set_result(value)
