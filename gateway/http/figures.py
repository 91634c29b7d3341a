"""What the service counts of its own work, as sources of `/metrics`.

Adding is a few integers; names and sums are made when somebody asks, once a second at most.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Protocol

from litestar import Litestar

from gateway.database.database import Database, Databases, DatabaseUnavailable
from gateway.http.errors import Problem
from gateway.observability.metrics import LONG_BUCKETS, SHORT_BUCKETS, Histogram, Row, Samples, series
from gateway.redis.cache import Cache, RedisDoor

NO_ROUTE = "none"
APART = {"/files": "files", "page": "page"}
"""What is answered without the framework."""
SPINS_KNOWN = 10_000
"""Of the latest spins it is known that they have been counted. An answer that was lost is asked for soon or never."""


class Statements:
    """Counts what the doors to the databases report."""

    def __init__(self) -> None:
        self._outcomes = Counter[tuple[str, str, str]]()
        self._seconds = Histogram("gateway_statement_seconds", SHORT_BUCKETS)
        self._rows: dict[tuple[str, str], Row] = {}

    def __call__(self, role: str, query: str, seconds: float, outcome: str) -> None:
        self._outcomes[role, query, outcome] += 1
        row = self._rows.get((role, query))
        if row is None:
            row = self._rows[role, query] = self._seconds.row(role=role, query=query)
        row.add(seconds)

    def samples(self) -> Samples:
        for (role, query, outcome), count in self._outcomes.items():
            yield series("gateway_statements_total", role=role, query=query, outcome=outcome), count
        yield from self._seconds.samples()


class Cached(Protocol):
    """A public route, as the response cache counts it without asking anybody."""

    path: str
    operation: str
    hits: int
    misses: int
    stale: int
    refused: int
    quick: int
    unchanged: int
    took: Row


def operations(framework: Litestar) -> dict[tuple[str, str], str]:
    """(method, path as the framework writes it) → the operation."""
    known: dict[tuple[str, str], str] = {}
    for route in framework.routes:
        for handler in getattr(route, "route_handlers", ()):
            for method in getattr(handler, "http_methods", ()):
                known[str(method), route.path_format] = str(handler.operation_id or handler.handler_name)
    return known


class Requests:
    """Answers by route and status. `count` is told of those that were not answered from the response cache."""

    def __init__(self, known: Mapping[tuple[str, str], str]) -> None:
        self._known = known
        self._answers = Counter[tuple[str, int]]()
        self._seconds = Histogram("gateway_request_seconds")
        self._cached: list[Cached] = []

    def watch(self, routes: Iterable[Cached]) -> None:
        """Routes that count for themselves what they answer from memory."""
        for route in routes:
            route.operation = self._known["GET", route.path]
            route.took = self._seconds.row(route=route.operation)
            self._cached.append(route)

    def count(self, path: str, method: str, status: int, seconds: float) -> None:
        """`path`: the route's, or one of `APART`; whatever else is no route."""
        known = self._known.get(("GET" if method == "HEAD" else method, path)) or APART.get(path, NO_ROUTE)
        self._answers[known, status] += 1
        self._seconds.add(seconds, route=known)

    def samples(self) -> Samples:
        answers = self._answers.copy()
        for route in self._cached:
            answers[route.operation, 200] += route.quick - route.unchanged
            answers[route.operation, 304] += route.unchanged
            answers[route.operation, 429] += route.refused
            for outcome in ("hits", "misses", "stale", "refused"):
                word = {"hits": "hit", "misses": "miss"}.get(outcome, outcome)
                yield series("gateway_public_reads_total", route=route.path, outcome=word), getattr(route, outcome)
        for (operation, status), count in answers.items():
            yield series("gateway_requests_total", route=operation, status=status), count
        yield from self._seconds.samples()


