"""A history of a character in the site schema, and the closes that a process has read."""

from collections.abc import Mapping

import numpy as np
import pytest

from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.score_table import ScoreTable
from gateway.extras.history.storage import RecordedDay

DAY = 86_400
_TABLES = ("character_days", "character_now", "character_histories")


def without_history(number: int) -> list[str]:
    return [f"DELETE FROM {table} WHERE character_id = {number}" for table in _TABLES]


def with_history(number: int, first_day: int, kills_by_day: Mapping[int, int]) -> list[str]:
    """Returns statements of a history with these PvP kills in all at the closes of days."""
    last_day, kills = max(kills_by_day.items())
    values = f"80, 1, 0, {kills}, 0, 0, 0"
    return [
        *without_history(number),
        f"INSERT INTO character_histories VALUES ({number}, {first_day}, 1, 1, 80, 1, 0, 0, 0, 0, 0)",
        f"INSERT INTO character_now VALUES ({number}, {first_day}, {last_day}, NULL, 1, 'x', 0, {values})",
        *(
            f"INSERT INTO character_days VALUES ({number}, {day}, 80, 1, 0, {count}, 0, 0)"
            for day, count in kills_by_day.items()
        ),
    ]


def record(archive: HistoryArchive, first_day: int, ends: tuple[int, int], patch: pytest.MonkeyPatch) -> None:
    """Lets a process know the days until the last end of a week, of which four characters had 50 kills."""
    days = {day: RecordedDay(day, (day + 1) * DAY, 0, 1) for day in range(first_day, ends[1] + 1)}
    patch.setattr(archive, "recorded_days", days)
    patch.setattr(archive, "scores", [ScoreTable(day, np.array([0, 50]), np.array([4, 0])) for day in ends])
