"""Keeps the current snapshot of this process: the leader builds it, Redis shares it, the others load it.

The processes of a machine map the file of a version, which the builder has written, or the first of them that loads the
version from Redis. Redis holds the packed snapshot in parts small enough to be handled between two requests; a pointer
names the latest version. Without Redis, or while it does not answer, every process builds its own.
"""

import asyncio
import hashlib
import random
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
import structlog

from gateway.concurrency.background_tasks import poll
from gateway.config.dsn import parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.observability.logging import RateLimitedLogger
from gateway.observability.metrics import Samples, series
from gateway.redis.client import RedisClient
from gateway.redis.lease import Leadership
from gateway.world_snapshot.account_index import AccountIndex
from gateway.world_snapshot.builder_process import BuilderError, BuilderProcess
from gateway.world_snapshot.columns import FORMAT
from gateway.world_snapshot.excluded_logins import NO_LOGINS, ExcludedLogins, LoginsUnknownError
from gateway.world_snapshot.redis_parts import RedisParts
from gateway.world_snapshot.serialization import BuildRequest, PackError
from gateway.world_snapshot.snapshot import Snapshot, WorldStats
from gateway.world_snapshot.table_files import TableFiles
from gateway.world_snapshot.table_store import TableStore, report_unwritable
from gateway.world_snapshot.visibility import ALL_PUBLIC, PrivacyLevels

_POLL_SECONDS: Final = 1.0
_FIRST_POLL_SECONDS: Final = 0.1
"""Interval while there is no snapshot at all."""
_RETRY_SECONDS: Final = 3.0
_PRIMARY_SECONDS: Final = 60.0
"""Time for which the primary is read after the replica has failed."""

log = structlog.stdlib.get_logger("gateway.rankings")
rate_limited_log = RateLimitedLogger(log)


