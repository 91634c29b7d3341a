"""Verifies the signature of Stripe's webhooks: an HMAC over the time and the body."""

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Final

from gateway.features.payments.provider import InvalidSignature

TOLERANCE_SECONDS: Final = 300
"""Age of a signature; Stripe signs each repetition anew."""
_HEADER_MAX: Final = 1024


def verify(header: str | None, raw: bytes, secrets: Sequence[str], now: float) -> None:
    """Checks `t=…,v1=…,v1=…`: one of the codes has to be that of one of our secrets. Raises InvalidSignature."""
    if header is None:
        raise InvalidSignature("unsigned")
    pairs = [part.partition("=")[::2] for part in header.split(",")] if len(header) <= _HEADER_MAX else []
    times = [value for name, value in pairs if name.strip() == "t"]
    codes = [value.encode("utf-8", "surrogatepass") for name, value in pairs if name.strip() == "v1"]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0], re.ASCII):
        raise InvalidSignature("forged")
    message = times[0].encode() + b"." + raw
    expected = [
        hmac.new(secret.encode("utf-8", "surrogatepass"), message, hashlib.sha256).hexdigest().encode()
        for secret in secrets
        if secret
    ]
    matches = [hmac.compare_digest(code, right) for code in codes for right in expected]
    if not any(matches):
        raise InvalidSignature("forged")
    if abs(now - int(times[0])) > TOLERANCE_SECONDS:
        raise InvalidSignature("stale")
