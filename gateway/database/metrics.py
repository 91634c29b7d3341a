"""Metrics of statements, connection pools and the replica."""

import time
from collections import Counter, deque

from msgspec import Struct

from gateway.database.database import Database, Databases
from gateway.database.replica import ReplicaMonitor
from gateway.observability.metrics import SHORT_BUCKETS, DurationBuckets, Histogram, Samples, series
from gateway.observability.signals import QUERIES_FAILING

RECENT_SECONDS = 30
FAILING_SHARE = QUERIES_FAILING.thresholds.raise_at / 100
_MOST_FAILED = 20
NO_FAILURE = frozenset({"ok", "duplicate_key"})
NO_PRIVILEGE = frozenset({"rights", "view"})
"""A right is missing, or a view is broken."""
PROBES = frozenset({"health.ping", "replica.heartbeat", "replica.write_heartbeat"})
"""Queries that run without any visitor; they would dilute the share."""


class FailingRole(Struct, frozen=True):
    """Share of a role's statements that failed in the last 30 seconds, with the most frequent reason and query."""

    role: str
    share: float
    reason: str
    query: str


class FailedQuery(Struct, frozen=True):
    """Number of failures of a query by one reason since the process started."""

    role: str
    query: str
    reason: str
    count: int


class StatementMetrics:
    def __init__(self) -> None:
        self._recent: deque[tuple[int, Counter[tuple[str, str, str]]]] = deque()
        """Outcomes by second."""
        self._outcomes = Counter[tuple[str, str, str]]()
        self._seconds = Histogram("fishi_statement_duration_seconds", SHORT_BUCKETS)
        self._rows: dict[tuple[str, str], DurationBuckets] = {}

    def __call__(self, role: str, query: str, seconds: float, outcome: str) -> None:
        self._outcomes[role, query, outcome] += 1
        if query not in PROBES:
            second = int(time.monotonic())
            if not self._recent or self._recent[-1][0] != second:
                self._recent.append((second, Counter()))
                self._forget_old(second)
            self._recent[-1][1][role, query, outcome] += 1
        row = self._rows.get((role, query))
        if row is None:
            row = self._rows[role, query] = self._seconds.row(role=role, query=query)
        row.add(seconds)

    def failing(self) -> list[FailingRole]:
        """Returns the roles of which at least `FAILING_SHARE` of the recent statements failed."""
        self._forget_old(int(time.monotonic()))
        totals, failures = Counter[str](), dict[str, Counter[tuple[str, str]]]()
        for _, outcomes in self._recent:
            for (role, query, outcome), count in outcomes.items():
                totals[role] += count
                if outcome not in NO_FAILURE:
                    failures.setdefault(role, Counter())[outcome, query] += count
        roles: list[FailingRole] = []
        for role, reasons in sorted(failures.items()):
            if (share := reasons.total() / totals[role]) >= FAILING_SHARE:
                reason, query = max(reasons, key=lambda key: reasons[key])
                roles.append(FailingRole(role, round(share, 2), reason=reason, query=query))
        return roles

    @property
    def without_privilege(self) -> int:
        """Number of statements since the process started that were refused for want of a right or by a broken view."""
        return sum(count for (_, _, outcome), count in self._outcomes.items() if outcome in NO_PRIVILEGE)

    def failed_queries(self) -> list[FailedQuery]:
        """Returns the most frequent failures first."""
        failures = [
            FailedQuery(role=role, query=query, reason=outcome, count=count)
            for (role, query, outcome), count in self._outcomes.items()
            if outcome not in NO_FAILURE
        ]
        return sorted(failures, key=lambda failure: -failure.count)[:_MOST_FAILED]

    def _forget_old(self, now: int) -> None:
        while self._recent and self._recent[0][0] < now - RECENT_SECONDS:
            self._recent.popleft()

    def samples(self) -> Samples:
        for (role, query, outcome), count in self._outcomes.items():
            yield series("fishi_statements_total", role=role, query=query, outcome=outcome), count
        yield from self._seconds.samples()


def pool_samples(databases: Databases) -> Samples:
    waits = Histogram("fishi_connection_wait_seconds", SHORT_BUCKETS)
    for client in (databases.game, databases.auth, databases.site):
        yield from _pool_samples(client)
        waits.put(client.pool.waits, pool=client.role)
    yield from waits.samples()


def replica_samples(monitor: ReplicaMonitor | None) -> Samples:
    if monitor:
        yield series("fishi_replica_used"), int(monitor.is_usable)
        if monitor.lag_seconds is not None:
            yield series("fishi_replica_lag_seconds"), monitor.lag_seconds


def _pool_samples(client: Database) -> Samples:
    pool = client.pool
    yield series("fishi_pool_size", pool=client.role), pool.size
    yield series("fishi_pool_connections", pool=client.role, state="in_use"), pool.in_use
    yield series("fishi_pool_connections", pool=client.role, state="idle"), pool.idle
    yield series("fishi_pool_waiting", pool=client.role), pool.queue_length
    for reason, count in pool.refusals.items():
        yield series("fishi_connections_refused_total", pool=client.role, reason=reason), count
