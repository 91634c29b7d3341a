"""Random codes that are easy to type. Ten recovery codes replace a second factor, each once; only hashes are stored."""

import hashlib
import re
import secrets
from typing import Final

COUNT: Final = 10
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base32: no I, L, O, U
_GROUPS, _GROUP_LENGTH = 4, 4
_READ_AS: Final = str.maketrans("ILO", "110")


def new_codes() -> list[str]:
    return [new_code() for _ in range(COUNT)]


def hash_of(login: str, code: str) -> str:
    """Returns the stored hash. 80 random bits cannot be found by trying, so one round of SHA-256 is enough."""
    return hashlib.sha256(f"{login}\0{canonical_form(code)}".encode("utf-8", "replace")).hexdigest()


def new_code() -> str:
    """Returns 80 random bits, as `8F3K-2QXA-7B0M-ZC5T`."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS))


def canonical_form(code: str) -> str:
    """Returns the same text for each spelling of a code: case, spaces and hyphens, I and L for 1, O for 0."""
    return re.sub(r"[\s-]", "", code).upper().translate(_READ_AS)
