"""Validation of JSON request bodies: content type, syntax, and unique names."""

import json
from typing import Any

from litestar import Request
from litestar.exceptions import SerializationException

from gateway.http.errors import BadRequest, UnsupportedMediaType


async def require_json(request: Request[Any, Any, Any]) -> None:
    """Runs before each handler, since the framework accepts any content type as JSON, and duplicate names.

    Raises UnsupportedMediaType or BadRequest.
    """
    if request.route_handler.parsed_data_field is None:
        return
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json" and not (
        media_type.startswith("application/") and media_type.endswith("+json")
    ):
        raise UnsupportedMediaType
    body = await request.body()
    try:
        await request.json()  # cached by the framework for the handler
        json.loads(body, object_pairs_hook=_reject_duplicate_names)
    except (SerializationException, RecursionError, ValueError):
        raise BadRequest from None


def _reject_duplicate_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("duplicate name")
    return values
