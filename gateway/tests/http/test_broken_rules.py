"""Errors of JSON bodies and of parameters: the rule that is broken, by field, as codes with their values."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct, inspect

from gateway.http.broken_rules import TypeViolation, broken_rule, broken_rules
from gateway.http.errors import ProblemBody, Reason, ValidationFailed
from gateway.texts import text

pytestmark = pytest.mark.unit


class Part(Struct):
    number: int


class Form(Struct, forbid_unknown_fields=True):
    amount: Annotated[int, Meta(ge=500, le=5000)]
    name: Annotated[str, Meta(min_length=2, max_length=4)] = "none"
    is_open: bool = False
    note: Annotated[str, Meta(max_length=3)] | None = None
    kind: Literal["pvp", "pk"] = "pvp"
    part: Part | None = None
    notes: dict[str, int] | None = None


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({}, "amount", "Amount is required"),
        ([], "body", "Must be an object"),
        (None, "body", "Must be an object"),
        ({"amount": "500"}, "amount", "Must be a whole number"),
        ({"amount": True}, "amount", "Must be a whole number"),
        ({"amount": 500.5}, "amount", "Must be a whole number"),
        ({"amount": None}, "amount", "Must be a whole number"),
        ({"amount": 499}, "amount", "Must be at least 500"),
        ({"amount": 5001}, "amount", "Must be at most 5,000"),
        ({"name": "a"}, "name", "Must have at least 2 characters"),
        ({"name": "abcde"}, "name", "Must have at most 4 characters"),
        ({"name": 7}, "name", "Must be a text"),
        ({"is_open": 1}, "is_open", "Must be true or false"),
        ({"note": "long"}, "note", "Must have at most 3 characters"),
        ({"note": []}, "note", "Must be a text"),
        ({"kind": "pve"}, "kind", "Invalid value"),
        ({"part": 3}, "part", "Must be an object"),
        ({"notes": 3}, "notes", "Must be an object"),
        ({"notes": {"first": "x"}}, "notes", "Invalid value"),
        ({"part": {"number": "x"}}, "part", "Invalid value"),
        ({"colour": 1}, "colour", "Unknown field"),
    ],
)
def test_broken_rule_is_named_by_field(body: Any, field: str, sentence: str) -> None:
    values = {"amount": 500} | body if body and body != [] else body
    assert {name: str(error) for name, error in broken_rules(values, Form).items()} == {field: sentence}


PATTERN = r"^[^'\x00]*\Z"


class Boss(Struct, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=80)]


class Content(Struct, forbid_unknown_fields=True, kw_only=True):
    name: Annotated[str, Meta(min_length=2, max_length=3, pattern=PATTERN, extra_json_schema={"format": "line"})] = ""
    day: date | None = None
    kind: Literal["a", "b"] = "a"
    bosses: list[Boss] = []


CONTENT_RULES: list[tuple[Any, TypeViolation | None]] = [
    ({"bosses": [{"level": 0}]}, TypeViolation(".bosses[0].level", "min", {"limit": 1})),
    ({"bosses": [{"level": 80}, {"level": 81}]}, TypeViolation(".bosses[1].level", "max", {"limit": 80})),
    ({"bosses": [{"level": "1"}]}, TypeViolation(".bosses[0].level", "whole_number")),
    ({"bosses": [{}]}, TypeViolation(".bosses[0].level", "missing", {"name": "level"})),
    ({"bosses": [{"level": 1, "hp": 1}]}, TypeViolation(".bosses[0].hp", "unknown", {"name": "hp"})),
    ({"bosses": {}}, TypeViolation(".bosses", "kind")),
    ({"name": "a"}, TypeViolation(".name", "min_length", {"limit": 2})),
    ({"name": "abcd"}, TypeViolation(".name", "max_length", {"limit": 3})),
    ({"name": "a'"}, TypeViolation(".name", "pattern", {"pattern": PATTERN})),
    ({"name": 1}, TypeViolation(".name", "text")),
    ({"day": "today"}, TypeViolation(".day", "date")),
    ({"day": 1}, TypeViolation(".day", "kind")),
    ({"kind": "c"}, TypeViolation(".kind", "choice")),
    ({"other": 1}, TypeViolation(".other", "unknown", {"name": "other"})),
    ([], TypeViolation("", "object")),
    ({"bosses": [{"level": 80}], "name": "ab", "day": "2026-12-31", "kind": "b"}, None),
    ({"day": None}, None),
]


@pytest.mark.parametrize(("value", "rule"), CONTENT_RULES)
def test_first_broken_rule_has_its_path(value: Any, rule: TypeViolation | None) -> None:
    assert broken_rule(value, inspect.type_info(Content)) == rule


def test_every_broken_field_is_named() -> None:
    assert broken_rules({"name": "a", "kind": 1}, Form).keys() == {"amount", "name", "kind"}


def test_accepted_body_breaks_no_rule() -> None:
    assert broken_rules({"amount": 500, "note": None, "part": {"number": 1}}, Form) == {}


def test_problem_has_a_code_with_its_values_beside_each_text() -> None:
    problem = ValidationFailed(
        fields={"username": text("fields.required.username"), "level": text("fields.max", limit=1085)}
    )
    body = msgspec.json.decode(problem.body("r1", "es"), type=ProblemBody)
    assert body.fields == {"username": "El usuario es obligatorio", "level": text("fields.max", limit=1085).read("es")}
    assert body.field_codes == {"username": Reason("required"), "level": Reason("max", {"limit": 1085})}
    assert b"field_codes" not in ValidationFailed().body("r1")


def test_message_of_a_single_field_is_its_text() -> None:
    assert ValidationFailed(fields={"code": text("fields.code_used")}).message() == str(text("fields.code_used"))
    assert ValidationFailed().message("pt") == text("refusals.validation_failed").read("pt")
