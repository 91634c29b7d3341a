"""Codes of the texts of validation errors, from which the page makes its texts in other languages than English."""

import re
from typing import Final

import msgspec


class FieldCode(msgspec.Struct, frozen=True, omit_defaults=True):
    """`limits`: the numbers that the text names, in their order."""

    code: str
    limits: list[int] = []


UNKNOWN: Final = "invalid"
_CODES: Final = [
    (re.compile(pattern), code)
    for pattern, code in (
        (r"Required|.+ is required", "required"),
        (r".+ at least (\d+) characters(?: long)?", "min_length"),
        (r".+ (?:at most|less than) (\d+) characters", "max_length"),
        (r"Must be at least (-?\d+)", "min"),
        (r"Must be at most (-?\d+)", "max"),
        (r"Must be from (\d+) to (\d+) in steps of (\d+)", "step"),
        (r"Must be a whole number", "whole_number"),
        (r"Username may contain only letters and digits", "letters_and_digits"),
        (r"Password may contain only printable characters", "printable"),
        (r"Password must not contain the username", "contains_username"),
        (r"Password is too common", "too_common"),
        (r"Invalid email address|Please enter a valid email address", "email"),
        (r"Current password is incorrect", "wrong_password"),
        (r"New .+ must be different from current .+|Must differ from .+", "unchanged"),
        (r"Must be 1 to 64 letters, digits, - and _", "key"),
        (r"Must not be above the maximum level", "level_order"),
        (r"Must be within five years", "five_years"),
        (r"This is not the name of the character", "character_name"),
        (r"That code is not right", "code_wrong"),
        (r"That code was already used\. Wait for the next one", "code_used"),
    )
]


def field_code(text: str) -> FieldCode:
    for pattern, code in _CODES:
        if match := pattern.fullmatch(text):
            return FieldCode(code, [int(group) for group in match.groups()])
    return FieldCode(UNKNOWN)
