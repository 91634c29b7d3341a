"""What msgspec refuses, read from its message: each form that a type of the service can give."""

from datetime import date
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from gateway.http.violations import Violation, violation

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
        ('{"bosses": [{"level": 0}]}', Violation("min", ".bosses[0].level", {"limit": 1})),
        ('{"bosses": [{"level": 81}]}', Violation("max", ".bosses[0].level", {"limit": 80})),
        ('{"bosses": [{"level": "1"}]}', Violation("whole_number", ".bosses[0].level", {})),
        ('{"bosses": [{"level": 1.5}]}', Violation("whole_number", ".bosses[0].level", {})),
        ('{"bosses": [{}]}', Violation("missing", ".bosses[0].level", {"name": "level"})),
        ('{"bosses": [{"level": 1, "hp": 1}]}', Violation("unknown", ".bosses[0].hp", {"name": "hp"})),
        ('{"bosses": [{"level": 1}, {"level": 1}]}', Violation("max_length", ".bosses", {"limit": 1})),
        ('{"name": "a"}', Violation("min_length", ".name", {"limit": 2})),
        ('{"name": "abcd"}', Violation("max_length", ".name", {"limit": 3})),
        ('{"name": "a\'"}', Violation("pattern", ".name", {"pattern": repr(PATTERN)})),
        ('{"name": 1}', Violation("type", ".name", {"type": "str"})),
        ('{"day": "today"}', Violation("date", ".day", {})),
        ('{"day": 1}', Violation("type", ".day", {"type": "date | null"})),
        ('{"kind": "c"}', Violation("choice", ".kind", {})),
        ('{"texts": {"fr": ""}}', Violation("choice", ".texts", {})),
        ('{"other": 1}', Violation("unknown", ".other", {"name": "other"})),
        ("[]", Violation("type", "", {"type": "object"})),
    ],
)
def test_violation_has_path_and_constraint(body: str, expected: Violation) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(body, type=Form)
    assert violation(str(error.value)) == expected


def test_violation_of_another_message_is_of_the_type() -> None:
    assert violation("the moon is full") == Violation("type", "", {})
