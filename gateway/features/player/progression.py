"""GET /api/player/pvp-performance and /progression-data: kills, ranks and levels, now and by the day.

The days come from the samples that are kept for who has logged in here (`samples.py`), of the characters that are the
account's now and while they were its own.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from litestar import get
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.game.experience import percent, to_next
from gateway.http.errors import GameUnavailable, NotAuthenticated, SiteUnavailable, documented

DAYS: Final = 84
"""Twelve weeks, today among them."""
ROWS: Final = 4000
"""Samples of one answer at most: twelve weeks of some forty-seven characters."""
PLAYER = documented(NotAuthenticated, GameUnavailable, SiteUnavailable)


class CharacterKills(Struct, frozen=True):
    """`pvp_rank` and `pk_rank`: the place among all ranked characters; null for one who is not ranked (yet)."""

    character_id: int
    character_name: str
    pvp_kills: int
    pk_kills: int
    deaths: int | None
    pvp_rank: int | None
    pk_rank: int | None


class KillsOfDay(Struct, frozen=True):
    """Kills of all the account's characters since the sample before; the day (UTC) is the one they were seen on."""

    date: date
    pvp_kills: int
    pk_kills: int


class PvpPerformance(Struct, frozen=True):
    characters: list[CharacterKills]
    history: list[KillsOfDay]


class CharacterProgress(Struct, frozen=True):
    character_id: int
    character_name: str
    level: int
    exp: int
    exp_percent: float
    exp_to_next_level: int


class LevelOfDay(Struct, frozen=True):
    """Where the character stood at the end of the day (UTC)."""

    date: date
    character_id: int
    level: int
    exp_percent: float


class ProgressionData(Struct, frozen=True):
    characters: list[CharacterProgress]
    history: list[LevelOfDay]


class Sample(Struct, frozen=True):
    day: date
    character_id: int
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int


SAMPLES = query("progression.samples", Sample)


async def samples_of(site: Database, login: str, owned: Collection[int], days: int) -> list[Sample]:
    """The account's samples of its present characters over so many days up to today, oldest first."""
    since = datetime.now(UTC).date() - timedelta(days=days - 1)
    found = await site.read(SAMPLES, account=login, since=since, limit=ROWS)
    return [sample for sample in reversed(found) if sample.character_id in owned]


def kills_by_day(samples: Iterable[Sample]) -> list[KillsOfDay]:
    """Differences from one sample of a character to its next, added up by day; the samples come oldest first.

    A first sample has nothing to differ from. What fell over days without a sample falls on the day it was seen; a
    count that shrank (a backup was put back) is no kills.
    """
    last: dict[int, Sample] = {}
    kills: defaultdict[date, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for sample in samples:
        if before := last.get(sample.character_id):
            pvp, pk = kills[sample.day]
            kills[sample.day] = (
                pvp + max(0, sample.pvp_kills - before.pvp_kills),
                pk + max(0, sample.pk_kills - before.pk_kills),
            )
        last[sample.character_id] = sample
    return [KillsOfDay(day, pvp, pk) for day, (pvp, pk) in sorted(kills.items())]


def routes(site: Database, snapshots: Snapshots, characters: CharacterRepository) -> list[HTTPRouteHandler]:
    @get(
        "/api/player/pvp-performance",
        operation_id="getPvpPerformance",
        tags=["player"],
        summary="Kills and ranks, and kills by day",
        responses=PLAYER,
    )
    async def pvp_performance(caller: Caller) -> PvpPerformance:
        owned = await characters.briefs(caller.login)
        ids = {row.id for row in owned}
        # A day more, so that the first of the twelve weeks' days has something to differ from.
        history = kills_by_day(await samples_of(site, caller.login, ids, DAYS + 1))
        snapshot = snapshots.current
        places = snapshot.ranks_of(ids) if snapshot else {}
        return PvpPerformance(
            [
                CharacterKills(
                    row.id,
                    row.name,
                    row.pvp_kills,
                    row.pk_kills,
                    row.deaths,
                    *places.get(row.id, (None, None)),
                )
                for row in owned
            ],
            history,
        )

    @get(
        "/api/player/progression-data",
        operation_id="getProgressionData",
        tags=["player"],
        summary="Levels now and by day",
        responses=PLAYER,
    )
    async def progression_data(caller: Caller) -> ProgressionData:
        owned = await characters.briefs(caller.login)
        history = await samples_of(site, caller.login, {row.id for row in owned}, DAYS)
        return ProgressionData(
            [
                CharacterProgress(
                    row.id,
                    row.name,
                    row.level,
                    row.exp,
                    percent(row.level, row.exp),
                    to_next(row.level, row.exp),
                )
                for row in owned
            ],
            [
                LevelOfDay(sample.day, sample.character_id, sample.level, percent(sample.level, sample.exp))
                for sample in history
            ],
        )

    return [pvp_performance, progression_data]
