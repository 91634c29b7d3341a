"""Tests of the stored runs of the game server."""

from collections.abc import AsyncGenerator

import pytest

from fixtures.databases import open_databases
from gateway.database.database import Database
from gateway.features.server_status import game_runs
from gateway.features.server_status.game_runs import GameRun
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.game_runs import add_run, delete_runs

RUNS = [GameRun(100, 180, 190), GameRun(200, 280, 290), GameRun(300, 380, None)]


@pytest.fixture
async def site(world: WorldFactory) -> AsyncGenerator[Database]:
    own_world = world()
    async with open_databases(own_world.settings) as databases:
        await delete_runs(own_world, databases.site)
        yield databases.site
        await delete_runs(own_world, databases.site)


async def test_runs_since_returns_the_runs_that_had_not_ended_before(site: Database) -> None:
    assert await game_runs.runs_since(site, 0) == []
    for run in RUNS:
        await add_run(site, run)
    first_run = {0: 0, 100: 0, 190: 0, 191: 1, 200: 1, 290: 1, 295: 2, 300: 2, 5000: 2}
    for since, first in first_run.items():
        assert await game_runs.runs_since(site, since) == RUNS[first:], since
