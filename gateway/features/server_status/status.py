"""Is the game up, since when, and how many play: measured by connecting to its ports, shared between processes.

One process (the lease holder) probes and puts what it found into Redis; the others read it there. Without Redis each
process probes for itself. A probe that is in Redis, or else the samples in the site schema, outlives a restart.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

import msgspec
import structlog
from litestar import get
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.config.settings import Status as StatusSettings
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.http.errors import GameUnavailable, SiteUnavailable, documented, unavailable
from gateway.http.response_cache import public
from gateway.redis.cache import RedisDoor

STALE_SECONDS = 600
"""How old a probe or a count of players may be and still be shown."""

FIRST_LOOK_SECONDS = 0.2

log = structlog.stdlib.get_logger("gateway.server_status")


class Status(Struct, frozen=True):
    online: bool
    online_players: int
    max_players: int
    uptime: str
    last_update: datetime
    peak_players: int


class Reading(Struct, frozen=True, array_like=True):
    """What a probe found, as it lies in Redis. Epoch seconds; `since` is None while the game port is closed."""

    at: float
    game: bool
    login: bool
    since: float | None
    peak: int
    peak_at: int | None


class Moment(Struct, frozen=True):
    at: int


class Peak(Struct, frozen=True):
    at: int
    online_players: int


class Past(Struct, frozen=True):
    """What the samples remember."""

    online_since: int | None
    peak: Peak | None


class Counted(Protocol):
    @property
    def online_players(self) -> int: ...
    @property
    def taken_at(self) -> float: ...


class Snapshot(Protocol):
    @property
    def stats(self) -> Counted: ...


class Snapshots(Protocol):
    """As much of the rankings' snapshots as the status needs: who is online, and when that was counted."""

    @property
    def current(self) -> Snapshot | None: ...


class Leader(Protocol):
    @property
    def is_leader(self) -> bool: ...


ONLINE_SINCE = query("status.online_since", Moment)
PEAK = query("status.peak", Peak)


async def reachable(host: str, port: int, seconds: float) -> bool:
    """Whether a TCP connection is accepted in time. Nothing is sent."""
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
    """`3d 4h 12m`, `4h 0m`, `12m`: from the largest unit that is not zero down to minutes, which are always there.

    Less than a minute is `0m`; None (not online, or not known) is `Unknown`.
    """
    if seconds is None:
        return "Unknown"
    minutes = max(int(seconds), 0) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days}d {hours}h {minutes}m"
    return f"{hours}h {minutes}m" if hours else f"{minutes}m"


def advance(before: Reading | None, now: float, game: bool, login: bool, players: int) -> Reading:
    """The reading after `before`: uptime goes on from success to success, and the peak only rises."""
    since = (before.since if before and before.game else None) or now
    peak, peak_at = (before.peak, before.peak_at) if before else (0, None)
    if game and players > peak:
        peak, peak_at = players, int(now)
    return Reading(now, game, login, since if game else None, peak, peak_at)


def remember(reading: Reading, past: Past, unbroken: bool) -> Reading:
    """The reading with what the samples know; `unbroken`: this process has not seen a failure yet."""
    since, peak, peak_at = reading.since, reading.peak, reading.peak_at
    if unbroken and since is not None and past.online_since is not None:
        since = min(since, past.online_since)
    if past.peak and past.peak.online_players >= peak:
        peak, peak_at = past.peak.online_players, past.peak.at
    return msgspec.structs.replace(reading, since=since, peak=peak, peak_at=peak_at)


class StatusBoard:
    """The latest reading, kept fresh by `run`."""

    def __init__(
        self,
        settings: StatusSettings,
        *,
        site: Database,
        redis: RedisDoor | None,
        leader: Leader,
        players: Snapshots,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings
        self._site = site
        self._redis = redis
        self._leader = leader
        self._players = players
        self._clock = clock
        self._reading: Reading | None = None
        self._past_known = False
        self._unbroken = True

    @property
    def ready(self) -> bool:
        """Whether a first probe has been made, here or by the process that leads."""
        return self._reading is not None

    @property
    def login_online(self) -> bool:
        return self._reading is not None and self._reading.login

    async def run(self) -> None:
        """Probes, or follows the process that does; never returns."""
        if (shared := await self._shared()) and self._clock() - shared.at <= STALE_SECONDS:
            self._reading, self._past_known = shared, True
        while True:
            await self.tick()
            await asyncio.sleep(self._settings.probe_seconds if self.ready else FIRST_LOOK_SECONDS)

    async def tick(self) -> None:
        if not self._leader.is_leader:
            self._reading = await self._shared() or self._reading
            return
        self._reading = await self._probe()
        if self._redis:
            await self._redis.put("status", msgspec.msgpack.encode(self._reading), STALE_SECONDS)

    def current(self) -> Status:
        """Raises GameUnavailable when the game is up and nobody has counted its players for ten minutes."""
        reading, now = self._reading, self._clock()
        if reading is None or now - reading.at > STALE_SECONDS:
            raise unavailable("site")
        players = self._count(now) if reading.game else 0
        if players is None:
            raise unavailable("game")
        return Status(
            online=reading.game,
            online_players=players,
            max_players=self._settings.max_players,
            uptime=uptime_text(None if reading.since is None else now - reading.since),
            last_update=datetime.fromtimestamp(int(reading.at), UTC),
            peak_players=max(self._settings.recorded_peak, reading.peak, players),
        )

    def _count(self, now: float) -> int | None:
        snapshot = self._players.current
        if snapshot is None or now - snapshot.stats.taken_at > STALE_SECONDS:
            return None
        return snapshot.stats.online_players

    async def _probe(self) -> Reading:
        settings, seconds = self._settings, self._settings.connect_ms / 1000
        game, login = await asyncio.gather(
            reachable(settings.game_host, settings.game_port, seconds),
            reachable(settings.login_host or settings.game_host, settings.login_port, seconds),
        )
        now = self._clock()
        if self._reading is None or self._reading.game != game:
            log.info("game_online" if game else "game_offline", login=login)
        self._unbroken = self._unbroken and game
        reading = advance(self._reading, now, game, login, self._count(now) or 0)
        past = None if self._past_known else await self._past()
        return remember(reading, past, self._unbroken) if past else reading

    async def _past(self) -> Past | None:
        """Asked until the site schema has answered once."""
        try:
            since, peak = await self._site.one(ONLINE_SINCE), await self._site.one(PEAK)
        except DatabaseUnavailable:
            return None
        self._past_known = True
        return Past(since.at if since else None, peak)

    async def _shared(self) -> Reading | None:
        packed = await self._redis.peek("status") if self._redis else None
        try:
            return msgspec.msgpack.decode(packed, type=Reading) if packed else None
        except msgspec.DecodeError:
            return None  # written by another version of the service


def routes(board: StatusBoard) -> list[HTTPRouteHandler]:
    @get(
        "/api/server/status",
        opt=public(max_age=5, stale=5),
        responses=documented(GameUnavailable, SiteUnavailable),
        operation_id="getServerStatus",
        summary="Is the game up, since when, and how many play",
        tags=["server"],
    )
    async def server_status() -> Status:
        return board.current()

    return [server_status]
