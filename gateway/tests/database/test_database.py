"""The database client: values, limits, transactions and recovery."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime
from decimal import Decimal

import pytest
import pytest_asyncio
from msgspec import Struct

from gateway.config.dsn import parse_dsn
from gateway.database.database import (
    Database,
    DatabaseError,
    DatabaseUnavailable,
    DuplicateKey,
    JoinedDatabase,
    Limits,
    LockConflict,
    Session,
    TooManyRows,
    connect,
    retry,
)
from gateway.database.queries import Query
from gateway.tests.support.databases import Server, Value, ask, new_schema, open_database

pytestmark = pytest.mark.database

# Runs longer than any limit of these tests; the server can end it.
ENDLESS = ask("SELECT COUNT(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e WHERE a.n + b.n + c.n > d.n")
SELECT_ONE = ask("SELECT 1")
ADD = ask("UPDATE money SET amount = amount + 1 WHERE id = %(id)s", "id")
AMOUNT = ask("SELECT amount FROM money WHERE id = %(id)s", "id")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def schema(mariadb: Server) -> str:
    return await new_schema(
        mariadb,
        "CREATE TABLE numbers (n DECIMAL(20,0) PRIMARY KEY, part DECIMAL(9,4) NOT NULL)",
        f"INSERT INTO numbers VALUES {', '.join(f'({n}, {n}.5)' for n in range(200))}",
        "CREATE TABLE money (id INT PRIMARY KEY, amount INT NOT NULL) ENGINE = InnoDB",
        "INSERT INTO money VALUES (1, 0), (2, 0), (3, 0)",
    )


@pytest.fixture
async def database(request: pytest.FixtureRequest, mariadb: Server, schema: str) -> AsyncGenerator[Database]:
    """Has the limits of the test's `with_limits`; every amount is 0."""
    limits: Limits = getattr(request, "param", Limits(connections=2))
    async with open_database(mariadb, schema, Limits()) as admin_database:
        await admin_database.write(ask("UPDATE money SET amount = 0"))
    async with open_database(mariadb, schema, limits) as database:
        yield database


def with_limits(**limits: object) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("database", [Limits(**limits)], indirect=True, ids=["limits"])  # pyright: ignore[reportArgumentType]


async def test_read_decimal_columns_returns_integers(database: Database) -> None:
    for sql, value in (
        ("SELECT MAX(n) FROM numbers", 199),
        ("SELECT SUM(n) FROM numbers", 19900),
        ("SELECT COUNT(*) FROM numbers", 200),
        ("SELECT part * 2 FROM numbers WHERE n = 3", 7),
        ("SELECT CAST(-12 AS DECIMAL(9,4))", -12),
        ("SELECT NULL", None),
    ):
        (row,) = await database.read(ask(sql))
        assert row == Value(value), sql
        assert type(row.value) is type(value), sql


async def test_read_fraction_raises_and_closes_the_connection(database: Database) -> None:
    with pytest.raises(DatabaseError, match="not a whole number"):
        await database.read(ask("SELECT part FROM numbers WHERE n = 3"))
    assert (database.pool.in_use, database.pool.idle) == (0, 0)
    assert await database.read(SELECT_ONE)


class TimedRow(Struct):
    id: int
    at: datetime
    ended_at: datetime | None


async def test_read_datetime_fields_are_filled_from_epoch_seconds(database: Database) -> None:
    columns = "CAST(MAX(n) AS UNSIGNED), 1800000000"
    sql = f"SELECT {columns}, NULL FROM numbers UNION ALL SELECT {columns}, SUM(n) FROM numbers"
    rows = await database.read(Query("test.times", sql, (), TimedRow))
    at = datetime(2027, 1, 15, 8, tzinfo=UTC)
    assert rows == [TimedRow(199, at, None), TimedRow(199, at, datetime(1970, 1, 1, 5, 31, 40, tzinfo=UTC))]


async def test_read_any_text_round_trips(database: Database) -> None:
    for text in ("O'Neil", 'a"b', "100%", "%s %(x)s", "a\\", "\\'", "🐉 ﷺ", "Ж", "`", "--", "\0\n\r\x1a"):
        assert await database.read(ask("SELECT %(text)s", "text"), text=text) == [Value(text)]


async def test_read_with_list_argument_expands_in(database: Database) -> None:
    query = ask("SELECT COUNT(*) FROM numbers WHERE n IN %(ids)s", "ids")
    assert await database.one(query, ids=[3, 5, 1000]) == Value(2)
    assert await database.one(query, ids=(3,)) == Value(1)
    with pytest.raises(ValueError, match="ids is empty"):
        await database.one(query, ids=[])


