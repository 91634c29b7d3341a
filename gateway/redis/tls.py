"""TLS to Redis and to the Sentinels: one context for all connections.

The client would make one for each, and to read the authorities of a system takes some 75 ms in which nothing else is
done: a crowd that connects at once would find its time over before it has connected.
"""

from __future__ import annotations

import ssl
from contextlib import suppress
from typing import Any

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import SSLConnection
from redis.asyncio.sentinel import SentinelManagedSSLConnection


class UnreadableAuthority(Exception):  # noqa: N818 - it says what it is
    """The file of certificates is not there, is not ours to read or is none."""


class Context:
    """Made at once, while nobody waits for it; a file that cannot be read is the trouble of whoever connects."""

    def __init__(self, **options: Any) -> None:
        self._made: Any = SSLConnection(**options).ssl_context
        with suppress(UnreadableAuthority):
            self.get()

    def get(self) -> ssl.SSLContext:
        """As the client asks for it. Raises UnreadableAuthority."""
        try:
            return self._made.get()
        except OSError as error:
            raise UnreadableAuthority(error.strerror or str(error)) from error


class Encrypted(SSLConnection):
    def __init__(self, *, shared: Context, **options: Any) -> None:
        super().__init__(**options)  # pyright: ignore[reportUnknownMemberType]
        self.ssl_context = shared  # pyright: ignore[reportAttributeAccessIssue]


class EncryptedToMaster(SentinelManagedSSLConnection):
    def __init__(self, *, shared: Context, **options: Any) -> None:
        super().__init__(**options)  # pyright: ignore[reportUnknownMemberType]
        self.ssl_context = shared  # pyright: ignore[reportAttributeAccessIssue]


def share(pool: ConnectionPool, shared: Context | None = None) -> None:
    """Lets the connections that a pool is going to make use one context; a pool in the clear stays as it is."""
    if pool.connection_class is SSLConnection:
        pool.connection_kwargs["shared"] = shared or Context(**pool.connection_kwargs)
        pool.connection_class = Encrypted
