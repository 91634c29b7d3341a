"""GET /api/rankings/gains: boards of gains. GET /api/rankings/days: the recorded days."""

from datetime import UTC, date, datetime
from typing import Annotated

import numpy as np
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter
from msgspec import Struct

from gateway.features.history.archive import HistoryArchive
from gateway.features.history.gains import PERIOD_DAYS, Metric, Period
from gateway.features.history.movers import Movers, movers
from gateway.features.history.tracked import date_of
from gateway.features.rankings.columns import RankingRow
from gateway.features.rankings.handlers import STALE_SECONDS, current_or_raise
from gateway.features.rankings.snapshot import Snapshot
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.rankings.visibility import Privacy
from gateway.http.errors import GameUnavailable, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get

BoardMetric = Annotated[Metric, Parameter(description="`playtime` in minutes, `exp` in points of experience.")]
BoardPeriod = Annotated[Period, Parameter(description="Today; today and 6 days before; today and 29 days before.")]


class GainRow(Struct, frozen=True):
    """`gain` since the day before the period, to the last full hour. A value that fell is no gain."""

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


class GainsBoard(Struct, frozen=True):
    """At most 100 rows. `collecting`: history has no first values yet. `counted_from`: first day of the period."""

    data: list[GainRow]
    collecting: bool
    counted_from: date | None
    published_at: datetime | None


class HistoryDay(Struct, frozen=True):
    """`late`: values of the day after are in it, because the first snapshot after midnight came late."""

    day: date
    late: bool


class HistoryDays(Struct, frozen=True):
    """Ascending; the rankings of each day can be asked for with `at`."""

    data: list[HistoryDay]


def routes(snapshots: Snapshots, archive: HistoryArchive) -> list[HTTPRouteHandler]:
    @get(
        "/api/rankings/gains",
        ValidationFailed,
        GameUnavailable,
        opt=public(max_age=60, stale=STALE_SECONDS, version="rankings"),
    )
    async def get_ranking_gains(metric: BoardMetric = "pvp", period: BoardPeriod = "day") -> Response[GainsBoard]:
        """Characters by their gains in a period: kills, experience, levels or play time."""
        snapshot, age = current_or_raise(snapshots)
        headers = {"Age": str(age)} if age else {}
        published = archive.published
        if published is None:
            return Response(GainsBoard([], True, None, None), headers=headers)
        rows = _rows(snapshot, dict(published.boards[metric][period]))
        counted_from = date_of(published.today - PERIOD_DAYS[period] + 1)
        published_at = datetime.fromtimestamp(archive.published_at, UTC)
        return Response(GainsBoard(rows, False, counted_from, published_at), headers=headers)

    @get("/api/rankings/days", opt=public(max_age=60, stale=STALE_SECONDS))
    async def get_ranking_days() -> HistoryDays:
        """The days whose rankings are recorded."""
        return HistoryDays([HistoryDay(date_of(day), bool(row.is_late)) for day, row in archive.recorded.items()])

    @get("/api/rankings/movers", GameUnavailable, opt=public(max_age=60, stale=STALE_SECONDS, version="rankings"))
    async def get_ranking_movers() -> Movers:
        """The characters that gained most since yesterday, at most two by each metric."""
        snapshot, _ = current_or_raise(snapshots)
        return Movers([]) if archive.published is None else movers(snapshot, archive.published, archive.rank_changes)

    return [get_ranking_gains, get_ranking_days, get_ranking_movers]


def _rows(snapshot: Snapshot, gains: dict[int, int]) -> list[GainRow]:
    """Returns the board without characters that are not ranked any more."""
    ids = snapshot.columns["character_ids"]
    rows = np.flatnonzero(np.isin(ids, np.fromiter(gains, np.int64, len(gains))))
    shown = dict(zip(ids[rows].tolist(), snapshot.ranking_rows("pvp", rows), strict=True))
    chosen = [(shown[character], gain) for character, gain in gains.items() if character in shown]
    return [_row(rank, row, gain) for rank, (row, gain) in enumerate(chosen, 1)]


def _row(rank: int, row: RankingRow, gain: int) -> GainRow:
    values = {name: getattr(row, name) for name in GainRow.__struct_fields__ if name not in {"rank", "gain"}}
    return GainRow(rank=rank, gain=gain, **values)
