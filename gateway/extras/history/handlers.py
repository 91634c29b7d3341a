"""GET /api/rankings/gains: boards of gains. GET /api/rankings/days: the recorded days."""

from collections.abc import Collection
from datetime import date
from typing import Annotated

import numpy as np
from litestar import Response
from litestar.params import Parameter
from msgspec import UNSET, Struct
from msgspec.structs import replace

from gateway.concurrency.background_tasks import poll
from gateway.concurrency.durations import MINUTE
from gateway.config.site_days import date_of
from gateway.database.errors import DatabaseError
from gateway.extras.history.archive import REFRESH_SECONDS, HistoryArchive
from gateway.extras.history.gains import KILLS, PERIOD_DAYS, GainBoards, Metric, Period, is_at_limit
from gateway.extras.history.movers import Movers, movers
from gateway.extras.history.recorder import HistoryRecorder
from gateway.features.rankings.handlers import STALE_SECONDS, age_header, current_or_raise
from gateway.http.errors import GameUnavailable, ValidationFailed, unavailable
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.jobs import Job
from gateway.registration.feature import Feature
from gateway.world_snapshot.columns import shared_values
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.snapshot_store import Snapshots
from gateway.world_snapshot.visibility import HiddenMark, Privacy

BoardMetric = Annotated[Metric, Parameter(description="`playtime` in minutes, `exp` in points of experience.")]
BoardPeriod = Annotated[Period, Parameter(description="Today; today and 6 days before; today and 29 days before.")]


class GainRow(Struct, frozen=True, kw_only=True):
    """`gain` since the day before the period, to the last full hour. A value that fell is no gain.

    `fell_on`: the last day of the period on which the game lowered the kills; `at_limit`: it counts no further.
    """

    rank: int
    char_name: str
    level: int
    class_id: int
    class_name: str
    race: int
    race_name: str
    clan_name: str | None
    gain: int
    char_id: int | None
    privacy: Privacy
    fell_on: date | None
    at_limit: bool
    clan_hidden: HiddenMark = UNSET


class GainsBoard(Struct, frozen=True):
    """At most 100 rows. `collecting`: history has no first values yet. `counted_from`: first day of the period, or the
    first one that was tracked."""

    data: list[GainRow]
    collecting: bool
    counted_from: date | None


class HistoryDay(Struct, frozen=True):
    """`late`: values of the day after are in it, because the first snapshot after midnight came late."""

    day: date
    late: bool


class HistoryDays(Struct, frozen=True):
    """Ascending; the rankings of each day can be asked for with `at`."""

    data: list[HistoryDay]


def feature(snapshots: Snapshots, archive: HistoryArchive, recorder: HistoryRecorder) -> Feature:
    async def record(_tick: int) -> None:
        if snapshots.current is None:
            raise unavailable("game", "no_snapshot")
        await recorder.record(snapshots.current)

    @get(
        "/api/rankings/gains",
        ValidationFailed,
        GameUnavailable,
        opt=public(max_age=60, stale=STALE_SECONDS, version="rankings"),
    )
    async def get_ranking_gains(metric: BoardMetric = "pvp", period: BoardPeriod = "day") -> Response[GainsBoard]:
        """Characters by their gains in a period: kills, experience, levels or play time."""
        snapshot, age = current_or_raise(snapshots)
        headers = age_header(age)
        gain_boards = archive.gain_boards
        if gain_boards is None:
            return Response(GainsBoard([], True, None), headers=headers)
        rows = _rows(snapshot, gain_boards, metric, period)
        counted_from = first_counted_day(gain_boards.today, period, archive.recorded_days)
        return Response(GainsBoard(rows, False, date_of(counted_from)), headers=headers)

    @get("/api/rankings/days", opt=public(max_age=60, stale=STALE_SECONDS))
    async def get_ranking_days() -> HistoryDays:
        """The days whose rankings are recorded."""
        return HistoryDays([HistoryDay(date_of(day), bool(row.is_late)) for day, row in archive.recorded_days.items()])

    @get("/api/rankings/movers", GameUnavailable, opt=public(max_age=60, stale=STALE_SECONDS, version="rankings"))
    async def get_ranking_movers() -> Movers:
        """The characters that gained most since yesterday, at most two by each metric."""
        snapshot, _ = current_or_raise(snapshots)
        boards = archive.gain_boards
        return movers(snapshot, boards, archive.rank_changes) if boards else Movers([])

    return Feature(
        name="history",
        routes=[get_ranking_gains, get_ranking_days, get_ranking_movers],
        jobs=[Job("record_history", MINUTE, record)],
        tasks={"history": lambda: poll("history", REFRESH_SECONDS, archive.refresh, DatabaseError)},
        close=[recorder.close],
    )


def first_counted_day(today: int, period: Period, recorded_days: Collection[int]) -> int:
    """`recorded_days`: the days that are closed."""
    return max(today - PERIOD_DAYS[period] + 1, min(recorded_days, default=today))


def _rows(snapshot: Snapshot, gain_boards: GainBoards, metric: Metric, period: Period) -> list[GainRow]:
    """Returns the board without characters that are not ranked any more."""
    gains, falls = dict(gain_boards.boards[metric][period]), gain_boards.falls.get(metric, {})
    first_day, rows = gain_boards.today - PERIOD_DAYS[period] + 1, snapshot.ranked_rows(gains)
    row_of = dict(zip(snapshot.columns["character_ids"][rows].tolist(), rows.tolist(), strict=True))
    characters = [character for character in gains if character in row_of]
    ranking_rows = snapshot.ranking_rows("pvp", np.array([row_of[character] for character in characters], np.int64))
    column = metric if metric in KILLS else None
    return [
        GainRow(
            **shared_values(replace(row, rank=rank), GainRow),
            gain=gains[character],
            fell_on=date_of(day) if (day := falls.get(character, 0)) >= first_day else None,
            at_limit=column is not None and is_at_limit(metric, int(snapshot.columns[column][row_of[character]])),
        )
        for rank, (character, row) in enumerate(zip(characters, ranking_rows, strict=True), 1)
    ]
