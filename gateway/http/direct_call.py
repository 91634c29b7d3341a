"""Calls the handler of a public route without the framework, which costs as much as a search itself."""

from collections.abc import Awaitable, Callable
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

    `handler` takes texts of the query alone, all required, and returns a Response.
    """
    names = {parameter.name for parameter in query_parameters(handler.fn)}

    async def call(query: bytes) -> tuple[int, Headers, bytes] | None:
        values = dict(parse_qsl(query.decode()))
        if values.keys() != names:
            return None
        try:
            response = await handler.fn(**values)
        except Problem:
            return None
        headers = [(name.lower().encode(), value.encode()) for name, value in response.headers.items()]
        return 200, [JSON, *headers], msgspec.json.encode(response.content)

    return call
