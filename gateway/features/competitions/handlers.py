"""GET /api/competitions: all competitions. GET /api/competitions/{id}: one with its board."""

import time
from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from typing import Final

import numpy as np
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from gateway.database.database import Database
from gateway.features.competitions import repository
from gateway.features.competitions.repository import CompetitionRecord
from gateway.features.competitions.rules import BoardRow, State, state_of
from gateway.features.history.gains import Mark, Metric
from gateway.features.history.tracked import date_of
from gateway.features.rankings.handlers import STALE_SECONDS, current_or_raise
from gateway.features.rankings.snapshot import Snapshot
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.rankings.visibility import Privacy
from gateway.game.classes import class_name
from gateway.http.errors import GameUnavailable, NotFound, SiteUnavailable
from gateway.http.response_cache import public
from gateway.http.routes import get


class CompetitionRow(Struct, frozen=True):
    """`gain` since the beginning; play time in minutes. `mark`: `fell` if the value fell on a day of the competition,
    `limit` if the game counts no further. `prize` in coins; `is_paid`: it is in the winner's wallet."""

    place: int
    gain: int
    mark: Mark | None
    prize: int | None
    is_paid: bool
    char_name: str
    char_id: int | None
    privacy: Privacy
    level: int
    class_name: str
    clan_name: str | None


class CompetitionSummary(Struct, frozen=True):
    """Whole days in the site's time zone. Level and class are those at the beginning; no class: all of them.

    `state`: `provisional` in the 24 hours after the last day, `closed` if operators ended it without prizes. `prizes`:
    coins by place. `leaders`: the first three.
    """

    id: int
    title: str
    metric: Metric
    first_day: date
    last_day: date
    state: State
    min_level: int
    max_level: int
    classes: list[str]
    prizes: list[int]
    leaders: list[CompetitionRow]


class Competitions(Struct, frozen=True):
    """Those that end last first."""

    data: list[CompetitionSummary]


class CompetitionBoard(Struct, frozen=True):
    """At most 100 rows; a place whose character is not ranked any more is left out. `counted_at`: time of the values,
    one reading an hour; null while there are none."""

    competition: CompetitionSummary
    counted_at: datetime | None
    data: list[CompetitionRow]


_LEADERS: Final = 3


def routes(site: Database, snapshots: Snapshots, zone: tzinfo) -> list[HTTPRouteHandler]:
    @get(
        "/api/competitions",
        GameUnavailable,
        SiteUnavailable,
        opt=public(max_age=60, stale=STALE_SECONDS, version="rankings"),
    )
    async def get_competitions() -> Competitions:
        """The competitions of this site."""
        snapshot, _ = current_or_raise(snapshots)
        return Competitions([_summary(row, snapshot, zone) for row in await repository.records(site)])

    @get(
        "/api/competitions/{competition_id:int}",
        NotFound,
        GameUnavailable,
        SiteUnavailable,
        opt=public(max_age=60, stale=STALE_SECONDS, version="rankings"),
    )
    async def get_competition(competition_id: FromPath[int]) -> CompetitionBoard:
        """A competition with its board, which is computed from the history once an hour."""
        snapshot, _ = current_or_raise(snapshots)
        records = await repository.records(site)
        record = next((row for row in records if row.competition.id == competition_id), None)
        if record is None:
            raise NotFound
        board = record.board
        return CompetitionBoard(
            _summary(record, snapshot, zone),
            datetime.fromtimestamp(board.at, zone) if board else None,
            _rows(record, snapshot, board.rows) if board else [],
        )

    return [get_competitions, get_competition]


def _summary(record: CompetitionRecord, snapshot: Snapshot, zone: tzinfo) -> CompetitionSummary:
    one, board = record.competition, record.board
    return CompetitionSummary(
        id=one.id,
        title=one.title,
        metric=one.metric,
        first_day=date_of(one.first_day),
        last_day=date_of(one.last_day),
        state=state_of(one, board, time.time(), zone),
        min_level=one.min_level,
        max_level=one.max_level,
        classes=[class_name(number) for number in one.class_ids],
        prizes=[prize.coins for prize in record.prizes],
        leaders=_rows(record, snapshot, board.rows[:_LEADERS]) if board else [],
    )


def _rows(record: CompetitionRecord, snapshot: Snapshot, rows: Sequence[BoardRow]) -> list[CompetitionRow]:
    ids = snapshot.columns["character_ids"]
    places = {row.character_id: (place, row) for place, row in enumerate(rows, 1)}
    numbers = np.flatnonzero(np.isin(ids, np.fromiter(places, np.int64, len(places))))
    prizes = {prize.place: prize for prize in record.prizes}
    shown = zip(ids[numbers].tolist(), snapshot.ranking_rows("pvp", numbers), strict=True)
    result: list[CompetitionRow] = []
    for character_id, character in shown:
        place, row = places[character_id]
        prize = prizes.get(place)
        result.append(
            CompetitionRow(
                place=place,
                gain=row.gain,
                mark=row.mark,
                prize=prize.coins if prize else None,
                is_paid=prize is not None and prize.outcome == "paid",
                char_name=character.char_name,
                char_id=character.char_id,
                privacy=character.privacy,
                level=character.level,
                class_name=character.class_name,
                clan_name=character.clan_name,
            )
        )
    return sorted(result, key=lambda row: row.place)
