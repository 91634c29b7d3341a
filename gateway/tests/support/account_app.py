"""Runs the application in the test process, and sends the requests of the account routes."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from fixtures.admin import Rows, execute
from fixtures.installed import World, in_schema
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.database.database import connect
from gateway.game.families import FAMILIES
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.in_process_builder import create_test_app
from gateway.tests.support.wait_until import until

PASSWORD = "demo1234"  # of every named account of a world
# Logins without a minimum duration, and timeouts for a busy machine.
APP_ENV = {
    "GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1",
    "GATEWAY_SERVER_TRUSTED_PROXIES": "127.0.0.1",
    "GATEWAY_DATABASE_POOL_ACQUIRE_TIMEOUT_MS": "20000",
    "GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS": "20000",
}
ACCESS = dict.fromkeys(FAMILIES, "access_level") | dict.fromkeys(("mobius", "mobius_ct0", "lucera"), "accessLevel")
EMAIL = {key: family.email_column for key, family in FAMILIES.items() if family.email_column}


def on_families(*families: str) -> pytest.MarkDecorator:
    """Runs a test of the accounts with the fixture `server` on a world of each of these families."""
    return pytest.mark.parametrize("server", families, indirect=True)


each_family = on_families("mobius", "acis", "lucera")


@asynccontextmanager
async def open_app(world: World, client: ClientFactory, **env: str) -> AsyncGenerator[httpx.AsyncClient]:
    """Starts the application on a world. It trusts `X-Forwarded-For`, so a test may use any client address."""
    app = create_test_app(settings.load(None, {**world.environment, **APP_ENV, **env}))
    async with client(app) as http:
        yield http


@asynccontextmanager
async def open_app_as(login: str, world: World, client: ClientFactory, **env: str) -> AsyncGenerator[httpx.AsyncClient]:
    """Starts the application on a world; requests carry the token of the account."""
    async with open_app(world, client, **env) as http:
        http.headers.update(bearer(await token_of(http, login)))
        yield http


@asynccontextmanager
async def without_jobs(world: World) -> AsyncGenerator[None]:
    """Holds the lock of the scheduled jobs, so that no job adds a sample to those of a test."""
    connection = await connect(parse_dsn(in_schema(world.admin_dsn, world.schemas.site)))
    try:
        lock = await connection.execute("SELECT GET_LOCK(LEFT(CONCAT(DATABASE(), '.jobs'), 64), 30)")
        assert lock.rows[0][0] == 1
        yield
    finally:
        connection.close()


@asynccontextmanager
async def locked(world: World, table: str) -> AsyncGenerator[None]:
    """Lets all statements on a table of the site schema wait."""
    connection = await connect(parse_dsn(in_schema(world.admin_dsn, world.schemas.site)))
    try:
        await connection.execute(f"LOCK TABLES {table} WRITE")
        yield
    finally:
        connection.close()


async def log_in(
    http: httpx.AsyncClient, name: str, password: str = PASSWORD, address: str = "203.0.113.9", *, proof: str = ""
) -> httpx.Response:
    form = {"username": name, "password": password}
    return await http.post("/api/auth/login", json=form, headers={"X-Forwarded-For": address, "X-Proof": proof})


async def register(http: httpx.AsyncClient, name: str, *, proof: str = "", **fields: str) -> httpx.Response:
    form = {"username": name, "email": f"{name}@example.org", "password": "secret-77"} | fields
    return await http.post("/api/auth/register", json=form, headers={"X-Proof": proof})


async def new_account(http: httpx.AsyncClient, name: str, **fields: str) -> str:
    """Registers an account with the password secret-77. Returns its token."""
    response = await register(http, name, **fields)
    assert response.status_code == 201, response.text
    return str(response.json()["token"])


async def is_accepted(http: httpx.AsyncClient, token: str) -> bool:
    response = await http.get("/api/auth/profile", headers=bearer(token))
    if response.status_code == 401:
        assert_error(response, 401, "not_authenticated")
    return response.status_code == 200


async def until_rejected(http: httpx.AsyncClient, token: str) -> None:
    """Waits until a process that has cached the session reads it again."""

    async def is_rejected() -> bool:
        return not await is_accepted(http, token)

    await until(is_rejected)


async def token_of(http: httpx.AsyncClient, name: str, password: str = PASSWORD) -> str:
    response = await log_in(http, name, password)
    assert response.status_code == 200, response.text
    return str(response.json()["token"])


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def assert_error(response: httpx.Response, status: int, error: str, **fields: str) -> None:
    body: dict[str, Any] = response.json()
    assert (response.status_code, body["error"]) == (status, error), response.text
    assert body.get("fields", {}) == fields
    assert response.headers["cache-control"] == "no-store"


async def game(world: World, *statements: str) -> Rows:
    """Executes statements as the game server; returns the rows of the last one."""
    return await execute(world.game_admin_dsn, *statements)


async def site(world: World, *statements: str) -> Rows:
    """Executes statements in the site schema; returns the rows of the last one."""
    return await execute(in_schema(world.admin_dsn, world.schemas.site), *statements)
