"""The recorder against a real server: days, gains, milestones, reused ids, late closes, and kills in the middle."""

from collections.abc import AsyncGenerator
from datetime import UTC, date, tzinfo
from zoneinfo import ZoneInfo

import msgspec
import pytest

from fixtures import site_schema
from fixtures.procfs import anonymous_megabytes
from gateway.config.dsn import parse_dsn
from gateway.config.site_days import EPOCH_DAY, date_of, start_of
from gateway.database.database import Database, Limits
from gateway.extras import world_events
from gateway.extras.history import storage
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.clan_repository import (
    DissolvedClan,
    clan_days,
    clan_names,
    clans_at,
    dissolved_clan,
    members_since,
)
from gateway.extras.history.daily import daily
from gateway.extras.history.gains import Gain, Point
from gateway.extras.history.memory import return_freed_memory
from gateway.extras.history.recorder import HistoryRecorder
from gateway.extras.history.repository import TrackedProgress, character_points, character_progress
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.history_data import DAY, FIRST_DAY, Hero, snapshot_of
from gateway.world_snapshot.snapshot import Filters

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes two characters more than one step of the calculations."""
    monkeypatch.setattr("gateway.extras.history.tracked._BLOCK", 1)
    monkeypatch.setattr("gateway.world_snapshot.account_index._SLICE", 1)


@pytest.fixture
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    dsn = await site_schema.create(mariadb)
    async with site_schema.connect(dsn) as database:
        yield database


class Tracking:
    """A recorder that takes snapshots; `restart` replaces it by that of a new process."""

    def __init__(self, site: Database, zone: tzinfo = UTC) -> None:
        self.site, self.zone = site, zone
        self.restart()

    async def take(self, moment: float, *heroes: Hero) -> None:
        snapshot = snapshot_of(await self.recorder.account_key(), moment, heroes)
        await self.recorder.record(snapshot)

    def restart(self) -> None:
        self.recorder = HistoryRecorder(self.site, self.zone, rows_per_second=1_000_000)

    async def progress(self, character_id: int, now: float) -> TrackedProgress:
        result = await character_progress(self.site, character_id, self.zone, now)
        assert result
        return result[0]

    async def points(self, character_id: int, now: float) -> list[Point]:
        return await character_points(self.site, character_id, self.zone, now)

    async def days(self) -> dict[int, int]:
        """Day → is late."""
        return {row.day: row.is_late for row in await self.site.read(storage.DAYS) if row.is_complete}


async def test_return_freed_memory_shrinks_the_process() -> None:
    blocks = [b"x" * (100_000 + size) for size in range(640)]
    del blocks[:-1]  # the last one holds the end of the heap
    megabytes = anonymous_megabytes()
    await return_freed_memory()
    assert anonymous_megabytes() < megabytes - 50


def at(day: int, hour: float = 0.0) -> float:
    """Moment of a day from the first on, in UTC."""
    return (FIRST_DAY + day) * DAY + hour * 3600


async def test_days_have_the_values_of_their_close(site: Database) -> None:
    tracking = Tracking(site)
    await tracking.take(at(0, 12), Hero(7, pvp=10), Hero(8))
    await tracking.take(at(0, 20), Hero(7, pvp=15), Hero(8))
    await tracking.take(at(1, 0.01), Hero(7, pvp=16), Hero(8))
    await tracking.take(at(2, 0.01), Hero(7, pvp=16), Hero(8, pk=3))
    await tracking.take(at(2, 5), Hero(7, pvp=18), Hero(8, pk=3))
    progress = await tracking.progress(7, at(2, 5))
    assert [(point.day, point.pvp_kills) for point in await tracking.points(7, at(2, 5))] == [
        (FIRST_DAY - 1, 10),
        (FIRST_DAY, 16),
        (FIRST_DAY + 2, 18),
    ]
    assert progress.active_days == 2
    assert progress.tracked_since == date_of(FIRST_DAY)
    assert {span.days: span.pvp.value for span in progress.gains} == {1: 2, 7: 8, 30: 8, 84: 8}
    assert [(record.period, record.value) for record in progress.records if record.metric == "pvp"] == [
        ("day", 6),
        ("week", 8),
        ("month", 8),
    ]
    assert await tracking.days() == {FIRST_DAY: 0, FIRST_DAY + 1: 0}
    assert [point.pk_kills for point in await tracking.points(8, at(2, 5))] == [0, 3, 3]


@pytest.mark.parametrize(
    ("name", "changed_date", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("America/Havana", date(2026, 3, 8), 23),  # begins at 01:00
        ("America/Havana", date(2025, 11, 2), 25),  # has its first hour twice
    ],
)
async def test_day_of_another_length_is_closed_like_others(
    site: Database, name: str, changed_date: date, hours: int
) -> None:
    zone = ZoneInfo(name)
    day = changed_date.toordinal() - EPOCH_DAY
    previous_start, start, end = (start_of(number, zone) for number in (day - 1, day, day + 1))
    assert end - start == hours * 3600
    tracking = Tracking(site, zone)
    for moment, kills in ((previous_start + 60, 1), (start - 30, 2), (start + 30, 2), (start + 5400, 3), (end - 30, 9)):
        await tracking.take(moment, Hero(7, pvp=kills))
    await tracking.take(end + 30, Hero(7, pvp=9))
    points = await tracking.points(7, end + 60)
    assert [(point.day, point.pvp_kills) for point in points[:3]] == [(day - 2, 1), (day - 1, 2), (day, 9)]
    assert await tracking.days() == {day - 1: 0, day: 0}
    rows = daily(points, await tracking.days(), [], day + 1, 7)
    assert [(row.day - changed_date).days for row in rows.data] == [-2, -1, 0, 1]
    assert [row.pvp_kills for row in rows.data] == [1, 2, 9, 9]
    assert rows.missing == []
    progress = await tracking.progress(7, end + 60)
    assert {span.days: span.pvp.value for span in progress.gains} == {1: 0, 7: 8, 30: 8, 84: 8}
    record = next(record for record in progress.records if record.metric == "pvp")
    assert (record.period, record.value, record.day) == ("day", 7, changed_date)
    archive = HistoryArchive(site, zone)
    await archive.refresh()
    assert archive.gain_boards
    assert archive.gain_boards.boards["pvp"]["week"] == [(7, 8)]


async def test_account_key_is_known_before_the_first_refresh(site: Database) -> None:
    assert await HistoryArchive(site, UTC).current_account_key() == await storage.account_key(site)
    closed = Database("site", parse_dsn("mysql://nobody@localhost:1/none"), Limits())
    assert await HistoryArchive(closed, UTC).current_account_key() == b""


async def test_boards_and_ranks_follow_the_days(site: Database) -> None:
    tracking, archive = Tracking(site), HistoryArchive(site, UTC)
    await archive.refresh()
    assert archive.gain_boards is None
    await tracking.take(at(0, 12), Hero(7, pvp=10), Hero(8, pvp=5), Hero(9, pvp=1))
    await tracking.take(at(1, 0.01), Hero(7, pvp=10), Hero(8, pvp=12), Hero(9, pvp=1))
    last = [Hero(7, pvp=40), Hero(8, pvp=12, name="Renamed"), Hero(10, pvp=99)]
    await tracking.take(at(1, 0.5), *last)
    await archive.refresh()
    assert archive.gain_boards
    assert archive.gain_boards.boards["pvp"]["day"] == []
    await tracking.take(at(1, 1), *last)
    await archive.refresh()
    assert archive.gain_boards.boards["pvp"] == {
        "day": [(7, 30)],
        "week": [(7, 30), (8, 7)],
        "month": [(7, 30), (8, 7)],
    }
    key = await tracking.recorder.account_key()
    past_boards = await archive.as_of(snapshot_of(key, at(1, 2), last), date_of(FIRST_DAY))
    assert past_boards
    page = past_boards.page("pvp", Filters(), 1, 10)
    assert [(row.rank, row.char_name, row.score) for row in page.rows] == [(1, "Renamed", 12), (2, "Hero7", 10)]
    assert [row.char_name for row in past_boards.page("pk", Filters(search_name="name"), 1, 10).rows] == ["Renamed"]
    assert past_boards.ranks_of([7, 8, 10]) == {8: (1, 2), 7: (2, 1)}
    assert await archive.as_of(snapshot_of(key, at(1, 2), last), date(2001, 1, 1)) is None

    await tracking.take(at(3, 0.01), Hero(7, pvp=50), *last[1:])
    sunday = await site.one(storage.STATE, name="week:2024-W40")
    assert sunday
    assert msgspec.json.decode(sunday.body)["pvp"] == [[7, 40], [8, 7]]


async def test_milestones_have_a_moment_unless_passed_before_tracking(site: Database) -> None:
    tracking = Tracking(site)
    await tracking.take(at(0, 12), Hero(7, level=41, pvp=1), Hero(8, level=19))
    await tracking.take(at(0, 12.25), Hero(7, level=39, pvp=99), Hero(8, level=20))
    await tracking.take(at(0, 12.5), Hero(7, level=61, pvp=100, noble=1, class_id=88), Hero(8, level=20, pvp=1))
    kinds = {row.kind: row for row in (await tracking.progress(7, at(0, 13))).milestones}
    assert [kind for kind, row in kinds.items() if row.until is None] == ["level_20", "level_40", "first_pvp"]
    assert {kind for kind, row in kinds.items() if row.until} == {"level_61", "pvp_100", "noble", "third_class"}
    accuracy = await site.one(ask("SELECT accuracy_seconds FROM milestones WHERE kind = 'pvp_100'"))
    assert accuracy
    assert accuracy.value == 900
    assert [row.kind for row in (await tracking.progress(8, at(0, 13))).milestones] == ["level_20", "first_pvp"]


async def test_first_of_the_world_is_an_event_once(site: Database) -> None:
    tracking = Tracking(site)
    await tracking.take(at(0, 12), Hero(7, level=39), Hero(8, level=39), Hero(9, level=61))
    await tracking.take(at(0, 12.25), Hero(7, level=40), Hero(8, level=40), Hero(9, level=76))
    tracking.restart()
    await tracking.take(at(0, 13), Hero(7, level=76), Hero(8, level=80), Hero(9, level=80))
    rows = await world_events.page(site, at(2), world_events.FIRST_SEASON, kinds=["world_first"])
    events = {(row.subject_id, row.object_id): row.details["scopes"] for row in rows}
    everywhere = ["world", "race:0", "class:0"]
    assert events == dict.fromkeys([(9, 76), (8, 78), (9, 78), (8, 80), (9, 80)], everywhere)
    assert {row.at for row in rows} == {int(at(0))}


async def test_reused_id_begins_a_history(site: Database) -> None:
    tracking = Tracking(site)
    await tracking.take(at(0, 12), Hero(7, pvp=500, level=70, clan=3), Hero(8, level=30, exp=900, name="Old"))
    await tracking.take(at(1, 0.01), Hero(7, pvp=501, level=70, clan=3), Hero(8, level=30, exp=900, name="Old"))
    tracking.restart()
    heroes = [Hero(7, pvp=0, level=1, login="other"), Hero(8, level=1, name="New")]
    await tracking.take(at(1, 6), *heroes)
    await tracking.take(at(2, 0.01), Hero(7, pvp=2, level=9, login="other"), heroes[1])
    progress = await tracking.progress(7, at(2, 1))
    assert progress.tracked_since == date_of(FIRST_DAY + 1)
    kills = [point.pvp_kills for point in await tracking.points(7, at(2, 1))]
    assert kills == [0, 2, 2], "first sight, the close, and today"
    assert [change.clan_id for change in progress.clans] == [None]
    assert [change.name for change in (await tracking.progress(8, at(2, 1))).names] == ["New"]
    assert (await tracking.progress(8, at(2, 1))).tracked_since == date_of(FIRST_DAY + 1)


async def test_falling_values_are_marks_and_names_have_their_day(site: Database) -> None:
    tracking, neighbour = Tracking(site), Hero(8, pvp=100)
    await tracking.take(at(0, 12), Hero(7, pvp=500, exp=1000, clan=3), neighbour)
    await tracking.take(at(1, 0.01), Hero(7, pvp=500, exp=1000, clan=3), neighbour)
    await tracking.take(at(1, 6), Hero(7, pvp=0, exp=900, clan=4, name="Renamed"), neighbour)
    tracking.restart()  # names are compared with those in the site schema
    await tracking.take(at(1, 7), Hero(7, pvp=5, exp=1100, clan=4, name="Renamed"), neighbour)
    await tracking.take(at(2, 0.01), Hero(7, pvp=5, exp=1100, clan=4, name="Renamed"), neighbour)
    tracking.restart()
    await tracking.take(at(2, 8), Hero(7, pvp=5, exp=1100, clan=4, name="Renamed"), neighbour)
    progress = await tracking.progress(7, at(1, 8))
    assert progress.tracked_since == date_of(FIRST_DAY)
    assert (progress.gains[0].pvp, progress.gains[0].exp.value) == (Gain(0, "fell"), 100)
    assert [(change.day, change.name) for change in progress.names] == [
        (date_of(FIRST_DAY), "Hero7"),
        (date_of(FIRST_DAY + 1), "Renamed"),
    ]
    assert [change.clan_id for change in progress.clans] == [3, 4]
    neighbour_progress = await tracking.progress(8, at(1, 8))
    names = [change.name for change in neighbour_progress.names]
    assert names == ["Hero8"], "the place in the ranking has changed, not the name"
    clan = await clan_days(site, 3)
    assert [(day.members, day.pvp_kills, day.level) for day in clan] == [(1, 500, 5)]
    (member,) = await members_since(site, [7], FIRST_DAY)
    assert (member.pvp_kills, member.pvp_before, member.joined_day) == (5, 500, FIRST_DAY + 1)


async def test_clans_have_values_of_closed_days_names_and_an_end(site: Database) -> None:
    tracking = Tracking(site)
    await tracking.take(at(0, 12), Hero(7, pvp=5, clan=3), Hero(8, pvp=1, clan=4))
    await tracking.take(at(1, 0.01), Hero(7, pvp=6, clan=3), Hero(8, pvp=1, clan=4))
    await tracking.take(at(2, 0.01), Hero(7, pvp=9, clan=3), Hero(8, pvp=1, clan=4))
    values = [await clans_at(site, FIRST_DAY + day) for day in (-1, 0, 1, 9)]
    assert [close["clan_id"].tolist() for close in values] == [[], [3, 4], [3, 4], [3, 4]]
    assert [close["pvp_kills"].tolist() for close in values] == [[], [6, 1], [9, 1], [9, 1]]
    assert await clan_names(site, [3, 4, 5]) == {3: "Three", 4: "Four"}
    await world_events.add(
        site,
        [world_events.WorldEvent(kind="clan_dissolved", subject_id=3, at=int(at(2, 5)), accuracy_seconds=60)],
        UTC,
        at(2, 5),
    )
    end = DissolvedClan(clan_id=3, clan_name="Three", day=date_of(FIRST_DAY + 2), level=5, members=1, pvp_kills=9)
    assert await dissolved_clan(site, UTC, at(2, 5.5), "Three") is None, "public before the next full hour"
    assert await dissolved_clan(site, UTC, at(2, 6), "Three") == end
    assert await dissolved_clan(site, UTC, at(2, 6), "~3", 3) == end
    for name in ("Four", "Unknown"):
        assert await dissolved_clan(site, UTC, at(2, 6), name) is None


async def test_board_knows_the_day_on_which_kills_fell(site: Database) -> None:
    tracking, archive = Tracking(site), HistoryArchive(site, UTC)
    await tracking.take(at(0, 12), Hero(7, pvp=10), Hero(8))
    for day, pvp in enumerate((10, 500, 0, 900), 1):
        await tracking.take(at(day, 0.01), Hero(7, pvp=pvp), Hero(8, pvp=day))
    await tracking.take(at(4, 1), Hero(7, pvp=905), Hero(8, pvp=9))
    await archive.refresh()
    assert archive.gain_boards
    assert archive.gain_boards.boards["pvp"]["month"] == [(7, 895), (8, 9)]
    assert archive.gain_boards.falls == {"pvp": {7: FIRST_DAY + 2}, "pk": {}}


async def test_outage_over_midnight_is_marked(site: Database) -> None:
    tracking = Tracking(site)
    await tracking.take(at(0, 12), Hero(7, pvp=1))
    await tracking.take(at(0, 20), Hero(7, pvp=2))
    await tracking.recorder.close()
    tracking.restart()
    await tracking.take(at(3, 9), Hero(7, pvp=9))
    assert await tracking.days() == {FIRST_DAY: 1, FIRST_DAY + 2: 1}
    assert [point.pvp_kills for point in await tracking.points(7, at(3, 9))] == [1, 2, 9, 9]


async def test_half_a_snapshot_is_not_recorded(site: Database) -> None:
    tracking = Tracking(site)
    everybody = [Hero(number) for number in range(10)]
    await tracking.take(at(0, 12), *everybody)
    for hour, gone_count in ((13, 0), (14, 8)):
        await tracking.take(at(0, hour), *everybody[:2])
        row = await site.one(ask("SELECT COUNT(*) FROM character_now WHERE gone_day IS NOT NULL"))
        assert row
        assert row.value == gone_count, hour
