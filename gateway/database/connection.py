"""A session with MySQL or MariaDB and its limits: the only module that knows the driver.

The server enforces the time limits of statements and lock waits and the number of rows; game reads are READ ONLY. The
server's greeting tells MariaDB from MySQL, and no other module has to know the difference.
"""

import asyncio
import logging
import ssl
from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cache
from typing import Any, cast

import msgspec
from asyncmy import converters
from asyncmy.connection import Connection as DriverConnection
from asyncmy.constants import CLIENT, FIELD_TYPE
from asyncmy.cursors import SSCursor
from asyncmy.errors import MySQLError

from gateway.concurrency.timeouts import timed_out_late
from gateway.config.dsn import Dsn, SslMode
from gateway.database.errors import ConnectionLost, DatabaseError, DatabaseUnavailable, StatementTimeout, translate
from gateway.database.liveness import LivenessProbe
from gateway.database.queries import query
from gateway.database.values import to_int

_READ_ONLY = query("connection.read_only", None)
_READ_WRITE = query("connection.read_write", None)
_QUIET = query("connection.quiet", None)
_LIMITS_MARIADB = query("connection.limits_mariadb", None)
_LIMITS_MYSQL = query("connection.limits_mysql", None)

_CONVERSIONS = {
    **cast("Mapping[object, object]", cast("Any", converters).conversions),
    FIELD_TYPE.DECIMAL: to_int,
    FIELD_TYPE.NEWDECIMAL: to_int,
}
IDLE_SECONDS = 300  # the server closes a session that is idle for longer; the pool closes it before
IDLE_TRANSACTION_SECONDS = 10  # MariaDB rolls back a transaction that is idle for longer
CONNECT_SECONDS = 30  # also for a server that is overloaded
_STREAMED_ROWS = 1000
GRACE_SECONDS = 0.25  # for the server to report that the time limit of the statement was reached

# The driver logs a warning with the values of the key for each row that INSERT IGNORE leaves out.
logging.getLogger("asyncmy").setLevel(logging.ERROR)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    statement_timeout_ms: int = 2000
    rows: int = 5000
    lock_seconds: int = 3
    connections: int = 4
    queue: int = 0
    queue_seconds: float = 0.0
    connect_seconds: float = 0.8
    probe_after_seconds: float = 0.0
    """Silence after which a liveness probe starts; 0: a statement always has its full time."""
    read_only: bool = False
    safe_updates: bool = False
    idle_seconds: int = IDLE_SECONDS


class Result(msgspec.Struct, frozen=True):
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    count: int


class Connection:
    """One session with the server. Every failure is raised as a DatabaseError."""

    def __init__(
        self, role: str, driver: DriverConnection, timeout: float | None, probe: LivenessProbe | None = None
    ) -> None:
        self._role = role
        self._driver: Any = driver
        self._timeout = timeout
        self._probe = probe

    @property
    def is_usable(self) -> bool:
        return bool(self._driver.connected) and not self._driver._stream_broken and not self.in_transaction

    @property
    def in_transaction(self) -> bool:
        return bool(self._driver.get_transaction_status())

    @property
    def is_mariadb(self) -> bool:
        """True if the greeting of the server says so, as `10.11.6-MariaDB`; MySQL's is `9.7.4`."""
        return "mariadb" in str(self._driver.get_server_info()).lower()

    async def ping(self) -> None:
        await self._wait(self._driver.ping(False))

    async def begin(self) -> None:
        await self._wait(self._driver.begin())

    async def commit(self) -> None:
        await self._wait(self._driver.commit())

    async def rollback(self) -> None:
        await self._wait(self._driver.rollback())

    def close(self) -> None:
        with suppress(Exception):
            self._driver.close()

    async def execute(self, sql: str, args: Mapping[str, object] | None = None) -> Result:
        """Runs one statement. With `args`, even empty ones, `%` has to be doubled."""
        cursor = self._driver.cursor()
        await self._wait(cursor.execute(sql, args))
        rows: Sequence[tuple[Any, ...]] = await cursor.fetchall() if cursor.description else ()
        return Result(tuple(column[0] for column in cursor.description or ()), rows, int(cursor.rowcount))

    async def stream(self, sql: str) -> AsyncGenerator[Result]:
        """Yields the rows of a statement in parts, which are not all in memory at once. Ends the connection if left."""
        cursor = self._driver.cursor(SSCursor)
        is_read = False
        try:
            await self._wait(cursor.execute(sql))
            columns = tuple(column[0] for column in cursor.description)
            while rows := await cursor.fetchmany(_STREAMED_ROWS):
                yield Result(columns, rows, len(rows))
            is_read = True
        except (MySQLError, OSError) as error:
            raise translate(self._role, error) from error
        finally:
            if not is_read:
                self.close()

    async def _wait(self, response: Awaitable[object]) -> None:
        limit = asyncio.timeout(self._timeout)
        try:
            async with limit:
                with self._probe.guard(limit) if self._probe else nullcontext():
                    await response
        except TimeoutError:
            self.close()
            error = StatementTimeout(self._role, f"no answer within {self._timeout} s, or the server is down")
            error.is_server_down = self._probe.has_found_down if self._probe else not timed_out_late(limit)
            raise error from None
        except (MySQLError, OSError) as error:
            failure = translate(self._role, error)
            if isinstance(failure, ConnectionLost):
                self.close()
            raise failure from error
        except ValueError as error:
            self.close()
            raise DatabaseError(self._role, f"cannot read a value: {error}") from error
        except BaseException:
            self.close()  # the response is half read
            raise


