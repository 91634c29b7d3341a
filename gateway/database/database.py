"""The door to MySQL and MariaDB: a role's connections with every limit inside, and named queries over them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from gateway.config.dsn import Dsn, DsnError, parse_dsn, with_login
from gateway.database.connection import IDLE_SECONDS, Connection, Limits, Result, connect
from gateway.database.errors import (
    Broken,
    Conflict,
    DatabaseError,
    DatabaseUnavailable,
    DuplicateKey,
    Silent,
    TooManyRows,
)
from gateway.database.liveness import Doubt
from gateway.database.pool import Pool, PoolError
from gateway.database.queries import Query
from gateway.database.replica import Replica, Watch
from gateway.database.values import Argument, bind

if TYPE_CHECKING:
    from gateway.config.settings import Settings

__all__ = [
    "Argument",
    "Conflict",
    "Connection",
    "Database",
    "DatabaseError",
    "DatabaseUnavailable",
    "Databases",
    "DuplicateKey",
    "Limits",
    "OnQuery",
    "Session",
    "TooManyRows",
    "connect",
    "limits_for",
    "retry",
]

T = TypeVar("T")
OnQuery = Callable[[str, str, float, str], None]
"""role, query's name, seconds, and "ok", "unavailable" or "error"."""


class Session:
    """Named queries over one connection: a transaction, or a session of the caller's own."""

    def __init__(self, role: str, connection: Connection, rows: int, on_query: OnQuery | None) -> None:
        self._role = role
        self._connection = connection
        self._rows = rows
        self._on_query = on_query

    async def read(self, query: Query[T], **args: Argument) -> list[T]:
        if query.row is None:
            raise TypeError(f"{query.name} was declared without rows")
        row: Callable[..., T] = query.row
        result = await self._run(query, args)
        return [row(*values) for values in result.rows]

    async def one(self, query: Query[T], **args: Argument) -> T | None:
        """The first row."""
        rows = await self.read(query, **args)
        return rows[0] if rows else None

    async def write(self, query: Query[Any], **args: Argument) -> int:
        """How many rows the statement found or made; a row that was like that already counts."""
        return (await self._run(query, args)).count

    async def ping(self) -> None:
        await self._connection.ping()

    async def _run(self, query: Query[Any], args: dict[str, Argument]) -> Result:
        bound = bind(query, args)
        began, outcome = time.perf_counter(), "error"
        try:
            result = await self._connection.execute(query.sql, bound)
            if len(result.rows) > self._rows:
                raise TooManyRows(self._role, f"{query.name} returned more than {self._rows} rows")
            outcome = "ok"
        except DatabaseUnavailable:
            outcome = "unavailable"
            raise
        finally:
            if self._on_query:
                self._on_query(self._role, query.name, time.perf_counter() - began, outcome)
        return result


