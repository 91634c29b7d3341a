"""Reads of the caller's own data without the framework, compared with the framework's answers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from litestar import Litestar, Request
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from gateway.http import errors
from gateway.http.direct_call import OwnReads
from gateway.http.errors import WITHOUT_FACTOR, FactorRequired, NotAuthenticated, unavailable
from gateway.http.rate_limit import AddressLimit, Clients
from gateway.http.request_validation import validator
from gateway.http.responses import RequestIds, Scope
from gateway.http.router import Router
from gateway.http.routes import get
from gateway.http.security_headers import data_headers
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import LOG_FIELDS, AccessLog

Caller = NamedDependency[str]
COINS, NOTES, CHARACTER = "/api/coins", "/api/notes", "/api/characters/7"
ANN, BOB = {"authorization": "Ann"}, {"authorization": "Bob"}


class Coins(Struct):
    login: str
    limit: int = 0


@get(COINS)
async def get_coins(caller: Caller) -> Coins:
    """Fails as the caller asks."""
    if caller == "Down":
        raise unavailable("game", "no_snapshot")
    return Coins(caller, 1 // (caller != "Broken"))


@get(NOTES, opt={WITHOUT_FACTOR: True})
async def get_notes(caller: Caller, limit: Annotated[int, QueryParameter(ge=1, le=9)] = 5) -> Coins:
    """Has a parameter."""
    return Coins(caller, limit)


@get("/api/characters/{id:int}")
async def get_character(caller: Caller, id: FromPath[int]) -> Coins:
    """Has a parameter in its path."""
    return Coins(caller, id)


class Site:
    """One application twice: with the framework alone, and with direct calls. `framework_calls`: of the second."""

    def __init__(self) -> None:
        self.framework_calls = 0
        self.log_fields: list[Mapping[str, str]] = []
        routes = [get_coins, get_notes, get_character]

        async def authenticate(scope: Scope, opt: Mapping[str, Any]) -> str:
            login = dict(scope["headers"]).get(b"authorization", b"").decode()
            if not login:
                raise NotAuthenticated
            if login == "Bob" and WITHOUT_FACTOR not in opt:
                raise FactorRequired
            return login

        async def caller(request: Request[Any, Any, Any]) -> str:
            scope: Any = request.scope
            return await authenticate(scope, request.route_handler.opt)

        litestar: Any = Litestar(
            routes,
            dependencies={"caller": Provide(caller)},
            exception_handlers={Exception: errors.handle_exception},
            before_request=validator(1.0),
            openapi_config=None,
            logging_config=None,
        )

        async def count_call(scope: Any, receive: Any, send: Any) -> None:
            self.framework_calls += 1
            await litestar(scope, receive, send)

        self.framework = self._client(litestar, None)
        self.direct = self._client(count_call, OwnReads(routes, authenticate))

    def _client(self, app: Any, own_reads: OwnReads | None) -> httpx.AsyncClient:
        headers = data_headers("max-age=31536000")
        limit = AddressLimit(Clients((), loopback=True), 1000, 1000)
        router = Router(
            app, StaticFiles(Path("nowhere"), "", headers), limit=limit, headers=headers, ids=_SameId(), log=AccessLog()
        )
        router.own_reads = own_reads

        async def note_fields(scope: Any, receive: Any, send: Any) -> None:
            await router(scope, receive, send)
            self.log_fields.append(scope.get(LOG_FIELDS, {}))

        transport = httpx.ASGITransport(note_fields)
        return httpx.AsyncClient(transport=transport, base_url="http://gateway.test")


class _SameId(RequestIds):
    def __call__(self) -> str:
        return "id"


@pytest.fixture(scope="module")
def site() -> Site:
    return Site()


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        *((path, headers) for path in (COINS, NOTES, CHARACTER) for headers in (ANN, BOB, {})),
        *((NOTES + query, ANN) for query in ("?limit=3", "?limit=0", "?limit=x", "?limit=3&limit=4", "?other=1")),
        (NOTES + "?limit=0", {}),
        (COINS + "?limit=0", ANN),
        (COINS, {"authorization": "Down"}),
        (COINS, {"authorization": "Broken", "accept-language": "es"}),
    ],
)
async def test_own_read_answers_as_the_framework_does(
    site: Site, method: str, path: str, headers: dict[str, str]
) -> None:
    expected, response = [await http.request(method, path, headers=headers) for http in (site.framework, site.direct)]
    assert (response.status_code, response.content) == (expected.status_code, expected.content)
    assert sorted(response.headers.raw) == sorted(expected.headers.raw)
    assert site.log_fields[-1] == site.log_fields[-2]


async def test_only_queries_and_parts_of_a_path_reach_the_framework(site: Site) -> None:
    site.framework_calls = 0
    for path in (COINS, COINS + "?other=1", NOTES):
        assert (await site.direct.get(path, headers=ANN)).status_code == 200
    assert site.framework_calls == 0
    for path in (CHARACTER, NOTES + "?limit=3"):
        assert (await site.direct.get(path, headers=ANN)).status_code == 200
    assert site.framework_calls == 2
