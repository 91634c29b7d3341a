"""Client of MySQL and MariaDB: one pool per role with all limits, and named queries."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import permutations
from typing import Any, TypeVar

import msgspec

from gateway.config.dsn import Dsn, DsnError, parse_dsn
from gateway.config.settings import Settings
from gateway.database.connection import IDLE_SECONDS, Connection, Limits, Result, connect
from gateway.database.errors import (
    ConnectionLost,
    DatabaseError,
    DatabaseUnavailable,
    LockConflict,
    StatementTimeout,
    TooManyRows,
)
from gateway.database.errors import DuplicateKey as DuplicateKey  # for callers
from gateway.database.liveness import LivenessProbe
from gateway.database.pool import Pool, PoolError
from gateway.database.queries import Query
from gateway.database.values import Argument, bind, structs_of

T = TypeVar("T")
OnQuery = Callable[[str, str, float, str], None]
"""Role, name of the query, seconds, and the outcome: "ok", "cancelled", or the reason of a DatabaseError."""

PRUNED_AT_ONCE = 1000
"""Rows that one DELETE of old rows takes at most, so that it holds locks briefly."""


class Session:
    """Named queries on one connection: a transaction, or a session of the caller's own."""

    def __init__(self, role: str, connection: Connection, max_rows: int, on_query: OnQuery | None) -> None:
        self._role = role
        self._connection = connection
        self._max_rows = max_rows
        self._on_query = on_query

    async def read(self, query: Query[T], **args: Argument) -> list[T]:
        if query.row is None:
            raise TypeError(f"{query.name} was declared without rows")
        return structs_of(query.row, (await self._run(query, args)).rows)

    async def one(self, query: Query[T], **args: Argument) -> T | None:
        rows = await self.read(query, **args)
        return rows[0] if rows else None

    async def write(self, query: Query[Any], **args: Argument) -> int:
        """Returns the number of rows found or made, unchanged ones included."""
        return (await self._run(query, args)).count

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[None]:
        """Commits at the end; an exception rolls back."""
        await self._connection.begin()
        try:
            yield
        except Exception:
            with suppress(DatabaseError):
                await self._connection.rollback()
            raise
        except BaseException:
            self._connection.close()  # cancelled: the server rolls back
            raise
        await self._connection.commit()

    async def ping(self) -> None:
        await self._connection.ping()

    async def _run(self, query: Query[Any], args: dict[str, Argument]) -> Result:
        bound_args = bind(query, args)
        started_at, outcome = time.perf_counter(), "cancelled"
        try:
            result = await self._connection.execute(query.sql, bound_args)
            if len(result.rows) > self._max_rows:
                raise TooManyRows(self._role, f"{query.name} returned more than {self._max_rows} rows")
            outcome = "ok"
        except DatabaseError as error:
            error.query, outcome = query.name, error.reason
            raise
        finally:
            if self._on_query:
                self._on_query(self._role, query.name, time.perf_counter() - started_at, outcome)
        return result


