"""Lag of the replica from which the snapshot is read.

One row of the site schema, the heartbeat, is renewed on the primary about once a second and read on the replica with
the site's own user. So no right to ask the server about its replication is needed, the clocks of the machines do not
matter, and a stopped replication is noticed whatever the server reports. The site schema has to be replicated.
"""

from __future__ import annotations

import asyncio
import time

import msgspec
import structlog

from gateway.config.dsn import with_login
from gateway.config.settings import Settings
from gateway.database.database import Database, OnQuery, dsn_of
from gateway.database.errors import DatabaseError, DatabaseUnavailable
from gateway.database.queries import query
from gateway.texts import Text, text

CHECK_SECONDS = 1.0
HEARTBEAT_MS = 900
"""Time between two heartbeats, however many processes write them."""
SETTLE_SECONDS = 5.0
"""Longest wait of `settle`: after a pause the newest heartbeat is old until the next one has arrived."""

log = structlog.get_logger("gateway.database")


class Heartbeat(msgspec.Struct, frozen=True):
    """Milliseconds since 1970: time of the newest heartbeat, and the clock of the server that was asked."""

    at: int
    now: int


WRITE_HEARTBEAT = query("replica.write_heartbeat", None)
HEARTBEAT = query("replica.heartbeat", Heartbeat)


class ReplicaMonitor:
    """Measures the lag. With `max_lag_seconds` 0 nothing is measured, and the replica is always used."""

    def __init__(self, *, site: Database, site_on_replica: Database, max_lag_seconds: float) -> None:
        self._site, self._site_on_replica = site, site_on_replica
        self._max_lag_seconds = max_lag_seconds
        self.lag_seconds: float | None = None
        """Age of the newest heartbeat on the replica, by the clock of the primary; None if unknown."""
        self.reason = text("doctor.replica.not_measured") if max_lag_seconds else None
        """Reason why the replica is not used; None while it is."""

    @classmethod
    def open(cls, settings: Settings, site: Database, on_query: OnQuery | None = None) -> ReplicaMonitor | None:
        """Returns None if no replica is configured. Raises DsnError."""
        if not settings.database.replica_dsn:
            return None
        dsn = with_login(dsn_of(settings, "replica"), site.dsn.user, site.dsn.password, site.dsn.schema)
        limits = msgspec.structs.replace(site.limits, connections=1, queue=0)
        on_replica = Database("replica", dsn, limits, on_query)
        return cls(site=site, site_on_replica=on_replica, max_lag_seconds=settings.database.replica_max_lag_seconds)

    @property
    def is_usable(self) -> bool:
        return not self.reason

    async def check(self) -> None:
        """Measures once, and writes a heartbeat if one is due. The last result is kept while the primary is down."""
        if not self._max_lag_seconds:
            return
        try:
            on_replica = await self._site_on_replica.one(HEARTBEAT)
        except DatabaseError as error:
            self._set(None, text("doctor.replica.no_heartbeat", error=str(error)))
            return
        try:
            on_primary = await self._site.one(HEARTBEAT)
            await self._site.write(WRITE_HEARTBEAT, interval_ms=HEARTBEAT_MS)
        except DatabaseUnavailable as error:
            log.debug("heartbeat_missed", reason=str(error))
            return
        if on_replica is None or on_primary is None:
            self._set(None, text("doctor.replica.heartbeat_empty"))
            return
        lag = max(0.0, (on_primary.now - on_replica.at) / 1000)
        late = text("doctor.replica.late", lag=round(lag), allowed=f"{self._max_lag_seconds:g}")
        self._set(lag, late if lag > self._max_lag_seconds else None)

    async def settle(self) -> None:
        """Measures until the replica is usable, for a few seconds at most."""
        deadline = time.monotonic() + SETTLE_SECONDS
        await self.check()
        while not self.is_usable and time.monotonic() < deadline:
            await asyncio.sleep(CHECK_SECONDS / 2)
            await self.check()

    async def close(self) -> None:
        await self._site_on_replica.close()

    def _set(self, lag_seconds: float | None, reason: Text | None) -> None:
        if bool(reason) != bool(self.reason):
            event = "replica_not_used" if reason else "replica_used"
            log.log(30 if reason else 20, event, lag_seconds=lag_seconds, reason=str(reason or ""))
        self.lag_seconds, self.reason = lag_seconds, reason
