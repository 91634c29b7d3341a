"""An application on a world whose accounts a module may change: its own, by the constant SEED of the module."""

from typing import Any, cast

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import Opener, WorldFactory


@pytest.fixture
def server(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    """Family mobius, or those of the mark `on_families`."""
    module: Any = cast("Any", request).module
    return world(getattr(request, "param", "mobius"), seed=module.SEED)


@pytest.fixture
async def http(server: World, shared_app: Opener) -> httpx.AsyncClient:
    return await shared_app(server)
