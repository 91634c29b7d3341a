"""Hashes passwords off the event loop: one bcrypt check keeps a core busy for about 80 ms."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, ParamSpec, TypeVar

from gateway.game import passwords
from gateway.game.families import PasswordScheme
from gateway.http.errors import unavailable

MAX_WAITING = 32
"""Waiting calls of each queue; with one thread each the last one waits three seconds."""

# The hash of a discarded random password.
_DUMMY_HASH = "$2a$10$7aSLVEx3F4XRi/sTd4sek.0Rc/tR.ImsVVrXKB5pgEOHY/SPHMY0G"

Lane = Literal["known", "unknown"]
"""Known: with a valid token, or from a network that has logged in to the account before."""

P = ParamSpec("P")
ResultT = TypeVar("ResultT")


class _Queue:
    """Threads with a bounded queue."""

    def __init__(self, threads: int) -> None:
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self.pending = 0
        self.threads = threads

    @property
    def load(self) -> float:
        return self.pending / self.threads

    async def run(self, work: Callable[P, ResultT], *args: P.args, **options: P.kwargs) -> ResultT:
        if self.pending >= self.threads + MAX_WAITING:
            raise unavailable("site", "hash_queue_full")
        self.pending += 1
        try:
            # Cancelling a queued caller cancels its work before it starts.
            return await asyncio.wrap_future(self.executor.submit(work, *args, **options))
        finally:
            self.pending -= 1


class PasswordHasher:
    """Runs bcrypt, which releases the GIL, in a few threads with bounded queues.

    One thread is reserved for known callers, who also use the others while those have the shorter queue: strangers
    alone cannot make them wait. The unsalted schemes take well under a millisecond and run on the event loop.
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
        return await self._queue(lane).run(passwords.verify, password, stored_hash)

    async def hash(self, password: str, scheme: PasswordScheme, lane: Lane) -> str:
        """Returns the hash to store. Raises SiteUnavailable on a full queue, ValueError if the password is invalid."""
        if scheme != "bcrypt":
            return passwords.hash_password(password, scheme)
        return await self._queue(lane).run(passwords.hash_password, password, scheme)

    async def verify_dummy(self, lane: Lane) -> None:
        """Takes as long as a bcrypt check, so that an outcome without a hash has the same duration."""
        await self._queue(lane).run(passwords.verify, "", _DUMMY_HASH)

    def close(self) -> None:
        """Cancels the queued work and refuses new work."""
        self._is_closed = True
        for queue in (self._reserved_queue, self._shared_queue):
            queue.executor.shutdown(wait=False, cancel_futures=True)

    def _queue(self, lane: Lane) -> _Queue:
        """Returns the queue of a new call. Raises SiteUnavailable after `close`."""
        if self._is_closed:
            raise unavailable("site", "hash_queue_full")
        return (
            self._shared_queue
            if lane == "unknown"
            else min(self._reserved_queue, self._shared_queue, key=lambda queue: queue.load)
        )
