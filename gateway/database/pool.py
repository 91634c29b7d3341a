"""A small bounded pool of anything that is opened and closed. It knows nothing of MySQL.

Own code and not the driver's, which holds a lock while it connects, waits without a bound and cannot refuse at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeVar

from gateway.concurrency.timeouts import was_held_up, within
from gateway.observability.metrics import SHORT_BUCKETS, Row


class Pooled(Protocol):
    @property
    def usable(self) -> bool:
        """Whether it may be lent again, as far as can be seen without asking the other side."""
        ...

    async def ping(self) -> None:
        """Asks the other side; raises when it does not answer."""
        ...

    def close(self) -> None: ...


class PoolError(Exception):
    """No connection could be lent; the message says why."""


P = TypeVar("P", bound=Pooled)

# A connection that rested longer is asked before it is lent: it costs a round trip and saves a write on a dead one.
PING_AFTER = 0.2


class Pool(Generic[P]):
    """Lends at most `size` connections; at most `queue` callers wait, each at most `wait` seconds (0: nobody waits).

    After a failure to connect nobody tries for `breath` seconds and then only one at a time: a server that is down or
    hangs is felt by one caller in that time, and everyone else is refused at once.
    """

    def __init__(
        self,
        open_one: Callable[[], Awaitable[P]],
        *,
        size: int,
        queue: int,
        wait: float,
        connect: float,
        recycle: float = 240.0,
        breath: float = 0.5,
    ) -> None:
        self._open_one = open_one
        self._size = size
        self._queue = queue
        self._wait = wait
        self._connect = connect
        self._recycle = recycle
        self._breath = breath
        self._idle: deque[tuple[P, float]] = deque()
        self._waiters: deque[asyncio.Future[None]] = deque()
        self._lent = 0
        self.refused = {"full": 0, "late": 0, "down": 0}
        """Callers that got nothing, by why."""
        self.waits = Row(SHORT_BUCKETS)
        """How long those waited who got a connection."""
        self.alike: list[Pool[P]] = []
        """Those to the same server: one caller finds out that it is silent, not one of each."""
        self._failure = ""
        self._refuse_until = 0.0
        self._trying = False
        self._closed = False

    @property
    def lent(self) -> int:
        return self._lent

    @property
    def idle(self) -> int:
        return len(self._idle)

    @property
    def waiting(self) -> int:
        return len(self._waiters)

    @property
    def failure(self) -> str:
        """Why the last attempt to connect failed; empty after one that did not."""
        return self._failure

    @property
    def size(self) -> int:
        return self._size

    async def acquire(self) -> P:
        """A connection of the caller's own until `release`; raises PoolError."""
        if self._closed:
            raise PoolError("the pool is closed")
        began = time.perf_counter()
        if self._lent < self._size:
            self._lent += 1
        else:
            await self._queue_up()
        try:
            found = await self._find()
        except BaseException as error:
            self.refused["down"] += isinstance(error, PoolError)
            self._hand_on()
            raise
        self.waits.add(time.perf_counter() - began)
        return found

    def release(self, connection: P) -> None:
        """Gives it back; one that is no longer usable is closed and forgotten."""
        if connection.usable and not self._closed:
            self._idle.append((connection, asyncio.get_running_loop().time()))
        else:
            connection.close()
        self._hand_on()

    def trip(self, reason: str) -> None:
        """The other side is gone: what rests here is worth nothing, and connecting waits a breath."""
        self.forget_idle()
        self._failure = reason
        self._refuse_until = asyncio.get_running_loop().time() + self._breath

    def fall_silent(self, reason: str) -> None:
        """The server does not answer, whoever asks."""
        for pool in (self, *self.alike):
            pool.trip(reason)

    def forget_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].close()

    def close(self) -> None:
        """Closes what rests; what is lent is closed as it comes back; who waits is refused."""
        self._closed = True
        self.forget_idle()
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(PoolError("the pool is closed"))
        self._waiters.clear()

    async def _queue_up(self) -> None:
        """Waits until a place is handed on to us."""
        if len(self._waiters) >= self._queue:
            self.refused["full"] += 1
            raise PoolError(f"all {self._size} connections are in use")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(turn)
        try:
            async with asyncio.timeout(self._wait):
                await turn
        except TimeoutError:
            self.refused["late"] += 1
            self._give_up(turn)
            raise PoolError(f"no connection within {self._wait:g} s") from None
        except BaseException:
            self._give_up(turn)
            raise

    def _give_up(self, turn: asyncio.Future[None]) -> None:
        if turn in self._waiters:
            self._waiters.remove(turn)
        elif turn.done() and not turn.cancelled() and turn.exception() is None:
            self._hand_on()  # our place came in the same moment in which we left

    def _hand_on(self) -> None:
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._lent -= 1

    async def _find(self) -> P:
        now = asyncio.get_running_loop().time()
        while self._idle:
            connection, since = self._idle.pop()
            if not connection.usable or now - since > self._recycle:
                connection.close()
            elif now - since <= PING_AFTER or await self._answers(connection):
                return connection
        return await self._open()

    async def _answers(self, connection: P) -> bool:
        limit = asyncio.timeout(self._connect)
        try:
            async with limit:
                await connection.ping()
        except TimeoutError:
            connection.close()
            if not was_held_up(limit):
                self.fall_silent(f"no answer within {self._connect:g} s")
            return False
        except BaseException as error:
            connection.close()
            if isinstance(error, Exception):
                return False  # it was dropped while it rested; another may be well
            raise
        return True

    async def _open(self) -> P:
        if self._failure and (self._trying or asyncio.get_running_loop().time() < self._refuse_until):
            raise PoolError(self._failure)
        self._trying = True
        try:
            connection = await within(self._connect, self._open_one)
        except TimeoutError:
            self.fall_silent(f"no connection within {self._connect:g} s")
            raise PoolError(self._failure) from None
        except Exception as error:
            self.trip(str(error) or type(error).__name__)
            raise PoolError(self._failure) from error
        finally:
            self._trying = False
        self._failure = ""
        return connection
