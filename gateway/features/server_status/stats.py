"""GET /api/server/stats: totals of the world, and the players online in the last 24 hours."""

import asyncio
import time
from datetime import UTC, datetime

from litestar import Response
from msgspec import Struct

from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.features.rankings.handlers import STALE_SECONDS, age_header, current_or_raise
from gateway.features.server_status import status, time_series
from gateway.features.server_status.status import PEAK, StatusMonitor
from gateway.features.server_status.time_series import HistoryPoint
from gateway.game.classes import class_name, race_name
from gateway.http.errors import UNAVAILABLE
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.observability.signals import GAME_PORT, LOGIN_PORT
from gateway.registration.feature import Feature, value_of
from gateway.world_snapshot.snapshot_store import Snapshots


class AccountCount(Struct, frozen=True):
    total: int


class RaceCount(Struct, frozen=True):
    race: int
    race_name: str
    count: int


class ClassCount(Struct, frozen=True):
    class_id: int
    class_name: str
    count: int


class LevelCount(Struct, frozen=True):
    level: int
    count: int


class ServerStats(Struct, frozen=True, kw_only=True):
    """Totals of all characters, including staff. `peak_at` is null until a sample reaches the recorded peak.

    `not_player_accounts` and `not_player_characters`: of bots and services, which no other count has.
    """

    total_accounts: int
    total_characters: int
    total_clans: int
    online_players: int
    peak_players: int
    peak_at: datetime | None
    races: list[RaceCount]
    classes: list[ClassCount]
    levels: list[LevelCount]
    history: list[HistoryPoint]
    not_player_accounts: int
    not_player_characters: int


ACCOUNTS = query("stats.accounts", AccountCount)


async def load(databases: Databases, snapshots: Snapshots, monitor: StatusMonitor) -> tuple[ServerStats, int]:
    """Returns the statistics and their age in seconds. Raises Problem or DatabaseUnavailable if a source is missing."""
    snapshot, age = current_or_raise(snapshots)
    status = monitor.current()
    site = databases.site
    now = time.time()
    accounts, peak, history = await asyncio.gather(
        databases.auth.one(ACCOUNTS), site.one(PEAK), time_series.history(site, now)
    )
    world = snapshot.stats
    peak_sampled = peak is not None and peak.online_players >= status.peak_players
    return (
        ServerStats(
            total_accounts=max(0, accounts.total - world.not_player_accounts) if accounts else 0,
            total_characters=world.total_characters,
            total_clans=world.total_clans,
            online_players=status.online_players,
            peak_players=status.peak_players,
            peak_at=datetime.fromtimestamp(peak.at, UTC) if peak and peak_sampled else None,
            races=[RaceCount(race, race_name(race), count) for race, count in world.races],
            classes=[ClassCount(class_id, class_name(class_id), count) for class_id, count in world.classes],
            levels=[LevelCount(level, count) for level, count in world.levels],
            history=history,
            not_player_accounts=world.not_player_accounts,
            not_player_characters=world.not_player_characters,
        ),
        age,
    )


def feature(databases: Databases, snapshots: Snapshots, monitor: StatusMonitor) -> Feature:
    @get("/api/server/stats", *UNAVAILABLE, opt=public(max_age=60, stale=STALE_SECONDS, version="game"))
    async def get_server_stats() -> Response[ServerStats]:
        """Totals of the world: races, classes, levels, and players of the last 24 hours."""
        stats, age = await load(databases, snapshots, monitor)
        return Response(stats, headers=age_header(age))

    return Feature(
        name="server_status",
        signals={
            GAME_PORT: value_of(lambda: not (monitor.is_closed() or (monitor.probe and monitor.probe.game))),
            LOGIN_PORT: value_of(lambda: not (monitor.is_closed() or (monitor.probe and monitor.probe.login))),
        },
        routes=[*status.routes(monitor), get_server_stats],
        versions={"game": lambda: str(monitor.online_from)},
        tasks={"status": monitor.run},
    )
