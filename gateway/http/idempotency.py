"""Idempotency keys of requests: the header and its format."""

import hashlib
import re
import uuid
from typing import Final

from gateway.http.errors import Problem, ValidationFailed
from gateway.texts import text

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"^[A-Za-z0-9_-]{1,64}$")


class KeyReused(Problem):
    status = 409
    error = "key_reused"


def check(key: str) -> None:
    """Raises ValidationFailed for a malformed key."""
    if not KEY.fullmatch(key):
        raise ValidationFailed(fields={HEADER: text("fields.key")})


def uuid_of(text: str) -> str:
    """Returns a deterministic UUID of the text (same collision odds as a random one)."""
    return str(uuid.UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=4))
