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


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, **ADMIN_ENV) as http:
        yield http


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged content."""
    return Path(shutil.copytree(package_data.content(), tmp_path / "content"))
