"""The chain in a real database: concurrent writers, gaps, closed days, pruning, and the answers of the API."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from itertools import pairwise

import msgspec
import pytest

from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import Query
from gateway.extras.population import handlers, repository
from gateway.extras.population.chain import START, ChainedCount, Count, hash_of
from gateway.features.server_status.status import PEAK
from gateway.http.errors import NotFound
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.status_samples import add_sample, delete_samples

TODAY = 20_600
MIDNIGHT = TODAY * DAY
HOURS = Query("test.population_hours", "SELECT at FROM population_hours ORDER BY at", (), repository.Moment)


@pytest.fixture
async def site(world: WorldFactory) -> AsyncGenerator[Database]:
    own_world = world()
    async with open_databases(own_world.settings) as databases:
        await _delete_all(own_world, databases.site)
        yield databases.site
        await _delete_all(own_world, databases.site)


async def _delete_all(world: World, site: Database) -> None:
    await delete_samples(site)
    for table in ("population_days", "population_hours"):
        await execute(world.game_admin_dsn, f"DELETE FROM {site.dsn.schema}.{table}")


async def add(site: Database, at: int, players: int = 5, *, online: bool = True) -> None:
    await repository.add(site, Count(at, int(online), 0, players, None))


def assert_chained(rows: list[ChainedCount]) -> None:
    previous_hash = START
    for row in rows:
        previous_hash = hash_of(previous_hash, row)
        assert row.hash == previous_hash


async def test_two_writers_at_once_continue_one_chain(site: Database) -> None:
    for at in range(MIDNIGHT, MIDNIGHT + 600, 60):
        await asyncio.gather(add(site, at, 5), add(site, at, 6), add(site, at + 7, 7))
    rows = await repository.minutes(site, TODAY)
    assert len(rows) == 10
    assert_chained(rows)


async def test_minute_before_the_end_of_the_chain_is_ignored(site: Database) -> None:
    for at in (MIDNIGHT + 300, MIDNIGHT + 240, MIDNIGHT + 300):
        await add(site, at)
    assert [row.at for row in await repository.minutes(site, TODAY)] == [MIDNIGHT + 300]


async def test_row_of_an_earlier_release_is_no_part_of_the_chain(site: Database) -> None:
    await add(site, MIDNIGHT)
    await add_sample(site, MIDNIGHT + 60, 8)
    await add(site, MIDNIGHT + 60)
    await add(site, MIDNIGHT + 120)
    rows = await repository.minutes(site, TODAY)
    assert [row.at for row in rows] == [MIDNIGHT, MIDNIGHT + 120]
    assert_chained(rows)


async def test_days_close_in_order_and_continue_each_other(site: Database) -> None:
    for day in (TODAY - 3, TODAY - 1):  # nothing was counted between them
        await add(site, day * DAY, 5)
        await add(site, day * DAY + 600, 0, online=False)
    await add(site, MIDNIGHT, 9)
    assert await repository.close_days(site, MIDNIGHT) == 2
    assert await repository.close_days(site, MIDNIGHT) == 0
    status_days = await handlers.days(site, MIDNIGHT + 120)
    assert [(day.day - status_days[0].day).days for day in status_days] == [0, 2, 3]
    assert (status_days[0].first, status_days[0].head) == (START, status_days[1].first)
    assert (status_days[2].first, status_days[2].head) == (None, None)
    assert [day.up_minutes for day in status_days] == [1, 1, 1]
    assert [day.unknown_minutes for day in status_days] == [1438, 1438, 1]
    chains = [await handlers.chain_day(site, TODAY - ago) for ago in (3, 1)]
    assert [chain.minutes[-1][4] for chain in chains] == [chain.head[:16] for chain in chains]
    for open_day in (TODAY - 2, TODAY):
        with pytest.raises(NotFound):
            await handlers.chain_day(site, open_day)


async def test_chain_of_a_day_does_not_read_the_days_after_it(site: Database) -> None:
    for day in range(TODAY - 3, TODAY + 1):
        await add(site, day * DAY)
    await repository.close_days(site, MIDNIGHT)
    single_rows = site.with_limits(msgspec.structs.replace(site.limits, rows=1))
    assert len((await handlers.chain_day(single_rows, TODAY - 3)).minutes) == 1
    await single_rows.close()


async def test_prune_keeps_days_hours_and_the_peak(site: Database) -> None:
    old = MIDNIGHT - repository.RETENTION.days * DAY
    for at, players in [(old - 7200, 80), (old - 3600, 10), (old - 60, 11), (old, 12), (MIDNIGHT, 13)]:
        await add(site, at, players)
    await repository.close_days(site, MIDNIGHT)
    status_days = await handlers.days(site, MIDNIGHT + 60)
    assert await repository.prune(site, MIDNIGHT + 3600) == 2
    assert await repository.prune(site, MIDNIGHT + 3600) == 0
    assert await handlers.days(site, MIDNIGHT + 60) == status_days
    peak = await site.one(PEAK)
    assert peak is not None
    assert peak.at == old - 7200
    assert [hour.at for hour in await site.read(HOURS)] == [old - 7200, old - 3600]


async def test_history_has_one_point_for_each_step(site: Database) -> None:
    for at in range(MIDNIGHT - 2 * DAY, MIDNIGHT + 1, 1800):
        await add(site, at, at // 1800 % 7)
    await repository.close_days(site, MIDNIGHT)
    hours = await handlers.history(site, "day", MIDNIGHT + 60), await handlers.history(site, "week", MIDNIGHT + 60)
    assert [len(points) for points in hours] == [48, 49]
    for points, step in zip(hours, (1800, 3600), strict=True):
        assert {(next_point.at - point.at).total_seconds() for point, next_point in pairwise(points)} == {step}
        assert max(point.players for point in points) == 6
    days = await handlers.history(site, "quarter", MIDNIGHT + 60)
    assert [point.at for point in days] == [datetime.fromtimestamp(MIDNIGHT - ago * DAY, UTC) for ago in (2, 1)]
