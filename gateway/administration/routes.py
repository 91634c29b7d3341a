"""Declares routes of the administration: each names its permission and gets the operator.

A route with a permission has a parameter `operator: Operator`, or `change: Change`, which includes it. Its answer has
the fields that the operator's role may see (`fields`).
`is_streamed`: the handler reads the body as it arrives.
"""

from collections.abc import Callable
from functools import partial, wraps
from inspect import signature
from typing import Any

from litestar.handlers import HTTPRouteHandler
from litestar.types import Empty, EmptyType

from gateway.administration.fields import visible
from gateway.administration.permissions import PERMISSIONS, WITHOUT_SESSION
from gateway.http import routes
from gateway.http.errors import (
    CrossSite,
    FactorRequired,
    NotAuthenticated,
    NotPermitted,
    Problem,
    SiteUnavailable,
    StepUpRequired,
)
from gateway.http.request_validation import STREAMED_BODY

PERMISSION = "gateway.permission"
"""Key in `opt` of the routes of the administration."""
_ERRORS = (NotAuthenticated, FactorRequired, NotPermitted, StepUpRequired, SiteUnavailable)

Handler = Callable[..., Any]


def _declare(
    method: Callable[..., Callable[[Handler], HTTPRouteHandler]],
    path: str,
    *errors: type[Problem],
    permission: str,
    status_code: int = 200,
    max_body_bytes: int | EmptyType = Empty,
    is_streamed: bool = False,
) -> Callable[[Handler], HTTPRouteHandler]:
    def declare(handler: Handler) -> HTTPRouteHandler:
        if permission != WITHOUT_SESSION:
            if permission not in PERMISSIONS:
                raise TypeError(f"{path}: there is no permission {permission}")
            if not {"operator", "change"} & signature(handler).parameters.keys():
                raise TypeError(f"{path}: add a parameter `operator: Operator` or `change: Change`")
            handler = _with_visible_fields(handler)
        common = (CrossSite, *(_ERRORS if permission != WITHOUT_SESSION else ()))
        opt = {PERMISSION: permission, **({STREAMED_BODY: True} if is_streamed else {})}
        return method(path, *errors, *common, status_code=status_code, opt=opt, max_body_bytes=max_body_bytes)(handler)

    return declare


def _with_visible_fields(handler: Handler) -> Handler:
    @wraps(handler)
    async def answer(**arguments: Any) -> Any:
        operator = arguments["operator"] if "operator" in arguments else arguments["change"].operator
        return visible(await handler(**arguments), operator.role)

    return answer


get = partial(_declare, routes.get)
post = partial(_declare, routes.post)
put = partial(_declare, routes.put)
delete = partial(_declare, routes.delete)