class Database:
    """The pool of one role. Connects at the first query, so the service starts while a server is down."""

    def __init__(self, role: str, dsn: Dsn, limits: Limits, on_query: OnQuery | None = None) -> None:
        self.role = role
        self.dsn = dsn
        self.limits = limits
        self.on_query = on_query
        probe = None
        if silence := limits.probe_after_seconds:
            probe_timeout = limits.connect_seconds - silence  # both together take no longer than a connect
            probe = LivenessProbe(lambda: connect(dsn, role), after_seconds=silence, timeout_seconds=probe_timeout)
        self.pool: Pool[Connection] = Pool(
            lambda: connect(dsn, role, limits, probe),
            size=limits.connections,
            queue=limits.queue,
            wait=limits.queue_seconds,
            connect_timeout=limits.connect_seconds,
            max_idle=limits.idle_seconds * 0.8,
        )

    def with_limits(self, limits: Limits) -> Database:
        return Database(self.role, self.dsn, limits, self.on_query)

    async def read(self, query: Query[T], **args: Argument) -> list[T]:
        """Returns rows as Structs, filled by position. Repeats once on another connection if the first one broke."""
        return await self._read(lambda session: session.read(query, **args))

    async def one(self, query: Query[T], **args: Argument) -> T | None:
        return await self._read(lambda session: session.one(query, **args))

    async def ping(self) -> None:
        """Makes a round trip on a connection of the pool. Raises DatabaseUnavailable."""
        await self._read(lambda session: session.ping())

    async def write(self, query: Query[Any], **args: Argument) -> int:
        """Runs one statement in a transaction of its own, again after a lock conflict; see `Session.write`."""

        async def attempt() -> int:
            async with self._acquire() as session:
                return await session.write(query, **args)

        return await retry(attempt)

    async def prune(self, query: Query[Any], **args: Argument) -> int:
        """Repeats a DELETE of at most `limit` rows until it deletes fewer. Returns the number of deleted rows."""
        total, deleted = 0, PRUNED_AT_ONCE
        while deleted == PRUNED_AT_ONCE:
            deleted = await self.write(query, limit=PRUNED_AT_ONCE, **args)
            total += deleted
        return total

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Session]:
        """Commits at the end; an exception rolls back. After a LockConflict, `retry` repeats the whole."""
        async with self._acquire() as session, session.transaction():
            yield session

    async def transact(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Runs `work` in a transaction, and again after a lock conflict."""

        async def attempt() -> T:
            try:
                async with self.transaction() as session:
                    return await work(session)
            except JoinedConflict as error:
                raise LockConflict(error.role, str(error)) from error

        return await retry(attempt)

    @asynccontextmanager
    async def session(self, idle_seconds: int = IDLE_SECONDS) -> AsyncGenerator[Session]:
        """Opens a connection outside the pool, for a lock that is held as long as the connection."""
        limits = msgspec.structs.replace(self.limits, idle_seconds=idle_seconds)
        try:
            async with asyncio.timeout(limits.connect_seconds):
                connection = await connect(self.dsn, self.role, limits)
        except TimeoutError:
            raise DatabaseUnavailable(self.role, f"no connection within {limits.connect_seconds:g} s") from None
        try:
            yield self._session(connection)
        finally:
            connection.close()

    async def close(self) -> None:
        self.pool.close()

    def _session(self, connection: Connection) -> Session:
        return Session(self.role, connection, self.limits.rows, self.on_query)

    @asynccontextmanager
    async def _acquire(self) -> AsyncGenerator[Session]:
        try:
            connection = await self.pool.acquire()
        except PoolError as error:
            raise DatabaseUnavailable(self.role, str(error), reason=error.reason) from error
        try:
            yield self._session(connection)
        except StatementTimeout as error:
            if error.is_server_down:
                self.pool.mark_server_down(str(error))
            raise
        except ConnectionLost:
            self.pool.close_idle()  # most likely they are broken as well
            raise
        finally:
            self.pool.release(connection)

    async def _read(self, work: Callable[[Session], Awaitable[T]]) -> T:
        try:
            async with self._acquire() as session:
                return await work(session)
        except ConnectionLost:
            async with self._acquire() as session:
                return await work(session)


class JoinedConflict(DatabaseUnavailable):
    """A lock conflict rolled back a joined transaction, which only the function that opened it may repeat."""


class JoinedDatabase(Database):
    """Runs all statements and transactions within one open transaction.

    It lets functions that take a database run as one change. Raises JoinedConflict in place of LockConflict.
    """

    def __init__(self, database: Database, session: Session) -> None:
        self.role = database.role
        self.dsn = database.dsn
        self.limits = database.limits
        self.on_query, self.pool = database.on_query, database.pool
        self._open_session = session

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Session]:
        async with self._acquire() as session:
            yield session

    @asynccontextmanager
    async def _acquire(self) -> AsyncGenerator[Session]:
        try:
            yield self._open_session
        except LockConflict as error:
            raise JoinedConflict(self.role, str(error)) from error

    async def transact(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Runs `work` once: only the function that opened the transaction may repeat it."""
        async with self.transaction() as session:
            return await work(session)

    async def close(self) -> None:
        """Leaves the pool open: it belongs to the database."""


class Databases:
    def __init__(self, game: Database, auth: Database, site: Database) -> None:
        self.game = game
        self.auth = auth
        self.site = site

    @classmethod
    def open(cls, settings: Settings, on_query: OnQuery | None = None, **override: Limits) -> Databases:
        """Does not connect yet. `override` replaces a role's limits by name: `game=Limits(…)`. Raises DsnError."""
        databases: list[Database] = []
        for role in ("game", "auth", "site"):
            limits = override.get(role) or limits_for(settings, role)
            databases.append(Database(role, dsn_of(settings, role), limits, on_query))
        for first, second in permutations(databases, 2):
            if first.dsn.server == second.dsn.server:
                first.pool.same_server_pools.append(second.pool)
        return cls(*databases)

    async def close(self) -> None:
        for database in (self.game, self.auth, self.site):
            await database.close()


def dsn_of(settings: Settings, role: str) -> Dsn:
    """Raises DsnError that names the key."""
    try:
        return parse_dsn(getattr(settings.database, f"{role}_dsn"))
    except DsnError as error:
        raise DsnError(f"database.{role}_dsn: {error}") from None


QUEUE = 64
"""Callers that may wait for a connection to the game or its accounts; the next one is refused at once."""
PROBE_AFTER = 0.25
"""Part of the connect time after which a silent server is probed."""


def limits_for(settings: Settings, role: str, statement_timeout_ms: int | None = None) -> Limits:
    """Returns the configured limits of a role. The number of connections protects the live game."""
    config, change = settings.database, msgspec.structs.replace
    connect_seconds = config.pool_acquire_timeout_ms / 1000
    timeout_ms = statement_timeout_ms or config.statement_timeout_ms
    limits = Limits(
        statement_timeout_ms=timeout_ms,
        # A statement must outlive its own lock wait, or its time limit would end the wait for the wrong reason.
        lock_seconds=min(Limits().lock_seconds, max(1, (timeout_ms - 1) // 1000)),
        rows=config.max_rows,
        connect_seconds=connect_seconds,
        # A job with a time limit of its own keeps no player waiting.
        probe_after_seconds=0.0 if statement_timeout_ms else connect_seconds * PROBE_AFTER,
    )
    if role in {"game", "auth"}:
        # A dashboard sends several reads at once: waiting costs the game nothing and takes less than a second.
        limits = change(limits, queue=QUEUE, queue_seconds=connect_seconds)
    if role == "game":
        return change(limits, connections=config.game_pool, read_only=True)
    if role == "auth":
        return change(limits, connections=config.auth_pool, safe_updates=True)
    # Transactions of the site may wait for each other: the time for that comes on top.
    lock_seconds = Limits().lock_seconds
    limits = change(limits, lock_seconds=lock_seconds, statement_timeout_ms=timeout_ms + lock_seconds * 1000)
    return change(limits, connections=config.site_pool, queue=256, queue_seconds=3.0)


async def retry(work: Callable[[], Awaitable[T]], attempts: int = 3) -> T:
    """Repeats `work` after a lock conflict (1205, 1213, 1020), with a short random pause."""
    for attempt in range(1, attempts):
        try:
            return await work()
        except LockConflict:
            await asyncio.sleep(random.uniform(0.005, 0.05) * attempt)  # noqa: S311 - spreads retries, keeps no secret
    return await work()
