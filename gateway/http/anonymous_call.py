"""A call of the framework for a public route: anonymous, so that its response may be cached."""

from collections.abc import Callable
from typing import Any

from gateway.http.errors import PROBLEMS, REQUEST_ID, Problem
from gateway.http.responses import Headers, Scope
from gateway.observability.logging import LOG_FIELDS

App = Callable[[Scope, Any, Any], Any]


async def call_app(
    app: App, path: str, query: bytes, request_id: str, log_fields: dict[str, str], problems: list[Problem]
) -> tuple[int, Headers, bytes]:
    """Calls the app with an anonymous request without headers, so the response cannot depend on one client.

    `log_fields` and `problems` get what the response is about.
    """
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": [],
        "client": None,
        "server": None,
        "state": {},
        REQUEST_ID: request_id,
        LOG_FIELDS: log_fields,
        PROBLEMS: problems,
    }
    chunks: list[bytes] = []
    start: dict[str, Any] = {}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            chunks.append(message.get("body", b""))

    await app(scope, receive, send)
    headers = [(name.lower(), value) for name, value in start["headers"] if name.lower() != b"content-length"]
    return start["status"], headers, b"".join(chunks)
