"""A frozen server is detected by a second connection; a slow one keeps its time."""

import asyncio
import time

import pytest

from fixtures.servers import MariaDB
from gateway.app import documented_routes
from gateway.config.sections import DatabaseSettings
from gateway.config.settings import Settings
from gateway.database import connection as database_connection
from gateway.database.database import Connection, Databases, Limits, limits_for
from gateway.database.errors import DatabaseError, DatabaseUnavailable, StatementTimeout
from gateway.database.liveness import LivenessProbe
from gateway.database.pool import Pool, PoolError
from gateway.http.response_cache import POLICY
from gateway.tests.support.databases import Server, admin, ask, open_database
from gateway.tests.support.wait_until import until

SLOW = Limits(statement_timeout_ms=600_000, probe_after_seconds=0.1, connect_seconds=1)
_RUNNING = "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'"


async def test_statement_on_frozen_server_raises_statement_timeout(own_server: MariaDB) -> None:
    async with open_database(own_server, "", SLOW) as database, admin(own_server) as root, asyncio.timeout(60):

        async def running() -> bool:
            return (await root.execute(_RUNNING)).rows[0][0] > 0

        reading = asyncio.create_task(database.read(ask("SELECT SLEEP(300)")))
        await until(running)
        own_server.pause()
        try:
            with pytest.raises(StatementTimeout) as raised:
                await reading
            assert raised.value.is_server_down
            assert database.pool.failure
        finally:
            own_server.resume()
        assert database.pool.in_use == 0


async def test_statement_that_its_server_does_not_end_leaves_the_pool_open(mariadb: Server) -> None:
    """The server answers others: one statement that it cannot interrupt is no reason to refuse theirs."""
    limits = Limits(statement_timeout_ms=600_000, probe_after_seconds=0.1, connect_seconds=5)
    async with open_database(mariadb, "", limits) as database:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(database_connection, "GRACE_SECONDS", 1 - 600)
            with pytest.raises(StatementTimeout) as raised:
                await database.read(ask("SELECT SLEEP(30)"))
        assert not raised.value.is_server_down
        assert not database.pool.failure
        assert await database.read(ask("SELECT 1"))


async def test_statement_whose_answer_is_read_late_does_not_count_against_the_server(mariadb: Server) -> None:
    async with open_database(mariadb, "", Limits(statement_timeout_ms=1000)) as database:
        await database.read(ask("SELECT 1"))  # opens the connection
        reading = asyncio.create_task(database.read(ask("SELECT SLEEP(30)")))
        await asyncio.sleep(0.05)
        time.sleep(2)  # noqa: ASYNC251 - the event loop stands still
        with pytest.raises(StatementTimeout) as raised:
            await reading
        assert not raised.value.is_server_down
        assert not database.pool.failure


async def test_slow_statement_is_answered_and_probed_ever_more_rarely(own_server: MariaDB) -> None:
    async with open_database(own_server, "", SLOW) as database, admin(own_server) as root:

        async def connections() -> int:
            return int((await root.execute("SHOW GLOBAL STATUS LIKE 'Connections'")).rows[0][1])

        previous_count = await connections()
        assert await database.read(ask("SELECT SLEEP(1)"))
        assert 2 <= await connections() - previous_count <= 5, "its own connection, and one for each probe"


@pytest.mark.parametrize(("code", "is_down"), [(0, True), (2003, True), (2013, True), (1040, False), (1045, False)])
async def test_probe_with_error_of_the_server_reports_it_as_up(code: int, is_down: bool) -> None:
    async def refuse() -> Connection:
        raise DatabaseUnavailable("site", "refused", code)

    assert await LivenessProbe(refuse, after_seconds=0.1, timeout_seconds=5).server_is_down() is is_down


async def test_concurrent_probes_connect_once() -> None:
    connects = 0

    async def refuse() -> Connection:
        nonlocal connects
        connects += 1
        await asyncio.sleep(0)
        raise DatabaseError("site", "refused")

    probe = LivenessProbe(refuse, after_seconds=0.1, timeout_seconds=5)
    assert await asyncio.gather(*(probe.server_is_down() for _ in range(20))) == [True] * 20
    assert connects == 1
    assert await probe.server_is_down()
    assert connects == 2


def test_limits_of_roles_probe_and_limits_of_jobs_do_not() -> None:
    settings = Settings()
    for role in ("game", "auth", "site"):
        limits = limits_for(settings, role)
        assert 0 < limits.probe_after_seconds < limits.connect_seconds < 1
        assert limits_for(settings, role, 5000).probe_after_seconds == 0


async def test_pool_with_silent_server_opens_the_circuit_of_pools_of_the_same_server() -> None:
    async def never() -> Connection:
        await asyncio.Event().wait()
        raise AssertionError

    async def must_not_connect() -> Connection:
        pytest.fail("the other pool connects")

    first = Pool(never, size=1, queue=0, wait=0, connect_timeout=0.01)
    second = Pool(must_not_connect, size=1, queue=0, wait=0, connect_timeout=5, reconnect_backoff=600)
    first.same_server_pools = [second]
    for pool in (first, second):
        with pytest.raises(PoolError, match="no connection within"):
            await pool.acquire()


async def test_pools_of_one_server_are_linked() -> None:
    dsn, other_server_dsn = "mysql://u@db/a", "mysql://u@other/b"
    config = DatabaseSettings(game_dsn=dsn, auth_dsn=other_server_dsn, site_dsn="mysql://v@db:3306/c")
    databases = Databases.open(Settings(database=config))
    assert databases.game.pool.same_server_pools == [databases.site.pool]
    assert databases.site.pool.same_server_pools == [databases.game.pool]
    assert databases.auth.pool.same_server_pools == []
    await databases.close()


WITHOUT_DATABASE = {
    *("/api/donations/packages", "/api/donations/calculate", "/api/openapi.json", "/api/docs"),
    *("/api/guide", "/api/items/{item_id:int}", "/api/monsters/{monster_id:int}"),
}
"""Computed from the settings, the code and the guide's file alone."""
FOLLOWING_PRIVACY = {
    *("/api/characters/{name:str}", "/api/characters/{name:str}/history", "/api/compare/{left:str}/{right:str}"),
    *("/api/clans/{name:str}", "/api/clans/{name:str}/history", "/api/clans/{name:str}/end"),
    "/crests/clans/{picture:str}",
    *(f"/share/{subject}/{{file:str}}" for subject in ("character", "compare", "signature", "card", "clan")),
    *(f"/share/{subject}/{{file:str}}" for subject in ("boss", "castle", "siege", "week", "competition")),
}
"""An old answer could show a name or a crest that is hidden now."""


def test_public_routes_that_use_a_database_have_a_stale_time() -> None:
    public = [route for route in documented_routes(Settings()) if POLICY in route.opt]
    assert len(public) > len(WITHOUT_DATABASE)
    assert {path for route in public if not route.opt[POLICY].stale for path in route.paths} <= (
        WITHOUT_DATABASE | FOLLOWING_PRIVACY
    )
