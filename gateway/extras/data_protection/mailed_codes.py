"""Codes of eight digits that a mail carries, computed when it is sent: nothing is stored, not even a hash.

A code is bound to the account, its address and its password, and to a quarter of an hour. It is taken in that quarter
and the next one. Guesses are limited where it is checked.
"""

import hmac
from collections.abc import Sequence
from typing import Final

_WINDOW_SECONDS: Final = 900
_DIGITS: Final = 8


class MailedCodes:
    def __init__(self, secrets: Sequence[str]) -> None:
        """`secrets`: those that all processes share; the first one makes codes."""
        self._secrets = secrets

    def make(self, subject: str, email: str, stored_hash: str, now: int) -> str:
        return _code(self._secrets[0], subject, email, stored_hash, now // _WINDOW_SECONDS)

    def check(self, code: str, subject: str, email: str, stored_hash: str, now: int) -> bool:
        window = now // _WINDOW_SECONDS
        codes = [
            _code(secret, subject, email, stored_hash, number)
            for secret in self._secrets
            for number in (window, window - 1)
        ]
        typed_code = "".join(code.split()).encode("utf-8", "replace")
        return any(hmac.compare_digest(typed_code, expected.encode()) for expected in codes)


def _code(secret: str, subject: str, email: str, stored_hash: str, window: int) -> str:
    parts = ("mailed code", subject, email.lower(), stored_hash, str(window))
    digest = hmac.digest(secret.encode(), "\0".join(parts).encode("utf-8", "replace"), "sha256")
    return str(int.from_bytes(digest[:8]) % 10**_DIGITS).zfill(_DIGITS)
