"""Events of the world: stored once, public by the rule of their kind, in pages that tell no order within a day."""

from collections.abc import AsyncGenerator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from fixtures.databases import open_databases
from gateway.database.database import Databases
from gateway.extras import world_events
from gateway.extras.world_events import WorldEvent
from gateway.extras.world_events.kinds import publication
from gateway.extras.world_events.seasons import FIRST_SEASON
from gateway.tests.conftest import WorldFactory

ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
NOW = 1_105_776_000  # 2005-01-15 05:00 in the zone, before any event of another test
MIDNIGHT = NOW - 5 * 3600
NEXT_HOUR = NOW + 3600


@pytest.fixture
async def databases(world: WorldFactory) -> AsyncGenerator[Databases]:
    async with open_databases(world().settings) as databases:
        yield databases


def test_public_act_keeps_its_time_and_other_event_is_rounded_to_its_day() -> None:
    assert publication("boss_killed", NOW, 60, ZONE, NOW) == (NOW, 60, NOW)
    assert publication("clan_joined", NOW, 900, ZONE, NOW) == (MIDNIGHT, 86_400, NEXT_HOUR)


@pytest.mark.parametrize(
    ("name", "first", "hours"),
    [
        ("America/Havana", (2025, 11, 2), 25),
        ("Europe/Berlin", (2026, 10, 25), 25),
        ("Europe/Berlin", (2026, 3, 29), 23),
    ],
)
def test_events_of_a_day_of_another_length_have_one_moment(name: str, first: tuple[int, int, int], hours: int) -> None:
    zone = ZoneInfo(name)
    start = int(datetime(*first, tzinfo=zone).timestamp())
    for hour in range(hours):
        at = start + hour * 3600 + 1800
        assert publication("clan_joined", at, 60, zone, at)[:2] == (start, max(24, hours) * 3600)


async def test_add_repeated_stores_one_event_and_page_hides_private_ones(databases: Databases) -> None:
    kill = WorldEvent(kind="boss_killed", subject_id=29001, at=NOW - 30, accuracy_seconds=60, details={"killers": [7]})
    join = WorldEvent(kind="clan_joined", subject_id=5, at=NOW - 60, accuracy_seconds=900, object_id=7)
    siege = WorldEvent(kind="siege_started", subject_id=3, at=NOW - 7200, accuracy_seconds=0)
    await world_events.add(databases.site, [kill, join, siege], ZONE, NOW)
    await world_events.add(databases.site, [kill, join], ZONE, NOW + 3600)
    await world_events.set_details(
        databases.site,
        WorldEvent(kind="boss_killed", subject_id=29001, at=kill.at, accuracy_seconds=60, details={"killers": [7, 8]}),
    )

    before_hour = await world_events.page(databases.site, NOW, FIRST_SEASON)
    assert [(row.kind, row.details) for row in before_hour] == [
        ("boss_killed", {"killers": [7, 8]}),
        ("siege_started", {}),
    ]
    rows = await world_events.page(databases.site, NEXT_HOUR, FIRST_SEASON)
    assert [(row.kind, row.at, row.accuracy_seconds) for row in rows] == [
        ("boss_killed", kill.at, 60),
        ("siege_started", siege.at, 0),
        ("clan_joined", MIDNIGHT, 86_400),
    ]
    older = await world_events.page(databases.site, NEXT_HOUR, FIRST_SEASON, before_id=rows[0].id)
    assert [row.kind for row in older] == ["siege_started", "clan_joined"]
    assert await world_events.page(databases.site, NEXT_HOUR, FIRST_SEASON, before_id=1) == []
    one_kind = await world_events.page(databases.site, NEXT_HOUR, FIRST_SEASON, kinds=["clan_joined"])
    assert [row.object_id for row in one_kind] == [7]
    of_clan = await world_events.of_subject(databases.site, NEXT_HOUR, ["clan_joined", "clan_left"], 5)
    assert [row.object_id for row in of_clan] == [7]


@pytest.mark.parametrize(
    "details", [{}, {"killers": [7], "party": [[7, 88]]}, {"killers": [7], "party": [{"level": 1}]}]
)
async def test_boss_kill_without_well_formed_details_is_not_stored(
    databases: Databases, details: dict[str, object]
) -> None:
    kill = WorldEvent(
        kind="boss_killed",
        subject_id=29019,
        at=NOW - 30,
        accuracy_seconds=60,
        details={"killers": [7], "party": [[7, 88, 80, 0]]},
    )
    await world_events.add(databases.site, [kill], ZONE, NOW)
    malformed_kill = WorldEvent(kind="boss_killed", subject_id=29019, at=NOW - 30, accuracy_seconds=60, details=details)
    for write in (
        world_events.add(databases.site, [malformed_kill], ZONE, NOW),
        world_events.set_details(databases.site, malformed_kill),
    ):
        with pytest.raises(msgspec.ValidationError):
            await write
    assert [row.details for row in await world_events.of_subject(databases.site, NOW, ["boss_killed"], 29019)] == [
        kill.details
    ]
