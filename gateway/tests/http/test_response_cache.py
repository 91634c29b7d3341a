"""Response cache: normalization, content negotiation, single flight, lifetime, memory bound, errors and rate limit."""

import asyncio
from urllib.parse import quote, urlencode

import httpx
import pytest

from gateway import texts
from gateway.http import anonymous_call, errors, response_cache
from gateway.tests.support.response_cache_app import CacheApp
from gateway.tests.support.wait_until import until


@pytest.fixture
def cached() -> CacheApp:
    return CacheApp()


@pytest.fixture
def http(cached: CacheApp) -> httpx.AsyncClient:
    return cached.http()


async def test_second_request_returns_the_cached_bytes(cached: CacheApp, http: httpx.AsyncClient) -> None:
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
async def test_equivalent_queries_share_one_response(cached: CacheApp, http: httpx.AsyncClient, query: str) -> None:
    plain = await http.get("/api/things")
    first = await http.get(f"/api/things?{query}")
    second = await http.get(f"/api/things?{query}")
    assert plain.content == first.content == second.content
    assert len(cached.calls) == 1


async def test_folded_parameter_shares_a_key(cached: CacheApp, http: httpx.AsyncClient) -> None:
    responses = [await http.get("/api/things", params={"search": text}) for text in ("Kain", "kAIN", "%_\\", "ß", "ss")]
    assert responses[0].content == responses[1].content
    assert cached.calls == ["Kain", "%_\\", "ß", "ss"]


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("pages=1", {"pages": "Unknown parameter"}),
        ("page=1&page=2", {"page": "Given more than once"}),
        ("a=1&b=2", {"a": "Unknown parameter", "b": "Unknown parameter"}),
        ("search=%ff", None),
        ("search=" + "x" * 3000, None),
        ("page=0", {"page": "Invalid value"}),
    ],
    ids=range(6),
)
async def test_invalid_query_is_400_and_not_cached(
    cached: CacheApp, http: httpx.AsyncClient, query: str, fields: dict[str, str] | None
) -> None:
    response = await http.get(f"/api/things?{query}")
    assert (response.status_code, response.json()["error"]) == (400, "validation_failed")
    assert response.json().get("fields") == fields
    assert response.json()["request_id"] == response.headers["x-request-id"]
    assert response.headers["cache-control"] == "no-store"
    assert (cached.calls, cached.app.stats) == ([], (0, 0))


async def test_error_is_in_the_language_of_each_reader(http: httpx.AsyncClient) -> None:
    """Also of those that waited for one call of the framework."""
    languages = ("es", "pt", "en", "es")
    requests = [http.get("/api/things?page=0", headers={"Accept-Language": name}) for name in languages]
    responses = await asyncio.gather(*requests)
    sentences = [texts.read(name, "fields.invalid") for name in languages]
    assert [response.json()["message"] for response in responses] == sentences
    assert {response.status_code for response in responses} == {400}


async def test_value_that_looks_like_a_parameter_has_a_key_of_its_own(http: httpx.AsyncClient) -> None:
    assert (await http.get("/api/things?page=2&size=5")).status_code == 200
    assert (await http.get("/api/things?page=2%26size%3D5")).status_code == 400


async def test_head_and_matching_etag_have_no_body(cached: CacheApp, http: httpx.AsyncClient) -> None:
    get, head = await http.get("/api/things"), await http.head("/api/things")
    assert head.content == b""
    for name in ("content-length", "etag", "content-type", "cache-control"):
        assert head.headers[name] == get.headers[name]
    etag = get.headers["etag"]
    for condition in (etag, f'"other", {etag}', "*", etag.removeprefix("W/")):
        response = await http.get("/api/things", headers={"If-None-Match": condition})
        assert (response.status_code, response.content, response.headers["etag"]) == (304, b"", etag)
    assert (await http.get("/api/things", headers={"If-None-Match": '"other"'})).status_code == 200


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
async def test_accept_encoding_selects_the_representation(
    cached: CacheApp, http: httpx.AsyncClient, accept: str, encoding: str | None
) -> None:
    plain, response = [await http.get("/api/things", headers={"Accept-Encoding": value}) for value in ("", accept)]
    assert response.headers.get("content-encoding") == encoding
    assert response.content == plain.content
    assert (int(response.headers["content-length"]) < len(plain.content)) == (encoding is not None)
    assert (response.headers["etag"], len(cached.calls)) == (plain.headers["etag"], 1)


async def test_concurrent_requests_call_the_handler_once(cached: CacheApp, http: httpx.AsyncClient) -> None:
    cached.may_respond.clear()
    requests = [asyncio.create_task(http.get("/api/things")) for _ in range(500)]

    await until(cached.was_called)
    requests[0].cancel()
    cached.may_respond.set()
    responses = await asyncio.gather(*requests[1:])
    assert {response.status_code for response in responses} == {200}
    assert len({response.content for response in responses}) == 1
    assert len(cached.calls) == 1


