"""Rules of competitions: state, participants, board. Pure."""

from collections.abc import Sequence
from typing import Final, Literal, get_args

import msgspec
import numpy as np
from msgspec import Struct

from gateway.concurrency.durations import MINUTE
from gateway.config.site_days import SiteDays, date_of
from gateway.extras.history.gains import (
    BOARD_ROWS,
    VALUE_OF,
    DailyKills,
    Mark,
    Metric,
    falls,
    in_minutes,
    is_at_limit,
    top,
)
from gateway.extras.history.tracked import Columns
from gateway.features.operators.site_controls import NoticeTexts
from gateway.game.classes import CLASSES
from gateway.texts import Text, text
from gateway.world_snapshot.ascending import is_in, places_in
from gateway.world_snapshot.serialization import Array

State = Literal["upcoming", "running", "provisional", "final", "closed"]
Entrants = Literal["characters", "clans"]
ENTRANTS: Final[tuple[Entrants, ...]] = get_args(Entrants)
PROVISIONAL_SECONDS: Final = 24 * 3600
TITLE_MAX: Final = 80
DAYS_MAX: Final = 92
LEVEL_MAX: Final = 80
PLACES_MAX: Final = 50
COINS_MAX: Final = 1_000_000


class Competition(Struct, frozen=True):
    """`classes`: ids of classes separated by commas; empty: all. Levels and classes are also those of members.

    `titles`: JSON, of the title in other languages.
    """

    id: int
    title: str
    metric: Metric
    first_day: int
    last_day: int
    min_level: int
    max_level: int
    classes: str
    closed_at: int | None
    entrants: Entrants = "characters"
    titles: str | None = None

    @property
    def translations(self) -> NoticeTexts:
        return msgspec.json.decode(self.titles, type=NoticeTexts) if self.titles else {}

    @property
    def class_ids(self) -> list[int]:
        return [int(number) for number in self.classes.split(",") if number]


class BoardRow(Struct, frozen=True, array_like=True):
    """`entrant_id`: of a character or clan. `account`: keyed hash of the login, as the history has it; 0 for a clan.

    `mark`: `fell` if the value fell on a day of the competition; `limit` if the game counts no further. None for clans.
    """

    entrant_id: int
    account: int
    gain: int
    mark: Mark | None = None


class Board(Struct, frozen=True):
    """`at`: time of the snapshot. `is_final`: the values are those at the close of the last day."""

    at: int
    is_final: bool
    rows: list[BoardRow]


def refusal(competition: Competition, coins: Sequence[int], today: int) -> tuple[str, Text] | None:
    """Returns the field and why such a competition cannot be opened; None if it can. `coins`: the prizes by place."""
    days = competition.last_day - competition.first_day + 1
    levels = competition.min_level, competition.max_level
    if problem := _title_refusal(competition):
        return problem
    if competition.first_day < today:
        return "first_day", text("reasons.day_over", day=str(date_of(competition.first_day)))
    if competition.first_day > today + 366:
        return "first_day", text("reasons.within_year")
    if not 1 <= days <= DAYS_MAX:
        return "last_day", text("reasons.competition_days", limit=DAYS_MAX)
    for field, level in zip(("min_level", "max_level"), levels, strict=True):
        if not 1 <= level <= LEVEL_MAX:
            return field, (
                text("reasons.value_max", limit=LEVEL_MAX) if level > LEVEL_MAX else text("reasons.value_min", limit=1)
            )
    if levels[0] > levels[1]:
        return "max_level", text("reasons.levels")
    if any(number not in CLASSES for number in competition.class_ids):
        return "classes", text("reasons.class_unknown")
    if len(coins) > PLACES_MAX or not all(1 <= prize <= COINS_MAX for prize in coins):
        return "prizes", text("reasons.prizes", limit=PLACES_MAX, coins=COINS_MAX)
    return None


def _title_refusal(competition: Competition) -> tuple[str, Text] | None:
    titles = [("titles", title) for title in competition.translations.values()]
    for field, title in [("title", competition.title), *titles]:
        if not (0 < len(title) <= TITLE_MAX and title.isprintable()):
            return field, text("reasons.line_long", limit=TITLE_MAX) if title else text("reasons.title_missing")
    return None