class Runs:
    """What became of the jobs, and when each was last done."""

    def __init__(self) -> None:
        self._outcomes = Counter[tuple[str, str]]()
        self._seconds = Histogram("gateway_job_seconds", LONG_BUCKETS)
        self._done: dict[str, float] = {}

    def ran(self, job: str, seconds: float, wrong: Exception | None) -> None:
        outcome = "waits" if isinstance(wrong, DatabaseUnavailable | Problem) else "failed" if wrong else "done"
        self._outcomes[job, outcome] += 1
        self._seconds.add(seconds, job=job)
        if wrong is None:
            self._done[job] = time.time()

    def forget(self, job: str) -> None:
        """The process leads no more: another knows better when it was last done."""
        self._done.pop(job, None)

    def samples(self) -> Samples:
        for (job, outcome), count in self._outcomes.items():
            yield series("gateway_job_runs_total", job=job, outcome=outcome), count
        for job, at in self._done.items():
            yield series("gateway_job_last_success_timestamp_seconds", job=job), at
        yield from self._seconds.samples()


class Spins:
    """What the wheel took and gave: each spin once, though its key may bring it up again."""

    def __init__(self) -> None:
        self._spins, self._coins = Counter[str](), Counter[str]()
        self._counted: dict[str, None] = {}  # by name, in their order

    def spun(self, name: str, cost: int, prize: int) -> None:
        if name in self._counted:
            return
        if len(self._counted) >= SPINS_KNOWN:
            del self._counted[next(iter(self._counted))]
        self._counted[name] = None
        self._spins["prize" if prize else "nothing"] += 1
        self._coins["cost"] += cost
        self._coins["prize"] += prize

    def samples(self) -> Samples:
        for won, count in self._spins.items():
            yield series("gateway_spins_total", won=won), count
        for kind, coins in self._coins.items():
            yield series("gateway_spin_coins_total", kind=kind), coins


def of_stores(db: Databases, redis: RedisDoor | None, cache: Cache) -> Samples:
    """Pools, the replica, Redis and the cache over it."""
    doors = [db.game, db.auth, db.site, *([db.game.replica.door] if db.game.replica else [])]
    waits = Histogram("gateway_connection_wait_seconds", SHORT_BUCKETS)
    for door in doors:
        yield from _of_pool(door)
        waits.put(door.pool.waits, pool=door.role)
    yield from waits.samples()
    if db.replica:
        yield series("gateway_replica_used"), int(db.replica.fit)
        if db.replica.lag is not None:
            yield series("gateway_replica_lag_seconds"), db.replica.lag
    yield series("gateway_redis_up"), int(redis is not None and redis.answering)
    if redis:
        yield series("gateway_redis_failures_total"), redis.failures + redis.snapshot.failures
        yield series("gateway_redis_failovers_total"), redis.failovers
    for verdict, count in cache.verdicts.items():
        yield series("gateway_cache_total", verdict=verdict), count


def _of_pool(door: Database) -> Samples:
    pool = door.pool
    yield series("gateway_pool_size", pool=door.role), pool.size
    yield series("gateway_pool_connections", pool=door.role, state="lent"), pool.lent
    yield series("gateway_pool_connections", pool=door.role, state="idle"), pool.idle
    yield series("gateway_pool_waiting", pool=door.role), pool.waiting
    for reason, count in pool.refused.items():
        yield series("gateway_connections_refused_total", pool=door.role, reason=reason), count


def of_process(family: Callable[[], str]) -> Callable[[], Samples]:
    """The process itself; `family` may be unknown, and empty, for a while."""
    began, page = time.time(), os.sysconf("SC_PAGE_SIZE")
    try:
        release = version("fishi-gateway")
    except PackageNotFoundError:  # it runs from a checkout
        release = "source"

    def samples() -> Samples:
        yield series("gateway_build_info", version=release, family=family()), 1
        yield series("gateway_process_start_timestamp_seconds"), began
        yield series("gateway_process_cpu_seconds_total"), time.process_time()
        yield series("gateway_process_resident_bytes"), int(Path("/proc/self/statm").read_text().split()[1]) * page
        yield series("gateway_process_open_files"), sum(1 for _ in Path("/proc/self/fd").iterdir())

    return samples
