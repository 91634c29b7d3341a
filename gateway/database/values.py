"""Type conversion of arguments and of values in rows."""

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeAlias, TypeVar

import msgspec

from gateway.database.queries import Query
from gateway.database.times import to_datetime

T = TypeVar("T")
Scalar: TypeAlias = str | int | float | bytes | date | datetime | None
Argument: TypeAlias = Scalar | Sequence[int] | Sequence[str]

_SCALARS = (str, int, bool, float, bytes, date, datetime, type(None))


def to_int(text: str) -> int:
    """Converts DECIMAL, SUM and COUNT. Raises ValueError for a fraction: no column of ours has one."""
    whole, _, fraction = text.partition(".")
    if fraction.strip("0"):
        raise ValueError(f"{text} is not a whole number")
    return int(whole)


def structs_of(row: type[T], rows: Sequence[tuple[Any, ...]]) -> list[T]:
    """Fills the Struct from each row by position; `datetime` fields from epoch seconds."""
    make: Callable[..., T] = row
    columns = _time_columns(row)
    if not columns:
        return [make(*values) for values in rows]
    return [
        make(*(to_datetime(value) if index in columns else value for index, value in enumerate(values)))
        for values in rows
    ]


@functools.cache
def _time_columns(row: type[Any]) -> frozenset[int]:
    fields = msgspec.structs.fields(row)
    return frozenset(index for index, field in enumerate(fields) if field.type in (datetime, datetime | None))


def bind(query: Query[Any], args: Mapping[str, Argument]) -> dict[str, object]:
    """Returns arguments for the driver: exactly the declared ones, plain types only, a list for IN as a tuple."""
    if set(args) != set(query.args):
        raise TypeError(f"{query.name} takes ({', '.join(query.args)}), was given ({', '.join(sorted(args))})")
    return {name: _plain(query.name, name, value) for name, value in args.items()}


def _plain(query: str, name: str, value: object) -> object:
    if type(value) in _SCALARS:
        return value
    if isinstance(value, list | tuple):
        if not value:
            raise ValueError(f"{query}: {name} is empty, and `IN ()` is no SQL")
        if any(type(item) not in _SCALARS for item in value):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            raise TypeError(f"{query}: {name} holds something that is not a plain value")
        return tuple(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    raise TypeError(f"{query}: {name} is a {type(value).__name__}, which is not a plain value")
