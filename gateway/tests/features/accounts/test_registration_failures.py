"""A registration writes two databases: if one fails, nothing is kept or the player's next try gets everything."""

import asyncio
from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.admin import Rows, execute
from fixtures.installed import World
from gateway.game import passwords
from gateway.tests.conftest import SHARED_LIMITS, ClientFactory
from gateway.tests.support.account_app import (
    assert_error,
    game,
    log_in,
    on_families,
    open_app,
    register,
    site,
)
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until, until_transactions

SEED = 96
ENV = {
    "GATEWAY_MAIL_HOST": "127.0.0.1",
    "GATEWAY_MAIL_PORT": "9",  # refuses connections: mails stay in the outbox
    "GATEWAY_MAIL_TLS": "off",
    "GATEWAY_MAIL_SENDER": "Fishi <no-reply@play.example>",
    "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
}
RECORDS = {
    "profiles": "login",
    "account_sources": "login",
    "account_owners": "login",
    "security_log": "login",
    "messages": "login",
    "sessions": "login",
}
"""Table of the site schema → its column with the login."""

both_kinds = on_families("acis", "mobius")


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, **SHARED_LIMITS, **ENV) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def records(server: World, login: str) -> dict[str, int]:
    """Counts the rows of each table; a login to the site adds to the log, so only the creation counts there."""
    counts: dict[str, int] = {}
    for table, column in RECORDS.items():
        only = " AND action = 'ACCOUNT_CREATED'" if table == "security_log" else ""
        ((counts[table],),) = await site(server, f"SELECT COUNT(*) FROM {table} WHERE {column} = '{login}'{only}")
    return counts


async def stored(server: World, login: str) -> Rows:
    return await game(server, f"SELECT password FROM accounts WHERE login = '{login}'")


@on_families("acis")
async def test_register_without_a_site_table_keeps_nothing_and_works_afterwards(
    http: httpx.AsyncClient, server: World
) -> None:
    for number, table in enumerate(RECORDS):
        login = f"kept{number}"
        await site(server, f"RENAME TABLE {table} TO {table}_away")
        try:
            refusal = await register(http, login)
        finally:
            await site(server, f"RENAME TABLE {table}_away TO {table}")
        assert (refusal.status_code, await stored(server, login)) == (503, []), table
        assert await records(server, login) == dict.fromkeys(RECORDS, 0), table
        response = await register(http, login)
        assert response.status_code == 201, response.text
        assert await records(server, login) == dict.fromkeys(RECORDS, 1), table


@both_kinds
async def test_register_again_after_an_interruption_gets_the_rest(http: httpx.AsyncClient, server: World) -> None:
    password_hash = passwords.hash_password("secret-77", "bcrypt" if server.family == "acis" else "sha1")
    await game(server, f"INSERT INTO accounts (login, password) VALUES ('cutshort', '{password_hash}')")
    assert_error(await register(http, "cutshort", password="secret-78"), 409, "username_taken")
    assert await records(server, "cutshort") == dict.fromkeys(RECORDS, 0)
    response = await register(http, "cutshort")
    assert response.status_code == 201, response.text
    assert response.json()["user"]["email"] == "cutshort@example.org"
    assert await stored(server, "cutshort") == [(password_hash,)]
    assert await records(server, "cutshort") == dict.fromkeys(RECORDS, 1)
    assert_error(await register(http, "cutshort"), 409, "username_taken")


@on_families("acis")
async def test_register_the_name_of_staff_or_a_banned_account_is_refused_with_its_password(
    http: httpx.AsyncClient, server: World
) -> None:
    password_hash = passwords.hash_password("secret-77", "sha1")
    for login, level in (("quietgm", 1), ("quietban", -1)):
        row = f"('{login}', '{password_hash}', {level})"
        await game(server, f"INSERT INTO accounts (login, password, access_level) VALUES {row}")
        assert_error(await register(http, login), 409, "username_taken")
        assert await records(server, login) == dict.fromkeys(RECORDS, 0)


@both_kinds
async def test_register_with_the_connection_lost_before_the_commit_is_complete(
    http: httpx.AsyncClient, server: World
) -> None:
    """The game's row is the last statement: the site's transaction waits while a trigger holds it up."""
    waiting = (
        "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx JOIN information_schema.processlist AS list"
        f" ON list.id = trx_mysql_thread_id WHERE list.user LIKE '{server.schemas.site}' AND trx_rows_modified > 0"
    )
    connections: Rows = []
    await game(server, "CREATE TRIGGER held BEFORE INSERT ON accounts FOR EACH ROW SET @held = SLEEP(3)")
    try:
        registration = asyncio.create_task(register(http, "lostline"))

        async def is_inserting() -> bool:
            return bool(await game(server, "SELECT id FROM information_schema.processlist WHERE state = 'User sleep'"))

        async def is_the_only_one() -> bool:
            nonlocal connections
            connections = await execute(server.admin_dsn, waiting)
            return len(connections) == 1

        await until(is_inserting)
        await until_transactions(is_the_only_one)
        await execute(server.admin_dsn, f"KILL {connections[0][0]}")
        response = await registration
    finally:
        await game(server, "DROP TRIGGER held")
    assert response.status_code == 201, response.text
    assert await records(server, "lostline") == dict.fromkeys(RECORDS, 1)
    assert (await log_in(http, "lostline", "secret-77")).status_code == 200