def state_of(competition: Competition, board: Board | None, now: float, days: SiteDays) -> State:
    if competition.closed_at is not None:
        return "closed"
    today = days.day_of(now)
    if today <= competition.last_day:
        return "running" if today >= competition.first_day else "upcoming"
    return "final" if now >= payable_at(competition, days) and board is not None and board.is_final else "provisional"


def payable_at(competition: Competition, days: SiteDays) -> float:
    """Returns the time from which on a result is final, if it is there."""
    return days.start_of(competition.last_day + 1) + PROVISIONAL_SECONDS


def board_rows(competition: Competition, characters: Columns, baseline: Columns) -> list[BoardRow]:
    """Returns the highest gains. `baseline`: values at the close of the day before the first one.

    A character whose history begins later gains from its first values on. A clan has the sum of the gains of its
    members of now. Equal gains: by id.
    """
    ids, name = characters["character_id"], VALUE_OF[competition.metric]
    gains = in_minutes(name, characters[name]).astype(np.int64) - _at_start(characters, baseline, name).astype(np.int64)
    start_levels, start_classes = (_at_start(characters, baseline, column) for column in ("level", "class_id"))
    takes_part = (
        (start_levels >= competition.min_level) & (start_levels <= competition.max_level) & ~characters["is_gone"]
    )
    if competition.classes:
        takes_part &= is_in(start_classes, np.array(competition.class_ids))
    gains[~takes_part] = 0
    if competition.entrants == "clans":
        return _clan_rows(characters["clan_id"], gains)
    rows = top(ids, gains, BOARD_ROWS)
    places = np.searchsorted(ids, np.array([character_id for character_id, _ in rows], ids.dtype))
    accounts, values = characters["account"][places].tolist(), characters[name][places].tolist()
    return [
        BoardRow(
            entrant_id=character_id,
            account=account,
            gain=gain,
            mark="limit" if is_at_limit(competition.metric, value) else None,
        )
        for (character_id, gain), account, value in zip(rows, accounts, values, strict=True)
    ]


def _clan_rows(clan_ids: Array, gains: Array) -> list[BoardRow]:
    """`clan_ids`: 0 for a character without a clan. A member whose value fell takes nothing from the clan."""
    clans, places = np.unique(clan_ids, return_inverse=True)  # with an inverse it sorts, and hashes nothing
    sums = np.bincount(places, np.maximum(gains, 0), clans.size).astype(np.int64)
    sums[clans == 0] = 0
    return [BoardRow(entrant_id=clan_id, account=0, gain=gain) for clan_id, gain in top(clans, sums, BOARD_ROWS)]


def with_falls(competition: Competition, rows: Sequence[BoardRow], days: Sequence[DailyKills]) -> list[BoardRow]:
    """`days`: kills at the closes of days, from the one before the first on."""
    fall_days = falls([day for day in days if day.day <= competition.last_day], VALUE_OF[competition.metric])
    return [
        BoardRow(entrant_id=row.entrant_id, account=row.account, gain=row.gain, mark="fell")
        if row.entrant_id in fall_days
        else row
        for row in rows
    ]


def at_close(characters: Columns, values: Columns, day: int) -> Columns:
    """Returns the tracked characters with their values at the close of a past day, as `values_at` has read them."""
    is_known, places = places_in(values["character_id"], characters["character_id"])
    result = {name: column[is_known] for name, column in characters.items()}
    for name in ("level", "class_id", *VALUE_OF.values()):
        result[name] = values[name][places] * (MINUTE if name == "playtime" else 1)
    is_another = (values["first_day"][places] != result["first_day"]) | (result["first_day"] > day)
    result["is_gone"] = is_another | (values["gone_day"][places] <= day)
    return result


def _at_start(characters: Columns, baseline: Columns, name: str) -> Array:
    is_known, places = places_in(baseline["character_id"], characters["character_id"])
    values = in_minutes(name, characters[f"first_{name}"]).astype(np.int64)
    is_known[is_known] = baseline["first_day"][places] == characters["first_day"][is_known]
    _, places = places_in(baseline["character_id"], characters["character_id"][is_known])
    values[is_known] = baseline[name][places]
    return values
