"""Validation rules for usernames, email addresses and passwords: specification section 5 and the game's column sizes.

Pure functions. Each form check returns field → message; an empty result means valid.
"""

import re
from collections.abc import Iterable
from typing import Final

from gateway.config.access import AccountSettings
from gateway.features.accounts.common_passwords import contains_name, is_common

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

FieldErrors = dict[str, str]


def login(username: str, password: str) -> FieldErrors:
    """Checks presence only: an old account may break the current rules."""
    return _first_errors(
        username=[(not username.strip(), "Username is required")],
        password=[(not password, "Password is required")],
    )


def registration(
    username: str, email: str, password: str, limits: AccountSettings, email_max: int = EMAIL_MAX
) -> FieldErrors:
    max_length = limits.username_max
    return _first_errors(
        username=[
            (not username.strip(), "Username is required"),
            (len(username) < USERNAME_MIN, f"Username must be at least {USERNAME_MIN} characters"),
            (len(username) > max_length, f"Username must be less than {max_length} characters"),
            (not _USERNAME.fullmatch(username), "Username may contain only letters and digits"),
        ],
        email=[
            (not email.strip(), "Email is required"),
            (not is_email(email.strip(), email_max), "Invalid email address"),
        ],
        password=[
            (not password, "Password is required"),
            (len(password) < PASSWORD_MIN, f"Password must be at least {PASSWORD_MIN} characters"),
            *_password_rules(password, username, limits),
        ],
    )


def password_change(current: str, new: str, login: str, limits: AccountSettings) -> FieldErrors:
    return _first_errors(
        current_password=[(not current, "Current password is required")],
        new_password=[
            (len(new) < PASSWORD_MIN, f"Password must be at least {PASSWORD_MIN} characters long"),
            (new == current, "New password must be different from current password"),
            *_password_rules(new, login, limits),
        ],
    )


def password_reset(new: str, login: str, limits: AccountSettings) -> FieldErrors:
    return _first_errors(
        new_password=[
            (len(new) < PASSWORD_MIN, f"Password must be at least {PASSWORD_MIN} characters long"),
            *_password_rules(new, login, limits),
        ],
    )


def email_change(new: str, email_max: int = EMAIL_MAX) -> FieldErrors:
    return _first_errors(
        new_email=[
            (not new.strip(), "Email is required"),
            (not is_email(new.strip(), email_max), "Please enter a valid email address"),
        ]
    )


def is_email(text: str, max_length: int) -> bool:
    """Checks the length and the characters: other pages show the game's column, and may not escape markup."""
    return len(text) <= max_length and _EMAIL.fullmatch(text) is not None


def is_possible_login(name: str) -> bool:
    """Returns True if a game could store this login; other names need no database lookup."""
    return len(name) <= NAME_MAX and _VISIBLE.fullmatch(name) is not None


def _password_rules(text: str, login: str, limits: AccountSettings) -> list[tuple[bool, str]]:
    max_length = limits.password_max
    return [
        (len(text) > max_length, f"Password must be at most {max_length} characters"),
        # Game clients trim the input: leading or trailing spaces would never reach the game.
        (not _PRINTABLE.fullmatch(text), "Password may contain only printable characters"),
        (contains_name(text, login), "Password must not contain the username"),
        (is_common(text), "Password is too common"),
    ]


def _first_errors(**fields: Iterable[tuple[bool, str]]) -> FieldErrors:
    """Returns the message of the first broken rule of each field."""
    errors = {name: next((text for is_broken, text in rules if is_broken), "") for name, rules in fields.items()}
    return {name: text for name, text in errors.items() if text}
