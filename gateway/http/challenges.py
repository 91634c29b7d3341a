"""Challenges that a client gives back: signed, bound to a purpose, valid for five minutes.

Nothing is stored for a challenge before its use, so asking for many fills nothing; the caller counts its use.
"""

import hashlib
import hmac
import secrets
from typing import Final

LIFETIME_SECONDS: Final = 300
_MAX_LENGTH: Final = 200
_SALT_BYTES: Final = 16


class Challenges:
    """Issues and verifies challenges with a secret that all processes share. `kind` separates the keys of two uses."""

    def __init__(self, kind: str, secret: str) -> None:
        self._key = hashlib.sha256(f"{kind}\0{secret}".encode()).digest()

    def issue(self, purpose: str, now: float) -> str:
        salt = f"{int(now) + LIFETIME_SECONDS}.{secrets.token_hex(_SALT_BYTES)}"
        return f"{salt}.{self._signature(salt, purpose)}"

    def is_valid(self, challenge: str, purpose: str, now: float) -> bool:
        """Returns False for any text that was not issued for this purpose, and after five minutes. Never raises."""
        if len(challenge) > _MAX_LENGTH or not challenge.isascii():
            return False
        salt, _, signature = challenge.rpartition(".")
        is_ours = hmac.compare_digest(signature.encode(), self._signature(salt, purpose).encode())
        return is_ours and int(salt.partition(".")[0]) >= now

    def _signature(self, salt: str, purpose: str) -> str:
        return hmac.digest(self._key, f"{salt}\0{purpose}".encode("utf-8", "replace"), "sha256").hex()[:32]
