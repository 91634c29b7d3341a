"""An application on a world whose accounts a module may change: its own, by the constant SEED of the module."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, Final, cast

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import open_app

SHARED: Final = {
    "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "10000",
    "GATEWAY_LIMITS_REGISTRATIONS": "10000",
    "GATEWAY_LIMITS_REGISTRATIONS_TOTAL": "10000",
}
"""Limits that the tests of a module would reach together."""

Opener = Callable[[World], Awaitable[httpx.AsyncClient]]


@pytest.fixture
def server(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    """Family mobius, or those of the mark `on_families`."""
    module: Any = cast("Any", request).module
    return world(getattr(request, "param", "mobius"), seed=module.SEED)


@pytest.fixture(scope="module")
async def shared_app(request: pytest.FixtureRequest, client: ClientFactory) -> AsyncGenerator[Opener]:
    """One application for each world of the module, with the module's constant ENV."""
    module: Any = cast("Any", request).module
    env, opened = SHARED | getattr(module, "ENV", {}), dict[str, httpx.AsyncClient]()
    async with AsyncExitStack() as stack:

        async def get(world: World) -> httpx.AsyncClient:
            if world.schema not in opened:
                opened[world.schema] = await stack.enter_async_context(open_app(world, client, **env))
            return opened[world.schema]

        yield get


@pytest.fixture
async def http(server: World, shared_app: Opener) -> httpx.AsyncClient:
    return await shared_app(server)
