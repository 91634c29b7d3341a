"""The message of each msgspec error that a type of the service can raise gives its path, constraint and values."""

from datetime import date
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from gateway.http.violations import TypeViolation, violation

PATTERN = r"^[^'\x00]*\Z"


class Nested(Struct, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=80)]


class Form(Struct, forbid_unknown_fields=True, kw_only=True):
    name: Annotated[str, Meta(min_length=2, max_length=3, pattern=PATTERN)] = ""
    day: date | None = None
    kind: Literal["a", "b"] = "a"
    bosses: Annotated[list[Nested], Meta(max_length=1)] = []
    texts: dict[Literal["en"], str] = {}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('{"bosses": [{"level": 0}]}', TypeViolation("min", ".bosses[0].level", {"limit": 1})),
        ('{"bosses": [{"level": 81}]}', TypeViolation("max", ".bosses[0].level", {"limit": 80})),
        ('{"bosses": [{"level": "1"}]}', TypeViolation("whole_number", ".bosses[0].level", {})),
        ('{"bosses": [{"level": 1.5}]}', TypeViolation("whole_number", ".bosses[0].level", {})),
        ('{"bosses": [{}]}', TypeViolation("missing", ".bosses[0].level", {"name": "level"})),
        ('{"bosses": [{"level": 1, "hp": 1}]}', TypeViolation("unknown", ".bosses[0].hp", {"name": "hp"})),
        ('{"bosses": [{"level": 1}, {"level": 1}]}', TypeViolation("max_length", ".bosses", {"limit": 1})),
        ('{"name": "a"}', TypeViolation("min_length", ".name", {"limit": 2})),
        ('{"name": "abcd"}', TypeViolation("max_length", ".name", {"limit": 3})),
        ('{"name": "a\'"}', TypeViolation("pattern", ".name", {"pattern": repr(PATTERN)})),
        ('{"name": 1}', TypeViolation("type", ".name", {"type": "str"})),
        ('{"day": "today"}', TypeViolation("date", ".day", {})),
        ('{"day": 1}', TypeViolation("type", ".day", {"type": "date | null"})),
        ('{"kind": "c"}', TypeViolation("choice", ".kind", {})),
        ('{"texts": {"fr": ""}}', TypeViolation("choice", ".texts", {})),
        ('{"other": 1}', TypeViolation("unknown", ".other", {"name": "other"})),
        ("[]", TypeViolation("type", "", {"type": "object"})),
    ],
)
def test_violation_has_path_and_constraint(body: str, expected: TypeViolation) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(body, type=Form)
    assert violation(str(error.value)) == expected


def test_violation_of_another_message_is_of_the_type() -> None:
    assert violation("the moon is full") == TypeViolation("type", "", {})
