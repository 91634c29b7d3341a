"""An application in this process for the tests of accounts, and what they ask of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from fixtures.admin import Rows, execute
from fixtures.installed import World, in_schema
from gateway.app import create_app
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.database.database import connect
from gateway.game.families import FAMILIES
from gateway.tests.conftest import ClientFactory

PASSWORD = "demo1234"  # of everybody the world names
# No floor; and patience with a machine that has much to do, where a test is not about it.
OWN = {
    "GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1",
    "GATEWAY_SERVER_TRUSTED_PROXIES": "127.0.0.1",
    "GATEWAY_DATABASE_POOL_ACQUIRE_TIMEOUT_MS": "20000",
    "GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS": "20000",
}
ACCESS = dict.fromkeys(FAMILIES, "access_level") | dict.fromkeys(("mobius", "mobius_ct0", "lucera"), "accessLevel")
EMAIL = {key: family.email_column for key, family in FAMILIES.items() if family.email_column}


@asynccontextmanager
async def entrance(world: World, client: ClientFactory, **env: str) -> AsyncGenerator[httpx.AsyncClient]:
    """The application on a world, without a floor; a test may come from any address by `X-Forwarded-For`."""
    app = create_app(settings.load(None, {**world.environment, **OWN, **env}))
    async with client(app) as http:
        yield http


@asynccontextmanager
async def without_jobs(world: World) -> AsyncGenerator[None]:
    """Holds the lock of whoever works by the clock, so that nobody adds a sample to those a test has arranged."""
    holder = await connect(parse_dsn(in_schema(world.admin_dsn, world.schemas.site)))
    try:
        taken = await holder.execute("SELECT GET_LOCK(LEFT(CONCAT(DATABASE(), '.jobs'), 64), 30)")
        assert taken.rows[0][0] == 1
        yield
    finally:
        holder.close()


async def enter(
    http: httpx.AsyncClient, name: str, password: str = PASSWORD, address: str = "203.0.113.9"
) -> httpx.Response:
    form = {"username": name, "password": password}
    return await http.post("/api/auth/login", json=form, headers={"X-Forwarded-For": address})


async def join(http: httpx.AsyncClient, name: str, **other: str) -> httpx.Response:
    form = {"username": name, "email": f"{name}@example.org", "password": "secret-77"} | other
    return await http.post("/api/auth/register", json=form)


async def token_of(http: httpx.AsyncClient, name: str, password: str = PASSWORD) -> str:
    answer = await enter(http, name, password)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def refused(answer: httpx.Response, status: int, error: str, **fields: str) -> None:
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["error"]) == (status, error), answer.text
    assert body.get("fields", {}) == fields
    assert answer.headers["cache-control"] == "no-store"


async def game(world: World, *statements: str) -> Rows:
    """Statements as the game's own server would issue them; the rows of the last one."""
    return await execute(world.game_admin_dsn, *statements)


async def site(world: World, *statements: str) -> Rows:
    """The same in the site's schema."""
    return await execute(in_schema(world.admin_dsn, world.schemas.site), *statements)
