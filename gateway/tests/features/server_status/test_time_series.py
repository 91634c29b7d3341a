"""Tests of the samples: repeated writes, and history buckets."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import pytest
from msgspec import Struct

from gateway.database.database import Databases
from gateway.database.queries import Query
from gateway.features.server_status import time_series
from gateway.features.server_status.status import PEAK, Peak
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.status_samples import add_sample, delete_samples

NOW = 1_800_000_000
TODAY = datetime.fromtimestamp(NOW, UTC)


class StoredSample(Struct, frozen=True):
    character_id: int
    account: str
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int


class CharacterOwner(Struct, frozen=True):
    character_id: int
    account_name: str


LOG_IN: Query[None] = Query(
    "test.log_in",
    "INSERT IGNORE INTO profiles (login, created_at, first_login_at, last_login_at) "
    "VALUES (%(login)s, %(at)s, %(at)s, %(at)s)",
    ("login", "at"),
    None,
)
DELETE_LOGINS: Query[None] = Query("test.delete_logins", "DELETE FROM profiles WHERE login > ''", (), None)
SAMPLES_OF_DAY = Query(
    "test.samples_of_day",
    "SELECT character_id, account, level, exp, pvp_kills, pk_kills FROM character_samples WHERE day = %(day)s "
    "ORDER BY character_id",
    ("day",),
    StoredSample,
)
ALL_CHARACTERS = Query(
    "test.all_characters", "SELECT character_id, account_name FROM characters ORDER BY character_id", (), CharacterOwner
)


@pytest.fixture
async def databases(world: WorldFactory) -> AsyncGenerator[Databases]:
    databases = Databases.open(world().settings)
    await _delete_samples(databases)
    yield databases
    await _delete_samples(databases)
    await databases.close()


async def _delete_samples(databases: Databases) -> None:
    await delete_samples(databases.site)
    while await databases.site.write(time_series.PRUNE_CHARACTERS, before=TODAY.date() + timedelta(days=9), count=1000):
        pass
    await databases.site.write(DELETE_LOGINS)


async def test_history_returns_maximum_per_ten_minutes(databases: Databases) -> None:
    for at, players in [(-86400, 999), (-600, 7), (-540, 12), (-60, 9), (0, 30), (59, 31)]:
        await add_sample(databases.site, NOW + at, players)
    points = await time_series.history(databases.site, NOW + 60)
    assert [(point.at.timestamp() - NOW, point.online_players) for point in points] == [(-600, 12), (0, 31)]
    assert [point.day_before for point in points] == [None, 999]


async def test_history_full_day_returns_144_points(databases: Databases) -> None:
    for minute in range(0, 25 * 60, 5):
        await add_sample(databases.site, NOW - minute * 60, minute)
    points = await time_series.history(databases.site, NOW)
    assert len(points) == 144
    assert points[-1].at.timestamp() == NOW
    assert [point.at for point in points] == sorted(point.at for point in points)


async def test_peak_returns_time_first_reached(databases: Databases) -> None:
    assert await databases.site.one(PEAK) is None
    for at, players in [(0, 10), (60, 50), (120, 50), (60, 70)]:  # an existing sample of a second stays
        await add_sample(databases.site, NOW + at, players)
    assert await databases.site.one(PEAK) == Peak(NOW + 60, 50)


async def _accounts(databases: Databases, count: int) -> dict[str, list[int]]:
    """Returns the character ids by account, for `count` accounts of the world."""
    accounts: dict[str, list[int]] = {}
    for row in await databases.game.read(ALL_CHARACTERS):
        accounts.setdefault(row.account_name, []).append(row.character_id)
    return dict(list(accounts.items())[:count])


async def _log_in(databases: Databases, *logins: str, at: int | None = NOW) -> None:
    for login in logins:
        await databases.site.write(LOG_IN, login=login, at=at)


async def test_add_characters_covers_logged_in_accounts_only(databases: Databases) -> None:
    accounts = await _accounts(databases, 5)
    *earlier, without_login, newcomer = accounts
    await _log_in(databases, *earlier, at=NOW - 3600)
    await _log_in(databases, without_login, at=None)
    await _log_in(databases, newcomer, "account without characters")
    for newcomers_since, logins in ((NOW, [newcomer]), (0, [*earlier, newcomer])):
        count = await time_series.add_characters(databases.game, databases.site, accounts, TODAY, newcomers_since)
        rows = await databases.site.read(SAMPLES_OF_DAY, day=TODAY.date())
        assert {row.character_id for row in rows} == {character for login in logins for character in accounts[login]}
        assert count == len(rows)


async def test_add_characters_same_day_overwrites_sample(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_series, "BATCH_ROWS", 2)
    accounts = await _accounts(databases, 7)
    await _log_in(databases, *accounts)
    first = await time_series.add_characters(databases.game, databases.site, accounts, TODAY)
    second = await time_series.add_characters(databases.game, databases.site, accounts, TODAY)
    rows = await databases.site.read(SAMPLES_OF_DAY, day=TODAY.date())
    assert first == second == len(rows) == sum(map(len, accounts.values()))
    characters = await databases.game.read(time_series.CHARACTERS, ids=[row.character_id for row in rows])
    assert rows == [
        StoredSample(row.character_id, row.account_name, row.level, row.exp, row.pvp_kills, row.pk_kills)
        for row in sorted(characters, key=lambda row: row.character_id)
    ]
