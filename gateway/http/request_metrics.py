"""Metrics of HTTP responses, by route and status."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from litestar import Litestar

from gateway.observability.metrics import Histogram, Row, Samples, series

NO_ROUTE = "none"
NAMED_PATHS = {"/files": "files", "page": "page"}
"""Responses that do not come from the framework."""


class CachedRoute(Protocol):
    """A public route with the counters that the response cache keeps in it."""

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


class RequestMetrics:
    """Counts responses by route and status; responses from the response cache are counted by their route."""

    def __init__(self, known: Mapping[tuple[str, str], str]) -> None:
        self._known = known
        self._answers = Counter[tuple[str, int]]()
        self._seconds = Histogram("gateway_request_seconds")
        self._cached: list[CachedRoute] = []

    def watch(self, routes: Iterable[CachedRoute]) -> None:
        """Adds routes that count their own cached responses."""
        for route in routes:
            route.operation = self._known["GET", route.path]
            route.took = self._seconds.row(route=route.operation)
            self._cached.append(route)

    def count(self, path: str, method: str, status: int, seconds: float) -> None:
        """`path`: of the route, or one of `NAMED_PATHS`; any other counts as no route."""
        known = self._known.get(("GET" if method == "HEAD" else method, path)) or NAMED_PATHS.get(path, NO_ROUTE)
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
