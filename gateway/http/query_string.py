"""The query string of a public route: what may stand in it, and the one form that its answers are kept under."""

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
LONGEST = 2048  # bytes of a query string


class Parameter(msgspec.Struct, frozen=True):
    """`canonical` is the form that the handler gets, `same` what two equal questions have in common."""

    name: str
    is_text: bool
    canonical: Callable[[str], str]
    same: Callable[[str], str]
    default: str | None


class PublicQuery:
    """Reads the allowed parameters off the handler's signature."""

    def __init__(self, handler: HTTPRouteHandler, fold: frozenset[str]) -> None:
        self._parameters = {each.name: each for each in _parameters(handler.fn, fold)}

    @property
    def names(self) -> set[str]:
        return set(self._parameters)

    def normalised(self, raw: bytes) -> tuple[str, bytes]:
        """What equal questions have in common, and the query for the handler: sorted and without defaults.

        Raises ValidationFailed.
        """
        if not raw:
            return "", b""
        if len(raw) > LONGEST:
            raise ValidationFailed("The query string is too long.")
        kept = sorted(self._kept(self._read(raw)).items())
        same = "&".join(f"{name}={self._parameters[name].same(value)}" for name, value in kept)
        return same, "&".join(f"{name}={quote(value, safe='')}" for name, value in kept).encode()

    def _read(self, raw: bytes) -> dict[str, str]:
        values: dict[str, str] = {}
        wrong: dict[str, str] = {}
        for pair in filter(None, raw.split(b"&")):
            name, _, value = (_text(part) for part in pair.partition(b"="))
            if name not in self._parameters:
                wrong[name[:40]] = "Unknown parameter"
            elif name in values:
                wrong[name] = "Given more than once"
            else:
                values[name] = value
        if wrong:
            raise ValidationFailed(fields=wrong)
        return values

    def _kept(self, values: dict[str, str]) -> dict[str, str]:
        kept: dict[str, str] = {}
        for name, value in values.items():
            parameter = self._parameters[name]
            canonical = parameter.canonical(value)
            if canonical != parameter.default and (canonical or not parameter.is_text):
                kept[name] = canonical
        return kept


def _text(part: bytes) -> str:
    try:
        return unquote_to_bytes(part.replace(b"+", b" ")).decode()
    except UnicodeDecodeError:
        raise ValidationFailed("The query string is not UTF-8.") from None


def _parameters(function: Any, fold: frozenset[str]) -> list[Parameter]:
    hints = get_type_hints(function, include_extras=True)
    found: list[Parameter] = []
    for name, parameter in inspect.signature(function).parameters.items():
        notes = [note for note in get_args(hints[name]) if isinstance(note, ParameterKwarg)]
        if name in INJECTED or any(note.param_type not in {None, ParamType.QUERY} for note in notes):
            continue
        outer = next((note.query for note in notes if note.query), name)
        types = _bare(hints[name])
        canonical = _boolean if bool in types else _integer if int in types else str
        default = parameter.default
        shown = None if default is None or default is inspect.Parameter.empty else canonical(str(default))
        found.append(Parameter(outer, str in types, canonical, _folded if name in fold else str, shown))
    return found


def _bare(hint: Any) -> set[Any]:
    """The plain types in `Annotated[int | None, …]`."""
    inner = get_args(hint)
    if not inner or not any(isinstance(each, type) or get_args(each) for each in inner):
        return {hint}
    return set[Any]().union(*(_bare(each) for each in inner if isinstance(each, type) or get_args(each)))


def _integer(text: str) -> str:
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) <= 12 else text


def _boolean(text: str) -> str:
    lowered = text.lower()
    return {"1": "true", "0": "false"}.get(lowered, lowered)


def _folded(text: str) -> str:
    """With the length as it came: folding may change it, and a handler may refuse by it."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return f"{len(text)}.{folded}"
