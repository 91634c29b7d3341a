"""Stored passwords as the login servers of the families keep and compare them.

| scheme | stored form | the game compares |
|---|---|---|
| sha1 | Base64(SHA-1(UTF-8)), 28 characters, unsalted | exactly |
| bcrypt | `$2a$10$…`, 60 characters; aCis throws at any other letter than a | exactly |
| whirlpool | Base64(Whirlpool(UTF-8)), 88 characters, unsalted | ignoring case, Base64 or not |

A row may be older than its pack: verifying goes by the look of what is stored, writing by the family.
"""

import base64
import hashlib
import re
from hmac import compare_digest
from typing import Final

import bcrypt

from gateway.game.families import PasswordScheme
from gateway.game.whirlpool import whirlpool

MOST_BYTES: Final = 72
"""More than bcrypt takes; a game client types 16. Nothing longer is hashed, in any scheme."""
COST: Final = 10
MOST_COST: Final = 14  # over a second for one check; aCis itself would take up to 30, which is days

_SHA1 = re.compile(r"[A-Za-z0-9+/]{27}=")
_WHIRLPOOL = re.compile(r"[A-Za-z0-9+/]{86}==")
# $2y$ and $2b$ are the same function under another name. $2x$ is another one, and bare $2$ forgets the ending NUL:
# no pack writes either.
_BCRYPT = re.compile(r"\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}")


def scheme_of(stored: str) -> PasswordScheme | None:
    """The scheme of a stored hash by its look; None for what no login server wrote."""
    if _SHA1.fullmatch(stored):
        return "sha1"
    if _WHIRLPOOL.fullmatch(stored):
        return "whirlpool"
    if (found := _BCRYPT.fullmatch(stored)) and 4 <= int(found[1]) <= MOST_COST:
        return "bcrypt"
    return None


def possible(password: str) -> bool:
    """Whether a password can be right at all: UTF-8, of at most 72 bytes, without a NUL."""
    return _encoded(password) is not None


def verify(password: str, stored: str) -> bool:
    """Whether the game would let in whoever types this. Never raises, whatever is given or stored."""
    given = _encoded(password)
    if given is None:
        return False
    match scheme_of(stored):
        case "sha1":
            return compare_digest(_sha1(given), stored)
        case "whirlpool":
            return compare_digest(_whirlpool(given).lower(), stored.lower())
        case "bcrypt":
            return _bcrypt_fits(given, stored)
        case None:
            return False


def hashed(password: str, scheme: PasswordScheme) -> str:
    """The hash to store for the game. ValueError for a password that is not `possible`."""
    given = _encoded(password)
    if given is None:
        raise ValueError("the password cannot be stored")
    match scheme:
        case "sha1":
            return _sha1(given)
        case "whirlpool":
            return _whirlpool(given)
        case "bcrypt":
            return bcrypt.hashpw(given, bcrypt.gensalt(COST, prefix=b"2a")).decode()


def _encoded(password: str) -> bytes | None:
    if len(password) > MOST_BYTES or "\0" in password:
        return None
    try:
        given = password.encode()
    except UnicodeEncodeError:  # half of a pair of surrogates
        return None
    return given if len(given) <= MOST_BYTES else None


def _sha1(given: bytes) -> str:
    return base64.b64encode(hashlib.sha1(given, usedforsecurity=False).digest()).decode()


def _whirlpool(given: bytes) -> str:
    return base64.b64encode(whirlpool(given)).decode()


def _bcrypt_fits(given: bytes, stored: str) -> bool:
    try:
        return bcrypt.checkpw(given, stored.encode())
    except ValueError:  # a salt that is none
        return False
