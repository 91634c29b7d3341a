"""Samples: repeated without harm, thinned to a history, pruned without losing the peak."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import pytest
from msgspec import Struct

from gateway.database.database import Databases
from gateway.database.queries import Query
from gateway.features.server_status import time_series
from gateway.tests.conftest import WorldFactory

NOW = 1_800_000_000
TODAY = datetime.fromtimestamp(NOW, UTC)


class Row(Struct, frozen=True):
    character_id: int
    account: str
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int


class Id(Struct, frozen=True):
    character_id: int
    account_name: str


LOG_IN: Query[None] = Query(
    "test.log_in",
    "INSERT IGNORE INTO profiles (login, created_at, first_login_at, last_login_at) "
    "VALUES (%(login)s, %(at)s, %(at)s, %(at)s)",
    ("login", "at"),
    None,
)
FORGET_LOGINS: Query[None] = Query("test.forget_logins", "DELETE FROM profiles WHERE login > ''", (), None)
SAMPLED = Query(
    "test.sampled",
    "SELECT character_id, account, level, exp, pvp_kills, pk_kills FROM character_samples WHERE day = %(day)s "
    "ORDER BY character_id",
    ("day",),
    Row,
)
ANYBODY = Query("test.anybody", "SELECT character_id, account_name FROM characters ORDER BY character_id", (), Id)


@pytest.fixture
async def databases(world: WorldFactory) -> AsyncGenerator[Databases]:
    databases = Databases.open(world().settings)
    await _forget(databases)
    yield databases
    await _forget(databases)
    await databases.close()


async def _forget(databases: Databases) -> None:
    while await databases.site.write(time_series.PRUNE_STATUS, before=2**31, peak_at=0, count=1000):
        pass
    while await databases.site.write(time_series.PRUNE_CHARACTERS, before=TODAY.date() + timedelta(days=9), count=1000):
        pass
    await databases.site.write(FORGET_LOGINS)


async def test_the_first_sample_of_a_moment_stays(databases: Databases) -> None:
    await time_series.add_status(databases.site, NOW, True, 40)
    await time_series.add_status(databases.site, NOW, False, 0)
    assert await time_series.peak(databases.site) == time_series.Peak(NOW, 40)


async def test_history_has_the_most_of_each_ten_minutes_of_a_day(databases: Databases) -> None:
    for at, players in [(-86400, 999), (-600, 7), (-540, 12), (-60, 9), (0, 30), (59, 31)]:
        await time_series.add_status(databases.site, NOW + at, True, players)
    points = await time_series.history(databases.site, NOW + 60)
    assert [(point.at.timestamp() - NOW, point.online_players) for point in points] == [(-600, 12), (0, 31)]


async def test_a_day_of_samples_is_a_hundred_and_forty_four_points(databases: Databases) -> None:
    for minute in range(0, 25 * 60, 5):
        await time_series.add_status(databases.site, NOW - minute * 60, True, minute)
    points = await time_series.history(databases.site, NOW)
    assert len(points) == 144
    assert points[-1].at.timestamp() == NOW
    assert [point.at for point in points] == sorted(point.at for point in points)


async def test_the_peak_is_when_it_was_first_reached(databases: Databases) -> None:
    assert await time_series.peak(databases.site) is None
    for at, players in [(0, 10), (60, 50), (120, 50)]:
        await time_series.add_status(databases.site, NOW + at, True, players)
    assert await time_series.peak(databases.site) == time_series.Peak(NOW + 60, 50)


async def test_pruning_leaves_the_peak_and_what_is_young(databases: Databases) -> None:
    old = NOW - int(time_series.STATUS_RETENTION.total_seconds())
    for at, players in [(old - 120, 80), (old - 60, 10), (old, 11), (NOW, 12)]:
        await time_series.add_status(databases.site, at, True, players)
    assert await time_series.prune(databases.site, TODAY) == 1
    assert await time_series.peak(databases.site) == time_series.Peak(old - 120, 80)
    assert await time_series.prune(databases.site, TODAY) == 0


async def test_pruning_goes_on_past_one_range(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_series, "BATCH_ROWS", 3)
    old = NOW - int(time_series.STATUS_RETENTION.total_seconds()) - 1
    for minute in range(10):
        await time_series.add_status(databases.site, old - minute * 60, True, minute)
    assert await time_series.prune(databases.site, TODAY) == 9


async def _people(databases: Databases, count: int) -> dict[str, list[int]]:
    """Account's name to its characters, for some accounts of the world."""
    people: dict[str, list[int]] = {}
    for row in await databases.game.read(ANYBODY):
        people.setdefault(row.account_name, []).append(row.character_id)
    return dict(list(people.items())[:count])


async def test_only_who_has_logged_in_here_is_sampled(databases: Databases) -> None:
    people = await _people(databases, 4)
    known, *_ = people
    await databases.site.write(LOG_IN, login=known, at=NOW)
    count = await time_series.add_characters(databases.game, databases.site, people, TODAY)
    rows = await databases.site.read(SAMPLED, day=TODAY.date())
    assert {row.character_id for row in rows} == set(people[known])
    assert count == len(rows)


async def test_who_has_a_profile_and_never_logged_in_is_not_sampled(databases: Databases) -> None:
    people = await _people(databases, 1)
    await databases.site.write(LOG_IN, login=next(iter(people)), at=None)
    assert await time_series.add_characters(databases.game, databases.site, people, TODAY) == 0


async def test_newcomers_are_sampled_by_themselves(databases: Databases) -> None:
    people = await _people(databases, 5)
    *old, new = people
    for login in old:
        await databases.site.write(LOG_IN, login=login, at=NOW - 3600)
    await databases.site.write(LOG_IN, login=new, at=NOW)
    count = await time_series.add_characters(databases.game, databases.site, people, TODAY, newcomers_since=NOW)
    rows = await databases.site.read(SAMPLED, day=TODAY.date())
    assert {row.character_id for row in rows} == set(people[new])
    assert count == len(people[new])


async def test_sampling_a_day_again_keeps_its_last_state(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_series, "BATCH_ROWS", 2)
    people = await _people(databases, 7)
    for login in people:
        await databases.site.write(LOG_IN, login=login, at=NOW)
    first = await time_series.add_characters(databases.game, databases.site, people, TODAY)
    again = await time_series.add_characters(databases.game, databases.site, people, TODAY)
    rows = await databases.site.read(SAMPLED, day=TODAY.date())
    assert first == again == len(rows) == sum(map(len, people.values()))
    truth = await databases.game.read(time_series.CHARACTERS, ids=[row.character_id for row in rows])
    assert rows == [
        Row(each.character_id, each.account_name, each.level, each.exp, each.pvp_kills, each.pk_kills)
        for each in sorted(truth, key=lambda each: each.character_id)
    ]


async def test_an_account_without_characters_is_no_trouble(databases: Databases) -> None:
    await databases.site.write(LOG_IN, login="nobody", at=NOW)
    assert await time_series.add_characters(databases.game, databases.site, {}, TODAY) == 0
