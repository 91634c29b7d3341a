"""Reads which constraint of a type a value breaks.

msgspec's ValidationError has neither path nor constraint as attributes, so this reads the fixed forms of its message.
"""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

_PATH: Final = re.compile(r" - at `(?:key` in `)?\$([^`]*)`$")
_FORMS: Final = {
    "missing": re.compile(r"[Mm]issing required field `(?P<name>[^`]*)`"),
    "unknown": re.compile(r"unknown field `(?P<name>[^`]*)`"),
    "min_length": re.compile(r"Expected `\w+` of length >= (?P<limit>\d+)"),
    "max_length": re.compile(r"Expected `\w+` of length <= (?P<limit>\d+)"),
    "min": re.compile(r"Expected `\w+` >= (?P<limit>-?\d+)"),
    "max": re.compile(r"Expected `\w+` <= (?P<limit>-?\d+)"),
    "pattern": re.compile(r"Expected `str` matching regex (?P<pattern>.*?)(?: - at `[^`]*`)?$", re.DOTALL),
    "whole_number": re.compile(r"Expected `int|Number out of range"),
    "choice": re.compile(r"Invalid enum value"),
    "date": re.compile(r"Invalid RFC3339 encoded date"),
    "type": re.compile(r"Expected `(?P<type>[^`]*)`"),
}


class TypeViolation(Struct, frozen=True):
    """`kind`: a key of the forms; `type` for another message. `path`: of the value, or of the missing or unknown field,
    as `.bosses[0].level`. `values`: name, limit, pattern (as its `repr`) or type."""

    kind: str
    path: str
    values: Mapping[str, str | int]


def violation(message: str) -> TypeViolation:
    """Reads the message of a msgspec.ValidationError."""
    path = match[1] if (match := _PATH.search(message)) else ""
    for kind, form in _FORMS.items():
        if match := form.search(message):
            values = {name: int(value) if name == "limit" else value for name, value in match.groupdict().items()}
            return TypeViolation(kind, path + (f".{values['name']}" if "name" in values else ""), values)
    return TypeViolation("type", path, {})
