"""Error responses: status, code and no internal text; log lines of unexpected exceptions."""

from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
import structlog
from litestar import Litestar, get
from litestar.exceptions import HTTPException

from gateway.database.errors import DatabaseUnavailable
from gateway.http import errors
from gateway.observability.logging import RateLimitedLogger

SECRET = "Access denied for user 'gateway_read'@'10.0.0.1'"


@get("/problem")
async def problem() -> str:
    raise errors.TooManyRequests(retry_after=7)


@get("/unavailable/{role:str}")
async def unavailable(role: str) -> str:
    raise DatabaseUnavailable(role, SECRET)


@get("/broken")
async def broken() -> str:
    raise RuntimeError(SECRET)


@get("/broken/otherwise")
async def broken_otherwise() -> str:
    raise KeyError(SECRET)


@get("/media-type")
async def media_type() -> str:
    raise HTTPException(status_code=415, detail=SECRET)


@pytest.fixture(scope="module")
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    app: Any = Litestar(
        [problem, unavailable, broken, broken_otherwise, media_type],
        exception_handlers={Exception: errors.handle_exception},
        openapi_config=None,
        logging_config=None,
    )

    async def with_id(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, errors.REQUEST_ID: "id-1"}, receive, send)

    async with httpx.AsyncClient(transport=httpx.ASGITransport(with_id), base_url="http://gateway.test") as client:
        yield client


def assert_problem(response: httpx.Response, status: int, error: str) -> None:
    body = response.json()
    assert (response.status_code, body["status"], body["error"], body["request_id"]) == (status, status, error, "id-1")
    assert body.keys() == {"message", "error", "status", "request_id"}
    assert SECRET not in response.text
    assert body["message"]
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-type"] == "application/json"


async def test_problem_sets_status_code_and_headers(http: httpx.AsyncClient) -> None:
    response = await http.get("/problem")
    assert_problem(response, 429, "too_many_requests")
    assert response.headers["retry-after"] == "7"


async def test_unavailable_database_is_503_with_retry_after(http: httpx.AsyncClient) -> None:
    for role, error in (("game", "game_unavailable"), ("auth", "game_unavailable"), ("site", "site_unavailable")):
        response = await http.get(f"/unavailable/{role}")
        assert_problem(response, 503, error)
        assert int(response.headers["retry-after"]) > 0


async def test_unexpected_exception_is_500_and_logged_once_for_each_type(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(errors, "log", RateLimitedLogger(structlog.get_logger()))
    for _ in range(3):
        assert_problem(await http.get("/broken"), 500, "internal_error")
    await http.get("/broken/otherwise")
    text = capsys.readouterr().out
    assert (text.count("unhandled_exception"), text.count("RuntimeError: "), text.count("KeyError: ")) == (2, 1, 1)


async def test_errors_of_the_framework_have_the_same_format(http: httpx.AsyncClient) -> None:
    assert_problem(await http.get("/nowhere"), 404, "not_found")
    assert_problem(await http.get("/media-type"), 415, "unsupported_media_type")
    not_allowed = await http.delete("/problem")
    assert_problem(not_allowed, 405, "method_not_allowed")
    assert "GET" in not_allowed.headers["allow"]
