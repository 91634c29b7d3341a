"""Recovery codes: ten texts that each replace a second factor once. Only their hashes are stored."""

import hashlib
import secrets
from typing import Final

COUNT: Final = 10
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base32: no I, L, O, U
_GROUPS, _GROUP_LENGTH = 4, 4
_READ_AS: Final = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


def new_codes() -> list[str]:
    """Returns ten codes of 80 random bits, as `8F3K-2QXA-7B0M-ZC5T`."""
    return [_new_code() for _ in range(COUNT)]


def hash_of(login: str, code: str) -> str:
    """Returns the stored hash. Case, spaces and hyphens do not count; I and L are read as 1, O as 0.

    80 random bits cannot be found by trying, so one round of SHA-256 is enough.
    """
    return hashlib.sha256(f"{login}\0{code.upper().translate(_READ_AS)}".encode("utf-8", "replace")).hexdigest()


def _new_code() -> str:
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS))
