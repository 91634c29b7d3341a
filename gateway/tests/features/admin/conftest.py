"""One world and one application for all tests of the administration."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from fixtures.installed import World
from gateway import package_data
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged content."""
    return Path(shutil.copytree(package_data.content(), tmp_path / "content"))
