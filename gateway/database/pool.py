"""A bounded connection pool with a circuit breaker. It knows nothing of MySQL.

The driver's own pool holds a lock while it connects, waits without a bound and cannot refuse at once.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass
from typing import Generic, Protocol, TypeVar

from gateway.concurrency.timeouts import retry_if_stalled, timed_out_late
from gateway.observability.metrics import SHORT_BUCKETS, DurationBuckets


class Pooled(Protocol):
    @property
    def is_usable(self) -> bool:
        """True if it may be lent again, as far as can be known without a round trip."""
        ...

    async def ping(self) -> None:
        """Asks the server; raises if it does not answer."""
        ...

    def close(self) -> None: ...


class PoolError(Exception):
    """No connection could be lent; the message says why. `reason`: pool_full or connection."""

    def __init__(self, message: str, reason: str = "connection") -> None:
        super().__init__(message)
        self.reason = reason


P = TypeVar("P", bound=Pooled)

# A connection that was idle for longer is pinged first: a round trip, which saves a write on a dead connection.
PING_AFTER_SECONDS = 0.2


@dataclass(eq=False)
class Pool(Generic[P]):
    """Lends at most `size` connections. At most `queue` callers wait, each for at most `wait` seconds (0: none waits).

    Circuit breaker: after a failure to connect, callers fail fast for `reconnect_backoff` seconds; then one at a time
    tries again.
    """

    connect: Callable[[], Awaitable[P]]
    _: KW_ONLY
    size: int
    queue: int
    wait: float
    connect_timeout: float
    max_idle: float = 240.0
    reconnect_backoff: float = 0.5

    def __post_init__(self) -> None:
        self._idle: deque[tuple[P, float]] = deque()
        self._waiters: deque[asyncio.Future[None]] = deque()
        self.in_use = 0
        self.refusals = {"queue_full": 0, "timeout": 0, "unavailable": 0}
        """Callers without a connection, by reason."""
        self.waits = DurationBuckets(SHORT_BUCKETS)
        """Time until a connection was lent."""
        self.same_server_pools: list[Pool[P]] = []
        """Pools of the same server: once one finds it silent, all of them fail fast."""
        self.failure = ""
        """Reason why the last attempt to connect failed; empty after a success."""
        self._open_until = 0.0
        self._is_connecting = False
        self._is_closed = False

    @property
    def idle(self) -> int:
        return len(self._idle)

    @property
    def queue_length(self) -> int:
        return len(self._waiters)

    async def acquire(self) -> P:
        """Lends a connection until `release`. Raises PoolError."""
        if self._is_closed:
            raise PoolError("the pool is closed")
        started_at = time.perf_counter()
        if self.in_use < self.size:
            self.in_use += 1
        else:
            await self._wait_for_slot()
        try:
            connection = await self._take_or_open()
        except BaseException as error:
            self.refusals["unavailable"] += isinstance(error, PoolError)
            self._release_slot()
            raise
        self.waits.add(time.perf_counter() - started_at)
        return connection

    def release(self, connection: P) -> None:
        """Takes a connection back; one that is not usable any more is closed."""
        if connection.is_usable and not self._is_closed:
            self._idle.append((connection, asyncio.get_running_loop().time()))
        else:
            connection.close()
        self._release_slot()

    def open_circuit(self, reason: str) -> None:
        """Closes the idle connections and fails fast for the backoff."""
        self.close_idle()
        self.failure = reason
        self._open_until = asyncio.get_running_loop().time() + self.reconnect_backoff

    def mark_server_down(self, reason: str) -> None:
        for pool in (self, *self.same_server_pools):
            pool.open_circuit(reason)

    def close_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].close()

    def close(self) -> None:
        """Closes idle connections now and lent ones on their return; refuses waiting callers."""
        self._is_closed = True
        self.close_idle()
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(PoolError("the pool is closed"))
        self._waiters.clear()

    async def _wait_for_slot(self) -> None:
        if len(self._waiters) >= self.queue:
            self.refusals["queue_full"] += 1
            raise PoolError(f"all {self.size} connections are in use", "pool_full")
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(slot)
        try:
            async with asyncio.timeout(self.wait):
                await slot
        except TimeoutError:
            self.refusals["timeout"] += 1
            self._leave_queue(slot)
            raise PoolError(f"no free connection within {self.wait:g} s", "pool_full") from None
        except BaseException:
            self._leave_queue(slot)
            raise

    def _leave_queue(self, slot: asyncio.Future[None]) -> None:
        if slot in self._waiters:
            self._waiters.remove(slot)
        elif slot.done() and not slot.cancelled() and slot.exception() is None:
            self._release_slot()  # the slot was granted in the moment in which the caller left

    def _release_slot(self) -> None:
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self.in_use -= 1

    async def _take_or_open(self) -> P:
        now = asyncio.get_running_loop().time()
        while self._idle:
            connection, idle_since = self._idle.pop()
            if not connection.is_usable or now - idle_since > self.max_idle:
                connection.close()
            elif now - idle_since <= PING_AFTER_SECONDS or await self._answers(connection):
                return connection
        return await self._open()

    async def _answers(self, connection: P) -> bool:
        limit = asyncio.timeout(self.connect_timeout)
        try:
            async with limit:
                await connection.ping()
        except TimeoutError:
            connection.close()
            if not timed_out_late(limit):
                self.mark_server_down(f"no answer within {self.connect_timeout:g} s")
            return False
        except BaseException as error:
            connection.close()
            if isinstance(error, Exception):
                return False  # this connection was dropped; others may be alive
            raise
        return True

    async def _open(self) -> P:
        if self.failure and (self._is_connecting or asyncio.get_running_loop().time() < self._open_until):
            raise PoolError(self.failure)
        self._is_connecting = True
        try:
            connection = await retry_if_stalled(self.connect_timeout, self.connect)
        except TimeoutError:
            self.mark_server_down(f"no connection within {self.connect_timeout:g} s")
            raise PoolError(self.failure) from None
        except Exception as error:
            self.open_circuit(str(error) or type(error).__name__)
            raise PoolError(self.failure) from error
        finally:
            self._is_connecting = False
        self.failure = ""
        return connection
