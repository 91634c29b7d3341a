"""Query strings of public routes: validates the parameter names and normalizes the query to a cache key."""

import inspect
import unicodedata
from collections.abc import Callable
from typing import Any, get_args, get_type_hints
from urllib.parse import quote, unquote_to_bytes

import msgspec
from litestar.enums import ParamType
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg

from gateway.http.errors import ValidationFailed

INJECTED = {"state", "request", "scope", "headers"}
MAX_QUERY_BYTES = 2048


class QueryParameter(msgspec.Struct, frozen=True):
    """`canonical` returns the value for the handler, `cache_key` the value by which two queries are compared."""

    name: str
    is_text: bool
    canonical: Callable[[str], str]
    cache_key: Callable[[str], str]
    default: str | None


class PublicQuery:
    """Reads the allowed parameters from the handler's signature."""

    def __init__(self, handler: HTTPRouteHandler, fold: frozenset[str]) -> None:
        self._parameters = {parameter.name: parameter for parameter in _parameters(handler.fn, fold)}

    @property
    def names(self) -> set[str]:
        return set(self._parameters)

    def normalize(self, raw: bytes) -> tuple[str, bytes]:
        """Returns the cache key, and the query for the handler: sorted and without defaults.

        Raises ValidationFailed.
        """
        if not raw:
            return "", b""
        if len(raw) > MAX_QUERY_BYTES:
            raise ValidationFailed("The query string is too long.")
        values = sorted(self._without_defaults(self._parse(raw)).items())
        cache_key = "&".join(f"{name}={self._parameters[name].cache_key(value)}" for name, value in values)
        return cache_key, "&".join(f"{name}={quote(value, safe='')}" for name, value in values).encode()

    def _parse(self, raw: bytes) -> dict[str, str]:
        values: dict[str, str] = {}
        errors: dict[str, str] = {}
        for pair in filter(None, raw.split(b"&")):
            name, _, value = (_decode(part) for part in pair.partition(b"="))
            if name not in self._parameters:
                errors[name[:40]] = "Unknown parameter"
            elif name in values:
                errors[name] = "Given more than once"
            else:
                values[name] = value
        if errors:
            raise ValidationFailed(fields=errors)
        return values

    def _without_defaults(self, values: dict[str, str]) -> dict[str, str]:
        remaining: dict[str, str] = {}
        for name, value in values.items():
            parameter = self._parameters[name]
            canonical = parameter.canonical(value)
            if canonical != parameter.default and (canonical or not parameter.is_text):
                remaining[name] = canonical
        return remaining


def _decode(part: bytes) -> str:
    try:
        return unquote_to_bytes(part.replace(b"+", b" ")).decode()
    except UnicodeDecodeError:
        raise ValidationFailed("The query string is not UTF-8.") from None


def _parameters(function: Any, fold: frozenset[str]) -> list[QueryParameter]:
    hints = get_type_hints(function, include_extras=True)
    parameters: list[QueryParameter] = []
    for name, parameter in inspect.signature(function).parameters.items():
        notes = [note for note in get_args(hints[name]) if isinstance(note, ParameterKwarg)]
        if name in INJECTED or any(note.param_type not in {None, ParamType.QUERY} for note in notes):
            continue
        public_name = next((note.query for note in notes if note.query), name)
        types = _plain_types(hints[name])
        canonical = _boolean if bool in types else _integer if int in types else str
        has_default = parameter.default is not None and parameter.default is not inspect.Parameter.empty
        default = canonical(str(parameter.default)) if has_default else None
        cache_key = _case_folded if name in fold else str
        parameters.append(QueryParameter(public_name, str in types, canonical, cache_key, default))
    return parameters


def _plain_types(hint: Any) -> set[Any]:
    """Returns the plain types in a hint such as `Annotated[int | None, …]`."""
    inner = [argument for argument in get_args(hint) if isinstance(argument, type) or get_args(argument)]
    return set[Any]().union(*map(_plain_types, inner)) if inner else {hint}


def _integer(text: str) -> str:
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) <= 12 else text


def _boolean(text: str) -> str:
    lowered = text.lower()
    return {"1": "true", "0": "false"}.get(lowered, lowered)


def _case_folded(text: str) -> str:
    """Prefixes the length: folding may change it, and a handler may reject by length."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return f"{len(text)}.{folded}"
