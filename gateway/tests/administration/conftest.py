"""A world of each file of tests of the administration, and an application on it."""

import shutil
import zlib
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from fixtures.installed import World
from gateway import package_data
from gateway.tests.administration.operator_app import ADMIN_ENV
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import open_app


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    module: str = request.node.nodeid
    return world("mobius", characters=60, seed=zlib.crc32(module.encode()))


@pytest.fixture(scope="module")
async def application(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """One for all tests of a file: it costs more than most of them do."""
    async with open_app(server, client, **ADMIN_ENV) as http:
        yield http


@pytest.fixture
def http(application: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client without the cookies of other tests."""
    application.cookies.clear()
    return application


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged content."""
    return Path(shutil.copytree(package_data.content(), tmp_path / "content"))
