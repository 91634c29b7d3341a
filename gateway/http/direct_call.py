"""Calls the handler of a public route without the framework, which costs as much as a search itself."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import get_type_hints
from urllib.parse import parse_qsl

import msgspec
from litestar.handlers import HTTPRouteHandler

from gateway.http.errors import Problem
from gateway.http.query_string import query_parameters
from gateway.http.responses import Headers

DirectCall = Callable[[bytes], Awaitable[tuple[int, Headers, bytes] | None]]

JSON = (b"content-type", b"application/json")


def direct_call(handler: HTTPRouteHandler) -> DirectCall:
    """Returns a function from a normalized query to the answer of the framework; None if the framework has to refuse.

    `handler` takes parameters of the query alone, under their names, and returns a Response.
    """
    parameters = query_parameters(handler.fn)
    hints, signature = get_type_hints(handler.fn), inspect.signature(handler.fn).parameters
    form = msgspec.defstruct(
        "Form",
        [
            (name, hints[name], msgspec.NODEFAULT if value.default is inspect.Parameter.empty else value.default)
            for name, value in signature.items()
        ],
    )

    async def call(query: bytes) -> tuple[int, Headers, bytes] | None:
        values = dict(parse_qsl(query.decode()))
        if any(parameter.error(_listed(values, parameter.name)) for parameter in parameters):
            return None
        try:
            response = await handler.fn(**msgspec.structs.asdict(msgspec.convert(values, form, strict=False)))
        except (Problem, msgspec.ValidationError):
            return None
        headers = [(name.lower().encode(), value.encode()) for name, value in response.headers.items()]
        return 200, [JSON, *headers], msgspec.json.encode(response.content)

    return call


def _listed(values: Mapping[str, str], name: str) -> list[str]:
    return [values[name]] if name in values else []
