"""Calls handlers without the framework, which costs as much as a search, or as a player's read beside its SQL."""

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, get_type_hints
from urllib.parse import parse_qsl

import msgspec
from litestar.handlers import HTTPRouteHandler

from gateway.http.errors import Problem
from gateway.http.query_string import query_parameters
from gateway.http.responses import Headers, Scope

Authenticate = Callable[[Scope, Mapping[str, Any]], Awaitable[Any]]
"""Returns the caller of a request to a route with this `opt`. Raises a Problem."""
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


class OwnReads:
    """Direct calls of the GET routes that take the caller of the request, and else parameters of the query alone."""

    def __init__(self, routes: Iterable[HTTPRouteHandler], authenticate: Authenticate) -> None:
        self._authenticate = authenticate
        self._routes = {path: route for route in routes if _is_own_read(route) for path in route.paths}
        self._queried = {path for path, route in self._routes.items() if query_parameters(route.fn)}

    def find(self, scope: Scope) -> HTTPRouteHandler | None:
        """Returns the route of a GET or HEAD; None for one that the framework answers, as a query with parameters."""
        path = scope["path"]
        return None if scope["query_string"] and path in self._queried else self._routes.get(path)

    async def read(self, route: HTTPRouteHandler, scope: Scope) -> bytes:
        """Returns the body. Raises what the handler raises, or a Problem for a request without a valid token."""
        return msgspec.json.encode(await route.fn(caller=await self._authenticate(scope, route.opt)))


def _is_own_read(route: HTTPRouteHandler) -> bool:
    names = set(inspect.signature(route.fn).parameters)
    if "caller" not in names or route.http_methods != {"GET"} or any("{" in path for path in route.paths):
        return False
    parameters, returned = query_parameters(route.fn), get_type_hints(route.fn)["return"]
    return (
        names == {"caller", *(parameter.name for parameter in parameters)}
        and not any(parameter.is_required for parameter in parameters)
        and isinstance(returned, type)
        and issubclass(returned, msgspec.Struct)
    )
