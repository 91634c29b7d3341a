"""GET /api/player/pvp-performance and /progression-data: current and daily kills, ranks and levels.

The days come from the histories of the account's current characters, as far as they belonged to it.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, tzinfo
from itertools import pairwise
from typing import Final

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.database.database import Database
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterBrief, CharacterRepository
from gateway.features.history.archive import HistoryArchive
from gateway.features.history.daily import CharacterDays, daily
from gateway.features.history.repository import character_points
from gateway.features.history.tracked import day_of
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.game.experience import percent, to_next
from gateway.http.errors import UNAVAILABLE, AccountFrozen
from gateway.http.routes import get

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


class OwnHistory:
    """Days of the caller's characters, from their histories."""

    def __init__(self, site: Database, snapshots: Snapshots, archive: HistoryArchive, zone: tzinfo) -> None:
        self._site = site
        self._snapshots = snapshots
        self._archive = archive
        self._zone = zone

    async def days(self, login: str, characters: Sequence[CharacterBrief], days: int) -> dict[int, CharacterDays]:
        """Returns the days of each character under this account."""
        snapshot, now = self._snapshots.current, time.time()
        account = snapshot and self._archive.hash_of_login(snapshot, login)
        if not account:
            return {}
        point_lists = await asyncio.gather(
            *(character_points(self._site, row.id, self._zone, now, account) for row in characters)
        )
        recorded_days, today = self._archive.recorded_days, day_of(now, self._zone)
        return {
            row.id: daily(points, recorded_days, (), today, days)
            for row, points in zip(characters, point_lists, strict=True)
        }


def kills_by_day(histories: Iterable[CharacterDays]) -> list[KillsOfDay]:
    """Returns what each day added, summed over the characters. A lower count than before counts as no kills."""
    kills: defaultdict[date, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for history in histories:
        for previous, row in pairwise(history.data):
            pvp, pk = kills[row.day]
            kills[row.day] = (
                pvp + max(0, row.pvp_kills - previous.pvp_kills),
                pk + max(0, row.pk_kills - previous.pk_kills),
            )
    return [KillsOfDay(day, pvp, pk) for day, (pvp, pk) in sorted(kills.items())]


def routes(snapshots: Snapshots, characters: CharacterRepository, own_history: OwnHistory) -> list[HTTPRouteHandler]:
    @get("/api/player/pvp-performance", *RESPONSES)
    async def get_pvp_performance(caller: Caller) -> PvpPerformance:
        """Kills and ranks, and kills by day."""
        briefs = await characters.briefs(caller.login)
        ids = {row.id for row in briefs}
        history = kills_by_day((await own_history.days(caller.login, briefs, DAYS)).values())
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
        histories = await own_history.days(caller.login, briefs, DAYS - 1)
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
                for row in history.data
            ],
        )

    return [get_pvp_performance, get_progression_data]
