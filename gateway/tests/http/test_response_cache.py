"""Response cache: normalization, validation, content negotiation and single flight."""

import asyncio
import gzip
from typing import Any

import brotli  # pyright: ignore[reportMissingTypeStubs]
import pytest

from gateway.tests.support.response_cache_app import CacheApp
from gateway.tests.support.wait_until import until


async def test_second_request_returns_the_cached_bytes() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        first, second = await http.get("/api/things?page=2"), await http.get("/api/things?page=2")
    assert first.content == second.content
    assert first.json()["page"] == 2
    assert len(cached.calls) == 1
    assert first.headers["cache-control"].startswith("public, max-age=15, stale-while-revalidate=")
    assert first.headers["content-type"] == "application/json"
    assert first.headers["vary"] == "accept-encoding"
    assert "age" not in first.headers
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


@pytest.mark.parametrize(
    "query",
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
async def test_equivalent_queries_share_one_response(query: str) -> None:
    cached = CacheApp()
    async with cached.http() as http:
        plain = await http.get("/api/things")
        spelled = await http.get(f"/api/things?{query}")
        again = await http.get(f"/api/things?{query}")
    assert plain.content == spelled.content == again.content
    assert len(cached.calls) == 1


async def test_folded_parameter_shares_a_key_and_reaches_the_handler_unchanged() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        responses = [
            await http.get("/api/things", params={"search": text}) for text in ("Kain", "kAIN", "%_\\", "ß", "ss")
        ]
    assert responses[0].content == responses[1].content
    assert cached.calls == ["Kain", "%_\\", "ß", "ss"]


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("pages=1", {"pages": "Unknown parameter"}),
        ("page=1&page=2", {"page": "Given more than once"}),
        ("a=1&b=2", {"a": "Unknown parameter", "b": "Unknown parameter"}),
    ],
)
async def test_unknown_or_repeated_parameter_is_400_without_calling_the_handler(
    query: str, fields: dict[str, str]
) -> None:
    cached = CacheApp()
    async with cached.http() as http:
        response = await http.get(f"/api/things?{query}")
    assert response.status_code == 400
    assert response.json()["error"] == "validation_failed"
    assert response.json()["fields"] == fields
    assert response.json()["request_id"] == response.headers["x-request-id"]
    assert cached.calls == []


@pytest.mark.parametrize("query", ["search=%ff", "search=" + "x" * 3000])
async def test_undecodable_or_long_query_is_400(query: str) -> None:
    cached = CacheApp()
    async with cached.http() as http:
        assert (await http.get(f"/api/things?{query}")).status_code == 400
    assert cached.calls == []


async def test_invalid_value_is_400_and_not_cached() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        response = await http.get("/api/things?page=0")
    assert response.status_code == 400
    assert response.json()["fields"] == {"page": "Must be at least 1"}
    assert response.json()["request_id"] == response.headers["x-request-id"]
    assert response.headers["cache-control"] == "no-store"
    assert cached.app.stats == (0, 0)


async def test_matching_etag_is_304() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        etag = (await http.get("/api/things")).headers["etag"]
        for condition in (etag, f'"other", {etag}', "*", etag.removeprefix("W/")):
            response = await http.get("/api/things", headers={"If-None-Match": condition})
            assert (response.status_code, response.content) == (304, b"")
            assert response.headers["etag"] == etag
            assert "x-request-id" in response.headers
        response = await http.get("/api/things", headers={"If-None-Match": '"other"'})
    assert response.status_code == 200


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
async def test_accept_encoding_selects_the_representation(accept: str, encoding: str | None) -> None:
    cached = CacheApp()
    library: Any = brotli
    decompress: dict[str | None, Any] = {"br": library.decompress, "gzip": gzip.decompress, None: bytes}
    async with cached.http() as http:
        plain = await http.get("/api/things")
        async with http.stream("GET", "/api/things", headers={"Accept-Encoding": accept}) as response:
            raw = b"".join([chunk async for chunk in response.aiter_raw()])
    assert response.headers.get("content-encoding") == encoding
    assert decompress[encoding](raw) == plain.content
    assert int(response.headers["content-length"]) == len(raw)
    assert response.headers["etag"] == plain.headers["etag"]
    assert len(cached.calls) == 1


async def test_head_has_the_headers_of_get_and_no_body() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        get, head = await http.get("/api/things"), await http.head("/api/things")
    assert head.content == b""
    for name in ("content-length", "etag", "content-type", "cache-control"):
        assert head.headers[name] == get.headers[name]


async def test_concurrent_requests_call_the_handler_once() -> None:
    cached = CacheApp()
    cached.may_respond.clear()
    async with cached.http() as http:
        requests = [asyncio.create_task(http.get("/api/things")) for _ in range(500)]

        async def handler_was_called() -> bool:
            return bool(cached.calls)

        await until(handler_was_called)
        requests[0].cancel()
        cached.may_respond.set()
        responses = await asyncio.gather(*requests[1:])
    assert {response.status_code for response in responses} == {200}
    assert len({response.content for response in responses}) == 1
    assert len(cached.calls) == 1


async def test_handler_receives_no_request_headers() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        with_credentials = await http.get("/api/things", headers={"Authorization": "Bearer x", "Cookie": "a=b"})
        anonymous = await http.get("/api/things")
    assert with_credentials.content == anonymous.content
    assert with_credentials.headers["cache-control"] == anonymous.headers["cache-control"]
    assert cached.request_headers == {}
