"""Application with public routes behind the response cache."""

import asyncio
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import httpx
from litestar import Litestar, Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, Parameter

from gateway.http import errors
from gateway.http.rate_limit import AddressLimit, Clients
from gateway.http.response_cache import CachedRoute, ResponseCache, public
from gateway.http.responses import RequestIds
from gateway.http.router import Router
from gateway.http.security_headers import data_headers
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import AccessLog

ROWS = [f"row {number}" for number in range(200)]
MEGABYTE = 1024 * 1024
MISSING_FOLDER = Path("nowhere")


class CacheApp:
    """The application, the calls of its handlers, and controls for their behaviour."""

    def __init__(self, *, max_bytes: int = MEGABYTE, rate: int = 1_000_000, loopback: bool = True) -> None:
        self.calls: list[str | None] = []
        self.age = 0
        self.error: Exception | None = None
        self.may_respond = asyncio.Event()
        self.may_respond.set()
        self.version = "one"
        self.request_headers: dict[str, str] = {}
        routes = [self._things(), self._brief(), self._page(), self._named_parts(), self._direct(), self._picture()]
        self.framework_calls = 0
        litestar: Any = Litestar(
            routes, exception_handlers={Exception: errors.handle_exception}, openapi_config=None, logging_config=None
        )

        async def app(scope: Any, receive: Any, send: Any) -> None:
            self.framework_calls += 1
            await litestar(scope, receive, send)

        ids, log, headers = RequestIds(), AccessLog(), data_headers("max-age=31536000")
        files = StaticFiles(MISSING_FOLDER, "", headers)
        clients = Clients((), loopback=loopback)
        router = Router(app, files, limit=AddressLimit(clients, rate, rate), headers=headers, ids=ids, log=log)
        versions = {"/api/things": lambda: self.version}
        self.routes = {
            path: CachedRoute(path, route, versions.get(path, str)) for route in routes for path in route.paths
        }
        self.app = ResponseCache(
            app,
            router,
            self.routes.values(),
            limit=AddressLimit(clients, rate, rate),
            headers=headers,
            ids=ids,
            log=log,
            max_bytes=max_bytes,
        )

    async def was_called(self) -> bool:
        return bool(self.calls)

    def http(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        app: Any = self.app
        transport = httpx.ASGITransport(app, client=(address, 1234))
        return httpx.AsyncClient(transport=transport, base_url="http://gateway.test", headers={"Accept-Encoding": ""})

    def _things(self) -> HTTPRouteHandler:
        @get("/api/things", opt=public(max_age=15, stale=60, version="rankings", fold={"search"}))
        async def things(
            request: Request[Any, Any, Any],
            page: Annotated[int, Parameter(ge=1)] = 1,
            size: FromQuery[int] = 50,
            search: FromQuery[str | None] = None,
            online: FromQuery[bool] = False,
        ) -> Response[dict[str, Any]]:
            self.calls.append(search)
            self.request_headers = dict(request.headers)
            await self.may_respond.wait()
            if self.error:
                raise self.error
            body = {
                "page": page,
                "size": size,
                "search": search,
                "online": online,
                "rows": ROWS,
                "n": len(self.calls),
            }
            return Response(body, headers={"Age": str(self.age)} if self.age else {})

        return things

    def _brief(self) -> HTTPRouteHandler:
        @get("/api/brief", opt=public(max_age=0, stale=60))
        async def brief() -> dict[str, int]:
            self.calls.append(None)
            await self.may_respond.wait()
            if self.error:
                raise self.error
            return {"n": len(self.calls)}

        return brief

    def _named_parts(self) -> HTTPRouteHandler:
        @get(["/api/named/{name:str}/parts", "/api/called/{name:str}"], opt=public(max_age=15))
        async def get_parts(name: FromPath[str], size: FromQuery[int] = 1) -> dict[str, Any]:
            self.calls.append(name)
            if name == "unknown":
                raise errors.NotFound
            return {"name": name, "size": size}

        return get_parts

    def _picture(self) -> HTTPRouteHandler:
        @get("/share/thing/{name:str}", opt=public(max_age=60, is_drawn=True))
        async def get_picture(name: FromPath[str]) -> str:
            self.calls.append(name)
            return name

        return get_picture

    def _direct(self) -> HTTPRouteHandler:
        @get("/api/direct", opt=public(max_age=15, stale=60, fold={"text"}, direct=True, waits_with={"day"}))
        async def direct(
            text: FromQuery[str],
            size: FromQuery[int] = 1,
            level: Annotated[int | None, Parameter(ge=1, le=85)] = None,
            day: FromQuery[date | None] = None,
            online_only: FromQuery[bool] = False,
        ) -> Response[dict[str, Any]]:
            self.calls.append(text)
            if day:
                await self.may_respond.wait()
            if self.error:
                raise self.error
            content = {"text": text, "size": size, "level": level, "day": day, "online_only": online_only}
            return Response(content, headers={"Age": str(self.age)} if self.age else {})

        return direct

    def _page(self) -> HTTPRouteHandler:
        @get("/api/page", opt=public(max_age=0, stale=60))
        async def page() -> Response[str]:
            if self.error:
                raise self.error
            headers = {"Content-Security-Policy": "style-src 'none'"}
            return Response("<h1>page</h1>", media_type="text/html", headers=headers)

        return page
