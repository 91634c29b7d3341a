"""Dispatches requests that are not cached public reads: static files from memory, the API from the framework.

Adds the request id, the security headers and the access log line to each response.
"""

import time
from typing import Any
from urllib.parse import quote

from gateway.http.errors import REQUEST_ID, MethodNotAllowed, NotFound
from gateway.http.file_responses import FileResponse, send_file
from gateway.http.rate_limit import AddressLimit
from gateway.http.response_cache import READ_METHODS, App
from gateway.http.responses import (
    EMPTY_BODY,
    Headers,
    RequestIds,
    Scope,
    Send,
    send_prepared,
    send_problem,
    send_response,
    with_defaults,
)
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import AccessLog, add_log_fields

API_PREFIXES = ("/api", "/health")  # paths of the framework


class Router:
    """ASGI application around the framework and the static files."""

    def __init__(
        self,
        app: App,
        files: StaticFiles,
        *,
        limit: AddressLimit,
        headers: Headers,
        ids: RequestIds,
        log: AccessLog,
    ) -> None:
        self._app = app
        self._files = files
        self._limit = limit
        self._headers = headers
        self._ids = ids
        self._log = log
        self.static_requests = 0

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._limit.clients.warn_if_untrusted(scope)
        started = time.monotonic()
        if problem := self._limit.refuse(scope, started):
            request_id = self._ids()
            await send_problem(scope, send, problem, request_id, self._headers)
            add_log_fields(scope, error=problem.error)
            self._log.request(scope, request_id, "-", scope["method"], 429, time.monotonic() - started, "none")
        elif scope["path"].startswith(API_PREFIXES):
            await self._send_api(scope, receive, send)
        else:
            await self._send_static(scope, send)

    async def _send_static(self, scope: Scope, send: Send) -> None:
        request_id, started, method = self._ids(), time.monotonic(), scope["method"]
        response = self._files.find(scope) if method in READ_METHODS else None
        if response is not None and not isinstance(response, FileResponse):
            self.static_requests += 1
            status = await send_prepared(scope, send, response, request_id)
            self._log.count("page", method, status, time.monotonic() - started)
            return
        route, status = "-", 404
        if response is not None:
            route = "/files"
            status = await send_file(scope, send, response, request_id)
        elif method not in READ_METHODS:
            status = 405
            await send_problem(scope, send, MethodNotAllowed(), request_id, [*self._headers, (b"allow", b"GET, HEAD")])
        elif redirect := self._files.redirect(scope["path"]):
            status, target = redirect
            await self._send_redirect(scope, send, status, target, request_id)
        else:
            await send_problem(scope, send, NotFound(), request_id, self._headers)
        self._log.request(scope, request_id, route, method, status, time.monotonic() - started, "none")

    async def _send_api(self, scope: Scope, receive: Any, send: Send) -> None:
        request_id, started, method, path = self._ids(), time.monotonic(), scope["method"], scope["path"]
        scope[REQUEST_ID] = request_id
        if path.endswith("/") or "//" in path:
            # The framework would ignore the extra slash and so bypass the response cache and its rate limit.
            status = 404 if "//" in path else 308
            if status == 308:
                await self._send_redirect(scope, send, status, path[:-1], request_id)
            else:
                await send_problem(scope, send, NotFound(), request_id, self._headers)
            self._log.count("-", method, status, time.monotonic() - started)
            return
        status = 500

        async def send_with_headers(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": self._add_headers(message["headers"], request_id)}
            elif method == "HEAD":
                message = EMPTY_BODY
            await send(message)

        if method == "HEAD":
            scope["method"] = "GET"
        await self._app(scope, receive, send_with_headers)
        route = scope.get("path_template") or "-"
        self._log.request(scope, request_id, route, method, status, time.monotonic() - started, "none")

    async def _send_redirect(self, scope: Scope, send: Send, status: int, path: str, request_id: str) -> None:
        """A permanent redirect (308) keeps the query string."""
        query = scope["query_string"] if status == 308 else b""
        location = quote(path).encode() + (b"?" + query if query else b"")
        headers = [(b"location", location), (b"cache-control", b"no-cache"), (b"x-request-id", request_id.encode())]
        await send_response(scope, send, status, [*headers, *self._headers], b"")

    def _add_headers(self, headers: Any, request_id: str) -> Headers:
        own = [(bytes(name).lower(), bytes(value)) for name, value in headers]
        defaults = [*self._headers, (b"cache-control", b"no-store")]
        return [*with_defaults(own, defaults), (b"x-request-id", request_id.encode())]
