"""Error responses: status, code and no internal text; log lines of unexpected exceptions."""

from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
import structlog
from litestar import Litestar, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from gateway.database.errors import DatabaseUnavailable
from gateway.http import errors
from gateway.observability.logging import RateLimitedLogger

SECRET = "Access denied for user 'gateway_read'@'10.0.0.1'"


ERRORS: dict[str, Exception] = {
    "limit": errors.TooManyRequests(retry_after=7),
    **{role: DatabaseUnavailable(role, SECRET) for role in ("game", "auth", "site")},
    "broken": RuntimeError(SECRET),
    "otherwise": KeyError(SECRET),
    "media-type": HTTPException(status_code=415, detail=SECRET),
}


@get("/{name:str}")
async def fail(name: FromPath[str]) -> str:
    raise ERRORS[name]


@pytest.fixture(scope="module")
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    app: Any = Litestar(
        [fail],
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


@pytest.mark.parametrize(
    ("name", "status", "error", "retry_after"),
    [
        ("limit", 429, "too_many_requests", "7"),
        ("game", 503, "game_unavailable", "5"),
        ("auth", 503, "game_unavailable", "5"),
        ("site", 503, "site_unavailable", "5"),
        ("media-type", 415, "unsupported_media_type", None),
        ("no/where", 404, "not_found", None),
    ],
)
async def test_error_sets_status_code_and_headers(
    http: httpx.AsyncClient, name: str, status: int, error: str, retry_after: str | None
) -> None:
    response = await http.get(f"/{name}")
    assert_problem(response, status, error)
    assert response.headers.get("retry-after") == retry_after


async def test_unexpected_exception_is_500_and_logged_once_for_each_type(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(errors, "log", RateLimitedLogger(structlog.get_logger()))
    for _ in range(3):
        assert_problem(await http.get("/broken"), 500, "internal_error")
    await http.get("/otherwise")
    text = capsys.readouterr().out
    assert (text.count("unhandled_exception"), text.count("RuntimeError: "), text.count("KeyError: ")) == (2, 1, 1)


async def test_method_not_allowed_names_the_allowed_ones(http: httpx.AsyncClient) -> None:
    response = await http.delete("/limit")
    assert_problem(response, 405, "method_not_allowed")
    assert "GET" in response.headers["allow"]
