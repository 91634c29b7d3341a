"""Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, a new one every 30 s."""

import base64
import hmac
import secrets
from typing import Final
from urllib.parse import quote, urlencode

DIGITS: Final = 6
STEP_SECONDS: Final = 30
ALLOWED_STEPS: Final = 1
"""Steps that the clock of a phone may be ahead or behind."""
_SECRET_BYTES: Final = 20


def new_secret() -> str:
    """Returns a random secret in base32, as apps expect it."""
    return base64.b32encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def code_of(secret: str, step: int) -> str:
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: str, code: str, now: float, last_step: int) -> int | None:
    """Returns the step of a valid code; None for a wrong one.

    `last_step`: the step of the last accepted code. A code of that step or an earlier one is refused, so that an
    observed code cannot be used again; the caller stores the returned step.
    """
    current = int(now) // STEP_SECONDS
    matches = [
        step
        for step in range(current - ALLOWED_STEPS, current + ALLOWED_STEPS + 1)
        if hmac.compare_digest(code_of(secret, step).encode(), code.encode("utf-8", "replace")) and step > last_step
    ]
    return matches[0] if matches else None


def provisioning_uri(secret: str, login: str, issuer: str) -> str:
    """Returns the `otpauth:` address that the QR code shows."""
    label = quote(f"{issuer}:{login}", safe="")
    query = urlencode({"secret": secret, "issuer": issuer, "digits": DIGITS, "period": STEP_SECONDS}, quote_via=quote)
    return f"otpauth://totp/{label}?{query}"
