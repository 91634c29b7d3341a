"""What a name, an address and a password may be: section 5 of the specification, and what the game can hold.

Pure. Every rule set gives field → text for a person, empty where all is well.
"""

import re
from collections.abc import Iterable
from typing import Final

from gateway.config.settings import Accounts

USERNAME_MIN: Final = 3
PASSWORD_MIN: Final = 6
EMAIL_MAX: Final = 254
NAME_MAX: Final = 45
"""The widest column of a login that any family has."""

# What the family's own column holds, where that is less than an address may have.
_EMAIL_COLUMNS: Final = {"lucera": 45, "orion": 100}
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_USERNAME = re.compile(r"[A-Za-z0-9]+")
_PRINTABLE = re.compile(r"[!-~]|[!-~][ -~]*[!-~]")
_VISIBLE = re.compile(r"[!-~]+")

Problems = dict[str, str]


def login(username: str, password: str) -> Problems:
    """Presence alone: an old account may break today's rules."""
    return _first(
        username=[(not username.strip(), "Username is required")],
        password=[(not password, "Password is required")],
    )


def registration(username: str, email: str, password: str, limits: Accounts, email_max: int = EMAIL_MAX) -> Problems:
    longest = limits.username_max
    return _first(
        username=[
            (not username.strip(), "Username is required"),
            (len(username) < USERNAME_MIN, f"Username must be at least {USERNAME_MIN} characters"),
            (len(username) > longest, f"Username must be less than {longest} characters"),
            (not _USERNAME.fullmatch(username), "Username may contain only letters and digits"),
        ],
        email=[
            (not email.strip(), "Email is required"),
            (not is_address(email.strip(), email_max), "Invalid email address"),
        ],
        password=[
            (not password, "Password is required"),
            (len(password) < PASSWORD_MIN, f"Password must be at least {PASSWORD_MIN} characters"),
            *_password(password, limits),
        ],
    )


def change_of_password(current: str, new: str, limits: Accounts) -> Problems:
    return _first(
        current_password=[(not current, "Current password is required")],
        new_password=[
            (len(new) < PASSWORD_MIN, f"Password must be at least {PASSWORD_MIN} characters long"),
            *_password(new, limits),
            (new == current, "New password must be different from current password"),
        ],
    )


def change_of_email(new: str, email_max: int = EMAIL_MAX) -> Problems:
    return _first(
        new_email=[
            (not new.strip(), "Email is required"),
            (not is_address(new.strip(), email_max), "Please enter a valid email address"),
        ]
    )


def is_address(text: str, longest: int) -> bool:
    """The basic pattern of the form; beyond it, what any column can hold and any mail server knows: visible ASCII."""
    return len(text) <= longest and _EMAIL.fullmatch(text) is not None and _VISIBLE.fullmatch(text) is not None


def longest_email(family: str) -> int:
    return _EMAIL_COLUMNS.get(family, EMAIL_MAX)


def may_be_account(name: str) -> bool:
    """Whether a game could hold an account of that name; what could not is not even looked for."""
    return len(name) <= NAME_MAX and _VISIBLE.fullmatch(name) is not None


def _password(text: str, limits: Accounts) -> list[tuple[bool, str]]:
    longest = limits.password_max
    return [
        (len(text) > longest, f"Password must be at most {longest} characters"),
        # A client trims what is typed, so spaces at an end would never arrive at the game.
        (not _PRINTABLE.fullmatch(text), "Password may contain only printable characters"),
    ]


def _first(**fields: Iterable[tuple[bool, str]]) -> Problems:
    """Of each field the first rule that is broken."""
    broken = {name: next((text for is_broken, text in rules if is_broken), "") for name, rules in fields.items()}
    return {name: text for name, text in broken.items() if text}
