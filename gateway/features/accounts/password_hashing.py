"""Hashes passwords off the event loop: one bcrypt check keeps a core busy for about 80 ms."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from cachetools import TTLCache
from msgspec import Struct

from gateway.game import passwords
from gateway.game.families import PasswordScheme
from gateway.http.errors import unavailable

MAX_WAITING = 32
"""Waiting calls of each queue; with one thread each the last one waits three seconds."""

# The hash of a discarded random password.
_DUMMY_HASH = "$2a$10$7aSLVEx3F4XRi/sTd4sek.0Rc/tR.ImsVVrXKB5pgEOHY/SPHMY0G"

_MAX_NETWORKS: Final = 10_000
_SERVED_SECONDS: Final = 900.0

KNOWN: Final = None
"""The lane of callers with a valid token, or from a network that has logged in to the account before."""
Lane = str | None
"""KNOWN, or the network of a stranger."""

P = ParamSpec("P")
ResultT = TypeVar("ResultT")


class _Waiting(Struct, frozen=True, order=True):
    """A waiting call; the least one is the next. `served`: earlier calls of its network."""

    served: int
    number: int
    turn: asyncio.Future[None]


class _Queue:
    """Threads with a bounded queue, in which networks that were served least come first."""

    def __init__(self, threads: int) -> None:
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self.threads = threads
        self._running = 0
        self._calls = 0
        self._waiting: list[_Waiting] = []
        self._served: TTLCache[str, int] = TTLCache(_MAX_NETWORKS, _SERVED_SECONDS)

    @property
    def load(self) -> float:
        return (self._running + len(self._waiting)) / self.threads

    async def run(self, lane: Lane, work: Callable[P, ResultT], *args: P.args, **options: P.kwargs) -> ResultT:
        """Raises SiteUnavailable if the queue is full of calls that come before this one."""
        await self._wait_for_thread(lane)
        try:
            # Cancelling a queued caller cancels its work before it starts.
            return await asyncio.wrap_future(self.executor.submit(work, *args, **options))
        finally:
            self._running -= 1
            self._wake()

    async def _wait_for_thread(self, lane: Lane) -> None:
        served = -1 if lane is None else self._count(lane, 1)
        if self._running < self.threads:
            self._running += 1
            return
        self._calls += 1
        waiting = _Waiting(served, self._calls, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if len(self._waiting) > MAX_WAITING:
            last = max(self._waiting)
            self._waiting.remove(last)
            if not last.turn.done():
                last.turn.set_exception(unavailable("site", "hash_queue_full"))
        try:
            await waiting.turn
        except BaseException:  # also a cancelled request
            self._leave(waiting, lane)
            raise

    def _count(self, network: str, calls: int) -> int:
        """Returns the calls of the network before these."""
        earlier_calls = int(self._served.get(network, 0))
        self._served[network] = earlier_calls + calls
        return earlier_calls

    def _wake(self) -> None:
        """Gives a free thread to the next call."""
        while self._waiting and self._running < self.threads:
            waiting = min(self._waiting)
            self._waiting.remove(waiting)
            if not waiting.turn.done():  # else its request was cancelled a moment ago
                self._running += 1
                waiting.turn.set_result(None)

    def _leave(self, waiting: _Waiting, lane: Lane) -> None:
        """A call without its hash does not count for its network."""
        if lane is not None:
            self._count(lane, -1)
        if waiting in self._waiting:
            self._waiting.remove(waiting)
        elif not waiting.turn.cancelled() and waiting.turn.exception() is None:  # a thread was free for it
            self._running -= 1
            self._wake()

    def close(self) -> None:
        """Refuses the waiting calls, and cancels those that no thread has begun."""
        for waiting in self._waiting:
            waiting.turn.cancel()
        self._waiting.clear()
        self.executor.shutdown(wait=False, cancel_futures=True)


class PasswordHasher:
    """Runs bcrypt, which releases the GIL, in a few threads with bounded queues.

    One thread is reserved for known callers, who also use the others while those have the shorter queue: strangers
    alone cannot make them wait. Among strangers, networks that were served least come first. The unsalted schemes take
    well under a millisecond and run on the event loop.
    """

    def __init__(self, threads: int) -> None:
        """`threads`: at least two are used."""
        self._reserved_queue = _Queue(1)
        self._shared_queue = _Queue(max(1, threads - 1))
        self._is_closed = False

    async def verify(self, password: str, stored_hash: str, lane: Lane) -> bool:
        """Returns True if the password matches. Raises SiteUnavailable if the queue is full."""
        if passwords.scheme_of(stored_hash) != "bcrypt":
            return passwords.verify(password, stored_hash)
        if not passwords.is_hashable(password):
            await self.verify_dummy(lane)  # takes as long as any other wrong password
            return False
        return await self._queue(lane).run(lane, passwords.verify, password, stored_hash)

    async def hash(self, password: str, scheme: PasswordScheme, lane: Lane) -> str:
        """Returns the hash to store. Raises SiteUnavailable on a full queue, ValueError if the password is invalid."""
        if scheme != "bcrypt":
            return passwords.hash_password(password, scheme)
        return await self._queue(lane).run(lane, passwords.hash_password, password, scheme)

    async def verify_dummy(self, lane: Lane) -> None:
        """Takes as long as a bcrypt check, so that an outcome without a hash has the same duration."""
        await self._queue(lane).run(lane, passwords.verify, "", _DUMMY_HASH)

    def close(self) -> None:
        """Cancels the queued work and refuses new work."""
        self._is_closed = True
        self._reserved_queue.close()
        self._shared_queue.close()

    def _queue(self, lane: Lane) -> _Queue:
        """Returns the queue of a new call. Raises SiteUnavailable after `close`."""
        if self._is_closed:
            raise unavailable("site", "hash_queue_full")
        if lane is not KNOWN:
            return self._shared_queue
        return min(self._reserved_queue, self._shared_queue, key=lambda queue: queue.load)
