"""Metrics of statements, connection pools and the replica."""

from collections import Counter

from gateway.database.database import Database, Databases
from gateway.database.replica import ReplicaMonitor
from gateway.observability.metrics import SHORT_BUCKETS, DurationBuckets, Histogram, Samples, series


class StatementMetrics:
    """Counts statements by outcome and measures their duration."""

    def __init__(self) -> None:
        self._outcomes = Counter[tuple[str, str, str]]()
        self._seconds = Histogram("fishi_statement_duration_seconds", SHORT_BUCKETS)
        self._rows: dict[tuple[str, str], DurationBuckets] = {}

    def __call__(self, role: str, query: str, seconds: float, outcome: str) -> None:
        self._outcomes[role, query, outcome] += 1
        row = self._rows.get((role, query))
        if row is None:
            row = self._rows[role, query] = self._seconds.row(role=role, query=query)
        row.add(seconds)

    def samples(self) -> Samples:
        for (role, query, outcome), count in self._outcomes.items():
            yield series("fishi_statements_total", role=role, query=query, outcome=outcome), count
        yield from self._seconds.samples()


def pool_samples(databases: Databases) -> Samples:
    """Returns the samples of all connection pools."""
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
    yield series("fishi_pool_waiting", pool=client.role), pool.waiting
    for reason, count in pool.refused.items():
        yield series("fishi_connections_refused_total", pool=client.role, reason=reason), count
