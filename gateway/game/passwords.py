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


def scheme_of(stored_hash: str) -> PasswordScheme | None:
    """Returns the scheme of a stored hash by its format; None for an unknown format."""
    if _SHA1.fullmatch(stored_hash):
        return "sha1"
    if _WHIRLPOOL.fullmatch(stored_hash):
        return "whirlpool"
    if (match := _BCRYPT.fullmatch(stored_hash)) and 4 <= int(match[1]) <= MAX_COST:
        return "bcrypt"
    return None


def is_hashable(password: str) -> bool:
    """Returns True for at most 72 bytes of UTF-8 without NUL."""
    return _encode(password) is not None


def verify(password: str, stored_hash: str) -> bool:
    """Compares a password with a stored hash as the game does. Returns False for malformed input, without raising."""
    password_bytes = _encode(password)
    if password_bytes is None:
        return False
    match scheme_of(stored_hash):
        case "sha1":
            return compare_digest(_sha1(password_bytes), stored_hash)
        case "whirlpool":
            return compare_digest(_whirlpool(password_bytes).lower(), stored_hash.lower())
        case "bcrypt":
            return _check_bcrypt(password_bytes, stored_hash)
        case None:
            return False


def hash_password(password: str, scheme: PasswordScheme) -> str:
    """Returns the hash to store for the game. Raises ValueError for a password that is not hashable."""
    password_bytes = _encode(password)
    if password_bytes is None:
        raise ValueError("the password cannot be stored")
    match scheme:
        case "sha1":
            return _sha1(password_bytes)
        case "whirlpool":
            return _whirlpool(password_bytes)
        case "bcrypt":
            return bcrypt.hashpw(password_bytes, bcrypt.gensalt(COST, prefix=b"2a")).decode()


def _encode(password: str) -> bytes | None:
    if len(password) > MAX_BYTES or "\0" in password:
        return None
    try:
        password_bytes = password.encode()
    except UnicodeEncodeError:  # unpaired surrogate
        return None
    return password_bytes if len(password_bytes) <= MAX_BYTES else None


def _sha1(password_bytes: bytes) -> str:
    return base64.b64encode(hashlib.sha1(password_bytes, usedforsecurity=False).digest()).decode()


def _whirlpool(password_bytes: bytes) -> str:
    return base64.b64encode(whirlpool(password_bytes)).decode()


def _check_bcrypt(password_bytes: bytes, stored_hash: str) -> bool:
    try:
        return bcrypt.checkpw(password_bytes, stored_hash.encode())
    except ValueError:  # invalid salt
        return False
