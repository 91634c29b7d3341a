"""Computes the boards when the history publishes its values: run by the leader, once an hour."""

import asyncio
from collections.abc import Sequence

import structlog

from gateway.database.database import Database
from gateway.extras.competitions import repository, rules
from gateway.extras.competitions.repository import CompetitionRecord
from gateway.extras.competitions.rules import Board, BoardRow, Competition
from gateway.extras.history import storage
from gateway.extras.history.gains import KILLS, KILLS_OF_DAYS
from gateway.extras.history.tracked import Columns

log = structlog.stdlib.get_logger("gateway.competitions")


class CompetitionBoards:
    """Keeps the values at the beginning of the running competitions: two competitions of one day share them."""

    def __init__(self, site: Database) -> None:
        self._site = site
        self._baselines: dict[int, Columns] = {}

    async def update(self, characters: Columns, at: float, today: int) -> None:
        """`characters`: the values that are now published. Days before `today` are closed. Raises DatabaseError."""
        records = [row for row in await repository.records(self._site) if _is_open(row, today)]
        starts = {row.competition.first_day - 1 for row in records}
        self._baselines = {day: columns for day, columns in self._baselines.items() if day in starts}
        for record in records:
            await self._update(record.competition, characters, int(at), today)

    async def _update(self, competition: Competition, characters: Columns, at: int, today: int) -> None:
        start, is_final = competition.first_day - 1, competition.last_day < today
        if start not in self._baselines:
            self._baselines[start] = await storage.values_at(self._site, start)
        if is_final:
            values = await storage.values_at(self._site, competition.last_day)
            characters = await asyncio.to_thread(rules.at_close, characters, values, competition.last_day)
        rows = await asyncio.to_thread(rules.board_rows, competition, characters, self._baselines[start])
        board = Board(at, is_final, await self._with_falls(competition, rows))
        await repository.store_board(self._site, competition.id, board)
        if is_final:
            log.info("competition_ended", competition=competition.id, entrants=len(rows))

    async def _with_falls(self, competition: Competition, rows: Sequence[BoardRow]) -> list[BoardRow]:
        if competition.metric not in KILLS or competition.entrants == "clans" or not rows:
            return list(rows)
        ids = sorted(row.entrant_id for row in rows)
        days = await self._site.read(KILLS_OF_DAYS, ids=ids, day=competition.first_day - 1)
        return rules.with_falls(competition, rows, days)


def _is_open(record: CompetitionRecord, today: int) -> bool:
    """Returns whether the competition has begun and has no final board."""
    competition, board = record.competition, record.board
    return competition.first_day <= today and competition.closed_at is None and not (board and board.is_final)
