"""Everything in front of the framework: response cache, router, request metrics and access log."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from gateway.config.settings import Settings
from gateway.http.anonymous_call import App
from gateway.http.direct_call import Authenticate, OwnReads
from gateway.http.rate_limit import AddressLimit, Clients
from gateway.http.request_metrics import RequestMetrics, operations
from gateway.http.response_cache import POLICY, CachedRoute, ResponseCache
from gateway.http.responses import RequestIds
from gateway.http.router import Router
from gateway.http.security_headers import data_headers
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import AccessLog
from gateway.observability.metrics import Samples, series


class Frontend:
    """Connects cache, router, metrics and log. `version` returns the version of the data that a cache policy names."""

    def __init__(
        self,
        framework: Litestar,
        routes: Iterable[HTTPRouteHandler],
        files: StaticFiles,
        clients: Clients,
        settings: Settings,
        version: Callable[[str], str],
        authenticate: Authenticate,
    ) -> None:
        limits, headers = settings.limits, data_headers(settings.server.transport_security)
        self._requests = RequestMetrics(operations(framework))
        app = cast("App", framework)
        ids = RequestIds()
        self._log = AccessLog(self._requests.count, clients.address)
        limit = AddressLimit(clients, limits.requests_per_second, limits.requests_burst)
        self.router = Router(app, files, limit=limit, headers=headers, ids=ids, log=self._log)
        self.router.own_reads = OwnReads(routes, authenticate)
        public = [
            CachedRoute(path, route, partial(version, route.opt[POLICY].version))
            for route in routes
            if POLICY in route.opt
            for path in route.paths
        ]
        self.cache = ResponseCache(
            app=app,
            router=self.router,
            routes=public,
            limit=AddressLimit(clients, limits.public_per_second, limits.public_burst),
            headers=headers,
            ids=ids,
            log=self._log,
            max_bytes=settings.cache.response_cache_max_mb * 1024 * 1024,
        )
        self._requests.watch(public)

    def samples(self) -> Samples:
        yield from self._requests.samples()
        entries, size = self.cache.stats
        yield series("fishi_response_cache_entries"), entries
        yield series("fishi_response_cache_bytes"), size
        yield series("fishi_static_requests_total"), self.router.static_requests
        yield series("fishi_log_lines_dropped_total"), self._log.dropped_lines
