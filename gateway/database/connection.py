"""A connection to MySQL or MariaDB with its limits set: the one place that knows the driver.

The server enforces the time of a statement and of a wait for a lock, the session the rows of an answer; game reads are
READ ONLY besides. Which kind of server it is, its greeting tells, and the difference ends here.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cache
from typing import Any, cast

import msgspec
from asyncmy import converters
from asyncmy.connection import Connection as DriverConnection
from asyncmy.constants import CLIENT, FIELD_TYPE
from asyncmy.errors import MySQLError

from gateway.config.dsn import Dsn, SslMode
from gateway.database.errors import Broken, DatabaseError, DatabaseUnavailable, Silent, translate
from gateway.database.liveness import Doubt
from gateway.database.queries import query
from gateway.database.values import whole_number

_READ_ONLY = query("door.read_only", None)
_READ_WRITE = query("door.read_write", None)
_QUIET = query("door.quiet", None)
_LIMITS_MARIADB = query("door.limits_mariadb", None)
_LIMITS_MYSQL = query("door.limits_mysql", None)

_CONVERSIONS = {
    **cast("Mapping[object, object]", cast("Any", converters).conversions),
    FIELD_TYPE.DECIMAL: whole_number,
    FIELD_TYPE.NEWDECIMAL: whole_number,
}
IDLE_SECONDS = 300  # the server ends a session that rests longer; the pool lets go of it before
OPEN_SECONDS = 10  # a transaction that rests longer is rolled back, where the server can
GRACE = 0.25  # what the server gets beyond the statement's limit to say that it was reached


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one role may take of a server."""

    statement_ms: int = 2000
    rows: int = 5000
    lock_seconds: int = 3
    connections: int = 4
    queue: int = 0
    queue_seconds: float = 0.0
    connect_seconds: float = 0.8
    doubt_seconds: float = 0.0
    """Of silence, after which it is found out whether the server is gone; 0: a statement has all of its time."""
    read_only: bool = False
    safe_updates: bool = False
    idle_seconds: int = IDLE_SECONDS


class Result(msgspec.Struct, frozen=True):
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    count: int


class Connection:
    """One session with the server. Every failure leaves as a DatabaseError."""

    def __init__(self, role: str, driver: DriverConnection, patience: float | None, doubt: Doubt | None = None) -> None:
        self._role = role
        self._driver: Any = driver
        self._patience = patience
        self._doubt = doubt

    @property
    def usable(self) -> bool:
        return bool(self._driver.connected) and not self._driver._stream_broken and not self.in_transaction

    @property
    def in_transaction(self) -> bool:
        return bool(self._driver.get_transaction_status())

    @property
    def server_version(self) -> str:
        """As the server greets: `10.11.6-MariaDB`, `9.7.4`."""
        return str(self._driver.get_server_info())

    @property
    def is_mariadb(self) -> bool:
        return "mariadb" in self.server_version.lower()

    async def ping(self) -> None:
        await self._ask(self._driver.ping(False))

    async def begin(self) -> None:
        await self._ask(self._driver.begin())

    async def commit(self) -> None:
        await self._ask(self._driver.commit())

    async def rollback(self) -> None:
        await self._ask(self._driver.rollback())

    def close(self) -> None:
        with suppress(Exception):
            self._driver.close()

    async def execute(self, sql: str, args: Mapping[str, object] | None = None) -> Result:
        """Runs one statement; with `args`, even empty ones, `%` is to be doubled."""
        cursor = self._driver.cursor()
        await self._ask(cursor.execute(sql, args))
        rows: Sequence[tuple[Any, ...]] = await cursor.fetchall() if cursor.description else ()
        return Result(tuple(column[0] for column in cursor.description or ()), rows, int(cursor.rowcount))

    async def _ask(self, answer: Awaitable[object]) -> None:
        try:
            async with asyncio.timeout(self._patience) as limit:
                with self._doubt.over(limit) if self._doubt else nullcontext():
                    await answer
        except TimeoutError:
            self.close()
            raise Silent(self._role, f"no answer within {self._patience} s, or to anybody") from None
        except (MySQLError, OSError) as error:
            failure = translate(self._role, error)
            if isinstance(failure, Broken):
                self.close()
            raise failure from error
        except ValueError as error:
            self.close()
            raise DatabaseError(self._role, f"cannot read a value: {error}") from error
        except BaseException:
            self.close()  # an answer half read is no place to go on from
            raise


async def connect(
    dsn: Dsn, role: str = "admin", limits: Limits | None = None, doubt: Doubt | None = None
) -> Connection:
    """Opens a session; without limits for install and migrate, which work for as long as it takes."""
    try:
        tls = _tls(dsn.ssl_mode, dsn.ssl_ca)
    except OSError as error:
        raise DatabaseUnavailable(role, f"cannot read ssl_ca of {dsn.place}: {error}") from error
    driver = DriverConnection(
        user=dsn.user,
        password=dsn.password,
        host=dsn.host,
        port=dsn.port,
        unix_socket=dsn.unix_socket or None,
        database=dsn.schema or None,
        conv=_CONVERSIONS,
        client_flag=CLIENT.FOUND_ROWS,  # a written row counts although it was like that already
        autocommit=True,
        connect_timeout=30,
        ssl=tls,
    )
    cancelled = _times_cancelled()
    try:
        await driver.connect()
    except (MySQLError, OSError) as error:
        failure = translate(role, error)
        raise DatabaseUnavailable(role, f"cannot connect as {dsn.place}: {failure}", failure.code) from error
    connection = Connection(role, driver, limits.statement_ms / 1000 + GRACE if limits else None, doubt)
    try:
        # The driver connects under `asyncio.wait_for`, which before Python 3.12 forgets a cancellation that comes in
        # the same moment as the connection; whoever stops the task would wait for it for ever.
        if _times_cancelled() > cancelled:
            raise asyncio.CancelledError
        await (_set_limits(connection, limits) if limits else connection.execute(_QUIET.sql, {}))
    except BaseException:
        connection.close()
        raise
    return connection


def _times_cancelled() -> int:
    task = asyncio.current_task()
    return task.cancelling() if task else 0


@cache
def _tls(mode: SslMode, authority: str) -> ssl.SSLContext | None:
    """Raises OSError for an authority's file that is missing or none."""
    if mode == "DISABLED":
        return None
    context = ssl.create_default_context(cafile=authority or None)
    context.check_hostname = mode == "VERIFY_IDENTITY"
    if mode == "REQUIRED":
        context.verify_mode = ssl.CERT_NONE
    return context


async def _set_limits(connection: Connection, limits: Limits) -> None:
    await connection.execute((_READ_ONLY if limits.read_only else _READ_WRITE).sql, {})
    shared = {
        "rows": limits.rows + 1,
        "lock_seconds": limits.lock_seconds,
        "idle_seconds": limits.idle_seconds,
        "safe_updates": int(limits.safe_updates),
    }
    if connection.is_mariadb:
        seconds = limits.statement_ms / 1000
        args = {**shared, "statement_seconds": seconds, "open_seconds": OPEN_SECONDS}
        await connection.execute(_LIMITS_MARIADB.sql, args)
    else:
        await connection.execute(_LIMITS_MYSQL.sql, {**shared, "statement_ms": limits.statement_ms})
