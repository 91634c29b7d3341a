"""Game server status: from what the probe sees of the game and login servers, it derives the runs of the game, uptime,
from when on online flags count, online players and the peak.

The leader process probes and stores the result in Redis; the other processes read it there. Without Redis each
process asks the probe. After a restart, the run continues from Redis or from the site schema, the peak from Redis or
from the samples there.
"""

import math
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import msgspec
import structlog
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.background_tasks import poll
from gateway.config.sections import StatusSettings
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.server_status.game_runs import WRITE_SECONDS, LastRun, Observation, Stop, record
from gateway.features.server_status.probe import PortAnswer, ProbeAnswer, ServerProbe
from gateway.features.server_status.probe_result import ProbeResult, advance, follow_run, stop_between
from gateway.game.families import Family
from gateway.http.errors import UNAVAILABLE, unavailable
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.observability.logging import RateLimitedLogger
from gateway.redis.client import RedisClient
from gateway.redis.lease import Leadership
from gateway.world_snapshot.snapshot import WorldStats

STALE_SECONDS = 600
"""Maximum age at which a probe or a player count is still shown."""

FIRST_PROBE_SECONDS = 0.2

log = structlog.stdlib.get_logger("gateway.server_status")
rate_limited_log = RateLimitedLogger(log)


class Status(Struct, frozen=True, kw_only=True):
    online: bool
    online_players: int
    max_players: int
    uptime: str
    last_update: datetime
    peak_players: int


class Peak(Struct, frozen=True):
    at: int
    online_players: int


PEAK = query("status.peak", Peak)


def uptime_text(seconds: float | None) -> str:
    """Formats as `3d 4h 12m`, `4h 0m` or `12m`: from the largest unit that is not zero down to minutes.

    Less than a minute is `0m`; None (offline or unknown) is `Unknown`.
    """
    if seconds is None:
        return "Unknown"
    minutes = max(int(seconds), 0) // 60
    days = minutes // 1440
    hours = minutes // 60 % 24
    minutes = minutes % 60
    if days:
        return f"{days}d {hours}h {minutes}m"
    return f"{hours}h {minutes}m" if hours else f"{minutes}m"


def with_peak(result: ProbeResult, peak: Peak | None) -> ProbeResult:
    """Returns the result with the highest sampled count, if that is not lower."""
    if peak is None or peak.online_players < result.peak:
        return result
    return replace(result, peak=peak.online_players, peak_at=peak.at)


class StatusMonitor:
    """Holds the latest probe result, which `run` refreshes."""

    def __init__(
        self,
        settings: StatusSettings,
        *,
        site: Database,
        redis: RedisClient | None,
        leader: Leadership,
        family: Callable[[], Awaitable[Family]],
        world: Callable[[], WorldStats | None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`family`: see `ServerProbe`. `world`: the totals of the latest snapshot."""
        self._settings = settings
        self._site = site
        self._redis = redis
        self._leader = leader
        self._world = world
        self._clock = clock
        self._probe = ServerProbe(settings, site=site, family=family, clock=clock)
        self._result: ProbeResult | None = None
        self._run: LastRun | None = None
        self._is_stored = False
        """Whether `_run` is what the site schema had after the latest change."""
        self._stop: Stop | None = None
        """The first stop that is not in the site schema yet."""
        self._peak_loaded = False
        self._way = ""
        self.is_closed: Callable[[], bool] = lambda: False
        """Returns whether the game has not opened yet: closed ports are no fault then."""

    @property
    def ready(self) -> bool:
        """True once this process or the leader has probed."""
        return self._result is not None

    @property
    def probe(self) -> ProbeResult | None:
        """The last result; None without a recent one."""
        result = self._result
        return result if result and self._clock() - result.at <= STALE_SECONDS else None

    @property
    def online_from(self) -> float:
        """Epoch seconds from which online flags count; infinity while the game is stopped or nothing is known of it."""
        result = self.probe
        return result.online_from if result else math.inf

    async def run(self) -> None:
        """Probes if this process is the leader, else reads the leader's result; never returns."""
        if (leader_result := await self._read_shared()) and self._clock() - leader_result.at <= STALE_SECONDS:
            self._result, self._peak_loaded = leader_result, True
        await poll("status", lambda: self._settings.probe_seconds if self.ready else FIRST_PROBE_SECONDS, self.tick)

    async def tick(self) -> None:
        if not self._leader.is_leader:
            self._result = await self._read_shared() or self._result
            return
        try:
            answer = await self._probe.ask()
        except DatabaseUnavailable as error:  # it has the times of the last connects
            rate_limited_log.warning("probe_deferred", reason=str(error))
            return
        if answer is None:
            return
        self._log_way(answer.game)
        self._result = await self._follow(answer)
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

    def _log_way(self, game: PortAnswer) -> None:
        """Logs how the game server is probed, once and again when that changes."""
        if game.is_open and game.way != self._way:
            self._way = game.way
            log.info("probe_way", way=game.way, hidden=game.is_hidden)
        if game.is_refused:
            rate_limited_log.warning("probe_refused", host=self._settings.game_host)

    async def _follow(self, answer: ProbeAnswer) -> ProbeResult:
        previous = self._result
        result = advance(previous, answer, self._player_count(self._clock()) or 0)
        if previous is None or previous.game != result.game:
            log.info("game_online" if result.game else "game_offline", login=result.login)
        if self._stop is None:
            self._stop = stop_between(previous, result)
        if not self._is_up_to_date(result):
            result = await self._follow_stored_run(previous, result)
        return result if self._peak_loaded else await self._with_sampled_peak(result)

    def _is_up_to_date(self, result: ProbeResult) -> bool:
        """Returns whether the site schema needs no write: nothing has changed, and the last answer there is recent."""
        if not self._is_stored or self._stop is not None:
            return False
        run = self._run
        return not result.game or (
            run is not None and int(result.at) - run.last_answer_at < WRITE_SECONDS and run.socket == result.socket
        )

    async def _follow_stored_run(self, previous: ProbeResult | None, result: ProbeResult) -> ProbeResult:
        """Writes the run; without the site schema the process continues with what it has seen itself."""
        try:
            before, run = await record(self._site, Observation(result.at, result.since, result.socket, self._stop))
        except DatabaseUnavailable:
            self._is_stored = False
            return result
        self._run, self._stop = run, None
        self._is_stored = result.game == bool(run and run.ended_at is None)
        return follow_run(result, before, run, is_first=previous is None)

    async def _with_sampled_peak(self, result: ProbeResult) -> ProbeResult:
        """Without the site schema, the next probe tries again until it succeeds once."""
        try:
            peak = await self._site.one(PEAK)
        except DatabaseUnavailable:
            return result
        self._peak_loaded = True
        return with_peak(result, peak)

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
