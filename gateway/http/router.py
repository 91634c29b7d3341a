"""Dispatches requests that are not cached public reads: static files from memory, the API from the framework.

Adds the request id, the security headers and the access log line to each response.
"""

import time
from dataclasses import KW_ONLY, dataclass
from typing import Any, Protocol
from urllib.parse import quote

from litestar.handlers import HTTPRouteHandler

from gateway.http.anonymous_call import App
from gateway.http.articles import FEED_PATH as NEWS_FEED
from gateway.http.direct_call import JSON, OwnReads
from gateway.http.errors import REQUEST_ID, MethodNotAllowed, NotFound, logged_problem
from gateway.http.file_responses import FileResponse, send_file
from gateway.http.named_pages import NamedPages
from gateway.http.query_pages import QueryPages
from gateway.http.rate_limit import AddressLimit
from gateway.http.response_cache import READ_METHODS
from gateway.http.responses import (
    EMPTY_BODY,
    Headers,
    PreparedResponse,
    RequestIds,
    Scope,
    Send,
    StoredResponse,
    send_prepared,
    send_problem,
    send_response,
    with_defaults,
)
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import AccessLog, add_log_fields

NO_STORE = (b"cache-control", b"no-store")
API_PREFIXES = ("/api", "/feeds/", "/health")  # paths of the framework, but for the feed of the news, a file
UNLIMITED_PATHS = frozenset({"/health/live", "/health/ready"})
"""A proxy checks them from an address that it may share with visitors; to it a 429 is an instance that is down."""


class PrivateArea(Protocol):
    """A part of the site that exists for some clients only."""

    def hides(self, scope: Scope) -> bool: ...
    def find(self, scope: Scope) -> PreparedResponse | None: ...


@dataclass(slots=True)
class Router:
    app: App
    files: StaticFiles
    _: KW_ONLY
    limit: AddressLimit
    headers: Headers
    ids: RequestIds
    log: AccessLog
    static_requests: int = 0
    named_pages: NamedPages | None = None
    query_pages: QueryPages | None = None
    own_reads: OwnReads | None = None
    admin: PrivateArea | None = None

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = self.ids()
        started_at = time.monotonic()
        method = scope["method"]
        path = scope["path"]
        self.limit.clients.count(scope)
        if path not in UNLIMITED_PATHS and (problem := self.limit.refuse(scope, started_at)):
            add_log_fields(scope, error=problem.error)
            route, status = "-", await send_problem(scope, send, problem, request_id, self.headers)
        elif path.startswith(API_PREFIXES) and path != NEWS_FEED:
            route, status = await self._send_api(scope, receive, send, request_id)
        else:
            route, status = await self._send_static(scope, send, request_id)
        seconds = time.monotonic() - started_at
        if route == "page":
            self.static_requests += 1
            self.log.count(route, method, status, seconds)
        else:
            self.log.request(scope, request_id, route, method, status, seconds, "none")

    async def _send_static(self, scope: Scope, send: Send, request_id: str) -> tuple[str, int]:
        """Returns the route and the status."""
        if scope["method"] not in READ_METHODS:
            headers = [*self.headers, (b"allow", b"GET, HEAD")]
            return "-", await send_problem(scope, send, MethodNotAllowed(), request_id, headers)
        if self.admin and (private := self.admin.find(scope)):
            return "/admin", await send_prepared(scope, send, private, request_id)
        response: StoredResponse | FileResponse | None = None
        if self.query_pages and scope["query_string"]:
            response = await self.query_pages.find(scope)
        response = response or self.files.find(scope)
        if isinstance(response, FileResponse):
            try:
                return "/files", await send_file(scope, send, response, request_id)
            except OSError:  # the content is read again within seconds
                return "/files", await send_problem(scope, send, NotFound(), request_id, self.headers)
        if response is not None:
            return "page", await send_prepared(scope, send, response, request_id)
        if self.named_pages and (response := await self.named_pages.find(scope)):
            return "page", await send_prepared(scope, send, response, request_id)
        if redirect := self.files.redirect(scope["path"]):
            return "-", await self._send_redirect(scope, send, *redirect, request_id)
        return "-", await send_problem(scope, send, NotFound(), request_id, self.headers)

    async def _send_api(self, scope: Scope, receive: Any, send: Send, request_id: str) -> tuple[str, int]:
        """Returns the route and the status.

        The framework would ignore an extra slash, and so bypass the response cache and its rate limit.
        """
        method = scope["method"]
        path = scope["path"]
        status = 500
        if "//" in path:
            return "-", await send_problem(scope, send, NotFound(), request_id, self.headers)
        if path.endswith("/"):
            return "-", await self._send_redirect(scope, send, 308, path[:-1], request_id)
        if self.admin and self.admin.hides(scope):
            return "-", await send_problem(scope, send, NotFound(), request_id, self.headers)

        if self.own_reads and method in READ_METHODS and (route := self.own_reads.find(scope)):
            return path, await self._send_own(scope, send, self.own_reads, route, request_id)

        async def send_with_headers(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": self._add_headers(message["headers"], request_id)}
            elif method == "HEAD":
                message = {**EMPTY_BODY, "more_body": message.get("more_body", False)}
            await send(message)

        if method == "HEAD":
            scope["method"] = "GET"
        scope[REQUEST_ID] = request_id
        await self.app(scope, receive, send_with_headers)
        return scope.get("path_template") or "-", status

    async def _send_own(
        self, scope: Scope, send: Send, own_reads: OwnReads, route: HTTPRouteHandler, request_id: str
    ) -> int:
        """Sends a read of the caller's own data, or its refusal, as the framework would; returns the status."""
        try:
            body = await own_reads.read(route, scope)
        except Exception as error:
            return await send_problem(scope, send, logged_problem(scope, error, request_id), request_id, self.headers)
        headers = [JSON, *self.headers, NO_STORE, (b"x-request-id", request_id.encode())]
        await send_response(scope, send, 200, headers, body)
        return 200

    async def _send_redirect(self, scope: Scope, send: Send, status: int, path: str, request_id: str) -> int:
        """Sends a redirect; a permanent one (308) keeps the query string."""
        query = scope["query_string"] if status == 308 else b""
        location = quote(path).encode() + (b"?" + query if query else b"")
        headers = [(b"location", location), (b"cache-control", b"no-cache"), (b"x-request-id", request_id.encode())]
        await send_response(scope, send, status, [*headers, *self.headers], b"")
        return status

    def _add_headers(self, headers: Any, request_id: str) -> Headers:
        response_headers = [(bytes(name).lower(), bytes(value)) for name, value in headers]
        defaults = [*self.headers, NO_STORE]
        return [*with_defaults(response_headers, defaults), (b"x-request-id", request_id.encode())]