async def connect(
    dsn: Dsn, role: str = "admin", limits: Limits | None = None, probe: LivenessProbe | None = None
) -> Connection:
    """Opens a session; without limits for install and migrate, which may take long."""
    try:
        tls = _tls(dsn.ssl_mode, dsn.ssl_ca)
    except OSError as error:
        raise DatabaseUnavailable(role, f"cannot read ssl_ca={dsn.ssl_ca} of {dsn.place}: {error}") from error
    driver = DriverConnection(
        user=dsn.user,
        password=dsn.password,
        host=dsn.host,
        port=dsn.port,
        unix_socket=dsn.unix_socket or None,
        database=dsn.schema or None,
        conv=_CONVERSIONS,
        client_flag=CLIENT.FOUND_ROWS,  # an UPDATE counts the rows found, not the rows changed
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        ssl=tls,
    )
    cancellations = _cancellations()
    try:
        # The driver's own limit ends with the TCP connection: a server of another protocol waits for us to speak first.
        async with asyncio.timeout(CONNECT_SECONDS):
            await driver.connect()
    except (MySQLError, OSError) as error:  # TimeoutError is an OSError
        failure = translate(role, error)
        refusal = DatabaseUnavailable(role, f"cannot connect as {dsn.place}: {failure}", failure.code)
        refusal.is_encrypted = tls is not None
        raise refusal from error
    connection = Connection(role, driver, limits.statement_timeout_ms / 1000 + GRACE_SECONDS if limits else None, probe)
    try:
        # The driver uses `asyncio.wait_for`, which before Python 3.12 swallows a cancellation that arrives together
        # with the connection; the caller that cancelled would then wait for ever.
        if _cancellations() > cancellations:
            raise asyncio.CancelledError
        await (_set_limits(connection, limits) if limits else connection.execute(_QUIET.sql, {}))
    except BaseException:
        connection.close()
        raise
    return connection


def _cancellations() -> int:
    task = asyncio.current_task()
    return task.cancelling() if task else 0


@cache
def _tls(mode: SslMode, ca_file: str) -> ssl.SSLContext | None:
    """Raises OSError for a missing or invalid file."""
    if mode == "DISABLED":
        return None
    context = ssl.create_default_context(cafile=ca_file or None)
    context.check_hostname = mode == "VERIFY_IDENTITY"
    if mode == "REQUIRED":
        context.verify_mode = ssl.CERT_NONE
    return context


async def _set_limits(connection: Connection, limits: Limits) -> None:
    await connection.execute((_READ_ONLY if limits.read_only else _READ_WRITE).sql, {})
    common = {
        "rows": limits.rows + 1,
        "lock_seconds": limits.lock_seconds,
        "idle_seconds": limits.idle_seconds,
        "safe_updates": int(limits.safe_updates),
    }
    if connection.is_mariadb:
        seconds = limits.statement_timeout_ms / 1000
        args = {**common, "statement_seconds": seconds, "open_seconds": IDLE_TRANSACTION_SECONDS}
        await connection.execute(_LIMITS_MARIADB.sql, args)
    else:
        await connection.execute(_LIMITS_MYSQL.sql, {**common, "statement_timeout_ms": limits.statement_timeout_ms})
