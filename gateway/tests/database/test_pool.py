"""The connection pool: full, with cancelled and killed reads, and with a server that stops, hangs or starts late."""

import asyncio
import random

import pytest
import pytest_asyncio

from fixtures.servers import MariaDB
from gateway.config import settings
from gateway.database.database import Connection, Database, Databases, DatabaseUnavailable, Limits
from gateway.features.characters.repository import BRIEFS
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin, ask, new_schema, open_database
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.database

ENDLESS = ask("SELECT COUNT(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e WHERE a.n + b.n + c.n > d.n")
SELECT_ONE = ask("SELECT 1")
MY_ID = ask("SELECT CONNECTION_ID()")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def schema(mariadb: Server) -> str:
    rows = ", ".join(f"({n})" for n in range(200))
    return await new_schema(mariadb, "CREATE TABLE numbers (n INT PRIMARY KEY)", f"INSERT INTO numbers VALUES {rows}")


async def test_forty_concurrent_game_reads_wait_for_connections(world: WorldFactory) -> None:
    env = world().environment
    config = settings.load(None, {**env, "GATEWAY_DATABASE_POOL_ACQUIRE_TIMEOUT_MS": "30000"})
    databases = Databases.open(config)
    reads = [databases.game.read(BRIEFS, ids=(1, 2), counts_online=1) for _ in range(40)]
    assert await asyncio.gather(*reads) == [[]] * 40
    await databases.close()


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(connections=1), "all 1 connections are in use"),
        (Limits(connections=1, queue=3, queue_seconds=0.05), r"within 0\.05 s"),
    ],
    ids=["no queue", "queue"],
)
async def test_full_pool_refuses_at_once_or_after_the_wait(
    mariadb: Server, schema: str, limits: Limits, reason: str
) -> None:
    async with open_database(mariadb, schema, limits) as database:
        async with database.transaction():
            with pytest.raises(DatabaseUnavailable, match=reason):
                await database.read(SELECT_ONE)
        assert database.pool.queue_length == 0
        assert await database.read(SELECT_ONE)


async def test_queue_is_served_in_order_and_is_bounded(mariadb: Server, schema: str) -> None:
    served_numbers: list[int] = []
    async with open_database(mariadb, schema, Limits(connections=1, queue=3, queue_seconds=60)) as database:

        async def wait(number: int) -> None:
            await database.read(SELECT_ONE)
            served_numbers.append(number)

        async def queue_is_full() -> bool:
            return database.pool.queue_length == 3

        async with database.transaction():
            tasks = [asyncio.create_task(wait(number)) for number in range(3)]
            await until(queue_is_full)
            with pytest.raises(DatabaseUnavailable, match="in use"):
                await database.read(SELECT_ONE)
            tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert served_numbers == [0, 2]
        assert database.pool.in_use == 0


async def test_cancelled_reads_never_mix_up_responses(mariadb: Server, schema: str) -> None:
    rng = random.Random(7)
    query = ask("SELECT %(number)s FROM numbers WHERE n < 50", "number")
    limits = Limits(connections=4, queue=64, queue_seconds=60, connect_seconds=30)
    async with open_database(mariadb, schema, limits) as database:

        async def read(number: int) -> bool:
            return all(row.value == number for row in await database.read(query, number=number))

        for _ in range(60):
            tasks = [asyncio.create_task(read(rng.randrange(10**6))) for _ in range(12)]
            for task in rng.sample(tasks, 6):
                await asyncio.sleep(rng.random() / 2000)
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(result is True or isinstance(result, asyncio.CancelledError) for result in results), results
        assert database.pool.in_use == 0
        assert database.pool.idle <= 4
        assert await database.read(SELECT_ONE)


async def test_killed_idle_connection_is_replaced(mariadb: Server, schema: str) -> None:
    async with open_database(mariadb, schema) as database, admin(mariadb) as root:
        for _ in range(5):
            (killed_id,) = await database.read(MY_ID)
            await root.execute(f"KILL {killed_id.value}")
            (new_id,) = await database.read(MY_ID)
            assert new_id != killed_id


async def test_killed_statement_raises_unavailable_and_the_pool_recovers(mariadb: Server, schema: str) -> None:
    limits = Limits(statement_timeout_ms=60_000, connections=2)
    async with open_database(mariadb, schema, limits) as database, admin(mariadb) as root:
        async with database.session() as session:
            (connection_id,) = await session.read(MY_ID)
            task = asyncio.create_task(session.read(ENDLESS))
            await until(lambda: _busy(root, connection_id.value))
            await root.execute(f"KILL {connection_id.value}")
            with pytest.raises(DatabaseUnavailable):
                await task
        assert await database.read(SELECT_ONE)


async def test_user_connection_limit_raises_unavailable_and_the_pool_recovers(mariadb: Server, schema: str) -> None:
    async with admin(mariadb) as root:
        host = "%" if "@127.0.0.1" in mariadb.dsn() else "localhost"
        await root.execute(
            f"CREATE USER IF NOT EXISTS 'narrow'@'{host}' IDENTIFIED BY 'Narrow-1x' WITH MAX_USER_CONNECTIONS 2"
        )
        await root.execute(f"GRANT SELECT ON {schema}.numbers TO 'narrow'@'{host}'")

    class Narrow:
        def dsn(self, schema: str = "", user: str = "", password: str = "") -> str:
            return mariadb.dsn(schema, "narrow", "Narrow-1x")

    async with open_database(Narrow(), schema, Limits(connections=4)) as database:
        async with database.transaction(), database.transaction():
            with pytest.raises(DatabaseUnavailable):
                await database.read(SELECT_ONE)
        assert await database.read(SELECT_ONE)


async def test_database_starts_before_its_server_and_survives_its_stop_and_death(own_server: MariaDB) -> None:
    own_server.stop()
    async with open_database(own_server, "") as database:
        with pytest.raises(DatabaseUnavailable, match="cannot connect"):
            await database.read(SELECT_ONE)
        own_server.start()
        await until(lambda: answers(database))
        for stop in (own_server.stop, own_server.kill):
            stop()
            for _ in range(20):
                with pytest.raises(DatabaseUnavailable):
                    await database.read(SELECT_ONE)
            own_server.start()
            await until(lambda: answers(database))


async def test_frozen_server_fails_waiting_callers_and_closes_idle_connections(own_server: MariaDB) -> None:
    async with open_database(own_server, "", Limits(connections=8, statement_timeout_ms=300)) as database:
        await asyncio.gather(*(database.read(SELECT_ONE) for _ in range(4)))
        own_server.pause()
        try:
            failures = await asyncio.gather(*(database.read(SELECT_ONE) for _ in range(8)), return_exceptions=True)
            assert all(isinstance(failure, DatabaseUnavailable) for failure in failures)
            assert database.pool.idle == 0
        finally:
            own_server.resume()
        await until(lambda: answers(database))
        assert database.pool.in_use == 0


async def answers(database: Database) -> bool:
    try:
        return bool(await database.read(SELECT_ONE))
    except DatabaseUnavailable:
        return False


async def _busy(root: Connection, identity: int) -> bool:
    busy = f"SELECT 1 FROM information_schema.processlist WHERE id = {identity} AND info IS NOT NULL"
    return bool((await root.execute(busy)).rows)