@pytest.mark.parametrize(
    "args",
    [{}, {"id": 1, "more": 2}, {"other": 1}, {"id": object()}, {"id": [[1]]}, {"id": Decimal(1)}, {"id": {1: 2}}],
)
async def test_bind_undeclared_or_complex_argument_raises(database: Database, args: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        await database.write(ADD, **args)  # pyright: ignore[reportArgumentType]


@with_limits(read_only=True)
async def test_game_session_write_or_lock_raises(database: Database) -> None:
    for sql in ("UPDATE money SET amount = 9 WHERE id = 1", "SELECT amount FROM money WHERE id = 1 FOR UPDATE"):
        with pytest.raises(DatabaseError) as failure:
            await database.read(ask(sql))
        assert failure.value.code == 1792
    assert await database.one(AMOUNT, id=1) == Value(0)


@with_limits(safe_updates=True)
async def test_auth_session_update_without_key_raises(database: Database) -> None:
    with pytest.raises(DatabaseError) as failure:
        await database.write(ask("UPDATE money SET amount = 9"))
    assert failure.value.code == 1175
    assert await database.write(ask("UPDATE money SET amount = 0 WHERE id = 3")) == 1


@with_limits(rows=7)
async def test_session_variables_match_limits(database: Database) -> None:
    names = "autocommit sql_select_limit lock_wait_timeout innodb_lock_wait_timeout wait_timeout time_zone"
    values = [await database.one(ask(f"SELECT @@session.{name}")) for name in names.split()]
    assert values == [Value(value) for value in (1, 8, 3, 3, 300, "+00:00")]


@with_limits(statement_timeout_ms=200)
async def test_slow_statement_is_ended_by_the_server(database: Database) -> None:
    with pytest.raises(DatabaseUnavailable) as failure:
        await database.read(ENDLESS)
    assert failure.value.code in {1969, 3024}
    assert database.pool.idle == 1, "the connection is as good as before"
    assert await database.read(SELECT_ONE)


@with_limits(rows=100)
async def test_read_too_many_rows_raises(database: Database) -> None:
    with pytest.raises(TooManyRows):
        await database.read(ask("SELECT n FROM numbers"))
    assert len(await database.read(ask("SELECT n FROM numbers LIMIT 100"))) == 100


async def test_transaction_with_error_writes_nothing(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        await fail_after_writing(database.transaction(), 2)
    assert await database.one(AMOUNT, id=2) == Value(0)
    async with database.transaction() as session:
        assert await session.write(ADD, id=2) == 1
    assert await database.one(AMOUNT, id=2) == Value(1)
    assert await database.write(ask("UPDATE money SET amount = amount WHERE id = 2")) == 1, "found rows count"


async def fail_after_writing(transaction: contextlib.AbstractAsyncContextManager[Session], row: int) -> None:
    async with transaction as session:
        await session.write(ADD, id=row)
        raise ZeroDivisionError


@with_limits(connections=1, queue=4, queue_seconds=60)
async def test_transaction_cancelled_writes_nothing(database: Database) -> None:
    has_written = asyncio.Event()

    async def hang() -> None:
        async with database.transaction() as session:
            await session.write(ADD, id=3)
            has_written.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hang())
    await has_written.wait()
    task.cancel()
    await asyncio.wait([task])
    assert await database.write(ask("UPDATE money SET amount = amount + 5 WHERE id = 3")) == 1
    assert await database.one(AMOUNT, id=3) == Value(5)


async def test_retry_deadlock_completes_both_transactions(database: Database) -> None:
    barrier, attempts = asyncio.Barrier(2), list[int]()

    def move(first: int, second: int) -> Callable[[], Awaitable[None]]:
        async def attempt() -> None:
            attempts.append(first)
            async with database.transaction() as session:
                await session.write(ADD, id=first)
                if attempts.count(first) == 1:
                    await barrier.wait()
                await session.write(ADD, id=second)

        return attempt

    await asyncio.gather(retry(move(1, 2)), retry(move(2, 1)))
    assert len(attempts) == 3
    assert [await database.one(AMOUNT, id=row) for row in (1, 2)] == [Value(2), Value(2)]


async def test_transact_deadlock_in_a_joined_database_repeats_the_whole(database: Database) -> None:
    barrier, attempts = asyncio.Barrier(2), list[int]()
    before = [await database.one(AMOUNT, id=row) for row in (1, 2)]

    def move(first: int, second: int) -> Callable[[Session], Awaitable[None]]:
        async def work(session: Session) -> None:
            attempts.append(first)
            joined_database = JoinedDatabase(database, session)
            await joined_database.write(ADD, id=first)
            if attempts.count(first) == 1:
                await barrier.wait()
            await joined_database.transact(lambda inner: inner.write(ADD, id=second))

        return work

    await asyncio.gather(database.transact(move(1, 2)), database.transact(move(2, 1)))
    assert len(attempts) == 3
    after = [await database.one(AMOUNT, id=row) for row in (1, 2)]
    assert after == [Value(row.value + 2) for row in before if row]


@with_limits(connections=2, lock_seconds=1, statement_timeout_ms=5000)
async def test_lock_wait_timeout_raises_lock_conflict(database: Database) -> None:
    async with database.transaction() as holder:
        await holder.write(ADD, id=1)
        with pytest.raises(LockConflict):
            await fail_after_writing(database.transaction(), 1)


async def test_insert_duplicate_raises_duplicate_key(database: Database) -> None:
    with pytest.raises(DuplicateKey):
        await database.write(ask("INSERT INTO money VALUES (1, 0)"))


async def test_ignored_duplicate_is_not_logged(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    assert await database.write(ask("INSERT IGNORE INTO money VALUES (1, 0)")) == 0, "rows"
    assert caplog.messages == []


async def test_on_query_receives_role_name_and_outcome(mariadb: Server, schema: str) -> None:
    rows: list[tuple[str, str, str]] = []

    def note(role: str, name: str, seconds: float, outcome: str) -> None:
        assert seconds >= 0
        rows.append((role, name, outcome))

    async with open_database(mariadb, schema, Limits(statement_timeout_ms=100), "game", note) as database:
        await database.read(SELECT_ONE)
        for failing_query in (ask("SELECT nothing"), ENDLESS):
            with pytest.raises(DatabaseError):
                await database.read(failing_query)
    assert rows == [("game", "test.ask", outcome) for outcome in ("ok", "error", "statement_limit")]


async def test_connect_cancelled_at_any_point_raises(mariadb: Server) -> None:
    place, connections = parse_dsn(mariadb.dsn()), 0
    for turn in range(400):
        task = asyncio.ensure_future(connect(place))
        for _ in range(turn % 40):
            await asyncio.sleep(0)
        if task.done():
            task.result().close()
            connections += 1
            continue
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert connections < 400
