"""Hashes passwords off the event loop: one bcrypt check keeps a core busy for about 80 ms."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from gateway.game import passwords
from gateway.game.families import PasswordScheme
from gateway.http.errors import unavailable

MAX_WAITING = 64  # with two threads the last one waits three seconds

# The hash of a discarded random password.
_DUMMY_HASH = "$2a$10$7aSLVEx3F4XRi/sTd4sek.0Rc/tR.ImsVVrXKB5pgEOHY/SPHMY0G"

P = ParamSpec("P")
ResultT = TypeVar("ResultT")


class PasswordHasher:
    """Runs bcrypt, which releases the GIL, in a few threads with a bounded queue.

    The unsalted schemes take well under a millisecond and run on the event loop.
    """

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self._max_pending = threads + MAX_WAITING
        self._pending = 0
        self._closed = False

    async def verify(self, password: str, stored: str) -> bool:
        """Returns True if the password matches. Raises SiteUnavailable if the queue is full."""
        if passwords.scheme_of(stored) != "bcrypt":
            return passwords.verify(password, stored)
        if not passwords.is_hashable(password):
            await self.verify_dummy()  # takes as long as any other wrong password
            return False
        return await self._run_in_thread(passwords.verify, password, stored)

    async def hash(self, password: str, scheme: PasswordScheme) -> str:
        """Returns the hash to store. Raises SiteUnavailable on a full queue, ValueError if the password is invalid."""
        if scheme != "bcrypt":
            return passwords.hash_password(password, scheme)
        return await self._run_in_thread(passwords.hash_password, password, scheme)

    async def verify_dummy(self) -> None:
        """Takes as long as a bcrypt check, so that an outcome without a hash has the same duration."""
        await self._run_in_thread(passwords.verify, "", _DUMMY_HASH)

    def close(self) -> None:
        """Cancels the queued work and refuses new work."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run_in_thread(self, work: Callable[P, ResultT], *args: P.args, **options: P.kwargs) -> ResultT:
        if self._closed or self._pending >= self._max_pending:
            raise unavailable("site", "hash_queue_full")
        self._pending += 1
        try:
            # Cancelling a queued caller cancels its work before it starts.
            return await asyncio.wrap_future(self._threads.submit(work, *args, **options))
        finally:
            self._pending -= 1
