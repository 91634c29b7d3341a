"""Response cache: lifetime, memory bound, errors and rate limit."""

import json
from typing import Any

import pytest

from gateway.http import errors, response_cache
from gateway.tests.support.response_cache_app import CacheApp


async def test_new_version_expires_the_response() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        first = await http.get("/api/things")
        cached.version = "two"
        second = await http.get("/api/things")
        assert first.content != second.content
        assert (await http.get("/api/things")).content == second.content


async def test_responses_unused_for_two_versions_are_evicted() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        for number in range(20):
            cached.version = str(number)
            await http.get("/api/things")
            await http.get(f"/api/things?search=x{number}")
            await http.get("/api/brief")
    assert cached.app.stats[0] == 4, "the first page, the searches of two versions, and the route without versions"
    assert len(cached.routes["/api/things"].aliases) == 3


async def test_failed_refresh_serves_the_stale_response_with_its_age(monkeypatch: pytest.MonkeyPatch) -> None:
    cached = CacheApp()
    cached.age = 90
    async with cached.http() as http:
        first = await http.get("/api/things")
        assert first.headers["age"] == "90"
        cached.error, cached.version = RuntimeError("broken"), "two"
        stale = await http.get("/api/things")
        assert (stale.status_code, stale.content) == (200, first.content)
        assert int(stale.headers["age"]) >= 90
        cached.error, cached.age = None, 0
        monkeypatch.setattr(response_cache, "STALE_EXTENSION_SECONDS", 0.0)
        cached.version = "three"
        fresh = await http.get("/api/things")
    assert fresh.content != first.content
    assert "age" not in fresh.headers


async def test_failure_without_a_stale_response_is_returned_and_not_cached() -> None:
    cached = CacheApp()
    cached.error = errors.unavailable("game")
    async with cached.http() as http:
        response = await http.get("/api/things")
        assert (response.status_code, response.json()["error"]) == (503, "game_unavailable")
        assert "retry-after" in response.headers
        cached.error = None
        assert (await http.get("/api/things")).status_code == 200


async def test_exception_of_the_framework_is_a_500_without_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("secret")

    cached = CacheApp()
    monkeypatch.setattr(cached.app, "_app", broken)
    async with cached.http() as http:
        response = await http.get("/api/things")
    assert (response.status_code, response.json()["error"]) == (500, "internal_error")
    assert "secret" not in response.text


async def test_response_past_its_stale_time_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "STALE_EXTENSION_SECONDS", -100.0)  # each response is stale at once
    cached = CacheApp()
    async with cached.http() as http:
        assert (await http.get("/api/brief")).status_code == 200
        cached.error = errors.unavailable("site")
        stale = await http.get("/api/brief")
        route = cached.routes["/api/brief"]
        for entry in route.aliases.values():
            entry.stale_until = 0.0
        expired = await http.get("/api/brief")
    assert (stale.status_code, expired.status_code) == (200, 503)


async def test_many_different_queries_stay_in_bounds_and_keep_the_used_response() -> None:
    cached = CacheApp(max_bytes=200_000)
    async with cached.http() as http:
        for _ in range(3):
            await http.get("/api/things?page=1&size=50")
        for number in range(400):
            await http.get(f"/api/things?search=x{number}")
            if number % 20 == 0:
                await http.get("/api/things?page=1&size=50")
        assert cached.calls.count(None) == 1
    entries, size = cached.app.stats
    assert size <= 200_000
    assert 0 < entries < 100
    assert len(cached.routes["/api/things"].aliases) <= entries * response_cache.MAX_ALIASES


async def test_aliases_of_one_response_are_bounded() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        for number in range(50):
            await http.get(f"/api/things?page={'0' * (number % 10)}1&search={'&' * (number // 10)}")
    assert len(cached.calls) == 1
    assert len(cached.routes["/api/things"].aliases) <= response_cache.MAX_ALIASES


async def test_rate_limit_counts_each_address_and_sends_retry_after() -> None:
    cached = CacheApp(rate=5)
    async with cached.http("203.0.113.7") as http:
        responses = [await http.get("/api/things") for _ in range(6)]
        unknown = await http.get("/api/things?x=1")
    assert [response.status_code for response in responses] == [200] * 5 + [429]
    assert responses[-1].json()["error"] == "too_many_requests"
    assert responses[-1].headers["retry-after"] == "1"
    assert unknown.status_code == 429
    async with cached.http("203.0.113.8") as http:
        assert (await http.get("/api/things")).status_code == 200


async def test_other_requests_have_a_rate_limit_of_their_own() -> None:
    cached = CacheApp(rate=5)
    async with cached.http("203.0.113.7") as http:
        for _ in range(5):
            assert (await http.get("/api/things")).status_code == 200
        statuses = [(await http.get(path)).status_code for path in ("/", "/api/nothing", "/api/things/", "/x", "/y")]
        refused = [await http.get("/"), await http.post("/api/things"), await http.get("/api/nothing")]
    assert statuses == [200, 404, 308, 302, 302]
    for response in refused:
        assert (response.status_code, response.json()["error"]) == (429, "too_many_requests")
        assert response.headers["retry-after"] == "1"


async def test_loopback_is_limited_only_if_configured() -> None:
    for loopback, statuses in ((False, {200}), (True, {200, 429})):
        cached = CacheApp(rate=5, loopback=loopback)
        async with cached.http() as http:
            assert {(await http.get("/api/things")).status_code for _ in range(20)} == statuses


@pytest.mark.parametrize("path", ["/api/things/", "//api/things", "/api//things", "/api/nothing"])
async def test_path_variants_do_not_bypass_the_cache(path: str) -> None:
    cached = CacheApp()
    async with cached.http() as http:
        response = await http.get(f"http://gateway.test{path}")
    assert response.status_code in {302, 308, 404}
    assert cached.calls == []


async def test_response_of_another_type_keeps_its_headers_when_stale() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        fresh = await http.get("/api/page")
        cached.error = errors.unavailable("site")
        stale = await http.get("/api/page")
        assert (await http.get("/api/page", headers={"If-None-Match": fresh.headers["etag"]})).status_code == 304
    for response in (fresh, stale):
        assert response.text == "<h1>page</h1>"
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert response.headers.get_list("content-security-policy") == ["style-src 'none'"]


async def test_post_is_405() -> None:
    cached = CacheApp()
    async with cached.http() as http:
        response = await http.post("/api/things", content=b"{}")
    assert (response.status_code, response.json()["error"]) == (405, "method_not_allowed")
    assert json.loads(response.content)["request_id"] == response.headers["x-request-id"]


async def test_all_responses_have_security_headers_and_a_request_id() -> None:
    cached = CacheApp(rate=7)
    async with cached.http("203.0.113.7") as http:
        responses = [await http.get(f"/api/things?{query}") for query in ("", "page=0", "x=1", "", "", "", "", "")]
        responses += [await http.get("/api/nothing"), await http.get("/nowhere"), await http.post("/api/things")]
    assert {response.status_code for response in responses} == {200, 302, 400, 404, 405, 429}
    for response in responses:
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
        assert response.headers["strict-transport-security"].startswith("max-age=31536000")
        assert response.headers["x-request-id"]
