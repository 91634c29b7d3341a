"""Signals of the process and of the servers that it uses; those of the nouns are registered by themselves."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from gateway import signals
from gateway.database.clock import largest_offset
from gateway.database.database import Databases
from gateway.database.metrics import StatementMetrics
from gateway.extra import Parts, retention_of_extras
from gateway.feature import Feature, SignalReader, value_of
from gateway.features.accounts import shared_logins
from gateway.http.health import HealthCheck
from gateway.jobs import JobMetrics
from gateway.observability.metrics import MetricsRegistry
from gateway.signals import Signal

_PERIODS: Final = 5
"""Evaluations of which the responses are counted."""
_MIN_REQUESTS: Final = 50
"""Fewer requests have no share of errors."""
_MISSING_PERIODS: Final = 10
"""Evaluations of which the statements without a right are counted."""


class RequestCount(Struct, frozen=True):
    """Requests since the start, and those of them with an error."""

    total: float
    errors: float


class ErrorShare:
    """Share of the requests with an error in the last minutes, in per cent."""

    def __init__(self, count: Callable[[], RequestCount]) -> None:
        self._count = count
        self._counts: deque[RequestCount] = deque(maxlen=_PERIODS + 1)

    def next(self) -> float:
        self._counts.append(self._count())
        total = self._counts[-1].total - self._counts[0].total
        errors = self._counts[-1].errors - self._counts[0].errors
        return 100 * errors / total if total >= _MIN_REQUESTS else 0.0


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
        },
        retention=retention_of_extras(parts),
    )


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
