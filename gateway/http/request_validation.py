"""Validation of a request before its handler runs: query and path values, and the body with its content type.

The framework alone accepts any content type as JSON, duplicate names, and numbers as text, exponents or fractions.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException

from gateway.http.broken_rules import broken_rules
from gateway.http.errors import (
    BadRequest,
    NotFound,
    RequestTimeout,
    UnsupportedMediaType,
    ValidationFailed,
)
from gateway.http.query_string import drop_empty_values, query_parameters
from gateway.texts import text

AnyRequest = Request[Any, Any, Any]

STREAMED_BODY: Final = "gateway.streamed"
"""Key in `opt` of routes whose handler reads the body by `body_parts`."""


def validator(body_seconds: float) -> Callable[[AnyRequest], Awaitable[None]]:
    """Returns the framework's `before_request` for all routes; `body_seconds`: time for a whole body to arrive."""

    async def validate(request: AnyRequest) -> None:
        if request.method == "OPTIONS":
            return
        _check_path(request)
        _check_query(request)
        if request.method != "GET" and STREAMED_BODY not in request.route_handler.opt:
            await _check_body(request, body_seconds)

    return validate


def _check_path(request: AnyRequest) -> None:
    """Raises NotFound for a number in another form than its digits, as 007 or 1_000."""
    segments = request.scope["path"].split("/")
    for value in request.path_params.values():
        if isinstance(value, int) and str(value) not in segments:
            raise NotFound


def _check_query(request: AnyRequest) -> None:
    """Raises ValidationFailed. Removes parameters with an empty value: they count as absent."""
    parameters = query_parameters(request.route_handler.fn)
    if not parameters:
        return
    request.scope["query_string"] = drop_empty_values(request.scope["query_string"])
    values = request.query_params
    errors = {parameter.name: parameter.error(values.getall(parameter.name, [])) for parameter in parameters}
    if errors := {name: error for name, error in errors.items() if error}:
        raise ValidationFailed(fields=errors)


async def _check_body(request: AnyRequest, seconds: float) -> None:
    """Raises RequestTimeout, BadRequest, UnsupportedMediaType or ValidationFailed."""
    form = request.route_handler.parsed_data_field
    if form is not None:
        _require_json(request.headers.get("content-type", ""))
    body = await _read(request, seconds)
    if form is not None:
        _check_json(body, form.annotation)


async def _read(request: AnyRequest, seconds: float) -> bytes:
    """Returns the body, which the framework keeps for the handler."""
    with _problems():
        async with asyncio.timeout(seconds):
            return await request.body()


async def body_parts(request: AnyRequest, seconds: float) -> AsyncGenerator[bytes]:
    """Yields the parts of a body as they arrive, each within so many seconds.

    Raises RequestTimeout, BadRequest, and the framework's error for a body above the route's limit.
    """
    parts = request.stream()
    while True:
        with _problems():
            async with asyncio.timeout(seconds):
                part = await anext(parts, None)
        if part is None:
            return
        yield part


@contextmanager
def _problems() -> Generator[None]:
    try:
        yield
    except TimeoutError:
        raise RequestTimeout from None
    except InternalServerException:  # the framework's error for a client that disconnects
        raise BadRequest(text("details.incomplete_body")) from None


def _require_json(content_type: str) -> None:
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type != "application/json" and not (
        media_type.startswith("application/") and media_type.endswith("+json")
    ):
        raise UnsupportedMediaType


def _check_json(body: bytes, form: Any) -> None:
    """Checks names and syntax, then the types: the framework, which decodes later, converts texts to numbers."""
    value: object = None
    try:
        value = json.loads(body, object_pairs_hook=_reject_duplicate_names)
        msgspec.json.decode(body, type=form)
    except msgspec.ValidationError:
        raise ValidationFailed(fields=broken_rules(value, form)) from None
    except (msgspec.DecodeError, RecursionError, ValueError):
        raise BadRequest from None


def _reject_duplicate_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("duplicate name")
    return values
