"""Boards of competitions against a real server: live, final, participants, marks."""

from collections.abc import AsyncGenerator
from datetime import UTC

import pytest

from fixtures import site_schema
from gateway.config.site_days import SiteDays
from gateway.database.database import Database
from gateway.extras.competitions import repository
from gateway.extras.competitions.boards import CompetitionBoards
from gateway.extras.competitions.repository import CompetitionRecord
from gateway.extras.competitions.rules import Competition, Entrants, state_of
from gateway.extras.history.gains import Mark, Metric
from gateway.extras.history.recorder import HistoryRecorder
from gateway.tests.support.databases import Server
from gateway.tests.support.history_data import DAY, FIRST_DAY, Hero, snapshot_of

pytestmark = pytest.mark.database

ROGUE = 7


@pytest.fixture
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb)) as database:
        yield database


def at(day: int, hour: float) -> float:
    return (FIRST_DAY + day) * DAY + hour * 3600


class Game:
    """A recorder that takes snapshots and updates the boards; `restart`: another process leads from now on."""

    def __init__(self, site: Database) -> None:
        self.site = site
        self.restart()

    def restart(self) -> None:
        boards = CompetitionBoards(self.site)
        self.recorder = HistoryRecorder(self.site, UTC, rows_per_second=1_000_000, on_published=boards.update)

    async def open(
        self,
        metric: Metric,
        first: int,
        last: int,
        levels: tuple[int, int] = (1, 80),
        classes: str = "",
        entrants: Entrants = "characters",
    ) -> int:
        days = FIRST_DAY + first, FIRST_DAY + last
        competition = Competition(0, "A title", metric, *days, *levels, classes, None, entrants)
        async with self.site.transaction() as session:
            return await repository.open_competition(session, competition, (500, 300), 1)

    async def take(self, moment: float, *heroes: Hero) -> None:
        await self.recorder.record(snapshot_of(await self.recorder.account_key(), moment, heroes))

    async def record(self, competition_id: int) -> CompetitionRecord:
        records = await repository.records(self.site)
        return next(row for row in records if row.competition.id == competition_id)

    async def rows(self, competition_id: int) -> list[tuple[int, int, Mark | None]]:
        board = (await self.record(competition_id)).board
        assert board
        return [(row.entrant_id, row.gain, row.mark) for row in board.rows]


async def test_board_counts_the_gains_of_its_days_alone_and_ends_with_the_last_one(site: Database) -> None:
    game = Game(site)
    await game.take(at(0, 12), Hero(7, pvp=10), Hero(8, pvp=100), Hero(9))
    number = await game.open("pvp", 1, 2)
    assert (await game.record(number)).board is None
    await game.take(at(1, 0.01), Hero(7, pvp=20), Hero(8, pvp=100), Hero(9))
    assert await game.rows(number) == [], "the kills of the day before do not count"
    await game.take(at(1, 12), Hero(7, pvp=25), Hero(8, pvp=103), Hero(9))
    assert await game.rows(number) == [(7, 5, None), (8, 3, None)]
    await game.take(at(1, 20), Hero(7, pvp=25), Hero(8, pvp=104), Hero(9), Hero(10, pvp=2))
    game.restart()
    await game.take(at(2, 12), Hero(7, pvp=25), Hero(8, pvp=110), Hero(9), Hero(10, pvp=6))
    assert await game.rows(number) == [(8, 10, None), (7, 5, None), (10, 4, None)]
    assert state_of((await game.record(number)).competition, None, at(2, 12), SiteDays(UTC)) == "running"
    game.restart()
    await game.take(at(3, 0.01), Hero(8, pvp=111), Hero(9), Hero(10, pvp=6))
    final = [(8, 11, None), (10, 4, None)]
    assert await game.rows(number) == final, "a character that is gone at the close takes no place"
    await game.take(at(3, 12), Hero(8, pvp=150), Hero(9, pvp=900), Hero(10, pvp=60))
    assert await game.rows(number) == final
    record = await game.record(number)
    states = [
        state_of(record.competition, record.board, at(*moment), SiteDays(UTC))
        for moment in ((3, 12), (3, 23.9), (4, 0))
    ]
    assert states == ["provisional", "provisional", "final"]
    assert state_of(record.competition, None, at(9, 0), SiteDays(UTC)) == "provisional", "no result yet"
    assert [prize.coins for prize in record.prizes] == [500, 300]


