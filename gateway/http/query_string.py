"""Query strings: the parameters of a handler with their rules, and the normalized query of a public route."""

import inspect
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import quote, unquote_to_bytes

import msgspec
from litestar.di import Dependency
from litestar.enums import ParamType
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg

from gateway.http.broken_rules import broken_limit, field_text
from gateway.http.errors import ValidationFailed
from gateway.texts import Text, text

INJECTED_NAMES = {"state", "request", "scope", "headers", "data"}
MAX_QUERY_BYTES = 2048
_LIMITS = ("ge", "le", "min_length", "max_length")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,400}")


class QueryParameter(msgspec.Struct, frozen=True, kw_only=True):
    """`canonical` returns the value for the handler; `allowed`: the values of an enumeration, else empty. `limits`: as
    `broken_limit` reads them.
    """

    name: str
    is_number: bool
    is_boolean: bool
    is_required: bool
    allowed: tuple[str, ...]
    limits: Mapping[str, int | None]
    canonical: Callable[[str], str]
    default: str | None

    def error(self, values: list[str]) -> Text | None:
        """Returns the error of values that the framework would convert, or refuse without naming the rule."""
        if self.is_required and not values:
            values = [""]
        if self.is_number and not all(_WHOLE_NUMBER.fullmatch(value) for value in values):
            return text("fields.whole_number")
        if self.is_boolean and not all(_boolean(value) in {"true", "false"} for value in values):
            return text("fields.boolean")
        if self.allowed and not set(values) <= set(self.allowed):
            return text("fields.one_of", values=", ".join(self.allowed))
        if values == [""]:
            return text("fields.required.any")
        return next(filter(None, map(self._broken_limit, values)), None)

    def _broken_limit(self, value: str) -> Text | None:
        rule = broken_limit(int(value) if self.is_number else value, self.limits)
        return field_text(rule) if rule else None


def drop_empty_values(raw: bytes) -> bytes:
    return b"&".join(pair for pair in raw.split(b"&") if pair.partition(b"=")[2]) if raw else raw


class PublicQuery:
    """Validates the parameter names and normalizes the query to a cache key.

    `fold`: parameters that are compared as case-folded NFC text.
    """

    def __init__(self, handler: HTTPRouteHandler, fold: frozenset[str]) -> None:
        self._parameters = {parameter.name: parameter for parameter in query_parameters(handler.fn)}
        self._fold = fold

    def normalize(self, raw: bytes) -> tuple[str, bytes]:
        """Returns the cache key, and the query for the handler: sorted and without defaults.

        Raises ValidationFailed.
        """
        if not raw:
            return "", b""
        if len(raw) > MAX_QUERY_BYTES:
            raise ValidationFailed(text("details.long_query"))
        values = sorted(self._parse(raw).items())
        query = {name: quote(value, safe="") for name, value in values}
        folded_values = {name: quote(_case_folded(value), safe="") for name, value in values if name in self._fold}
        return _join(query | folded_values), _join(query).encode()

    def _parse(self, raw: bytes) -> dict[str, str]:
        """Returns the canonical values that differ from the defaults, by name."""
        values: dict[str, str] = {}
        errors: dict[str, Text] = {}
        for pair in filter(None, raw.split(b"&")):
            name, _, value = (_decode(part) for part in pair.partition(b"="))
            if (parameter := self._parameters.get(name)) is None:
                errors[name[:40]] = text("fields.unknown")
            elif name in values:
                errors[name] = text("fields.repeated")
            else:
                values[name] = parameter.canonical(value)
        if errors:
            raise ValidationFailed(fields=errors)
        return {name: value for name, value in values.items() if value not in {self._parameters[name].default, ""}}


def _join(values: Mapping[str, str]) -> str:
    return "&".join(f"{name}={value}" for name, value in values.items())


def _decode(part: bytes) -> str:
    try:
        return unquote_to_bytes(part.replace(b"+", b" ")).decode()
    except UnicodeDecodeError:
        raise ValidationFailed(text("details.query_encoding")) from None


@lru_cache(256)
def query_parameters(function: Callable[..., Any]) -> list[QueryParameter]:
    """Returns the query parameters of a handler's function, by its signature."""
    hints = get_type_hints(function, include_extras=True)
    parameters: list[QueryParameter] = []
    for name, parameter in inspect.signature(function).parameters.items():
        notes = [note for note in get_args(hints[name]) if isinstance(note, ParameterKwarg)]
        is_dependency = any(isinstance(note, Dependency) for note in get_args(hints[name]))
        if (
            name in INJECTED_NAMES
            or is_dependency
            or any(note.param_type not in {None, ParamType.QUERY} for note in notes)
        ):
            continue
        public_name = next((note.query for note in notes if note.query), name)
        types = _plain_types(hints[name])
        canonical = _boolean if bool in types else _integer if int in types else str
        is_required = parameter.default is inspect.Parameter.empty
        default = None if is_required or parameter.default is None else canonical(str(parameter.default))
        # Sorted: typing may return an equal Literal in the order of another module.
        allowed = tuple(sorted(value for hint in types if get_origin(hint) is Literal for value in get_args(hint)))
        parameters.append(
            QueryParameter(
                name=public_name,
                is_number=int in types,
                is_boolean=bool in types,
                is_required=is_required,
                allowed=allowed,
                limits={name: getattr(note, name) for note in notes for name in _LIMITS},
                canonical=canonical,
                default=default,
            )
        )
    return parameters


def _plain_types(hint: Any) -> set[Any]:
    """Returns the plain types in a hint such as `Annotated[int | None, …]`."""
    inner = [argument for argument in get_args(hint) if isinstance(argument, type) or get_args(argument)]
    return set[Any]().union(*map(_plain_types, inner)) if inner else {hint}


def _integer(text: str) -> str:
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) <= 12 else text


def _boolean(text: str) -> str:
    word = text.lower()
    return {"1": "true", "0": "false"}.get(word, word)


def _case_folded(text: str) -> str:
    """Prefixes the length: folding may change it, and a handler may reject by length."""
    folded_text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return f"{len(text)}.{folded_text}"
