"""Validation rules for usernames, email addresses and passwords: specification section 5 and the game's column sizes.

Pure functions. Each form check returns field → error; an empty result means valid.
"""

import re
from collections.abc import Iterable
from typing import Final

from gateway.config.access import AccountSettings
from gateway.features.accounts.common_passwords import contains_name, is_common
from gateway.texts import Text, text

USERNAME_MIN: Final = 3
PASSWORD_MIN: Final = 6
EMAIL_MAX: Final = 254
NAME_MAX: Final = 45
"""Characters in the widest login column of all families."""

# No `=?`: it begins an encoded word (RFC 2047), which mail libraries decode to another address.
_EMAIL = re.compile(r"(?!.*=\?)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_USERNAME = re.compile(r"[A-Za-z0-9]+")
_PRINTABLE = re.compile(r"[!-~]|[!-~][ -~]*[!-~]")
_VISIBLE = re.compile(r"[!-~]+")

FieldErrors = dict[str, Text]


def login(username: str, password: str) -> FieldErrors:
    """Checks presence only: an old account may break the current rules."""
    return _first_errors(
        username=[(not username.strip(), text("fields.required.username"))],
        password=[(not password, text("fields.required.password"))],
    )


def registration(
    username: str, email: str, password: str, limits: AccountSettings, email_max: int = EMAIL_MAX
) -> FieldErrors:
    max_length = limits.username_max
    return _first_errors(
        username=[
            (not username.strip(), text("fields.required.username")),
            (len(username) < USERNAME_MIN, text("fields.min_length.username", limit=USERNAME_MIN)),
            (len(username) > max_length, text("fields.max_length.username", limit=max_length)),
            (not _USERNAME.fullmatch(username), text("fields.letters_and_digits")),
        ],
        email=[
            (not email.strip(), text("fields.required.email")),
            (not is_email(email.strip(), email_max), text("fields.email.registered")),
        ],
        password=[
            (not password, text("fields.required.password")),
            (len(password) < PASSWORD_MIN, text("fields.min_length.password", limit=PASSWORD_MIN)),
            *_password_rules(password, username, limits),
        ],
    )


def password_change(current: str, new: str, login: str, limits: AccountSettings) -> FieldErrors:
    return _first_errors(
        current_password=[(not current, text("fields.required.current_password"))],
        new_password=[
            (len(new) < PASSWORD_MIN, text("fields.min_length.new_password", limit=PASSWORD_MIN)),
            (new == current, text("fields.unchanged.password")),
            *_password_rules(new, login, limits),
        ],
    )


def password_reset(new: str, login: str, limits: AccountSettings) -> FieldErrors:
    return _first_errors(
        new_password=[
            (len(new) < PASSWORD_MIN, text("fields.min_length.new_password", limit=PASSWORD_MIN)),
            *_password_rules(new, login, limits),
        ],
    )


def email_change(new: str, email_max: int = EMAIL_MAX) -> FieldErrors:
    return _first_errors(
        new_email=[
            (not new.strip(), text("fields.required.email")),
            (not is_email(new.strip(), email_max), text("fields.email.entered")),
        ]
    )


def is_email(text: str, max_length: int) -> bool:
    """Checks the length and the characters: other pages show the game's column, and may not escape markup."""
    return len(text) <= max_length and _EMAIL.fullmatch(text) is not None


def is_possible_login(name: str) -> bool:
    """Returns True if a game could store this login; other names need no database lookup."""
    return len(name) <= NAME_MAX and _VISIBLE.fullmatch(name) is not None


def _password_rules(password: str, login: str, limits: AccountSettings) -> list[tuple[bool, Text]]:
    max_length = limits.password_max
    return [
        (len(password) > max_length, text("fields.max_length.password", limit=max_length)),
        # Game clients trim the input: leading or trailing spaces would never reach the game.
        (not _PRINTABLE.fullmatch(password), text("fields.printable")),
        (contains_name(password, login), text("fields.contains_username")),
        (is_common(password), text("fields.too_common")),
    ]


def _first_errors(**fields: Iterable[tuple[bool, Text]]) -> FieldErrors:
    """Returns the error of the first broken rule of each field."""
    errors = {name: next((error for is_broken, error in rules if is_broken), None) for name, rules in fields.items()}
    return {name: error for name, error in errors.items() if error}
