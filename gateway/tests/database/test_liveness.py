"""A server that freezes under a statement is found out on a new connection; one that is only slow is let be."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import msgspec
import pytest
import pytest_asyncio

from fixtures.servers import MariaDB
from gateway.app import documented_routes
from gateway.config.settings import Settings
from gateway.database.database import Connection, Databases, Limits, limits_for
from gateway.database.errors import DatabaseError, DatabaseUnavailable, Silent
from gateway.database.liveness import Doubt
from gateway.database.pool import Pool, PoolError
from gateway.http.response_cache import POLICY
from gateway.tests.support.databases import admin, ask, door
from gateway.tests.support.wait_until import until

SLEEP_LONG, SLEEP = ask("SELECT SLEEP(300)"), ask("SELECT SLEEP(1)")
PATIENT = Limits(statement_ms=600_000, doubt_seconds=0.1, connect_seconds=1)
_RUNNING = "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%%'"
_CONNECTIONS = "SHOW GLOBAL STATUS LIKE 'Connections'"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def own_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[MariaDB]:
    with MariaDB(tmp_path_factory.mktemp("own")) as server:
        yield server


async def test_a_statement_does_not_wait_for_a_server_that_froze_under_it(own_server: MariaDB) -> None:
    async with door(own_server, "", PATIENT) as database, admin(own_server) as root, asyncio.timeout(60):
        reading = asyncio.create_task(database.read(SLEEP_LONG))
        await until(lambda: running(root))
        own_server.pause()
        try:
            with pytest.raises(Silent):
                await reading
        finally:
            own_server.resume()
        assert database.pool.lent == 0


async def test_a_statement_that_is_only_long_is_answered(own_server: MariaDB) -> None:
    async with door(own_server, "", PATIENT) as database, admin(own_server) as root:
        before = await number(root, _CONNECTIONS, column=1)
        assert await database.read(SLEEP)
        opened = await number(root, _CONNECTIONS, column=1) - before
        assert 2 <= opened <= 5, "its own, and one for each doubt, which come ever further apart"


@pytest.mark.parametrize(("code", "gone"), [(0, True), (2003, True), (2013, True), (1040, False), (1045, False)])
async def test_a_server_that_refuses_is_not_gone(code: int, gone: bool) -> None:
    async def refused() -> Connection:
        raise DatabaseUnavailable("site", "refused", code)

    assert await Doubt(refused, after=0.1, within=5).gone() is gone


async def test_all_who_doubt_at_once_ask_once() -> None:
    asked = 0

    async def refused() -> Connection:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        raise DatabaseError("site", "refused")

    doubt = Doubt(refused, after=0.1, within=5)
    assert await asyncio.gather(*(doubt.gone() for _ in range(20))) == [True] * 20
    assert asked == 1
    assert await doubt.gone()
    assert asked == 2


def test_whoever_waits_for_an_answer_doubts_and_a_job_with_a_limit_of_its_own_does_not() -> None:
    settings = Settings()
    for role in ("game", "auth", "site"):
        limits = limits_for(settings, role)
        assert 0 < limits.doubt_seconds < limits.connect_seconds < 1
        assert limits_for(settings, role, 5000).doubt_seconds == 0


async def test_what_one_door_finds_silent_another_to_the_same_server_does_not_ask() -> None:
    opened: list[str] = []

    async def never() -> Connection:
        await asyncio.Event().wait()
        raise AssertionError

    async def noted() -> Connection:
        opened.append("the other")
        raise DatabaseUnavailable("auth", "refused")

    first = Pool(never, size=1, queue=0, wait=0, connect=0.01)
    other = Pool(noted, size=1, queue=0, wait=0, connect=5, breath=600)
    first.alike = [other]
    with pytest.raises(PoolError, match="no connection within"):
        await first.acquire()
    with pytest.raises(PoolError, match="no connection within"):
        await other.acquire()
    assert not opened


async def test_doors_to_one_server_know_of_each_other() -> None:
    there, elsewhere = "mysql://u@db/a", "mysql://u@other/b"
    chosen = msgspec.structs.replace(
        Settings().database, game_dsn=there, auth_dsn=elsewhere, site_dsn="mysql://v@db:3306/c"
    )
    databases = Databases.open(msgspec.structs.replace(Settings(), database=chosen))
    assert databases.game.pool.alike == [databases.site.pool]
    assert databases.site.pool.alike == [databases.game.pool]
    assert databases.auth.pool.alike == []
    await databases.close()


ASKS_NOBODY = {"/api/donations/packages", "/api/donations/calculate"}
"""Made of the settings alone."""


def test_every_public_answer_that_a_database_is_asked_for_may_stand_in_when_it_is_old() -> None:
    policies = {
        path: route.opt[POLICY]
        for route in documented_routes(Settings())
        if POLICY in route.opt
        for path in route.paths
    }
    assert len(policies) > len(ASKS_NOBODY)
    assert {path for path, policy in policies.items() if not policy.stale} <= ASKS_NOBODY


async def number(root: Connection, statement: str, column: int = 0) -> int:
    return int((await root.execute(statement, {} if "%%" in statement else None)).rows[0][column])


async def running(root: Connection) -> bool:
    return await number(root, _RUNNING) > 0
