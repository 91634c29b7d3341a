"""Idempotency keys of requests: the header and its format."""

import hashlib
import re
import uuid
from typing import Final

from gateway.http.errors import Problem, ValidationFailed

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"^[A-Za-z0-9_-]{1,64}$")


class KeyReused(Problem):
    status = 409
    error = "key_reused"
    message = "Something else was sent under this key."


def check(key: str) -> None:
    """Raises ValidationFailed for a malformed key."""
    if not KEY.fullmatch(key):
        raise ValidationFailed(fields={HEADER: "Must be 1 to 64 letters, digits, - and _"})


def uuid_of(text: str) -> str:
    """Returns a deterministic UUID of the text (same collision odds as a random one)."""
    return str(uuid.UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=4))
