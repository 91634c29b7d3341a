"""Days of the history and of competitions while the site's time zone changes."""

from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime

import msgspec
import pytest

from fixtures import site_schema
from gateway.concurrency.durations import DAY, HOUR
from gateway.config.site_days import EPOCH_DAY, SiteDays, encode
from gateway.config.zones import time_zone
from gateway.database.database import Database
from gateway.database.installation import TIME_ZONE, site_days
from gateway.extras.competitions.rules import Board, Competition, payable_at, state_of
from gateway.extras.history import storage
from gateway.extras.history.tracked import days_behind
from gateway.install.game_user import RECORD
from gateway.tests.extras.history.test_recorder import Tracking
from gateway.tests.support.databases import Server
from gateway.tests.support.history_data import Hero

pytestmark = pytest.mark.database

BUENOS_AIRES, MADRID = time_zone("America/Argentina/Buenos_Aires"), time_zone("Europe/Madrid")


@pytest.fixture
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb)) as database:
        yield database


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def number(text: str) -> int:
    return date.fromisoformat(text).toordinal() - EPOCH_DAY


async def test_history_closes_the_long_day_once_whichever_process_leads(site: Database) -> None:
    """To the east: Saturday lasts 44 hours, and there is no Sunday to end the week."""
    saturday, monday = number("2026-11-28"), number("2026-11-30")
    before, after = Tracking(site, BUENOS_AIRES), Tracking(site, MADRID)
    await before.take(at("2026-11-28 01:00"), Hero(7, pvp=1))
    days = SiteDays(BUENOS_AIRES).with_zone(MADRID, at("2026-11-28 12:00"))
    change = days.changes[0]
    assert (change.extended_from, change.since) == (at("2026-11-29 03:00"), at("2026-11-29 23:00"))
    await site.write(RECORD, name=TIME_ZONE, value=encode(days))
    await before.take(at("2026-11-28 03:10"), Hero(7, pvp=2))
    await after.take(change.extended_from - 60, Hero(7, pvp=4))
    assert await before.days() == {saturday - 1: 0}
    await before.take(change.extended_from + 60, Hero(7, pvp=8))
    await after.take(change.since - 60, Hero(7, pvp=16))
    assert await before.days() == {saturday - 1: 0}, "the day of the old zone's midnight does not begin"
    await before.take(change.since + 60, Hero(7, pvp=16))
    await after.take(change.since + HOUR, Hero(7, pvp=32))
    assert await after.days() == {saturday - 1: 0, saturday: 0}
    for tracking in (before, after):
        points = await tracking.points(7, change.since + HOUR)
        assert [(point.day, point.pvp_kills) for point in points][-2:] == [(saturday, 16), (monday, 32)]
    week = await site.one(storage.STATE, name="week:2026-W48")
    assert week
    assert msgspec.json.decode(week.body)["pvp"] == [[7, 15]]
    await before.take(change.since + DAY + 60, Hero(7, pvp=32))
    assert await before.days() == {saturday - 1: 0, saturday: 0, monday: 0}
    current_days = await site_days(site, BUENOS_AIRES)
    assert days_behind(monday, change.since + DAY + 60, current_days) == 1


async def test_history_to_the_west_keeps_every_date(site: Database) -> None:
    days = SiteDays(MADRID).with_zone(BUENOS_AIRES, at("2026-11-28 12:00"))
    await site.write(RECORD, name=TIME_ZONE, value=encode(days))
    tracking, first = Tracking(site, BUENOS_AIRES), number("2026-11-28")
    for moment in ("2026-11-28 12:00", "2026-11-28 23:01", "2026-11-29 02:59", "2026-11-29 03:01", "2026-11-30 03:01"):
        await tracking.take(at(moment), Hero(7, pvp=at(moment) % 1000))
    assert await tracking.days() == {first: 0, first + 1: 0}


def test_competition_lasts_until_the_long_day_has_ended() -> None:
    days = SiteDays(BUENOS_AIRES).with_zone(MADRID, at("2026-11-28 12:00"))
    since = days.changes[0].since
    board = Board(at=since, is_final=True, rows=[])
    for last_day in ("2026-11-28", "2026-11-29"):
        competition = Competition(1, "Cup", "pvp", number("2026-11-20"), number(last_day), 1, 80, "", None)
        assert state_of(competition, board, since - 1, days) == "running"
        assert state_of(competition, board, since, days) == "provisional"
        assert payable_at(competition, days) == since + DAY
    second_competition = Competition(1, "Cup", "pvp", number("2026-11-29"), number("2026-12-01"), 1, 80, "", None)
    assert state_of(second_competition, None, since - 1, days) == "upcoming"
    assert state_of(second_competition, None, since, days) == "running"
