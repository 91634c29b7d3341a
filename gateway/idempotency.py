"""What a caller names a request that must not be done twice: the header, and what may stand in it."""

import re
from typing import Final

from gateway.errors import ValidationFailed

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"^[A-Za-z0-9_-]{1,64}$")


def check(key: str) -> None:
    """Raises ValidationFailed for what is no key."""
    if not KEY.fullmatch(key):
        raise ValidationFailed(fields={HEADER: "Must be 1 to 64 letters, digits, - and _"})
