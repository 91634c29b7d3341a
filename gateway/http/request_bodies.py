"""What a handler that takes JSON is sent: JSON by its name and its form, each name once."""

import json
from typing import Any

from litestar import Request
from litestar.exceptions import SerializationException

from gateway.http.errors import BadRequest, UnsupportedMediaType


async def only_json(request: Request[Any, Any, Any]) -> None:
    """The framework's hook before a request: it would read any type of content as JSON, and take the last of two
    values of one name. Raises UnsupportedMediaType or BadRequest.
    """
    if request.route_handler.parsed_data_field is None:
        return
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise UnsupportedMediaType
    body = await request.body()
    try:
        await request.json()  # the framework keeps it for the handler
        json.loads(body, object_pairs_hook=_each_once)
    except (SerializationException, RecursionError, ValueError):
        raise BadRequest from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found
