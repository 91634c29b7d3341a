"""GET /api/player/pvp-performance and /progression-data: current and daily kills, ranks and levels."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Final, Protocol

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.features.accounts import Caller
from gateway.features.characters import CharacterBrief, CharacterRepository
from gateway.game.experience import percent, to_next
from gateway.http.errors import UNAVAILABLE, AccountFrozen
from gateway.http.routes import get
from gateway.world_snapshot.snapshot_store import Snapshots

DAYS: Final = 84
"""Twelve weeks including today."""
RESPONSES = (AccountFrozen, *UNAVAILABLE)


class CharacterKills(Struct, frozen=True, kw_only=True):
    """`pvp_rank` and `pk_rank`: rank among all ranked characters; null if the character is not ranked (yet)."""

    character_id: int
    character_name: str
    pvp_kills: int
    pk_kills: int
    deaths: int | None
    pvp_rank: int | None
    pk_rank: int | None


class KillsOfDay(Struct, frozen=True):
    """Kills of all characters of the account on a day of the site."""

    date: date
    pvp_kills: int
    pk_kills: int


class PvpPerformance(Struct, frozen=True):
    characters: list[CharacterKills]
    history: list[KillsOfDay]


class CharacterProgress(Struct, frozen=True, kw_only=True):
    character_id: int
    character_name: str
    level: int
    exp: int
    exp_percent: float
    exp_to_next_level: int


class LevelOfDay(Struct, frozen=True):
    """State of the character at the close of the day; today: at the last full hour."""

    date: date
    character_id: int
    level: int
    exp_percent: float


class ProgressionData(Struct, frozen=True):
    characters: list[CharacterProgress]
    history: list[LevelOfDay]


class DayValues(Protocol):
    """Values of a character at the close of a day; of today: at the last full hour."""

    @property
    def day(self) -> date: ...
    @property
    def level(self) -> int: ...
    @property
    def exp_percent(self) -> float: ...
    @property
    def pvp_kills(self) -> int: ...
    @property
    def pk_kills(self) -> int: ...


ReadDays = Callable[[str, Sequence[CharacterBrief], int], Awaitable[Mapping[int, Sequence[DayValues]]]]
"""Returns the days of each character by its id, ascending: as many before today as asked, under this login alone."""


async def no_days(_login: str, _characters: Sequence[CharacterBrief], _days: int) -> Mapping[int, Sequence[DayValues]]:
    return {}


class OwnDays:
    """`read`: of the history, where that is recorded."""

    def __init__(self) -> None:
        self.read: ReadDays = no_days


def kills_by_day(histories: Iterable[Sequence[DayValues]]) -> list[KillsOfDay]:
    """Returns what each day added, summed over the characters. A lower count than before counts as no kills."""
    kills: defaultdict[date, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for history in histories:
        for previous, row in pairwise(history):
            pvp, pk = kills[row.day]
            kills[row.day] = (
                pvp + max(0, row.pvp_kills - previous.pvp_kills),
                pk + max(0, row.pk_kills - previous.pk_kills),
            )
    return [KillsOfDay(day, pvp, pk) for day, (pvp, pk) in sorted(kills.items())]


def routes(snapshots: Snapshots, characters: CharacterRepository, own_days: OwnDays) -> list[HTTPRouteHandler]:
    @get("/api/player/pvp-performance", *RESPONSES)
    async def get_pvp_performance(caller: Caller) -> PvpPerformance:
        """Kills and ranks, and kills by day."""
        briefs = await characters.briefs(caller.login)
        ids = {row.id for row in briefs}
        history = kills_by_day((await own_days.read(caller.login, briefs, DAYS)).values())
        snapshot = snapshots.current
        ranks = snapshot.ranks_of(ids) if snapshot else {}
        character_kills: list[CharacterKills] = []
        for row in briefs:
            pvp_rank, pk_rank = ranks.get(row.id, (None, None))
            character_kills.append(
                CharacterKills(
                    character_id=row.id,
                    character_name=row.name,
                    pvp_kills=row.pvp_kills,
                    pk_kills=row.pk_kills,
                    deaths=row.deaths,
                    pvp_rank=pvp_rank,
                    pk_rank=pk_rank,
                )
            )
        return PvpPerformance(character_kills, history)

    @get("/api/player/progression-data", *RESPONSES)
    async def get_progression_data(caller: Caller) -> ProgressionData:
        """Levels now and by day."""
        briefs = await characters.briefs(caller.login)
        histories = await own_days.read(caller.login, briefs, DAYS - 1)
        return ProgressionData(
            [
                CharacterProgress(
                    character_id=row.id,
                    character_name=row.name,
                    level=row.level,
                    exp=row.exp,
                    exp_percent=percent(row.level, row.exp),
                    exp_to_next_level=to_next(row.level, row.exp),
                )
                for row in briefs
            ],
            [
                LevelOfDay(row.day, character_id=character_id, level=row.level, exp_percent=row.exp_percent)
                for character_id, history in histories.items()
                for row in history
            ],
        )

    return [get_pvp_performance, get_progression_data]
