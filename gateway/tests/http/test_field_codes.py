"""Codes of validation errors: every rule of a form has one, and numbers of the text are its limits."""

from pathlib import Path

import msgspec
import pytest

from gateway.config.access import AccountSettings
from gateway.features.accounts import rules
from gateway.http.errors import ProblemBody, ValidationFailed, fields_of_body_error
from gateway.http.field_codes import UNKNOWN, field_code

LIMITS = AccountSettings()
CATALOGUES = Path(__file__).parents[2] / "texts"


@pytest.mark.parametrize(
    ("text", "code", "limits"),
    [
        ("Required", "required", []),
        ("Current password is required", "required", []),
        ("Password must be at least 6 characters long", "min_length", [6]),
        ("Username must be less than 20 characters", "max_length", [20]),
        ("Must have at most 16 characters", "max_length", [16]),
        ("Must be at least -5", "min", [-5]),
        ("Must be from 500 to 500000 in steps of 500", "step", [500, 500000, 500]),
        ("New email must be different from current email", "unchanged", []),
        ("That code is not right", "code_wrong", []),
        ("That code was already used. Wait for the next one", "code_used", []),
        ("Must be one of pvp, pk", UNKNOWN, []),
    ],
)
def test_field_code_of_a_text_has_its_numbers(text: str, code: str, limits: list[int]) -> None:
    assert (field_code(text).code, field_code(text).limits) == (code, limits)


@pytest.mark.parametrize(
    "errors",
    [
        rules.login(" ", ""),
        rules.registration("", "", "", LIMITS),
        rules.registration("ab", "nobody", "short", LIMITS),
        rules.registration("a" * 99, "a@b", "p" * 99, LIMITS),
        rules.registration("not a name", "a@b.example", " space", LIMITS),
        rules.registration("Aurelia", "a@b.example", "aurelia1", LIMITS),
        rules.registration("Aurelia", "a@b.example", "123456", LIMITS),
        rules.password_change("", "short", "login", LIMITS),
        rules.password_change("same password", "same password", "login", LIMITS),
        rules.email_change("nobody"),
        fields_of_body_error("Object missing required field `amount`"),
        fields_of_body_error("Expected `int` >= 500 - at `$.amount`"),
    ],
)
def test_every_rule_of_a_form_has_a_code(errors: dict[str, str]) -> None:
    assert errors
    assert UNKNOWN not in {field_code(text).code for text in errors.values()}, errors


def test_problem_has_a_code_beside_each_text() -> None:
    problem = ValidationFailed(fields={"username": "Username is required", "level": "Must be at most 85"})
    body = msgspec.json.decode(problem.body("r1"), type=ProblemBody)
    assert body.field_codes == {"username": field_code("Required"), "level": field_code("Must be at most 85")}
    assert b"field_codes" not in ValidationFailed().body("r1")


@pytest.mark.parametrize("language", ["es", "pt"])
def test_every_code_has_a_text_in_the_catalogue(language: str) -> None:
    catalogue = msgspec.json.decode((CATALOGUES / f"{language}.json").read_bytes())["errors"]
    from gateway.http import field_codes

    codes = {code for _, code in field_codes._CODES} | {UNKNOWN}  # pyright: ignore[reportPrivateUsage]
    assert codes == set(catalogue["fields"])
