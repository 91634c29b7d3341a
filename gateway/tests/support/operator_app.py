"""Operators of a test's world, and their requests to the administration."""

import uuid
from typing import Any

import httpx

from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.features.accounts.factor_store import FactorStore
from gateway.features.admin import operators
from gateway.features.admin.origin import COOKIE
from gateway.features.admin.permissions import Role
from gateway.features.admin.sessions import OperatorSessions
from gateway.game.passwords import hash_password
from gateway.http.rate_limit import Clients

ADMIN_ENV = {"GATEWAY_ADMIN_ENABLED": "true"}
PASSWORD = "correct horse battery"
SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
_PASSWORD_HASH = hash_password(PASSWORD, "bcrypt")


async def add_operator(world: World, name: str, role: Role = "owner") -> None:
    async with open_databases(world.settings) as databases, databases.site.transaction() as session:
        await operators.add(session, name, role, _PASSWORD_HASH)


def signed_in(cookie: str) -> dict[str, str]:
    return {**SAME_ORIGIN, "Cookie": f"{COOKIE}={cookie}"}


def cookie_of(response: httpx.Response) -> str:
    return response.headers["set-cookie"].split(";")[0].partition("=")[2]


async def session_headers(world: World, name: str) -> dict[str, str]:
    """Returns the headers of a new session, as after a sign-in with a second factor."""
    async with open_databases(world.settings) as databases:
        factors = FactorStore(databases.site, None, "")  # pyright: ignore[reportArgumentType] - seals nothing here
        sessions = OperatorSessions(databases.site, factors, Clients((), loopback=False), "")
        return signed_in(await sessions.begin(name, with_factor=True))


async def operator_headers(world: World, role: Role = "owner", name: str = "") -> dict[str, str]:
    """Adds an operator, and returns the headers of its session. `name`: empty: a random one."""
    name = name or f"{role}-{uuid.uuid4().hex[:8]}"
    await add_operator(world, name, role)
    return await session_headers(world, name)


def new_key() -> dict[str, str]:
    """Returns the header of an idempotency key."""
    return {"Idempotency-Key": str(uuid.uuid4())}


async def sign_in(http: httpx.AsyncClient, name: str, password: str = PASSWORD, **headers: str) -> httpx.Response:
    form: dict[str, Any] = {"name": name, "password": password}
    return await http.post("/api/admin/sign-in", json=form, headers={**SAME_ORIGIN, **headers})
