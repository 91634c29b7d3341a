"""Passwords hashed off the event loop: a check with bcrypt holds a core for a twelfth of a second."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from gateway.game import passwords
from gateway.game.families import PasswordScheme
from gateway.http.errors import RETRY_AFTER, SiteUnavailable

MOST_WAITING = 64  # at two threads the last of them waits three seconds

# The hash of a password that nobody kept.
_NOBODYS = "$2a$10$7aSLVEx3F4XRi/sTd4sek.0Rc/tR.ImsVVrXKB5pgEOHY/SPHMY0G"

Asked = ParamSpec("Asked")
AnswerT = TypeVar("AnswerT")


class Hashing:
    """A few threads for bcrypt, which lets go of the interpreter while it counts, and a bound on who waits for them.

    The unsalted schemes take well under a millisecond and are done at once.
    """

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self._most = threads + MOST_WAITING
        self._asked = 0
        self._closed = False

    async def verify(self, password: str, stored: str) -> bool:
        """Whether the password is right. SiteUnavailable when too many wait."""
        if passwords.scheme_of(stored) != "bcrypt":
            return passwords.verify(password, stored)
        if not passwords.possible(password):
            await self.waste()  # as long as for any other wrong one
            return False
        return await self._off_the_loop(passwords.verify, password, stored)

    async def hashed(self, password: str, scheme: PasswordScheme) -> str:
        """What to store. SiteUnavailable when too many wait; ValueError for a password that is not possible."""
        if scheme != "bcrypt":
            return passwords.hashed(password, scheme)
        return await self._off_the_loop(passwords.hashed, password, scheme)

    async def waste(self) -> None:
        """Takes as long as a check with bcrypt, for what must not be told apart from one."""
        await self._off_the_loop(passwords.verify, "", _NOBODYS)

    def close(self) -> None:
        """Nothing is begun any more; whoever still waits is cancelled."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _off_the_loop(
        self, work: Callable[Asked, AnswerT], *args: Asked.args, **options: Asked.kwargs
    ) -> AnswerT:
        if self._closed or self._asked >= self._most:
            raise SiteUnavailable(retry_after=RETRY_AFTER)
        self._asked += 1
        try:
            # Whoever goes away while he waits takes his work along: it is never begun.
            return await asyncio.wrap_future(self._threads.submit(work, *args, **options))
        finally:
            self._asked -= 1
