"""Error responses: status, code, texts by field, and no internal text."""

from collections.abc import AsyncGenerator
from typing import Annotated, Any

import httpx
import msgspec
import pytest
from litestar import Litestar, get, post
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from gateway.database.errors import DatabaseUnavailable
from gateway.http import errors

SECRET = "Access denied for user 'gateway_read'@'10.0.0.1'"


class Body(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=3)]


@get("/problem")
async def problem() -> str:
    raise errors.TooManyRequests(retry_after=7)


@get("/unavailable/{role:str}")
async def unavailable(role: str) -> str:
    raise DatabaseUnavailable(role, SECRET)


@get("/broken")
async def broken() -> str:
    raise RuntimeError(SECRET)


@get("/media-type")
async def media_type() -> str:
    raise HTTPException(status_code=415, detail=SECRET)


@get("/query")
async def query(
    page: Annotated[int, Parameter(ge=1, le=9)] = 1,
    online: bool = False,
    name: Annotated[str, Parameter(max_length=4)] = "",
) -> str:
    return f"{page}{online}{name}"


@post("/body")
async def body(data: Body) -> str:
    return data.name


@pytest.fixture(scope="module")
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    app: Any = Litestar(
        [problem, unavailable, broken, media_type, query, body],
        exception_handlers={Exception: errors.handle_exception},
        request_max_body_size=1000,
        openapi_config=None,
        logging_config=None,
    )

    async def with_id(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, errors.REQUEST_ID: "id-1"}, receive, send)

    async with httpx.AsyncClient(transport=httpx.ASGITransport(with_id), base_url="http://gateway.test") as client:
        yield client


def assert_problem(response: httpx.Response, status: int, error: str, fields: dict[str, str] | None = None) -> None:
    body = response.json()
    assert (response.status_code, body["status"], body["error"], body["request_id"]) == (status, status, error, "id-1")
    assert body.get("fields") == fields
    assert body.keys() <= {"message", "error", "status", "request_id", "fields"}
    assert SECRET not in response.text
    assert body["message"]
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-type"] == "application/json"


async def test_problem_sets_status_code_and_headers(http: httpx.AsyncClient) -> None:
    response = await http.get("/problem")
    assert_problem(response, 429, "too_many_requests")
    assert response.headers["retry-after"] == "7"


@pytest.mark.parametrize(
    ("role", "error"), [("game", "game_unavailable"), ("auth", "game_unavailable"), ("site", "site_unavailable")]
)
async def test_unavailable_database_is_503_with_retry_after(http: httpx.AsyncClient, role: str, error: str) -> None:
    response = await http.get(f"/unavailable/{role}")
    assert_problem(response, 503, error)
    assert int(response.headers["retry-after"]) > 0


async def test_unexpected_exception_is_500_without_its_text(http: httpx.AsyncClient) -> None:
    assert_problem(await http.get("/broken"), 500, "internal_error")


async def test_errors_of_the_framework_have_the_same_format(http: httpx.AsyncClient) -> None:
    assert_problem(await http.get("/nowhere"), 404, "not_found")
    assert_problem(await http.get("/media-type"), 415, "unsupported_media_type")
    not_allowed = await http.delete("/problem")
    assert_problem(not_allowed, 405, "method_not_allowed")
    assert "GET" in not_allowed.headers["allow"]
    assert_problem(await http.post("/body", content=b'{"name": "' + b"x" * 2000 + b'"}'), 413, "too_large")
    assert_problem(await http.post("/body", content=b'{"name"'), 400, "bad_request")


@pytest.mark.parametrize(
    ("query_string", "fields"),
    [
        ("page=0", {"page": "Must be at least 1"}),
        ("page=10", {"page": "Must be at most 9"}),
        ("page=one", {"page": "Must be a whole number"}),
        ("online=perhaps", {"online": "Must be true or false"}),
        ("name=abcde", {"name": "Must have at most 4 characters"}),
        ("page=0&online=x", {"page": "Must be at least 1", "online": "Must be true or false"}),
    ],
)
async def test_invalid_parameters_have_a_text_each(
    http: httpx.AsyncClient, query_string: str, fields: dict[str, str]
) -> None:
    assert_problem(await http.get(f"/query?{query_string}"), 400, "validation_failed", fields)


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({"name": "ab"}, {"name": "Must have at least 3 characters"}),
        ({}, {"name": "Required"}),
        ({"name": "abc", "admin": True}, {"admin": "Unknown field"}),
    ],
)
async def test_invalid_body_fields_have_a_text_each(http: httpx.AsyncClient, sent: Any, fields: dict[str, str]) -> None:
    assert_problem(await http.post("/body", json=sent), 400, "validation_failed", fields)
