"""Operators of a test's world, and their requests to the administration."""

import time
import uuid
from typing import Any

import httpx
from msgspec.structs import replace

from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.administration import sessions
from gateway.administration.origin import COOKIE
from gateway.administration.permissions import Role
from gateway.administration.sessions import OperatorSessions, StoredSession
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.accounts.factor_store import FactorStore
from gateway.features.operators import operators
from gateway.game.passwords import hash_password
from gateway.http.rate_limit import Clients
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command

ADMIN_ENV = {"GATEWAY_ADMIN_ENABLED": "true"}
PASSWORD = "correct horse battery"
SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
_PASSWORD_HASH = hash_password(PASSWORD, "bcrypt")


async def add_operator(world: World, name: str, role: Role = "owner") -> None:
    async with open_databases(world.settings) as databases, databases.site.transaction() as session:
        await operators.add(session, keys_of(world), name, role, _PASSWORD_HASH)


def signed_in(cookie: str) -> dict[str, str]:
    return {**SAME_ORIGIN, "Cookie": f"{COOKIE}={cookie}"}


def cookie_of(response: httpx.Response) -> str:
    return response.headers["set-cookie"].split(";")[0].partition("=")[2]


async def session_headers(world: World, name: str) -> dict[str, str]:
    """Returns the headers of a new session, as after a sign-in with a second factor."""
    async with open_databases(world.settings) as databases:
        row = await databases.site.one(operators.OPERATOR, name=name)
        assert row
        return signed_in(await open_sessions(world, databases.site).begin(row, with_factor=True))


def open_sessions(world: World, site: Database) -> OperatorSessions:
    keys = keys_of(world)
    return OperatorSessions(site, keys, FactorStore(site, keys, ""), Clients((), loopback=False), "")


_SESSIONS = """
SELECT hash, name, role, password, operator_sessions.created_at, seen_at, confirmed_at, factor_at
FROM operator_sessions JOIN operators ON name = operator
WHERE name = '{name}'
"""


async def change_sessions(world: World, name: str, **seconds_ago: int) -> None:
    """Changes times of an operator's sessions as the service would, with new signatures."""
    now = int(time.time())
    for stored_row in await site(world, _SESSIONS.format(name=name)):
        row = replace(StoredSession(*stored_row), **{column: now - ago for column, ago in seconds_ago.items()})
        values = {column: getattr(row, column) for column in seconds_ago}
        values["signature"] = f"'{sessions.sign(keys_of(world), row)}'"
        changes = ", ".join(f"{column} = {value}" for column, value in values.items())
        await site(world, f"UPDATE operator_sessions SET {changes} WHERE hash = '{row.hash}'")


def keys_of(world: World) -> DataKeys:
    return DataKeys(world.settings.security.data_keys)


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


async def signature_of(world: World, name: str, keys: str = "") -> str:
    """The last column of `gateway operator list`."""
    env = {"GATEWAY_SECURITY_DATA_KEYS": keys} if keys else {}
    lines = (await run_command(world, "operator", "list", **env)).out.splitlines()
    return next(line for line in lines if line.startswith(f"{name} ")).split()[-1]