class _Pointer(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths in bytes. `name_table`: id; empty if the snapshot needs none."""

    version: str
    taken_at: float
    length: int
    name_table: str
    name_table_length: int


class Snapshots:
    """`idle` is set while no snapshot is being built."""

    def __init__(
        self,
        settings: Settings,
        *,
        redis: RedisClient | None,
        leader: Leadership,
        replica: Callable[[], bool] = lambda: False,
        auth: Database | None = None,
        privacy: Callable[[], Awaitable[PrivacyLevels]] | None = None,
        account_key: Callable[[], Awaitable[bytes]] | None = None,
        online_from: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`replica` returns True while the replica may be read; `auth` None: bans and access levels of accounts are not
        read; `privacy` None: all characters are public; `account_key`: of the hashes of logins, None: another one in
        each snapshot; `online_from`: epoch seconds from which online flags of the game count."""
        self._refresh = float(settings.rankings.refresh_seconds)
        self._redis = redis
        self._leader = leader
        self._replica = replica
        self._primary_until = 0.0
        self._builder = BuilderProcess(settings)
        self._excluded = ExcludedLogins(auth, settings.privacy) if auth else None
        self._privacy = privacy
        self.account_key = account_key
        self.idle = asyncio.Event()
        self.idle.set()
        self._packed_snapshot: memoryview | None = None
        self._due = 0.0
        self._key = f"snapshot:{_namespace(settings)}"
        self._parts = RedisParts(redis, self._key) if redis else None
        self._files = TableFiles.open("snapshot")
        self._name_files = TableFiles.open()
        self._tables = TableStore(self._name_files, self._parts)
        self._outcomes = dict.fromkeys(("taken", "shared", "failed"), 0)
        self._build_seconds: float | None = None
        self._online_from = online_from
        self._loaded: Snapshot | None = None
        self._loaded_version = ""
        self._offline: Snapshot | None = None
        """`_loaded` with no character online, made at first use."""

    @property
    def current(self) -> Snapshot | None:
        """The latest snapshot; None until the first one. No character is online in one from before the running game."""
        if self._loaded is None or self._counts_online(self._loaded):
            return self._loaded
        if self._offline is None:
            self._offline = self._loaded.without_online()
        return self._offline

    @property
    def version(self) -> str:
        """Changes with each snapshot, and when the online flags of the latest one begin or cease to count."""
        is_offline = self._loaded is not None and not self._counts_online(self._loaded)
        return f"{self._loaded_version}-offline" if is_offline else self._loaded_version

    @property
    def counts_online_now(self) -> bool:
        """Whether online flags count that are read from the game's tables now."""
        return time.time() >= self._online_from()

    def _counts_online(self, snapshot: Snapshot) -> bool:
        return snapshot.stats.taken_at >= self._online_from()

    @property
    def stale_after(self) -> float:
        """Age in seconds above which the next snapshot is overdue."""
        return self._refresh * 1.5 + 15

    @property
    def stats(self) -> WorldStats | None:
        return self.current.stats if self.current else None

    @property
    def taken_at(self) -> float | None:
        """Epoch seconds at which the reading started."""
        return self.current.stats.taken_at if self.current else None

    @property
    def accounts(self) -> AccountIndex | None:
        return self.current.accounts if self.current else None

    async def run(self) -> None:
        """Never returns."""
        try:
            await poll("snapshots", lambda: _POLL_SECONDS if self._loaded else _FIRST_POLL_SECONDS, self.tick)
        finally:
            await self.close()

    async def close(self) -> None:
        """Ends the builder process."""
        if self._excluded:
            await self._excluded.close()
        await self._builder.close()

    async def tick(self) -> None:
        """Loads a newer shared snapshot; as leader, builds a due one and publishes one that is missing in Redis."""
        pointer = await self._read_pointer()
        if pointer and pointer.version != self._loaded_version and pointer.taken_at > (self.taken_at or 0.0):
            await self._load(pointer)
        if not self._leader.is_leader:
            await self._builder.close()  # a former leader stops its builder
            return
        if time.time() >= self._due:
            await self.renew()
        elif pointer is None:
            await self._publish(is_renewal=True)

    async def renew(self) -> None:
        """Builds a snapshot now and publishes it. After a failure the previous one stays."""
        started_at = time.perf_counter()
        replica = time.time() >= self._primary_until and self._replica()
        version = f"{int(time.time() * 1000):x}-{random.getrandbits(32):08x}"
        try:
            await self._builder.start()
            logins = await self._excluded.current() if self._excluded else NO_LOGINS
            privacy = await self._privacy() if self._privacy else ALL_PUBLIC
            account_key = await self.account_key() if self.account_key else b""
            request = BuildRequest(
                replica=replica,
                banned=list(logins.banned),
                name_table=self._tables.id,
                privacy=privacy,
                account_key=account_key,
                not_players=list(logins.not_players),
                not_player_accounts=logins.not_player_accounts,
                version=version,
            )
            self.idle.clear()
            data = await self._builder.take(request)
            await self._use(version, *await asyncio.to_thread(self._unpack, version, data))
        except (BuilderError, LoginsUnknownError, PackError) as error:
            if isinstance(error, PackError):
                self._tables.forget()  # its file may be damaged: the builder makes a new one
            if replica:
                self._primary_until = time.time() + _PRIMARY_SECONDS
            self._outcomes["failed"] += 1
            self._due = time.time() + min(_RETRY_SECONDS, self._refresh)
            rate_limited_log.warning("snapshot_failed", reason=str(error))
            return
        finally:
            self.idle.set()
        self._outcomes["taken"] += 1
        self._build_seconds = time.perf_counter() - started_at
        log.debug("snapshot_taken", version=self._loaded_version, seconds=round(self._build_seconds, 3))
        if self._loaded and self._loaded.stats.failed:
            rate_limited_log.warning("snapshot_views_unreadable", rows_since=self._loaded.stats.failed)
        await self._publish()

    def samples(self) -> Samples:
        for outcome, count in self._outcomes.items():
            yield series("fishi_snapshots_total", outcome=outcome), count
        if self.current is not None and self._packed_snapshot is not None:
            yield series("fishi_snapshot_age_seconds"), max(0.0, time.time() - self.current.stats.taken_at)
            yield series("fishi_snapshot_characters"), self.current.stats.total_characters
            yield series("fishi_players_online"), self.current.stats.online_players
            yield series("fishi_snapshot_bytes"), len(self._packed_snapshot)
            yield series("fishi_name_table_bytes"), self._tables.length
        if self._build_seconds is not None:
            yield series("fishi_snapshot_build_seconds"), self._build_seconds

    async def _load(self, pointer: _Pointer) -> None:
        version = pointer.version
        try:
            if pointer.name_table:
                await self._tables.fetch(pointer.name_table, pointer.name_table_length)
            try:
                unpacked = await asyncio.to_thread(self._unpack_file, version)
            except PackError:
                data = await self._parts.load(version, pointer.length) if self._parts else None
                if data is None:
                    return  # the next poll decides
                await asyncio.to_thread(self._write_file, version, data)
                unpacked = await asyncio.to_thread(self._unpack, version, data)
            await self._use(version, *unpacked)
            self._outcomes["shared"] += 1
        except PackError as error:
            rate_limited_log.warning("snapshot_refused", reason=str(error))

    def _write_file(self, version: str, data: memoryview) -> None:
        try:
            self._files.write(version, [data])
            self._files.keep(version)
        except OSError as error:
            report_unwritable(self._files, error)

    def _unpack(self, version: str, data: memoryview) -> tuple[Snapshot, memoryview]:
        """`data`: the bytes to use if there is no file. Runs in a thread: the checksum of a hundred megabytes would
        block the event loop. Raises PackError."""
        try:
            return self._unpack_file(version)
        except PackError:
            if not data:
                raise
            report_unwritable(self._files)
            return Snapshot.unpack(data, self._tables.open), data

    def _unpack_file(self, version: str) -> tuple[Snapshot, memoryview]:
        """Deletes a damaged file. Raises PackError."""
        try:
            data = self._files.map(version)
            return Snapshot.unpack(data, self._tables.open), data
        except PackError:
            self._files.delete(version)
            raise

    async def _use(self, version: str, snapshot: Snapshot, data: memoryview) -> None:
        if snapshot.names.table is None:
            report_unwritable(self._name_files)
        previous_version, previous_data = self._loaded_version, self._packed_snapshot
        taken_at = snapshot.stats.taken_at
        self._loaded = snapshot
        self._packed_snapshot = data
        self._offline = None
        self._loaded_version = version
        # Processes that build for themselves are spread out; the leader keeps the schedule.
        spread = 1.0 if self._redis else random.uniform(0.9, 1.1)  # noqa: S311
        self._due = taken_at + self._refresh * spread
        if previous_data is not None:
            self._files.delete(previous_version)
            await asyncio.to_thread(self._files.release, previous_data)

    async def _publish(self, *, is_renewal: bool = False) -> None:
        """Writes the parts first, then the pointer. They expire when the next snapshot is overdue.

        `is_renewal`: Redis has lost the last one.
        """
        if self._redis is None or self._parts is None or self._packed_snapshot is None or self._loaded is None:
            return
        ttl = self.stale_after
        data = self._packed_snapshot
        version = self._loaded_version
        table = self._loaded.names.table
        if table and not await self._tables.publish(is_renewal=is_renewal):
            return
        if not await self._parts.store(version, data, ttl):
            return
        pointer = _Pointer(
            version=version,
            taken_at=self._loaded.stats.taken_at,
            length=len(data),
            name_table=table.id if table else "",
            name_table_length=self._tables.length if table else 0,
        )
        await self._redis.set(self._key, msgspec.msgpack.encode(pointer), ttl)

    async def _read_pointer(self) -> _Pointer | None:
        data = await self._redis.get(self._key) if self._redis else None
        try:
            return msgspec.msgpack.decode(data, type=_Pointer) if data else None
        except msgspec.MsgspecError:
            return None


def _namespace(settings: Settings) -> str:
    """Separates games that share a Redis, and formats of two releases that run side by side."""
    dsn = parse_dsn(settings.database.game_dsn)
    return hashlib.sha256(f"{FORMAT} {dsn.place} {dsn.schema}".encode()).hexdigest()[:12]
