"""One world and one application for all tests of the administration."""

from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import open_app
from gateway.tests.support.operator_app import ADMIN_ENV


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=81)


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, **ADMIN_ENV) as http:
        yield http
