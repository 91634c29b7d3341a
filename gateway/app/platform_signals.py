"""Signals of the process and of the servers that it uses; those of the nouns are registered by themselves."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from gateway.concurrency.durations import HOUR
from gateway.config.settings import Settings
from gateway.database.clock import largest_offset
from gateway.database.data_folders import data_folders
from gateway.database.database import Databases
from gateway.database.metrics import StatementMetrics
from gateway.features.accounts import shared_logins
from gateway.features.site_content.content_store import content_folder
from gateway.http.certificate import CertificateTimes, read_certificate
from gateway.http.health import HealthCheck
from gateway.jobs import JobMetrics
from gateway.observability import machine, signals
from gateway.observability.metrics import MetricsRegistry
from gateway.observability.shares import ErrorShare, RequestCount
from gateway.observability.signals import Signal
from gateway.registration.extra import Parts, retention_of_extras
from gateway.registration.feature import Feature, SignalReader, value_of
from gateway.world_snapshot.table_files import TableFiles

_MISSING_PERIODS: Final = 10
"""Evaluations of which the statements without a right are counted."""


class Increase:
    """The growth of a count in the last minutes."""

    def __init__(self, count: Callable[[], int]) -> None:
        self._count = count
        self._counts: deque[int] = deque([count()], maxlen=_MISSING_PERIODS + 1)

    def next(self) -> int:
        self._counts.append(self._count())
        return self._counts[-1] - self._counts[0]


def feature(parts: Parts) -> Feature:
    statements, health = parts.get(StatementMetrics), parts.get(HealthCheck)
    site = parts.get(Databases).site
    metrics, job_metrics = parts.get(MetricsRegistry), parts.get(JobMetrics)
    server_errors = ErrorShare(lambda: RequestCount(*metrics.responses()))
    unknown_visitors = ErrorShare(lambda: RequestCount(*metrics.visitor_addresses()))

    async def shared_addresses(now: int) -> float:
        return max(unknown_visitors.next(), await shared_logins.share(site, now))

    return Feature(
        name="service",
        signals={
            **server_signals(health),
            signals.NOT_READY: value_of(lambda: health.ready().status != "ready"),
            signals.JOBS_FAILING: value_of(lambda: job_metrics.failing),
            signals.QUERIES_FAILING: value_of(
                lambda: 100 * max((role.share for role in statements.failing()), default=0.0)
            ),
            signals.PRIVILEGES_MISSING: value_of(Increase(lambda: statements.without_privilege).next),
            signals.SERVER_ERRORS: value_of(server_errors.next),
            signals.VISITOR_ADDRESSES: shared_addresses,
            signals.NO_LEADER: value_of(lambda: 0),
            **machine_signals(parts),
        },
        retention=retention_of_extras(parts),
    )


def machine_signals(parts: Parts) -> Mapping[Signal, SignalReader]:
    """Signals of this machine, and of the certificate at the public address, which is read once an hour."""
    settings, databases = parts.get(Settings), parts.get(Databases)
    certificate = CertificateAge(settings.server.public_url)
    folders = [content_folder(settings), TableFiles.open().folder]
    clients = (databases.game, databases.auth, databases.site)

    async def disk(_now: int) -> float | None:
        return machine.disk_share([*folders, *await data_folders(clients)])

    return {
        signals.CERTIFICATE: certificate.passed,
        signals.DISK: disk,
        signals.MEMORY: value_of(lambda: machine.memory_share()),
    }


class CertificateAge:
    def __init__(self, public_url: str) -> None:
        self._public_url = public_url
        self._times: CertificateTimes | None = None
        self._read_at = 0

    async def passed(self, now: int) -> float | None:
        """Returns the share of the certificate's lifetime that has passed, in per cent; None if it was never read."""
        if now - self._read_at >= HOUR:
            self._times, self._read_at = await read_certificate(self._public_url) or self._times, now
        return self._times.passed(now) if self._times else None


def server_signals(health: HealthCheck) -> Mapping[Signal, SignalReader]:
    databases = (health.databases.game, health.databases.auth, health.databases.site)
    roles = {database.role for database in databases}

    async def down_databases(_now: int) -> int:
        return len(roles.intersection(await health.unavailable_servers()))

    async def clock(_now: int) -> float | None:
        return await largest_offset(databases)

    def is_down(server: str) -> SignalReader:
        async def read(_now: int) -> bool:
            return server in await health.unavailable_servers()

        return read

    readers: dict[Signal, SignalReader] = {signals.DATABASES: down_databases, signals.DATABASE_CLOCK: clock}
    readers |= {signals.REDIS: is_down("redis")} if health.redis else {}
    readers |= {signals.REPLICA: is_down("replica")} if health.replica else {}
    return readers
