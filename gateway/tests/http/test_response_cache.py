"""Finished public responses: the same bytes for the same question, made once, whatever way it is asked."""

import asyncio
import gzip
from typing import Any

import brotli  # pyright: ignore[reportMissingTypeStubs]
import pytest

from gateway.tests.support.response_cache_app import Desk
from gateway.tests.support.wait_until import until


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
