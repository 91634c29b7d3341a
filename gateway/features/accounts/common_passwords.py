"""Passwords that attackers try first: the 30,000 commonest of zxcvbn (MIT licence), and the account's own name."""

from functools import cache
from typing import Final

_NAME_MIN: Final = 4
"""A shorter name may be part of a password by chance."""


def is_common(password: str) -> bool:
    return password.lower() in _common()


def contains_name(password: str, login: str) -> bool:
    """Returns True if the password is the account's name, or contains a name of four or more letters."""
    password, login = password.lower(), login.lower()
    return bool(login) and (password == login or (len(login) >= _NAME_MIN and login in password))


@cache
def _common() -> frozenset[str]:
    # Imported at the first new password: the lists take some 17 MB and 30 ms.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])
