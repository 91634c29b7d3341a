"""Rules of competitions: state, participants, board. Pure."""

from collections.abc import Sequence
from datetime import tzinfo
from typing import Final, Literal

import numpy as np
from msgspec import Struct

from gateway.features.history.gains import (
    BOARD_ROWS,
    KILLS,
    VALUE_OF,
    DailyKills,
    Mark,
    Metric,
    falls,
    in_minutes,
    is_at_limit,
    top,
)
from gateway.features.history.tracked import Columns, day_of, places_in, start_of
from gateway.features.rankings.serialization import Array

State = Literal["upcoming", "running", "provisional", "final", "closed"]
PROVISIONAL_SECONDS: Final = 24 * 3600
PLACES_MAX: Final = 50
_MINUTE: Final = 60


class Competition(Struct, frozen=True):
    """`classes`: ids of classes separated by commas; empty: all."""

    id: int
    title: str
    metric: Metric
    first_day: int
    last_day: int
    min_level: int
    max_level: int
    classes: str
    closed_at: int | None

    @property
    def class_ids(self) -> list[int]:
        return [int(number) for number in self.classes.split(",") if number]


class BoardRow(Struct, frozen=True, array_like=True):
    """`account`: keyed hash of the login, as the history has it. `mark`: `fell` if the value fell on a day of the
    competition; `limit` if the game counts no further."""

    character_id: int
    account: int
    gain: int
    mark: Mark | None = None


class Board(Struct, frozen=True):
    """`at`: time of the snapshot. `is_final`: the values are those at the close of the last day."""

    at: int
    is_final: bool
    rows: list[BoardRow]


def state_of(competition: Competition, board: Board | None, now: float, zone: tzinfo) -> State:
    if competition.closed_at is not None:
        return "closed"
    today = day_of(now, zone)
    if today <= competition.last_day:
        return "running" if today >= competition.first_day else "upcoming"
    is_settled = now >= start_of(competition.last_day + 1, zone) + PROVISIONAL_SECONDS
    return "final" if is_settled and board is not None and board.is_final else "provisional"


def board_rows(competition: Competition, now: Columns, before: Columns) -> list[BoardRow]:
    """Returns the highest gains. `now`: tracked characters; `before`: values at the close of the day before the first.

    A character whose history begins later gains from its first values on. Equal gains: by id.
    """
    ids, name = now["character_id"], VALUE_OF[competition.metric]
    gained = in_minutes(name, now[name]).astype(np.int64) - _at_start(now, before, name).astype(np.int64)
    level, class_id = (_at_start(now, before, column) for column in ("level", "class_id"))
    takes_part = (level >= competition.min_level) & (level <= competition.max_level) & ~now["is_gone"]
    if competition.classes:
        takes_part &= np.isin(class_id, competition.class_ids)
    gained[~takes_part] = 0
    rows = top(ids, gained, BOARD_ROWS)
    places = np.searchsorted(ids, np.array([character_id for character_id, _ in rows], ids.dtype))
    accounts, values = now["account"][places].tolist(), now[name][places].tolist()
    return [
        BoardRow(character_id, account, gain, "limit" if is_at_limit(competition.metric, value) else None)
        for (character_id, gain), account, value in zip(rows, accounts, values, strict=True)
    ]


def with_falls(competition: Competition, rows: Sequence[BoardRow], days: Sequence[DailyKills]) -> list[BoardRow]:
    """`days`: kills at the closes of days, from the one before the first on."""
    if competition.metric not in KILLS:
        return list(rows)
    fallen = falls([day for day in days if day.day <= competition.last_day], VALUE_OF[competition.metric])
    return [
        BoardRow(row.character_id, row.account, row.gain, "fell") if row.character_id in fallen else row for row in rows
    ]


def at_close(tracked: Columns, values: Columns, day: int) -> Columns:
    """Returns the tracked characters with their values at the close of a past day, as `values_at` has read them."""
    is_known, places = places_in(values["character_id"], tracked["character_id"])
    result = {name: column[is_known] for name, column in tracked.items()}
    for name in ("level", "class_id", *VALUE_OF.values()):
        result[name] = values[name][places] * (_MINUTE if name == "playtime" else 1)
    is_another = (values["first_day"][places] != result["first_day"]) | (result["first_day"] > day)
    result["is_gone"] = is_another | (values["gone_day"][places] <= day)
    return result


def _at_start(now: Columns, before: Columns, name: str) -> Array:
    is_known, places = places_in(before["character_id"], now["character_id"])
    values = in_minutes(name, now[f"first_{name}"]).astype(np.int64)
    is_known[is_known] = before["first_day"][places] == now["first_day"][is_known]
    _, places = places_in(before["character_id"], now["character_id"][is_known])
    values[is_known] = before[name][places]
    return values
