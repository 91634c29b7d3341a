"""Tests of the history buckets and the peak."""

from collections.abc import AsyncGenerator

import pytest

from fixtures.databases import open_databases
from gateway.database.database import Databases
from gateway.features.server_status import time_series
from gateway.features.server_status.status import PEAK, Peak
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.status_samples import add_sample, delete_samples

NOW = 1_800_000_000


@pytest.fixture
async def databases(world: WorldFactory) -> AsyncGenerator[Databases]:
    async with open_databases(world().settings) as databases:
        await delete_samples(databases.site)
        yield databases
        await delete_samples(databases.site)


async def test_history_returns_the_maximum_per_ten_minutes_of_a_day(databases: Databases) -> None:
    for at, players in [(-86400, 999), (-85800, 5), (-600, 7), (-540, 12), (-60, 9), (0, 30), (59, 31)]:
        await add_sample(databases.site, NOW + at, players)
    points = await time_series.history(databases.site, NOW + 60)
    assert [(point.at.timestamp() - NOW, point.online_players) for point in points] == [
        (-85800, 5),
        (-600, 12),
        (0, 31),
    ]
    assert [point.day_before for point in points] == [None, None, 999]


async def test_peak_returns_time_first_reached(databases: Databases) -> None:
    assert await databases.site.one(PEAK) is None
    for at, players in [(0, 10), (60, 50), (120, 50), (60, 70)]:  # an existing sample of a second stays
        await add_sample(databases.site, NOW + at, players)
    assert await databases.site.one(PEAK) == Peak(NOW + 60, 50)
