"""Metrics of HTTP responses, by route and status."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from litestar import Litestar

from gateway.http.response_cache import CachedRoute
from gateway.observability.metrics import DurationBuckets, Histogram, Samples, series

NO_ROUTE = "none"
NAMED_PATHS = {"/files": "files", "page": "page"}
"""Responses that do not come from the framework."""


def operations(framework: Litestar) -> dict[tuple[str, str], str]:
    names: dict[tuple[str, str], str] = {}
    for route in framework.routes:
        for handler in getattr(route, "route_handlers", ()):
            for method in getattr(handler, "http_methods", ()):
                names[str(method), route.path_format] = str(handler.operation_id or handler.handler_name)
    return names


class RequestMetrics:
    """Counts responses by route and status; responses from the response cache are counted by their route."""

    def __init__(self, operations: Mapping[tuple[str, str], str]) -> None:
        reads = {path: name for (method, path), name in operations.items() if method == "GET"} | NAMED_PATHS
        by_method = {(method, path): name for method in ("GET", "HEAD") for path, name in reads.items()}
        self._operations = {**operations, **by_method}
        self._responses = Counter[tuple[str, int]]()
        self._seconds = Histogram("fishi_http_request_duration_seconds")
        self._durations = cache(self._row)
        self._cached: list[CachedRoute] = []

    def watch(self, routes: Iterable[CachedRoute]) -> None:
        """Adds routes that count their own cached responses."""
        for route in routes:
            route.operation = self._operations["GET", route.path]
            route.durations = self._seconds.row(route=route.operation)
            self._cached.append(route)

    def count(self, path: str, method: str, status: int, seconds: float) -> None:
        """`path`: path template of the route, or one of `NAMED_PATHS`; others are counted as no route."""
        operation = self._operations.get((method, path), NO_ROUTE)
        self._responses[operation, status] += 1
        self._durations(operation).add(seconds)

    def _row(self, operation: str) -> DurationBuckets:
        return self._seconds.row(route=operation)

    def samples(self) -> Samples:
        responses = self._responses.copy()
        for route in self._cached:
            responses[route.operation, 200] += route.fast_hits - route.not_modified
            responses[route.operation, 304] += route.not_modified
            counts = {"hit": route.hits, "miss": route.misses, "stale": route.stale_hits, "refused": route.refusals}
            for outcome, count in counts.items():
                yield series("fishi_public_reads_total", route=route.path, outcome=outcome), count
        for (operation, status), count in responses.items():
            yield series("fishi_http_requests_total", route=operation, status=status), count
        yield from self._seconds.samples()
