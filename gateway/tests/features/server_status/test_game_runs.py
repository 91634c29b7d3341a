"""Tests of the stored runs of the game server."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from fixtures.admin import execute, in_schema
from fixtures.databases import open_databases
from gateway import package_data
from gateway.database.database import Database
from gateway.database.queries import split
from gateway.features.server_status import game_runs
from gateway.features.server_status.game_runs import GameRun, LastRun, Observation, Stop, record
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.game_runs import add_run, delete_runs
from gateway.tests.support.status_samples import add_sample, delete_samples

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


def seen(at: float, since: float | None, stop: Stop | None = None, *, socket: int | None = None) -> Observation:
    return Observation(at, since, socket, stop)


async def test_record_begins_extends_and_ends_runs(site: Database) -> None:
    assert await record(site, seen(50, None, Stop(None, 50))) == (None, None)
    assert await record(site, seen(100.7, 100.7)) == (None, LastRun(100, 100, None))
    assert (await record(site, seen(109.9, 100.7)))[1] == LastRun(100, 100, None), "within 10 s nothing is written"
    assert (await record(site, seen(110.2, 100.7)))[1] == LastRun(100, 110, None)
    assert (await record(site, seen(130.4, None, Stop(125.4, 130.4))))[1] == LastRun(100, 125, 131)
    assert (await record(site, seen(140.9, 140.9)))[1] == LastRun(140, 140, None)
    assert await game_runs.runs_since(site, 0) == [GameRun(100, 125, 131), GameRun(140, 140, None)]


async def test_record_after_our_own_restart_continues_the_run(site: Database) -> None:
    await add_run(site, GameRun(100, 180, None))
    assert (await record(site, seen(5000, 5000, socket=7)))[1] == LastRun(100, 5000, None, 7)


async def test_record_of_another_socket_ends_the_run_and_begins_one(site: Database) -> None:
    await record(site, seen(100, 100, socket=7))
    assert (await record(site, seen(130, 100, socket=7)))[1] == LastRun(100, 130, None, 7)
    assert (await record(site, seen(200.5, 200.5, socket=8)))[1] == LastRun(201, 201, None, 8)
    assert await game_runs.runs_since(site, 0) == [GameRun(100, 130, 201), GameRun(201, 201, None)]


async def test_record_of_a_stop_that_could_not_be_written_ends_the_run_before_it_goes_on(site: Database) -> None:
    await record(site, seen(100, 100))
    assert (await record(site, seen(300, 250, Stop(190, 200))))[1] == LastRun(250, 300, None)
    assert await game_runs.runs_since(site, 0) == [GameRun(100, 190, 200), GameRun(250, 300, None)]


async def test_record_of_an_older_observation_changes_nothing(site: Database) -> None:
    await record(site, seen(100, 100))
    await record(site, seen(200, None, Stop(195, 200)))
    _, run = await record(site, seen(199, 100))
    assert run == await game_runs.last_run(site) == LastRun(100, 195, 200)


async def test_record_by_processes_at_once_keeps_one_run(site: Database) -> None:
    await asyncio.gather(*(record(site, seen(100 + number / 10, 100 + number / 10)) for number in range(8)))
    assert len(await game_runs.runs_since(site, 0)) == 1
    stops = (record(site, seen(120 + number / 10, None, Stop(110, 120 + number / 10))) for number in range(8))
    await asyncio.gather(*stops)
    (run,) = await game_runs.runs_since(site, 0)
    assert run.last_answer_at == 110
    assert run.ended_at in {120, 121}


@pytest.mark.parametrize(
    ("samples", "run"),
    [
        ({}, None),
        ({60: 0, 120: 0}, None),
        ({60: 1, 120: 0, 180: 1, 240: 1}, GameRun(180, 240, None)),
        ({60: 0, 120: 1, 180: 1, 240: 0, 300: 0}, GameRun(120, 180, 240)),
        ({60: 1, 120: 1}, GameRun(60, 120, None)),
    ],
    ids=["no sample", "never up", "up", "down", "always up"],
)
async def test_migration_takes_the_last_run_from_the_samples(
    world: WorldFactory, site: Database, samples: dict[int, int], run: GameRun | None
) -> None:
    await delete_samples(site)
    for at, online in samples.items():
        await add_sample(site, at, 5 * online, online=bool(online))
    text = (package_data.sql() / "schema" / "050_probe_connects.sql").read_text()
    dsn = in_schema(world().admin_dsn, site.dsn.schema)
    for _ in range(2):  # a migration that was cut short is repeated
        await execute(dsn, *split(text))
    assert await game_runs.runs_since(site, 0) == ([run] if run else [])
    await delete_samples(site)
