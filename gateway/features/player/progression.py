"""GET /api/player/pvp-performance and /progression-data: current and daily kills, ranks and levels.

The history comes from the daily samples of accounts that have logged in here (`server_status/time_series.py`), for
the current characters of the account and only for days on which they belonged to it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.game.experience import percent, to_next
from gateway.http.errors import UNAVAILABLE, AccountFrozen
from gateway.http.routes import get

DAYS: Final = 84
"""Twelve weeks including today."""
MAX_SAMPLES: Final = 4000
"""Limit of samples in one response: twelve weeks of about 47 characters."""
RESPONSES = (AccountFrozen, *UNAVAILABLE)


class CharacterKills(Struct, frozen=True):
    """`pvp_rank` and `pk_rank`: rank among all ranked characters; null if the character is not ranked (yet)."""

    character_id: int
    character_name: str
    pvp_kills: int
    pk_kills: int
    deaths: int | None
    pvp_rank: int | None
    pk_rank: int | None


class KillsOfDay(Struct, frozen=True):
    """Kills of all characters of the account since their previous samples, under the day (UTC) of the sample."""

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
    """State of the character in the last sample of the day (UTC)."""

    date: date
    character_id: int
    level: int
    exp_percent: float


class ProgressionData(Struct, frozen=True):
    characters: list[CharacterProgress]
    history: list[LevelOfDay]


class DailySample(Struct, frozen=True):
    day: date
    character_id: int
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int


SAMPLES = query("progression.samples", DailySample)


async def samples_of(site: Database, login: str, owned: Collection[int], days: int) -> list[DailySample]:
    """Returns the account's samples of its current characters over the last `days` days, oldest first."""
    since = datetime.now(UTC).date() - timedelta(days=days - 1)
    rows = await site.read(SAMPLES, account=login, since=since, limit=MAX_SAMPLES)
    return [sample for sample in reversed(rows) if sample.character_id in owned]


def kills_by_day(samples: Iterable[DailySample]) -> list[KillsOfDay]:
    """Returns the differences between consecutive samples of each character, summed by day. Input: oldest first.

    The first sample of a character gives no difference. Kills on days without a sample count for the next sampled
    day. A lower count than before (a restored backup) counts as no kills.
    """
    last: dict[int, DailySample] = {}
    kills: defaultdict[date, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for sample in samples:
        if previous := last.get(sample.character_id):
            pvp, pk = kills[sample.day]
            kills[sample.day] = (
                pvp + max(0, sample.pvp_kills - previous.pvp_kills),
                pk + max(0, sample.pk_kills - previous.pk_kills),
            )
        last[sample.character_id] = sample
    return [KillsOfDay(day, pvp, pk) for day, (pvp, pk) in sorted(kills.items())]


def routes(site: Database, snapshots: Snapshots, characters: CharacterRepository) -> list[HTTPRouteHandler]:
    @get("/api/player/pvp-performance", *RESPONSES)
    async def get_pvp_performance(caller: Caller) -> PvpPerformance:
        """Kills and ranks, and kills by day."""
        owned = await characters.briefs(caller.login)
        ids = {row.id for row in owned}
        # One day more, so that the first day shown has a previous sample.
        history = kills_by_day(await samples_of(site, caller.login, ids, DAYS + 1))
        snapshot = snapshots.current
        ranks = snapshot.ranks_of(ids) if snapshot else {}
        return PvpPerformance(
            [
                CharacterKills(
                    row.id,
                    row.name,
                    row.pvp_kills,
                    row.pk_kills,
                    row.deaths,
                    *ranks.get(row.id, (None, None)),
                )
                for row in owned
            ],
            history,
        )

    @get("/api/player/progression-data", *RESPONSES)
    async def get_progression_data(caller: Caller) -> ProgressionData:
        """Levels now and by day."""
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

    return [get_pvp_performance, get_progression_data]
