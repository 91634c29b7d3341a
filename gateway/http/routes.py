"""Declares routes: the handler's name gives the operation's id, its docstring the summary, the path the tag.

The errors are the handler's own; `openapi` adds those that all handlers share. `max_body_bytes`: where a body may be
larger than that of other routes.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import cleandoc
from typing import Any

from litestar.datastructures import ResponseHeader
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.types import Empty, EmptyType

from gateway.http.errors import Problem, response_specs

Handler = Callable[..., Any]


def _declare(
    method: HttpMethod,
    path: str,
    *errors: type[Problem],
    status_code: int = 200,
    opt: Mapping[str, Any] | None = None,
    response_headers: Sequence[ResponseHeader] = (),
    max_body_bytes: int | EmptyType = Empty,
) -> Callable[[Handler], HTTPRouteHandler]:
    def declare(handler: Handler) -> HTTPRouteHandler:
        return HTTPRouteHandler(
            path,
            http_method=method,
            status_code=status_code,
            opt=opt,
            responses=response_specs(*errors),
            response_headers=response_headers,
            request_max_body_size=max_body_bytes,
            operation_id=_operation_id(handler.__name__),
            summary=cleandoc(handler.__doc__ or "").removesuffix("."),
            tags=[_tag(path)],
        )(handler)

    return declare


def _operation_id(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(word.title() for word in words)


def _tag(path: str) -> str:
    """Returns the noun of `/api/<noun>/…`; single routes are for operators."""
    parts = path.split("/")
    return parts[2] if len(parts) > 3 and parts[1] == "api" else "operators"


get = partial(_declare, HttpMethod.GET)
post = partial(_declare, HttpMethod.POST)
put = partial(_declare, HttpMethod.PUT)
delete = partial(_declare, HttpMethod.DELETE)
