"""Competitions, prizes and boards in the site schema."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec import Struct

from gateway.config.site_days import SiteDays
from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.competitions.rules import Board, Competition, State, state_of
from gateway.extras.history import storage

Stage = Literal[State, "due", "paid"]
Outcome = Literal["paid", "empty", "gone", "staff", "banned", "blocked", "hidden", "young"]


class Prize(Struct, frozen=True):
    """`outcome`: `paid`, or why the place takes none; None until it is settled. `account`: of its character."""

    competition_id: int
    place: int
    coins: int
    outcome: Outcome | None
    account: str | None = None
    settled_at: int | None = None


class StoredBoard(Struct, frozen=True):
    competition_id: int
    body: str


class OpenedId(Struct, frozen=True):
    id: int


LIST: Final = query("competitions.list", Competition)
LOCK: Final = query("competitions.lock", Competition)
OPEN: Final = query("competitions.open", None)
OPENED_ID: Final = query("competitions.last_id", OpenedId)
CLOSE: Final = query("competitions.close", None)
PRIZES: Final = query("competitions.prizes", Prize)
LOCK_SETTLED_PRIZES: Final = query("competitions.lock_settled_prizes", Prize)
ADD_PRIZES: Final = query("competitions.add_prizes", None)
BOARDS: Final = query("competitions.boards", StoredBoard)


class CompetitionRecord(Struct, frozen=True):
    """A competition with its prizes by place, and its board; None before the first values."""

    competition: Competition
    prizes: list[Prize]
    board: Board | None


async def records(site: Database | Session) -> list[CompetitionRecord]:
    """Returns all competitions, those that end last first."""
    competitions, prizes = await site.read(LIST), await site.read(PRIZES)
    boards = {row.competition_id: msgspec.json.decode(row.body, type=Board) for row in await site.read(BOARDS)}
    return [
        CompetitionRecord(
            competition, [row for row in prizes if row.competition_id == competition.id], boards.get(competition.id)
        )
        for competition in competitions
    ]


async def record_of(site: Database | Session, competition_id: int) -> CompetitionRecord | None:
    return next((row for row in await records(site) if row.competition.id == competition_id), None)


async def open_competition(session: Session, competition: Competition, coins: Sequence[int], now: int) -> int:
    """Returns the id. `coins`: the prizes by place."""
    columns = msgspec.structs.asdict(competition)
    del columns["id"], columns["closed_at"]
    await session.write(OPEN, **columns, created_at=now)
    row = await session.one(OPENED_ID)
    assert row
    await write_rows(session, ADD_PRIZES, enumerate(coins, 1), competition_id=row.id)
    return row.id


async def store_board(site: Database, competition_id: int, board: Board) -> None:
    body = msgspec.json.encode(board).decode()
    await site.write(storage.SET_STATE, name=f"competition:{competition_id}", at=board.at, body=body)


def stage_of(record: CompetitionRecord, now: float, days: SiteDays) -> Stage:
    state = state_of(record.competition, record.board, now, days)
    if state != "final" or not record.prizes:
        return state
    return "due" if any(prize.outcome is None for prize in record.prizes) else "paid"


async def due_records(site: Database, now: float, days: SiteDays) -> list[CompetitionRecord]:
    """Returns those with a final result and prizes that wait for payment."""
    return [row for row in await records(site) if stage_of(row, now, days) == "due"]