class Database:
    """One role's door. Connects when it is first asked, so a server that is down stops nobody from starting."""

    def __init__(self, role: str, dsn: Dsn, limits: Limits, on_query: OnQuery | None = None) -> None:
        self.role = role
        self.dsn = dsn
        self.limits = limits
        self.on_query = on_query
        doubt = Doubt.after_silence(limits.doubt_seconds, limits.connect_seconds, lambda: connect(dsn, role))
        self.pool: Pool[Connection] = Pool(
            lambda: connect(dsn, role, limits, doubt),
            size=limits.connections,
            queue=limits.queue,
            wait=limits.queue_seconds,
            connect=limits.connect_seconds,
            recycle=limits.idle_seconds * 0.8,
        )
        self.replica: Replica | None = None
        """Who is asked first, while it is fit."""

    def beside(self, limits: Limits) -> Database:
        """Another door to the same place, replica and all, with limits of its own."""
        door = Database(self.role, self.dsn, limits, self.on_query)
        door.replica = self.replica.beside(limits) if self.replica else None
        return door

    async def read(self, query: Query[T], **args: Argument) -> list[T]:
        """The rows as Structs, by position. A connection that broke is replaced once: a read may be repeated."""
        return await self._asked(lambda session: session.read(query, **args))

    async def one(self, query: Query[T], **args: Argument) -> T | None:
        """The first row, or None."""
        return await self._asked(lambda session: session.one(query, **args))

    async def write(self, query: Query[Any], **args: Argument) -> int:
        """One statement in a transaction of its own, repeated when it lost a lock; see `Session.write`."""

        async def attempt() -> int:
            async with self._lend() as session:
                return await session.write(query, **args)

        return await retry(attempt)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Session]:
        """All or nothing. What loses a lock raises Conflict: `retry` repeats the whole."""
        async with self._lend() as session:
            connection = session._connection  # pyright: ignore[reportPrivateUsage]
            await connection.begin()
            try:
                yield session
            except Exception:
                with suppress(DatabaseError):
                    await connection.rollback()
                raise
            except BaseException:
                connection.close()  # we are being cancelled: the server rolls back what it loses
                raise
            await connection.commit()

    @asynccontextmanager
    async def session(self, idle_seconds: int = IDLE_SECONDS) -> AsyncGenerator[Session]:
        """A connection of the caller's own beside the pool, for a lock that lives as long as it does."""
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

    async def alive(self, question: Query[Any]) -> bool:
        """Whether the place itself answers, whoever else is read instead."""
        try:
            return bool(await self._own(lambda session: session.read(question)))
        except DatabaseError:
            return False

    async def close(self) -> None:
        self.pool.close()
        if self.replica:
            await self.replica.door.close()

    def _session(self, connection: Connection) -> Session:
        return Session(self.role, connection, self.limits.rows, self.on_query)

    @asynccontextmanager
    async def _lend(self) -> AsyncGenerator[Session]:
        try:
            connection = await self.pool.acquire()
        except PoolError as error:
            raise DatabaseUnavailable(self.role, str(error)) from error
        try:
            yield self._session(connection)
        except Silent as error:
            self.pool.fall_silent(str(error))
            raise
        except Broken:
            self.pool.forget_idle()  # what broke one connection has most likely broken the others
            raise
        finally:
            self.pool.release(connection)

    async def _asked(self, work: Callable[[Session], Awaitable[T]]) -> T:
        replica = self.replica
        if replica and replica.watch.fit:
            try:
                return await replica.door._own(work)
            except DatabaseError as error:
                if not replica.watch.lost(error):
                    raise
        return await self._own(work)

    async def _own(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Once more, on another connection, where the first turned out to be broken."""
        try:
            async with self._lend() as session:
                return await work(session)
        except Broken:
            async with self._lend() as session:
                return await work(session)


class Databases:
    """The three doors of the service. `replica` is what is known of one that `game` reads, where there is one."""

    def __init__(self, game: Database, auth: Database, site: Database) -> None:
        self.game, self.auth, self.site = game, auth, site
        self.replica: Watch | None = game.replica.watch if game.replica else None

    @classmethod
    def open(cls, settings: Settings, on_query: OnQuery | None = None, **override: Limits) -> Databases:
        """Connects to nothing yet. `override` replaces a role's limits by name: `game=Limits(…)`. Raises DsnError."""
        doors: list[Database] = []
        for role in ("game", "auth", "site"):
            limits = override.get(role) or limits_for(settings, role)
            doors.append(Database(role, _dsn(settings, role), limits, on_query))
        for door in doors:
            door.pool.alike = [each.pool for each in doors if each is not door and each.dsn.server == door.dsn.server]
        game, _, site = doors
        if settings.database.replica_dsn:
            game.replica = _replica(settings, game, site)
        return cls(*doors)

    async def close(self) -> None:
        for door in (self.game, self.auth, self.site):
            await door.close()
        if self.replica:
            await self.replica.close()


def _dsn(settings: Settings, role: str) -> Dsn:
    try:
        return parse_dsn(getattr(settings.database, f"{role}_dsn"))
    except DsnError as error:
        raise DsnError(f"database.{role}_dsn: {error}") from None


def _replica(settings: Settings, game: Database, site: Database) -> Replica:
    """Nobody reads it before `Watch.run` has looked at it."""
    there = _dsn(settings, "replica")
    door = Database("replica", there, game.limits, game.on_query)
    # The site's user is replicated with its schema: it reads there what it wrote here.
    copied = with_login(there, site.dsn.user, site.dsn.password, site.dsn.schema)
    limits = msgspec.structs.replace(game.limits, connections=1, queue=0)
    copy = Database("replica", copied, limits, game.on_query)
    return Replica(door, Watch(door, copy=copy, site=site, most=settings.database.replica_max_lag_seconds))


QUEUE = 64
"""Callers that may wait for a connection to the game or its accounts; the next one is refused at once."""


DOUBT = 0.25
"""Of the time in which a server has to be reached: silent for so long, it is tried on a new connection."""


def limits_for(settings: Settings, role: str, statement_ms: int | None = None) -> Limits:
    """The limits of a role as configured; how many statements the live game sees at once is what protects it."""
    chosen = settings.database
    reachable, statement = chosen.acquire_ms / 1000, statement_ms or chosen.statement_ms
    limits = Limits(statement_ms=statement, rows=chosen.max_rows, connect_seconds=reachable)
    if not statement_ms:  # what has a limit of its own, nobody waits for
        limits = msgspec.structs.replace(limits, doubt_seconds=reachable * DOUBT)
    change = msgspec.structs.replace
    if role == "game":
        # One dashboard asks several things together: who waits costs the game nothing, and waits less than a second.
        queued = change(limits, queue=QUEUE, queue_seconds=limits.connect_seconds)
        return change(queued, connections=chosen.game_pool, read_only=True)
    if role == "auth":
        queued = change(limits, queue=QUEUE, queue_seconds=limits.connect_seconds)
        return change(queued, connections=chosen.auth_pool, safe_updates=True)
    # A statement must outlive its own wait for a lock, or the wait would end it for the wrong reason.
    patience = limits.statement_ms + limits.lock_seconds * 1000
    return change(limits, connections=chosen.site_pool, queue=256, queue_seconds=3.0, statement_ms=patience)


async def retry(work: Callable[[], Awaitable[T]], attempts: int = 3) -> T:
    """Repeats what lost a lock to another (1205, 1213, 1020), after a short random pause."""
    for attempt in range(1, attempts):
        try:
            return await work()
        except Conflict:
            await asyncio.sleep(random.uniform(0.005, 0.05) * attempt)  # noqa: S311 - spreads retries, keeps no secret
    return await work()
