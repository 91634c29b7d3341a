"""Tests of the security log: writing, access and pruning."""

import time

import httpx
import pytest

from gateway.config.dsn import parse_dsn
from gateway.database import privileges
from gateway.database.database import DatabaseError, Databases, connect
from gateway.features.player import security_log
from gateway.tests.conftest import Opener, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, log_in, site, token_of
from gateway.tests.support.databases import Server, admin

PATH = "/api/player/security-logs"
DAY = 86400


@pytest.fixture
async def http(world: WorldFactory, shared_app: Opener) -> httpx.AsyncClient:
    return await shared_app(world("mobius", seed=86))


async def test_security_logs_lists_logins_newest_first(http: httpx.AsyncClient) -> None:
    await log_in(http, "demo2", "wrong-1", "2001:db8::7")
    headers = bearer(await token_of(http, "demo2"))
    body = (await http.get(PATH, headers=headers)).json()
    assert body["total"] == 2
    newest, oldest = body["data"]
    assert (newest["action"], newest["ip_address"], newest["success"]) == ("LOGIN", "203.0.113.9", True)
    assert (oldest["action"], oldest["ip_address"], oldest["success"]) == ("LOGIN", "2001:db8::7", False)
    assert newest["timestamp"].endswith("Z")
    assert newest.keys() == {"action", "ip_address", "timestamp", "success", "attempts"}


async def test_security_logs_exclude_other_accounts(http: httpx.AsyncClient) -> None:
    await log_in(http, "staff", "wrong-1", "192.0.2.77")
    body = (await http.get(PATH, headers=bearer(await token_of(http, "demo")))).json()
    assert all(entry["ip_address"] != "192.0.2.77" for entry in body["data"])
    assert_error(await http.get(PATH), 401, "not_authenticated")


async def test_security_logs_unknown_login_writes_no_row(world: WorldFactory, http: httpx.AsyncClient) -> None:
    await log_in(http, "phantom", "wrong-1")
    await log_in(http, "banned")
    query = "SELECT login, success FROM security_log WHERE login IN ('phantom', 'banned')"
    assert await site(world("mobius", seed=86), query) == [("banned", 0)]


@pytest.mark.parametrize("limit", ["0", "101", "-1", "x", "1.5"])
async def test_security_logs_limit_out_of_range_is_refused(http: httpx.AsyncClient, limit: str) -> None:
    response = await http.get(f"{PATH}?limit={limit}", headers=bearer(await token_of(http, "demo")))
    assert (response.status_code, response.json()["error"]) == (400, "validation_failed")
    assert response.json()["fields"].keys() == {"limit"}


async def test_security_logs_limit_cuts_page_not_total(world: WorldFactory, shared_app: Opener) -> None:
    server, now = world("acis", seed=86), int(time.time())
    rows = ", ".join(f"('demo', 'LOGIN', '192.0.2.1', {now - number}, 0)" for number in range(1, 121))
    await site(server, f"INSERT INTO security_log (login, action, ip_address, at, success) VALUES {rows}")
    http = await shared_app(server)
    headers = bearer(await token_of(http, "demo"))
    body = (await http.get(f"{PATH}?limit=3", headers=headers)).json()
    assert (len(body["data"]), body["total"]) == (3, 121)
    assert len((await http.get(PATH, headers=headers)).json()["data"]) == 50
    assert len((await http.get(f"{PATH}?limit=100", headers=headers)).json()["data"]) == 100


@pytest.mark.database
async def test_prune_deletes_old_rows_only(world: WorldFactory) -> None:
    server, now = world("lucera", seed=86), int(time.time())
    expired = ", ".join(f"('old', 'LOGIN', '192.0.2.1', {now - 181 * DAY - number}, 1)" for number in range(5003))
    fresh = f"('old', 'LOGIN', '192.0.2.2', {now - 179 * DAY}, 1), ('old', 'LOGIN', '192.0.2.3', {now}, 1)"
    await site(server, f"INSERT INTO security_log (login, action, ip_address, at, success) VALUES {expired}, {fresh}")
    databases = Databases.open(server.settings)
    try:
        assert await security_log.prune(databases.site) == 5003
        assert await security_log.prune(databases.site) == 0
    finally:
        await databases.close()
    rows = await site(server, "SELECT ip_address FROM security_log WHERE login = 'old' ORDER BY at")
    assert rows == [("192.0.2.2",), ("192.0.2.3",)]


@pytest.mark.database
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM security_log WHERE at < 1",
        "UPDATE security_log SET success = 1 WHERE at < 1",
        "DROP PROCEDURE prune_security_log",
        "CREATE OR REPLACE PROCEDURE prune_security_log() DELETE FROM security_log",
    ],
)
async def test_site_user_forbidden_statement_is_refused(world: WorldFactory, statement: str) -> None:
    connection = await connect(parse_dsn(world("mobius", seed=86).environment["GATEWAY_DATABASE_SITE_DSN"]))
    try:
        with pytest.raises(DatabaseError) as refusal:
            await connection.execute(statement)
        assert refusal.value.code in {1044, 1064, 1142, 1227, 1370}
    finally:
        connection.close()


@pytest.mark.database
async def test_privileges_missing_prune_procedure_is_reported(mariadb: Server, world: WorldFactory) -> None:
    server = world("acis", seed=87)
    assert (await privileges.examine(server.settings)).is_ok
    async with admin(mariadb, server.schemas.site) as root:
        await root.execute("DROP PROCEDURE prune_security_log")
    assert (await privileges.examine(server.settings)).missing_rights == ("site: EXECUTE on prune_security_log",)