async def test_final_board_of_a_late_process_has_the_values_of_the_last_day(site: Database) -> None:
    game = Game(site)
    await game.take(at(0, 12), Hero(7, pvp=10, playtime=600), Hero(8, pvp=10))
    kills, minutes = await game.open("pvp", 1, 1), await game.open("playtime", 1, 1)
    await game.take(at(1, 0.01), Hero(7, pvp=10, playtime=600), Hero(8, pvp=10))
    await game.take(at(1, 12), Hero(7, pvp=15, playtime=1200), Hero(8, pvp=11))
    game.recorder = HistoryRecorder(site, UTC, rows_per_second=1_000_000)
    await game.take(at(2, 0.01), Hero(7, pvp=17, playtime=1260), Hero(8, pvp=12))
    await game.take(at(3, 0.01), Hero(7, pvp=17, playtime=9000), Hero(8, pvp=99))
    game.restart()
    await game.take(at(3, 5), Hero(7, pvp=17, playtime=9000), Hero(8, pvp=99))
    assert await game.rows(kills) == [(7, 7, None), (8, 2, None)]
    assert await game.rows(minutes) == [(7, 11, None)]


async def test_board_has_levels_and_classes_of_the_beginning_and_marks_falls(site: Database) -> None:
    game = Game(site)
    await game.take(at(0, 12), *(Hero(number, level=number, class_id=ROGUE) for number in (19, 20, 40, 41)))
    number = await game.open("pvp", 1, 3, levels=(20, 40), classes=f"1,{ROGUE}")
    start = [Hero(level, level=level, class_id=ROGUE) for level in (19, 20, 40, 41)]
    await game.take(at(1, 0.01), *start, Hero(50, level=30))
    later_heroes = [Hero(hero.character_id, level=60, class_id=88, pvp=hero.level) for hero in start]
    await game.take(at(1, 12), *later_heroes, Hero(50, level=30, pvp=70))
    assert await game.rows(number) == [(40, 40, None), (20, 20, None)]
    await game.take(at(2, 0.01), *later_heroes, Hero(50, level=30))
    fallen_heroes = [Hero(hero.character_id, level=60, class_id=88, pvp=5) for hero in start]
    await game.take(at(3, 0.01), *fallen_heroes, Hero(50, level=30))
    final_heroes = [Hero(hero.character_id, level=60, class_id=88, pvp=65_535) for hero in start]
    await game.take(at(3, 9), *final_heroes, Hero(50, level=30))
    assert await game.rows(number) == [(20, 65_535, "fell"), (40, 65_535, "fell")]


async def test_closed_competition_has_no_further_values(site: Database) -> None:
    game = Game(site)
    await game.take(at(0, 12), Hero(7))
    number = await game.open("pvp", 0, 3)
    await game.take(at(0, 13), Hero(7, pvp=2))
    async with site.transaction() as session:
        await session.write(repository.CLOSE, id=number, at=5)
    await game.take(at(0, 15), Hero(7, pvp=9))
    assert await game.rows(number) == [(7, 2, None)]
    record = await game.record(number)
    assert state_of(record.competition, record.board, at(0, 15), SiteDays(UTC)) == "closed"


async def test_board_of_clans_sums_the_gains_of_the_members_at_the_count(site: Database) -> None:
    game, (lions, wolves) = Game(site), (3, 4)
    await game.take(at(0, 12), *(Hero(number, level=40, clan=lions) for number in (1, 2, 3)), Hero(4, level=5))
    number = await game.open("pvp", 1, 1, levels=(20, 80), entrants="clans")
    await game.take(at(1, 0.01), *(Hero(number, level=40, clan=lions) for number in (1, 2, 3)), Hero(4, level=5))
    lion, low_level = Hero(1, pvp=5, level=40, clan=lions), Hero(4, pvp=90, level=5, clan=lions)
    wolf, loner = Hero(2, pvp=8, level=40, clan=wolves), Hero(3, pvp=50, level=40)
    await game.take(at(1, 12), lion, wolf, loner, low_level)
    live = [(wolves, 8, None), (lions, 5, None)]
    assert await game.rows(number) == live, "8 kills went along; no clan and too low a level count nothing"
    await game.take(at(1, 20), lion, Hero(2, pvp=8, level=40, clan=lions), loner, low_level)
    await game.take(at(2, 0.01), lion, Hero(2, pvp=8, level=40, clan=lions), loner, low_level)
    assert await game.rows(number) == [(lions, 13, None)]
    record = await game.record(number)
    assert record.board
    assert [row.account for row in record.board.rows] == [0]
