"""The one error shape, whatever went wrong, and nothing in it that was not written for a visitor."""

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
        exception_handlers={Exception: errors.respond},
        request_max_body_size=1000,
        openapi_config=None,
        logging_config=None,
    )

    async def with_id(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, errors.REQUEST_ID: "id-1"}, receive, send)

    async with httpx.AsyncClient(transport=httpx.ASGITransport(with_id), base_url="http://gateway.test") as client:
        yield client


def shape(answer: httpx.Response, status: int, error: str, fields: dict[str, str] | None = None) -> None:
    body = answer.json()
    assert (answer.status_code, body["status"], body["error"], body["request_id"]) == (status, status, error, "id-1")
    assert body.get("fields") == fields
    assert body.keys() <= {"message", "error", "status", "request_id", "fields"}
    assert SECRET not in answer.text
    assert body["message"]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-type"] == "application/json"


async def test_a_problem_is_its_status_code_and_text(http: httpx.AsyncClient) -> None:
    answer = await http.get("/problem")
    shape(answer, 429, "too_many_requests")
    assert answer.headers["retry-after"] == "7"


@pytest.mark.parametrize(
    ("role", "error"), [("game", "game_unavailable"), ("auth", "game_unavailable"), ("site", "site_unavailable")]
)
async def test_a_database_that_is_away_is_503(http: httpx.AsyncClient, role: str, error: str) -> None:
    answer = await http.get(f"/unavailable/{role}")
    shape(answer, 503, error)
    assert int(answer.headers["retry-after"]) > 0


async def test_what_nobody_foresaw_tells_nothing(http: httpx.AsyncClient) -> None:
    shape(await http.get("/broken"), 500, "internal_error")


async def test_what_the_framework_refuses_has_the_shape(http: httpx.AsyncClient) -> None:
    shape(await http.get("/nowhere"), 404, "not_found")
    shape(await http.get("/media-type"), 415, "unsupported_media_type")
    refused = await http.delete("/problem")
    shape(refused, 405, "method_not_allowed")
    assert "GET" in refused.headers["allow"]
    shape(await http.post("/body", content=b'{"name": "' + b"x" * 2000 + b'"}'), 413, "too_large")
    shape(await http.post("/body", content=b'{"name"'), 400, "bad_request")


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        ("page=0", {"page": "Must be at least 1"}),
        ("page=10", {"page": "Must be at most 9"}),
        ("page=one", {"page": "Must be a whole number"}),
        ("online=perhaps", {"online": "Must be true or false"}),
        ("name=abcde", {"name": "Must have at most 4 characters"}),
        ("page=0&online=x", {"page": "Must be at least 1", "online": "Must be true or false"}),
    ],
)
async def test_wrong_parameters_are_named(http: httpx.AsyncClient, asked: str, fields: dict[str, str]) -> None:
    shape(await http.get(f"/query?{asked}"), 400, "validation_failed", fields)


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({"name": "ab"}, {"name": "Must have at least 3 characters"}),
        ({}, {"name": "Required"}),
        ({"name": "abc", "admin": True}, {"admin": "Unknown field"}),
    ],
)
async def test_wrong_fields_of_a_body_are_named(http: httpx.AsyncClient, sent: Any, fields: dict[str, str]) -> None:
    shape(await http.post("/body", json=sent), 400, "validation_failed", fields)
