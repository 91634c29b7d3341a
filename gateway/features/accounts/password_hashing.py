"""Hashes passwords off the event loop: one bcrypt check keeps a core busy for about 80 ms.

A stranger's whole attempt, with its statements, is one turn in a bounded queue; known callers need no turn.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, ParamSpec, TypeVar

from cachetools import TTLCache
from msgspec import Struct

from gateway.game import passwords
from gateway.game.families import PasswordScheme
from gateway.http.errors import unavailable

MAX_WAITING = 32
"""Waiting turns of strangers, and waiting hashes; with one thread the last one waits three seconds."""

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
    """A waiting turn; the least one is the next. `served`: earlier turns of its network."""

    served: int
    number: int
    turn: asyncio.Future[None]


class _Queue:
    """A bounded queue for `size` turns at once, in which networks that were served least come first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._running = 0
        self._turns = 0
        self._waiting: list[_Waiting] = []
        self._served: TTLCache[str, int] = TTLCache(_MAX_NETWORKS, _SERVED_SECONDS)

    @asynccontextmanager
    async def turn(self, network: str) -> AsyncGenerator[None]:
        """Raises SiteUnavailable if the queue is full of turns that come before this one."""
        await self._wait(network)
        try:
            yield
        finally:
            self._running -= 1
            self._wake()

    async def _wait(self, network: str) -> None:
        served = self._count(network, 1)
        if self._running < self._size:
            self._running += 1
            return
        self._turns += 1
        waiting = _Waiting(served, self._turns, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if len(self._waiting) > MAX_WAITING:
            last = max(self._waiting)
            self._waiting.remove(last)
            if not last.turn.done():
                last.turn.set_exception(unavailable("site", "hash_queue_full"))
        try:
            await waiting.turn
        except BaseException:  # also a cancelled request
            self._leave(waiting, network)
            raise

    def _count(self, network: str, turns: int) -> int:
        """Returns the turns of the network before these."""
        earlier_turns = int(self._served.get(network, 0))
        self._served[network] = earlier_turns + turns
        return earlier_turns

    def _wake(self) -> None:
        """Begins the next turn."""
        while self._waiting and self._running < self._size:
            waiting = min(self._waiting)
            self._waiting.remove(waiting)
            if not waiting.turn.done():  # else its request was cancelled a moment ago
                self._running += 1
                waiting.turn.set_result(None)

    def _leave(self, waiting: _Waiting, network: str) -> None:
        """A turn that did not begin does not count for its network."""
        self._count(network, -1)
        if waiting in self._waiting:
            self._waiting.remove(waiting)
        elif not waiting.turn.cancelled() and waiting.turn.exception() is None:  # it was about to begin
            self._running -= 1
            self._wake()

    def close(self) -> None:
        """Cancels the waiting turns."""
        for waiting in self._waiting:
            waiting.turn.cancel()
        self._waiting.clear()


class PasswordHasher:
    """Runs bcrypt, which releases the GIL, in a few threads.

    Strangers take turns, one fewer at once than there are threads: they alone cannot keep known callers waiting. The
    unsalted schemes take well under a millisecond and run on the event loop.
    """

    def __init__(self, threads: int) -> None:
        """`threads`: at least two are used."""
        threads = max(2, threads)
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self._max_hashes = threads + MAX_WAITING
        self._hashes = 0
        self._strangers = _Queue(threads - 1)
        self._is_closed = False

    @asynccontextmanager
    async def turn(self, lane: Lane) -> AsyncGenerator[None]:
        """Surrounds an attempt: its hashes, and the statements that a flood of strangers must not multiply.

        Turns of one caller must not be nested. Raises SiteUnavailable if the queue of strangers is full.
        """
        if self._is_closed:
            raise unavailable("site", "hash_queue_full")
        if lane is None:
            yield
            return
        async with self._strangers.turn(lane):
            yield

    async def verify(self, password: str, stored_hash: str) -> bool:
        """Returns True if the password matches. Raises SiteUnavailable if too many hashes wait."""
        if passwords.scheme_of(stored_hash) != "bcrypt":
            return passwords.verify(password, stored_hash)
        if not passwords.is_hashable(password):
            await self.verify_dummy()  # takes as long as any other wrong password
            return False
        return await self._run(passwords.verify, password, stored_hash)

    async def hash(self, password: str, scheme: PasswordScheme) -> str:
        """Returns the hash to store. Raises ValueError if the password is invalid, SiteUnavailable as `verify`."""
        if scheme != "bcrypt":
            return passwords.hash_password(password, scheme)
        return await self._run(passwords.hash_password, password, scheme)

    async def verify_dummy(self) -> None:
        """Takes as long as a bcrypt check, so that an outcome without a hash has the same duration."""
        await self._run(passwords.verify, "", _DUMMY_HASH)

    async def _run(self, work: Callable[P, ResultT], *args: P.args, **options: P.kwargs) -> ResultT:
        if self._is_closed or self._hashes >= self._max_hashes:
            raise unavailable("site", "hash_queue_full")
        self._hashes += 1
        try:
            # Cancelling a queued caller cancels its work before it starts.
            return await asyncio.wrap_future(self._executor.submit(work, *args, **options))
        finally:
            self._hashes -= 1

    def close(self) -> None:
        """Cancels the queued work and refuses new work."""
        self._is_closed = True
        self._strangers.close()
        self._executor.shutdown(wait=False, cancel_futures=True)
