"""Pages that are rendered at their first request: cached, a bounded number of them at the same time.

A page that is not rendered in time is sent as an empty shell, and cached later.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import structlog

from gateway.http.page_template import PageTemplate
from gateway.http.rate_limit import AddressLimit, Clients
from gateway.http.responses import Scope, StoredResponse
from gateway.http.s3fifo import S3FifoCache
from gateway.observability.logging import RateLimitedLogger

_WAIT_SECONDS: Final = 2.0
_MAX_WAITING: Final = 64
_MAX_BYTES: Final = 16 << 20
_RENDERS_PER_SECOND: Final = 2
_RENDERS_AT_ONCE: Final = 60
"""Pages that one address may have rendered; the next ones are empty shells, which the browser fills."""

RenderCall = Callable[[], Awaitable[bytes]]
"""Returns the markup of a page."""

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.http"))


@dataclass(slots=True)
class _CachedPage:
    response: StoredResponse
    version: str
    size: int = 0
    hit: bool = False


class OnDemandPages:
    def __init__(self, failures: tuple[type[Exception], ...] = (), clients: Clients | None = None) -> None:
        """`failures`: exceptions of a rendering. `clients`: None: no limit by address."""
        self._failures = failures
        self._pages: S3FifoCache[_CachedPage] = S3FifoCache(_MAX_BYTES)
        self._flights: dict[str, asyncio.Task[bytes]] = {}
        self._limit = AddressLimit(clients, _RENDERS_PER_SECOND, _RENDERS_AT_ONCE) if clients else None

    def cached(self, key: str, version: str) -> StoredResponse | None:
        cached = self._pages.get(key)
        if cached is None or cached.version != version:
            return None
        cached.hit = True
        return cached.response

    async def respond(
        self, scope: Scope, page: PageTemplate, view: str, *, origin: str, file: str, version: str, render: RenderCall
    ) -> StoredResponse:
        """Returns the page of a view with its markup, or as a shell. `file`: the built page, for the log."""

        def keep(markup: bytes) -> None:
            filled_page = page.shell_copy()
            filled_page.fill(markup)
            if filled_page.status == 200:
                self._keep(origin + view, filled_page.response(origin), version)

        if view in self._flights or not self._is_over_limit(scope):
            page.fill(await self.render_once(view, file, render, keep))
        # A rendered page is compressed once, for the cache and for this visitor.
        return self.cached(origin + view, version) or page.response(origin)

    def _is_over_limit(self, scope: Scope) -> bool:
        return self._limit is not None and self._limit.refuse(scope, time.monotonic()) is not None

    async def render_once(self, view: str, file: str, render: RenderCall, keep: Callable[[bytes], None]) -> bytes:
        """Returns the markup, one for all that wait for it; empty if it is late or fails, or too many wait.

        `keep` gets it also if it is late.
        """
        flight = self._flights.get(view)
        if flight is None:
            if len(self._flights) >= _MAX_WAITING:
                return b""
            flight = self._flights[view] = asyncio.create_task(self._render(file, render, keep))
            flight.add_done_callback(lambda _: self._flights.pop(view, None))
        await asyncio.wait([flight], timeout=_WAIT_SECONDS)
        return flight.result() if flight.done() else b""

    async def _render(self, file: str, render: RenderCall, keep: Callable[[bytes], None]) -> bytes:
        try:
            markup = await render()
        except self._failures as error:
            log.warning("page_not_rendered", page=file, reason=str(error))
            return b""
        keep(markup)
        return markup

    def _keep(self, key: str, response: StoredResponse, version: str) -> None:
        cached = self._pages.get(key) or _CachedPage(response, version)
        cached.response, cached.version = response, version
        self._pages.put(key, cached, response.size)
