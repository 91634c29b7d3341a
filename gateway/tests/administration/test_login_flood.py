"""Bots fill the sign-in of players or of operators: the owner of an account gets in by both."""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from fixtures.installed import World
from fixtures.service import Service
from gateway.tests.administration.operator_app import ADMIN_ENV, SAME_ORIGIN, add_operator, sign_in
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import APP_ENV, PASSWORD, locked, log_in
from gateway.tests.support.wait_until import until

SEED = 91
HOME, ELSEWHERE = "198.51.100.7", "192.0.2.60"
_PAUSE_SECONDS = 20
_LOCKED_SECONDS = 5
"""Longer than a statement may wait for a connection to the site schema."""
_ENV = {"GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS": "100000"}
_TIMEOUT = httpx.Timeout(120)
_LIMITS = httpx.Limits(max_connections=None)


@pytest.fixture(scope="module")
async def server(world: WorldFactory) -> World:
    """A world with an operator; its passwords are bcrypt hashes."""
    server = world("lucera", characters=60, seed=SEED)
    await add_operator(server, "olga")
    return server


@pytest.fixture
async def http(server: World, tmp_path: Path) -> AsyncGenerator[httpx.AsyncClient]:
    """A service that knows the network HOME."""
    service = Service({**server.environment, **APP_ENV, **ADMIN_ENV, **_ENV}, log=tmp_path / "log")
    async with httpx.AsyncClient(base_url=service.url, timeout=_TIMEOUT, limits=_LIMITS) as http:
        with service:
            assert (await log_in(http, "demo", PASSWORD, HOME)).status_code == 200
            assert (await operator(http, HOME)).status_code == 200
            yield http


async def operator(http: httpx.AsyncClient, address: str) -> httpx.Response:
    return await sign_in(http, "olga", **{"X-Forwarded-For": address})


async def status(request: Awaitable[httpx.Response]) -> int:
    """Returns 0 for a connection that was lost."""
    try:
        return (await request).status_code
    except httpx.TransportError:
        return 0


async def sign_in_both(http: httpx.AsyncClient, address: str) -> list[int]:
    """Returns the statuses of the player's and of the operator's sign-in. Asks again after a lost connection."""

    async def answer(ask: Callable[[], Awaitable[httpx.Response]]) -> int:
        return await status(ask()) or await status(ask())

    player = answer(lambda: log_in(http, "demo", PASSWORD, address))
    return list(await asyncio.gather(player, answer(lambda: operator(http, address))))


@asynccontextmanager
async def bots(http: httpx.AsyncClient, count: int) -> AsyncGenerator[Counter[int]]:
    """Each bot has a network of its own, and guesses unknown names at both doors."""
    statuses, numbers = Counter[int](), itertools.count()

    async def run(address: str) -> None:
        while True:
            name = f"ghost{next(numbers)}"
            form = {"name": name, "password": "wrong-1"}
            headers = {**SAME_ORIGIN, "X-Forwarded-For": address}
            statuses.update(
                await asyncio.gather(
                    status(log_in(http, name, "wrong-1", address)),
                    status(http.post("/api/admin/sign-in", json=form, headers=headers)),
                )
            )
            await asyncio.sleep(_PAUSE_SECONDS)

    tasks = [asyncio.create_task(run(f"100.{64 + bot // 250}.{bot % 250}.1")) for bot in range(count)]
    try:
        yield statuses
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.alone
@pytest.mark.timeout(600)  # 600 bots keep a machine busy for minutes
@pytest.mark.parametrize("count", [60, 600])
async def test_flood_of_bots_closes_no_sign_in(server: World, http: httpx.AsyncClient, count: int) -> None:
    async with AsyncExitStack() as stack:
        owner = await stack.enter_async_context(httpx.AsyncClient(base_url=http.base_url, timeout=_TIMEOUT))
        # Locked before the bots start: they keep this event loop busy for longer than the server waits for a handshake.
        async with locked(server, "security_log"):
            statuses = await stack.enter_async_context(bots(http, count))
            # All bots wait for the database at the same time. A shorter lock finds less, and fails nothing.
            await asyncio.sleep(_LOCKED_SECONDS)
            answers = asyncio.create_task(sign_in_both(owner, HOME))
            await asyncio.wait([answers], timeout=_LOCKED_SECONDS)

        async def is_flooded() -> bool:
            return statuses.total() >= 20

        assert await answers == [200, 200]
        await until(is_flooded)
        for _ in range(3):
            assert await sign_in_both(owner, HOME) == [200, 200]

        async def is_in_from_elsewhere() -> bool:
            return await sign_in_both(http, ELSEWHERE) == [200, 200]

        if count == 60:  # 600 networks that were not served yet come first for a minute
            await until(is_in_from_elsewhere)
    assert statuses[401] > 0
