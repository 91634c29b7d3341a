"""The values of a character day by day, for charts: gaps are filled from the last row. Pure."""

from collections.abc import Collection, Sequence
from datetime import date

from msgspec import Struct

from gateway.config.site_days import date_of
from gateway.extras.history.gains import Point
from gateway.extras.history.score_table import ScoreTable
from gateway.game.experience import percent


class CharacterDayRow(Struct, frozen=True, kw_only=True):
    """Values at the close of the day; of today: at the end of the last full hour. `playtime` in minutes."""

    day: date
    level: int
    exp: int
    exp_percent: float
    pvp_kills: int
    pk_kills: int
    playtime: int


class WeekRank(Struct, frozen=True):
    """PvP rank at the close of the week's last day."""

    day: date
    rank: int


class CharacterDays(Struct, frozen=True):
    """`data`: one row a day, ascending; the first row has the values at first sight, under the day before.

    `missing`: days without a reading, whose values are those of the day before. `tracked_since`: null while no values
    have been recorded.
    """

    data: list[CharacterDayRow]
    missing: list[date]
    pvp_ranks: list[WeekRank]
    tracked_since: date | None


def daily(
    points: Sequence[Point], recorded_days: Collection[int], scores: Sequence[ScoreTable], today: int, days: int
) -> CharacterDays:
    """`points`: as in `character_points`; `recorded_days`: days with a reading; `days`: how many before today."""
    if not points:
        return CharacterDays([], [], [], None)
    first = max(points[0].day, today - days)
    rows: list[CharacterDayRow] = []
    place = 0
    for day in range(first, today + 1):
        while place + 1 < len(points) and points[place + 1].day <= day:
            place += 1
        rows.append(_row(day, points[place]))
    first_expected = max(first, min(recorded_days, default=today))
    missing = [date_of(day) for day in range(first_expected, today) if day not in recorded_days]
    ranks = [
        WeekRank(date_of(table.day), table.rank_of(rows[table.day - first].pvp_kills))
        for table in scores
        if points[0].day < table.day and first <= table.day <= today
    ]
    return CharacterDays(rows, missing, ranks, date_of(points[0].day + 1))


def _row(day: int, point: Point) -> CharacterDayRow:
    return CharacterDayRow(
        day=date_of(day),
        level=point.level,
        exp=point.exp,
        exp_percent=percent(point.level, point.exp),
        pvp_kills=point.pvp_kills,
        pk_kills=point.pk_kills,
        playtime=point.playtime,
    )
