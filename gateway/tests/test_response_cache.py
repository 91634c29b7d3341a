"""Finished public responses: the same bytes for the same question, made once, refused early, bounded."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Annotated, Any

import brotli  # pyright: ignore[reportMissingTypeStubs]
import httpx
import pytest
from litestar import Litestar, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter

from gateway import errors, response_cache
from gateway.front import Front
from gateway.log import AccessLog
from gateway.pages import Pages
from gateway.replies import RequestIds
from gateway.response_cache import ResponseCache, Route, public
from gateway.security import data_headers
from gateway.tests.waiting import until
from gateway.throttle import Clients, Throttle

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


async def test_the_second_answer_is_the_first_one_s_bytes() -> None:
    desk = Desk()
    async with desk.http() as http:
        first, second = await http.get("/api/things?page=2"), await http.get("/api/things?page=2")
    assert first.content == second.content
    assert first.json()["page"] == 2
    assert len(desk.calls) == 1
    assert first.headers["cache-control"].startswith("public, max-age=15, stale-while-revalidate=")
    assert first.headers["content-type"] == "application/json"
    assert first.headers["vary"] == "accept-encoding"
    assert "age" not in first.headers
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


@pytest.mark.parametrize(
    "same",
    [
        "",
        "page=1",
        "size=50&page=1",
        "page=01",
        "online=false&search=",
        "online=0",
        "p%61ge=1",
        "&page=1&",
    ],
)
async def test_one_question_has_one_answer_however_it_is_spelled(same: str) -> None:
    desk = Desk()
    async with desk.http() as http:
        plain = await http.get("/api/things")
        spelled = await http.get(f"/api/things?{same}")
        again = await http.get(f"/api/things?{same}")
    assert plain.content == spelled.content == again.content
    assert len(desk.calls) == 1


async def test_a_search_is_folded_for_the_key_and_reaches_the_handler_as_it_is() -> None:
    desk = Desk()
    async with desk.http() as http:
        answers = [
            await http.get("/api/things", params={"search": text}) for text in ("Kain", "kAIN", "%_\\", "ß", "ss")
        ]
    assert answers[0].content == answers[1].content
    assert desk.calls == ["Kain", "%_\\", "ß", "ss"]


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        ("pages=1", {"pages": "Unknown parameter"}),
        ("page=1&page=2", {"page": "Given more than once"}),
        ("a=1&b=2", {"a": "Unknown parameter", "b": "Unknown parameter"}),
    ],
)
async def test_what_no_parameter_is_named_is_refused_before_the_framework(asked: str, fields: dict[str, str]) -> None:
    desk = Desk()
    async with desk.http() as http:
        answer = await http.get(f"/api/things?{asked}")
    assert answer.status_code == 400
    assert answer.json()["error"] == "validation_failed"
    assert answer.json()["fields"] == fields
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    assert desk.calls == []


@pytest.mark.parametrize("asked", ["search=%ff", "search=" + "x" * 3000])
async def test_a_query_that_cannot_be_read_is_refused(asked: str) -> None:
    desk = Desk()
    async with desk.http() as http:
        assert (await http.get(f"/api/things?{asked}")).status_code == 400
    assert desk.calls == []


async def test_a_wrong_value_is_refused_and_not_kept() -> None:
    desk = Desk()
    async with desk.http() as http:
        answer = await http.get("/api/things?page=0")
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"page": "Must be at least 1"}
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    assert answer.headers["cache-control"] == "no-store"
    assert desk.app.kept == (0, 0)


async def test_an_etag_that_still_holds_saves_the_body() -> None:
    desk = Desk()
    async with desk.http() as http:
        etag = (await http.get("/api/things")).headers["etag"]
        for condition in (etag, f'"other", {etag}', "*", etag.removeprefix("W/")):
            answer = await http.get("/api/things", headers={"If-None-Match": condition})
            assert (answer.status_code, answer.content) == (304, b"")
            assert answer.headers["etag"] == etag
            assert "x-request-id" in answer.headers
        answer = await http.get("/api/things", headers={"If-None-Match": '"other"'})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("accept", "encoding"),
    [
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0.9, br;q=0.2", "gzip"),
        ("*", "br"),
        ("identity", None),
        ("br;q=0, gzip;q=0", None),
        ("br;q=nonsense", None),
    ],
)
async def test_the_form_that_was_asked_for_is_sent(accept: str, encoding: str | None) -> None:
    desk = Desk()
    library: Any = brotli
    unpack: dict[str | None, Any] = {"br": library.decompress, "gzip": gzip.decompress, None: bytes}
    async with desk.http() as http:
        plain = await http.get("/api/things")
        async with http.stream("GET", "/api/things", headers={"Accept-Encoding": accept}) as answer:
            raw = b"".join([piece async for piece in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == encoding
    assert unpack[encoding](raw) == plain.content
    assert int(answer.headers["content-length"]) == len(raw)
    assert answer.headers["etag"] == plain.headers["etag"]
    assert len(desk.calls) == 1


async def test_head_says_what_get_would_without_the_body() -> None:
    desk = Desk()
    async with desk.http() as http:
        got, head = await http.get("/api/things"), await http.head("/api/things")
    assert head.content == b""
    for name in ("content-length", "etag", "content-type", "cache-control"):
        assert head.headers[name] == got.headers[name]


async def test_five_hundred_who_ask_at_once_are_one_request_to_the_framework() -> None:
    desk = Desk()
    desk.open.clear()
    async with desk.http() as http:
        asked = [asyncio.create_task(http.get("/api/things")) for _ in range(500)]

        async def begun() -> bool:
            return bool(desk.calls)

        await until(begun)
        asked[0].cancel()
        desk.open.set()
        answers = await asyncio.gather(*asked[1:])
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert len(desk.calls) == 1


async def test_nothing_of_a_visitor_reaches_the_handler() -> None:
    desk = Desk()
    async with desk.http() as http:
        mine = await http.get("/api/things", headers={"Authorization": "Bearer x", "Cookie": "a=b"})
        theirs = await http.get("/api/things")
    assert mine.content == theirs.content
    assert mine.headers["cache-control"] == theirs.headers["cache-control"]
    assert desk.seen == {}


async def test_a_new_version_makes_a_new_answer() -> None:
    desk = Desk()
    async with desk.http() as http:
        one = await http.get("/api/things")
        desk.version = "two"
        two = await http.get("/api/things")
        assert one.content != two.content
        assert (await http.get("/api/things")).content == two.content


async def test_an_old_answer_stands_in_with_its_age(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    desk.age = 90
    async with desk.http() as http:
        first = await http.get("/api/things")
        assert first.headers["age"] == "90"
        desk.wrong, desk.version = RuntimeError("broken"), "two"
        stale = await http.get("/api/things")
        assert (stale.status_code, stale.content) == (200, first.content)
        assert int(stale.headers["age"]) >= 90
        desk.wrong, desk.age = None, 0
        monkeypatch.setattr(response_cache, "RETRY", 0.0)
        desk.version = "three"
        fresh = await http.get("/api/things")
    assert fresh.content != first.content
    assert "age" not in fresh.headers


async def test_without_an_old_answer_a_failure_is_the_answer() -> None:
    desk = Desk()
    desk.wrong = errors.unavailable("game")
    async with desk.http() as http:
        answer = await http.get("/api/things")
        assert (answer.status_code, answer.json()["error"]) == (503, "game_unavailable")
        assert "retry-after" in answer.headers
        desk.wrong = None
        assert (await http.get("/api/things")).status_code == 200


async def test_a_framework_that_breaks_is_a_500_in_the_one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("secret")

    desk = Desk()
    monkeypatch.setattr(desk.app, "_app", broken)
    async with desk.http() as http:
        answer = await http.get("/api/things")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal_error")
    assert "secret" not in answer.text


async def test_an_answer_past_its_stale_life_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "RETRY", -100.0)  # every answer is kept as if it were made long ago
    desk = Desk()
    async with desk.http() as http:
        assert (await http.get("/api/brief")).status_code == 200
        desk.wrong = errors.unavailable("site")
        stale = await http.get("/api/brief")
        route = desk.routes["/api/brief"]
        for answer in route.aliases.values():
            answer.dead_at = 0.0
        dead = await http.get("/api/brief")
    assert (stale.status_code, dead.status_code) == (200, 503)


async def test_hostile_variety_is_bounded_and_does_not_evict_the_front_page() -> None:
    desk = Desk(limit=200_000)
    async with desk.http() as http:
        for _ in range(3):
            await http.get("/api/things?page=1&size=50")
        for number in range(400):
            await http.get(f"/api/things?search=x{number}")
            if number % 20 == 0:
                await http.get("/api/things?page=1&size=50")
        assert desk.calls.count(None) == 1
    entries, size = desk.app.kept
    assert size <= 200_000
    assert 0 < entries < 100
    assert len(desk.routes["/api/things"].aliases) <= entries * response_cache.ALIASES


async def test_spellings_of_one_question_are_bounded() -> None:
    desk = Desk()
    async with desk.http() as http:
        for number in range(50):
            await http.get(f"/api/things?page={'0' * (number % 10)}1&search={'&' * (number // 10)}")
    assert len(desk.calls) == 1
    assert len(desk.routes["/api/things"].aliases) <= response_cache.ALIASES


async def test_an_address_has_its_limit_and_is_told_when_to_come_back() -> None:
    desk = Desk(rate=5)
    async with desk.http("203.0.113.7") as http:
        answers = [await http.get("/api/things") for _ in range(6)]
        unknown = await http.get("/api/things?x=1")
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].json()["error"] == "too_many_requests"
    assert answers[-1].headers["retry-after"] == "1"
    assert unknown.status_code == 429
    async with desk.http("203.0.113.8") as http:
        assert (await http.get("/api/things")).status_code == 200


async def test_loopback_has_none_unless_asked() -> None:
    for loopback, statuses in ((False, {200}), (True, {200, 429})):
        desk = Desk(rate=5, loopback=loopback)
        async with desk.http() as http:
            assert {(await http.get("/api/things")).status_code for _ in range(20)} == statuses


@pytest.mark.parametrize("path", ["/api/things/", "//api/things", "/api//things", "/api/nothing"])
async def test_there_is_no_way_around_the_cache(path: str) -> None:
    desk = Desk()
    async with desk.http() as http:
        answer = await http.get(f"http://gateway.test{path}")
    assert answer.status_code in {302, 404}
    assert desk.calls == []


async def test_other_methods_are_refused_in_the_one_shape() -> None:
    desk = Desk()
    async with desk.http() as http:
        answer = await http.post("/api/things", content=b"{}")
    assert (answer.status_code, answer.json()["error"]) == (405, "method_not_allowed")
    assert json.loads(answer.content)["request_id"] == answer.headers["x-request-id"]


async def test_every_answer_says_what_may_be_done_with_it() -> None:
    desk = Desk(rate=7)
    async with desk.http("203.0.113.7") as http:
        answers = [await http.get(f"/api/things?{asked}") for asked in ("", "page=0", "x=1", "", "", "", "", "")]
        answers += [await http.get("/api/nothing"), await http.get("/nowhere"), await http.post("/api/things")]
    assert {answer.status_code for answer in answers} == {200, 302, 400, 404, 405, 429}
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
        assert answer.headers["x-request-id"]
