"""Whatever is no public read: pages from memory, the rest of the API from the framework.

Every answer gets its id, its headers and its line in the log here.
"""

import time
from typing import Any

from gateway.http.errors import REQUEST_ID, MethodNotAllowed, NotFound
from gateway.http.file_responses import Download, send_download
from gateway.http.response_cache import READS, App
from gateway.http.responses import EMPTY_BODY, Headers, RequestIds, Scope, Send, send_problem, send_reply, send_whole
from gateway.http.static_files import Pages
from gateway.observability.logging import AccessLog

SERVICE = ("/api", "/health")  # what the framework answers


class Front:
    """An ASGI application around the framework."""

    def __init__(self, app: App, pages: Pages, *, headers: Headers, ids: RequestIds, log: AccessLog) -> None:
        self._app = app
        self._pages = pages
        self._headers = headers
        self._ids = ids
        self._log = log
        self.page_hits = 0

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"].startswith(SERVICE):
            await self._service(scope, receive, send)
        else:
            await self._page(scope, send)

    async def _page(self, scope: Scope, send: Send) -> None:
        request_id, began, path = self._ids(), time.monotonic(), scope["path"]
        found = self._pages.find(scope) if scope["method"] in READS else None
        if found is not None and not isinstance(found, Download):
            self.page_hits += 1
            status = await send_reply(scope, send, found, request_id)
            self._log.count("page", scope["method"], status, time.monotonic() - began)
            return
        route, status = "-", 404
        if found is not None:
            route = "/files"
            status = await send_download(scope, send, found, request_id)
        elif scope["method"] not in READS:
            status = 405
            await send_problem(scope, send, MethodNotAllowed(), request_id, [*self._headers, (b"allow", b"GET, HEAD")])
        elif self._pages.is_page(path):
            status = 302
            home = [(b"location", b"/"), (b"cache-control", b"no-cache"), (b"x-request-id", request_id.encode())]
            await send_whole(scope, send, status, [*home, *self._headers], b"")
        else:
            await send_problem(scope, send, NotFound(), request_id, self._headers)
        self._log.request(request_id, route, scope["method"], status, time.monotonic() - began, "none")

    async def _service(self, scope: Scope, receive: Any, send: Send) -> None:
        request_id, began, method, path = self._ids(), time.monotonic(), scope["method"], scope["path"]
        scope[REQUEST_ID] = request_id
        if path.endswith("/") or "//" in path:
            # The framework would answer these as the path without, past the cache and the limit in front of it.
            await send_problem(scope, send, NotFound(), request_id, self._headers)
            self._log.count("-", method, 404, time.monotonic() - began)
            return
        status = 500

        async def reply(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": self._completed(message["headers"], request_id)}
            elif method == "HEAD":
                message = EMPTY_BODY
            await send(message)

        if method == "HEAD":
            scope["method"] = "GET"
        await self._app(scope, receive, reply)
        route = scope.get("path_template") or "-"
        self._log.request(request_id, route, method, status, time.monotonic() - began, "none")

    def _completed(self, headers: Any, request_id: str) -> Headers:
        given = [(bytes(name).lower(), bytes(value)) for name, value in headers]
        names = {name for name, _ in given}
        ours = [*self._headers, (b"cache-control", b"no-store")]
        return [
            *given,
            *(header for header in ours if header[0] not in names),
            (b"x-request-id", request_id.encode()),
        ]
