"""Password hashes in the formats of the families' login servers.

| scheme | format | comparison in the game |
|---|---|---|
| sha1 | Base64(SHA-1(UTF-8)), 28 characters, unsalted | exactly |
| bcrypt | `$2a$10$…`, 60 characters; aCis rejects other letters than a | exactly |
| whirlpool | Base64(Whirlpool(UTF-8)), 88 characters, unsalted | ignoring case, Base64 or not |

A stored hash may be older than the current pack: it is verified by its own format, and written in the family's.
"""

import base64
import hashlib
import re
from hmac import compare_digest
from typing import Final

import bcrypt

from gateway.game.families import PasswordScheme
from gateway.game.whirlpool import whirlpool

MAX_BYTES: Final = 72
"""Limit of bcrypt, applied to all schemes; game clients allow 16 characters."""
COST: Final = 10
MAX_COST: Final = 14  # more than a second for one check; aCis accepts up to 30, which takes days

_SHA1 = re.compile(r"[A-Za-z0-9+/]{27}=")
_WHIRLPOOL = re.compile(r"[A-Za-z0-9+/]{86}==")
# $2y$ and $2b$ are aliases of $2a$. No pack writes $2x$ (a different function) or $2$ (without the final NUL).
_BCRYPT = re.compile(r"\$2[aby]\$([0-9]{2})\$[./A-Za-z0-9]{53}")


def scheme_of(stored: str) -> PasswordScheme | None:
    """Returns the scheme of a stored hash by its format; None for an unknown format."""
    if _SHA1.fullmatch(stored):
        return "sha1"
    if _WHIRLPOOL.fullmatch(stored):
        return "whirlpool"
    if (match := _BCRYPT.fullmatch(stored)) and 4 <= int(match[1]) <= MAX_COST:
        return "bcrypt"
    return None


def is_hashable(password: str) -> bool:
    """Valid passwords are UTF-8 of at most 72 bytes without NUL."""
    return _encoded(password) is not None


def verify(password: str, stored: str) -> bool:
    """Compares a password with a stored hash as the game does. Returns False for malformed input, without raising."""
    encoded = _encoded(password)
    if encoded is None:
        return False
    match scheme_of(stored):
        case "sha1":
            return compare_digest(_sha1(encoded), stored)
        case "whirlpool":
            return compare_digest(_whirlpool(encoded).lower(), stored.lower())
        case "bcrypt":
            return _check_bcrypt(encoded, stored)
        case None:
            return False


def hash_password(password: str, scheme: PasswordScheme) -> str:
    """Returns the hash to store for the game. Raises ValueError for a password that is not hashable."""
    encoded = _encoded(password)
    if encoded is None:
        raise ValueError("the password cannot be stored")
    match scheme:
        case "sha1":
            return _sha1(encoded)
        case "whirlpool":
            return _whirlpool(encoded)
        case "bcrypt":
            return bcrypt.hashpw(encoded, bcrypt.gensalt(COST, prefix=b"2a")).decode()


def _encoded(password: str) -> bytes | None:
    if len(password) > MAX_BYTES or "\0" in password:
        return None
    try:
        encoded = password.encode()
    except UnicodeEncodeError:  # unpaired surrogate
        return None
    return encoded if len(encoded) <= MAX_BYTES else None


def _sha1(encoded: bytes) -> str:
    return base64.b64encode(hashlib.sha1(encoded, usedforsecurity=False).digest()).decode()


def _whirlpool(encoded: bytes) -> str:
    return base64.b64encode(whirlpool(encoded)).decode()


def _check_bcrypt(encoded: bytes, stored: str) -> bool:
    try:
        return bcrypt.checkpw(encoded, stored.encode())
    except ValueError:  # invalid salt
        return False