async def test_handler_receives_no_request_headers(cached: CacheApp, http: httpx.AsyncClient) -> None:
    with_credentials = await http.get("/api/things", headers={"Authorization": "Bearer x", "Cookie": "a=b"})
    anonymous = await http.get("/api/things")
    assert with_credentials.content == anonymous.content
    assert with_credentials.headers["cache-control"] == anonymous.headers["cache-control"]
    assert cached.request_headers == {}


async def test_responses_unused_for_two_versions_are_evicted(cached: CacheApp, http: httpx.AsyncClient) -> None:
    for number in range(20):
        cached.version = str(number)
        await http.get("/api/things")
        await http.get(f"/api/things?search=x{number}")
        await http.get("/api/brief")
    assert cached.app.stats[0] == 4, "the first page, the searches of two versions, and the route without versions"
    assert len(cached.routes["/api/things"].aliases) == 3


async def test_failed_refresh_serves_the_stale_response_with_its_age(
    cached: CacheApp, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached.age = 90
    first = await http.get("/api/things")
    assert first.headers["age"] == "90"
    cached.error, cached.version = RuntimeError("broken"), "two"
    stale = await http.get("/api/things")
    assert (stale.status_code, stale.content) == (200, first.content)
    assert int(stale.headers["age"]) >= 90
    cached.error, cached.version = errors.NotFound(), "gone"
    assert (await http.get("/api/things")).status_code == 404, "what is gone or hidden is not served stale"
    cached.error, cached.age = None, 0
    monkeypatch.setattr(response_cache, "STALE_EXTENSION_SECONDS", 0.0)
    cached.version = "three"
    fresh = await http.get("/api/things")
    assert fresh.content != first.content
    assert "age" not in fresh.headers


async def test_failure_without_a_stale_response_is_returned_and_not_cached(
    cached: CacheApp, http: httpx.AsyncClient
) -> None:
    cached.error = errors.unavailable("game")
    response = await http.get("/api/things")
    assert (response.status_code, response.json()["error"]) == (503, "game_unavailable")
    assert "retry-after" in response.headers
    cached.error = None
    assert (await http.get("/api/things")).status_code == 200


async def test_reads_of_the_service_share_fresh_responses_alone(cached: CacheApp, http: httpx.AsyncClient) -> None:
    first = await http.get("/api/things?page=2")
    assert await cached.app.read("/api/things", b"page=2") == (200, first.content)
    assert len(cached.calls) == 1
    cached.version, cached.error = "two", errors.unavailable("site")
    assert (await http.get("/api/things?page=2")).content == first.content, "the stale response"
    assert (await cached.app.read("/api/things", b"page=2"))[0] == 503
    cached.error = None
    assert await cached.app.read_address("/api/things?page=2") == (await http.get("/api/things?page=2")).content


async def test_reads_of_the_service_return_the_status_of_a_failure(cached: CacheApp) -> None:
    assert (await cached.app.read("/api/named/unknown/parts"))[0] == 404
    assert (await cached.app.read("/api/named/Kael/parts"))[0] == 200
    for address in ("/api/nothing", "/api/named/Kael/parts", "/api/things?page=0"):
        assert await cached.app.read_address(address) is None


async def test_response_past_its_stale_time_is_not_served(
    cached: CacheApp, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response_cache, "STALE_EXTENSION_SECONDS", -100.0)  # each response is stale at once
    assert (await http.get("/api/brief")).status_code == 200
    cached.error = errors.unavailable("site")
    stale = await http.get("/api/brief")
    route = cached.routes["/api/brief"]
    for entry in route.aliases.values():
        entry.stale_until = 0.0
    expired = await http.get("/api/brief")
    assert (stale.status_code, expired.status_code) == (200, 503)


@pytest.mark.parametrize(
    "query",
    [
        *({"text": text} for text in ("Kael", "ñandú +&=%", "\U0001f409", "ﬁ", "null", "true", "12")),
        {"text": "a", "size": "50", "level": "85", "day": "2026-05-31", "online_only": "true"},
        {"text": "a", "size": "-3", "level": "1", "online_only": "false"},
    ],
)
async def test_direct_call_answers_as_the_framework_does(
    cached: CacheApp, http: httpx.AsyncClient, query: dict[str, str]
) -> None:
    cached.age = 3
    response = await http.get("/api/direct", params=query)
    assert (response.status_code, cached.framework_calls) == (200, 0)
    status, headers, body = await anonymous_call.call_app(
        cached.app.app, "/api/direct", urlencode(query).encode(), "id", {}, []
    )
    framework_headers = dict(headers)
    assert (status, body) == (200, response.content)
    assert {name: response.headers[name.decode()].encode() for name in framework_headers} == framework_headers
    assert (await http.get("/api/direct", params=query)).content == body
    assert len(cached.calls) == 2, "one directly, one through the framework"


async def test_request_that_a_direct_call_cannot_answer_reaches_the_framework(
    cached: CacheApp, http: httpx.AsyncClient
) -> None:
    assert (await http.get("/api/direct")).status_code == 400
    for query in ("text=", "text=a&level=0", "text=a&level=86", "text=a&size=x", "text=a&size=1.5", "text=a&day=31.5."):
        assert (await http.get(f"/api/direct?{query}")).status_code == 400, query
    assert cached.calls == []
    cached.error = errors.unavailable("game")
    response = await http.get("/api/direct?text=a")
    assert (response.status_code, response.json()["error"]) == (503, "game_unavailable")
    cached.error = RuntimeError("secret")
    response = await http.get("/api/direct?text=b")
    assert (response.status_code, response.json()["error"]) == (500, "internal_error")
    assert "secret" not in response.text
    cached.error = None
    assert (await http.get("/api/direct?text=a")).json()["text"] == "a"


async def test_requests_share_the_direct_call_that_waits(cached: CacheApp, http: httpx.AsyncClient) -> None:
    cached.may_respond.clear()
    requests = [asyncio.create_task(http.get("/api/direct?text=a&day=2026-05-31")) for _ in range(5)]
    await until(cached.was_called)
    cached.may_respond.set()
    assert {(await request).status_code for request in requests} == {200}
    assert len(cached.calls) == 1


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


async def test_public_reads_and_other_requests_have_a_rate_limit_each() -> None:
    cached = CacheApp(rate=5)
    async with cached.http("203.0.113.7") as http:
        reads = [await http.get(f"/api/things?{query}") for query in ("", "", "", "page=2", "x=1", "", "x=1")]
        paths = ("/", "/api/nothing", "/api/things/", "//x", "/y", "/", "/api/things/")
        other_responses = [await http.get(f"http://gateway.test{path}") for path in paths]
    assert [response.status_code for response in reads] == [200, 200, 200, 200, 400, 429, 429]
    assert [response.status_code for response in other_responses] == [200, 404, 308, 302, 302, 429, 429]
    for response in (*reads[-2:], *other_responses[-2:]):
        assert (response.json()["error"], response.headers["retry-after"]) == ("too_many_requests", "1")
    async with cached.http("203.0.113.8") as http:
        assert (await http.get("/api/things")).status_code == 200


@pytest.mark.parametrize("path", ["/api/things/", "//api/things", "/api//things", "/api/nothing"])
async def test_path_variants_do_not_bypass_the_cache(cached: CacheApp, http: httpx.AsyncClient, path: str) -> None:
    response = await http.get(f"http://gateway.test{path}")
    assert response.status_code in {302, 308, 404}
    assert cached.calls == []


async def test_response_of_another_type_keeps_its_headers_when_stale(cached: CacheApp, http: httpx.AsyncClient) -> None:
    fresh = await http.get("/api/page")
    cached.error = errors.unavailable("site")
    stale = await http.get("/api/page")
    assert (await http.get("/api/page", headers={"If-None-Match": fresh.headers["etag"]})).status_code == 304
    for response in (fresh, stale):
        assert response.text == "<h1>page</h1>"
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert response.headers.get_list("content-security-policy") == ["style-src 'none'"]


async def test_path_parameter_is_part_of_the_key(cached: CacheApp, http: httpx.AsyncClient) -> None:
    for _ in range(2):
        for name in ("Kael", "kael", "Тень 1?%"):
            answer = await http.get(f"/api/named/{quote(name, safe='')}/parts")
            assert answer.json() == {"name": name, "size": 1}
        assert (await http.get("/api/named/Kael/parts?size=2")).json()["size"] == 2
    assert cached.calls == ["Kael", "kael", "Тень 1?%", "Kael"]


async def test_unknown_name_is_asked_again(cached: CacheApp, http: httpx.AsyncClient) -> None:
    for path in ("/api/named/unknown/parts", "/api/named/unknown/parts", "/api/named/parts", "/api/named/a/b/parts"):
        assert (await http.get(path)).status_code == 404
    assert cached.calls == ["unknown", "unknown"]


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


async def test_question_mark_in_a_name_is_no_query(cached: CacheApp, http: httpx.AsyncClient) -> None:
    first = await http.get("/api/called/x%3Fsize=2")
    second = await http.get("/api/called/x?size=2?")
    assert first.json() == {"name": "x?size=2", "size": 1}
    assert second.status_code == 400, "not the response to the other address"


async def test_address_asks_for_few_new_pictures_and_for_any_number_of_stored_ones() -> None:
    """Pictures of other subjects, each drawn anew, filled a core."""
    app = CacheApp(loopback=True)
    async with app.http("192.0.2.1") as http, app.http("192.0.2.2") as other:
        answers = [await http.get(f"/share/thing/{number}") for number in range(40)]
        statuses = [answer.status_code for answer in answers]
        assert statuses[:20] == [200] * 20
        assert statuses.count(429) >= 15, "one a second comes back"
        assert answers[-1].headers["retry-after"]
        assert {(await http.get("/share/thing/0")).status_code for _ in range(40)} == {200}
        assert (await other.get("/share/thing/39")).status_code == 200
    assert len(app.calls) <= 26
