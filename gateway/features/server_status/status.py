"""Game server status: probes the game and login ports, and derives uptime, online players and the peak.

The leader process probes and stores the result in Redis; the other processes read it there. Without Redis each
process probes. After a restart, uptime and peak continue from Redis or from the samples in the site schema.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
import structlog
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.config.sections import StatusSettings
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.rankings.snapshot import WorldStats
from gateway.http.errors import UNAVAILABLE, unavailable
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.redis.client import RedisClient
from gateway.redis.lease import Leadership

STALE_SECONDS = 600
"""Maximum age at which a probe or a player count is still shown."""

FIRST_PROBE_SECONDS = 0.2

log = structlog.stdlib.get_logger("gateway.server_status")


class Status(Struct, frozen=True):
    online: bool
    online_players: int
    max_players: int
    uptime: str
    last_update: datetime
    peak_players: int


class ProbeResult(Struct, frozen=True, array_like=True):
    """Result of a probe, as stored in Redis. Times in epoch seconds; `since` is None while the game port is closed."""

    at: float
    game: bool
    login: bool
    since: float | None
    peak: int
    peak_at: int | None


class OnlineSince(Struct, frozen=True):
    at: int


class Peak(Struct, frozen=True):
    at: int
    online_players: int


class SampledHistory(Struct, frozen=True):
    """Uptime and peak according to the samples."""

    online_since: int | None
    peak: Peak | None


ONLINE_SINCE = query("status.online_since", OnlineSince)
PEAK = query("status.peak", Peak)


async def is_reachable(host: str, port: int, seconds: float) -> bool:
    """Returns True if a TCP connection is accepted in time. Sends no data."""
    try:
        async with asyncio.timeout(seconds):
            _, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return True


def uptime_text(seconds: float | None) -> str:
    """Formats as `3d 4h 12m`, `4h 0m` or `12m`: from the largest unit that is not zero down to minutes.

    Less than a minute is `0m`; None (offline or unknown) is `Unknown`.
    """
    if seconds is None:
        return "Unknown"
    minutes = max(int(seconds), 0) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days}d {hours}h {minutes}m"
    return f"{hours}h {minutes}m" if hours else f"{minutes}m"


def advance(previous: ProbeResult | None, now: float, game: bool, login: bool, players: int) -> ProbeResult:
    """Returns the result that follows `previous`: uptime continues between successes, the peak only rises."""
    since = (previous.since if previous and previous.game else None) or now
    peak, peak_at = (previous.peak, previous.peak_at) if previous else (0, None)
    if game and players > peak:
        peak, peak_at = players, int(now)
    return ProbeResult(now, game, login, since if game else None, peak, peak_at)


def merge_history(result: ProbeResult, history: SampledHistory, no_failure: bool) -> ProbeResult:
    """Returns the result with uptime and peak of the samples; `no_failure`: no probe of this process has failed."""
    since, peak, peak_at = result.since, result.peak, result.peak_at
    if no_failure and since is not None and history.online_since is not None:
        since = min(since, history.online_since)
    if history.peak and history.peak.online_players >= peak:
        peak, peak_at = history.peak.online_players, history.peak.at
    return msgspec.structs.replace(result, since=since, peak=peak, peak_at=peak_at)


class StatusMonitor:
    """Holds the latest probe result, which `run` refreshes."""

    def __init__(
        self,
        settings: StatusSettings,
        *,
        site: Database,
        redis: RedisClient | None,
        leader: Leadership,
        world: Callable[[], WorldStats | None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`world`: the totals of the latest snapshot."""
        self._settings = settings
        self._site = site
        self._redis = redis
        self._leader = leader
        self._world = world
        self._clock = clock
        self._result: ProbeResult | None = None
        self._history_loaded = False
        self._no_failure = True

    @property
    def ready(self) -> bool:
        """True once this process or the leader has probed."""
        return self._result is not None

    @property
    def probe(self) -> ProbeResult | None:
        """The last result; None without a recent one."""
        result = self._result
        return result if result and self._clock() - result.at <= STALE_SECONDS else None

    async def run(self) -> None:
        """Probes if this process is the leader, else reads the leader's result; never returns."""
        if (leader_result := await self._read_shared()) and self._clock() - leader_result.at <= STALE_SECONDS:
            self._result, self._history_loaded = leader_result, True
        while True:
            await self.tick()
            await asyncio.sleep(self._settings.probe_seconds if self.ready else FIRST_PROBE_SECONDS)

    async def tick(self) -> None:
        if not self._leader.is_leader:
            self._result = await self._read_shared() or self._result
            return
        self._result = await self._probe()
        if self._redis:
            await self._redis.set("status", msgspec.msgpack.encode(self._result), STALE_SECONDS)

    def current(self) -> Status:
        """Raises SiteUnavailable without a recent probe, GameUnavailable if an online game has no recent count."""
        result, now = self.probe, self._clock()
        if result is None:
            raise unavailable("site", "no_probe")
        players = self._player_count(now) if result.game else 0
        if players is None:
            raise unavailable("game", "no_snapshot")
        return Status(
            online=result.game,
            online_players=players,
            max_players=self._settings.max_players,
            uptime=uptime_text(None if result.since is None else now - result.since),
            last_update=datetime.fromtimestamp(int(result.at), UTC),
            peak_players=max(self._settings.recorded_peak, result.peak, players),
        )

    def _player_count(self, now: float) -> int | None:
        world = self._world()
        return world.online_players if world and now - world.taken_at <= STALE_SECONDS else None

    async def _probe(self) -> ProbeResult:
        settings, seconds = self._settings, self._settings.probe_timeout_ms / 1000
        game, login = await asyncio.gather(
            is_reachable(settings.game_host, settings.game_port, seconds),
            is_reachable(settings.login_host or settings.game_host, settings.login_port, seconds),
        )
        now = self._clock()
        if self._result is None or self._result.game != game:
            log.info("game_online" if game else "game_offline", login=login)
        self._no_failure = self._no_failure and game
        result = advance(self._result, now, game, login, self._player_count(now) or 0)
        history = None if self._history_loaded else await self._sampled_history()
        return merge_history(result, history, self._no_failure) if history else result

    async def _sampled_history(self) -> SampledHistory | None:
        """Returns None if the site schema is unavailable; the next probe retries until it succeeds once."""
        try:
            since, peak = await self._site.one(ONLINE_SINCE), await self._site.one(PEAK)
        except DatabaseUnavailable:
            return None
        self._history_loaded = True
        return SampledHistory(since.at if since else None, peak)

    async def _read_shared(self) -> ProbeResult | None:
        data = await self._redis.get("status") if self._redis else None
        try:
            return msgspec.msgpack.decode(data, type=ProbeResult) if data else None
        except msgspec.DecodeError:
            return None  # written by another version of the service


def routes(monitor: StatusMonitor) -> list[HTTPRouteHandler]:
    @get("/api/server/status", *UNAVAILABLE, opt=public(max_age=5, stale=5))
    async def get_server_status() -> Status:
        """Game server status, uptime and online players."""
        return monitor.current()

    return [get_server_status]
