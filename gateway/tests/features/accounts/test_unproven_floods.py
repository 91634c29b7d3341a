"""Many strangers wait for the same statement: the owner's sign-in waits with them, and is not refused."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import PASSWORD, locked, log_in, open_app

SEED = 192
HOME = "198.51.100.7"
_STRANGERS = 300
"""More than may use or wait for a connection to the site schema."""
_LOCKED_SECONDS = 1
_ASSERTION = {
    "id": "AAAA",
    "response": {"clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA", "userHandle": "AAAA"},
}


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    env = {
        "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
        "GATEWAY_MAIL_HOST": "127.0.0.1",
        "GATEWAY_MAIL_SENDER": "server@play.example",
        "GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS": "100000",
    }
    async with open_app(server, client, **env) as http:
        yield http


@pytest.mark.parametrize(
    ("table", "path", "form"),
    [
        ("security_log", "/api/auth/login", {"username": "ghost", "password": "wrong-1"}),
        ("passkeys", "/api/auth/passkeys/login/verify", {"assertion": _ASSERTION}),
        ("mail_links", "/api/auth/recover/link", {"key": "A" * 43}),
        ("mails", "/api/auth/recover", {"email": "ghost@example.org"}),
        ("wallets", "/api/auth/register", {"username": "", "email": "ghost@example.org", "password": "secret-77"}),
    ],
)
async def test_owner_gets_in_while_strangers_wait(
    server: World, http: httpx.AsyncClient, table: str, path: str, form: dict[str, Any]
) -> None:
    assert (await log_in(http, "demo", PASSWORD, HOME)).status_code == 200

    async def send(number: int) -> int:
        headers = {"X-Forwarded-For": f"100.{64 + number // 250}.{number % 250}.1"}
        filled_form = form | ({"username": f"ghost{number}"} if "username" in form else {})
        return (await http.post(path, json=filled_form, headers=headers)).status_code

    async with locked(server, table):
        strangers = [asyncio.create_task(send(number)) for number in range(_STRANGERS)]
        await asyncio.sleep(_LOCKED_SECONDS)
        owner = asyncio.create_task(log_in(http, "demo", PASSWORD, HOME))
        await asyncio.wait([owner], timeout=_LOCKED_SECONDS)
    assert (await owner).status_code == 200
    await asyncio.gather(*strangers)
