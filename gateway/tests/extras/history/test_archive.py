"""Ranks of a recorded day."""

import numpy as np

from gateway.extras.history.archive import rank_among, ranked_characters, rows_of
from gateway.extras.history.storage import VALUE_TYPES
from gateway.extras.history.tracked import Columns


def closed_day() -> Columns:
    """Characters 1 to 6 with 60, 50, … 10 kills; the even ones are of class 10. The fourth one had left."""
    values = {name: np.zeros(6, dtype) for name, dtype in VALUE_TYPES.items()}
    values |= {"character_id": np.arange(1, 7), "pvp_kills": np.arange(60, 0, -10), "gone_day": np.full(6, 65535)}
    values["class_id"][1::2] = 10
    values["gone_day"][3] = 5
    return ranked_characters(values, 5)


def test_rank_among_a_class_and_a_clan_of_the_day() -> None:
    day = closed_day()
    of_class = np.flatnonzero(day["class_id"] == 10)
    assert [rank_among(day, of_class, character) for character in (2, 4, 6, 1)] == [1, None, 2, None]
    clan = rows_of(day, np.array([6, 9, 1, 4, 3]))
    assert [rank_among(day, clan, character) for character in (1, 3, 6, 9)] == [1, 2, 3, None]
