"""Two public routes behind the cache, for the tests of finished responses."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import httpx
from litestar import Litestar, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter

from gateway.http import errors
from gateway.http.rate_limit import Clients, Throttle
from gateway.http.response_cache import ResponseCache, Route, public
from gateway.http.responses import RequestIds
from gateway.http.router import Front
from gateway.http.security_headers import data_headers
from gateway.http.static_files import Pages
from gateway.observability.logging import AccessLog

ROWS = [f"row {number}" for number in range(200)]
MEGABYTE = 1024 * 1024
NOWHERE = Path("nowhere")


class Desk:
    """Two public routes behind the cache, and what their handler does."""

    def __init__(self, *, limit: int = MEGABYTE, rate: int = 1_000_000, loopback: bool = True) -> None:
        self.calls: list[str | None] = []
        self.age = 0
        self.wrong: Exception | None = None
        self.open = asyncio.Event()
        self.open.set()
        self.version = "one"
        self.seen: dict[str, str] = {}
        routes = [self._things(), self._brief()]
        app: Any = Litestar(
            routes, exception_handlers={Exception: errors.respond}, openapi_config=None, logging_config=None
        )
        ids, log, headers = RequestIds(), AccessLog(), data_headers("https://play.example")
        pages = Pages(NOWHERE, NOWHERE, "", headers)
        front = Front(app, pages, headers=headers, ids=ids, log=log)
        versions = {"/api/things": lambda: self.version, "/api/brief": str}
        self.routes = {path: Route(path, route, versions[path]) for route in routes for path in route.paths}
        self.app = ResponseCache(
            app,
            front,
            self.routes.values(),
            throttle=Throttle(rate, rate),
            clients=Clients((), loopback=loopback),
            headers=headers,
            ids=ids,
            log=log,
            limit=limit,
        )

    def http(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        app: Any = self.app
        transport = httpx.ASGITransport(app, client=(address, 1234))
        return httpx.AsyncClient(transport=transport, base_url="http://gateway.test", headers={"Accept-Encoding": ""})

    def _things(self) -> HTTPRouteHandler:
        @get("/api/things", opt=public(max_age=15, stale=60, version="rankings", fold={"search"}))
        async def things(
            request: Any,
            page: Annotated[int, Parameter(ge=1)] = 1,
            size: int = 50,
            search: str | None = None,
            online: bool = False,
        ) -> Response[dict[str, Any]]:
            self.calls.append(search)
            self.seen = dict(request.headers)
            await self.open.wait()
            if self.wrong:
                raise self.wrong
            answer = {
                "page": page,
                "size": size,
                "search": search,
                "online": online,
                "rows": ROWS,
                "n": len(self.calls),
            }
            return Response(answer, headers={"Age": str(self.age)} if self.age else {})

        return things

    def _brief(self) -> HTTPRouteHandler:
        @get("/api/brief", opt=public(max_age=0, stale=60))
        async def brief() -> dict[str, int]:
            self.calls.append(None)
            await self.open.wait()
            if self.wrong:
                raise self.wrong
            return {"n": len(self.calls)}

        return brief
