"""Verifies the signature of a webhook: an HMAC over the id in its query. Pure, and never raises.

The provider's own libraries disagree on two points, so both readings are accepted: the unit of `ts` (seconds or
milliseconds), and whether the id is signed as it is or in lower case.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Final, Literal

from gateway.concurrency.durations import DAY

SignatureVerdict = Literal["valid", "stale", "forged"]

STALE_SECONDS: Final = 6 * DAY
"""The provider repeats a webhook for four days; its documentation does not say whether it signs it again."""
FUTURE_SECONDS: Final = 3600
"""Most that the provider's clock may be ahead of ours."""
_HEADER_MAX: Final = 256
_ID_MAX: Final = 128
_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")
_DIGITS: Final = re.compile(r"[0-9]{1,16}")
_MILLISECONDS: Final = 10**11  # as seconds, a larger number would be after the year 5138


def verify(header: str, data_id: str, request_id: str, secrets: Sequence[str], now: float) -> SignatureVerdict:
    """`header`: x-signature; `request_id`: x-request-id; `data_id`: of the payment, as in the address of the webhook.

    `secrets`: any of them may have signed; empty ones match nothing. `now`: epoch seconds.
    """
    parts = _parts(header)
    stamp, digest = parts.get("ts", ""), parts.get("v1", "")
    if not (_DIGITS.fullmatch(stamp) and _HEX.fullmatch(digest)):
        return "forged"
    if len(data_id) > _ID_MAX or len(request_id) > _ID_MAX:
        return "forged"
    code = digest.lower().encode()
    manifests = {_manifest(text, request_id, stamp) for text in (data_id, data_id.lower())}
    matches = [
        hmac.compare_digest(_code(secret, manifest), code) for secret in secrets if secret for manifest in manifests
    ]
    if not any(matches):
        return "forged"
    sent_at = int(stamp) / 1000 if int(stamp) > _MILLISECONDS else int(stamp)
    return "valid" if -FUTURE_SECONDS <= now - sent_at <= STALE_SECONDS else "stale"


def _parts(header: str) -> dict[str, str]:
    """Parses `ts=…,v1=…`; empty if the header is too long or repeats a name."""
    if len(header) > _HEADER_MAX:
        return {}
    pairs = [part.partition("=")[::2] for part in header.split(",")]
    parts = {name.strip(): value.strip() for name, value in pairs}
    return parts if len(parts) == len(pairs) else {}


def _manifest(data_id: str, request_id: str, stamp: str) -> str:
    """Returns the signed text. Pairs with an empty value are left out."""
    pairs = (("id", data_id), ("request-id", request_id), ("ts", stamp))
    return "".join(f"{name}:{value};" for name, value in pairs if value)


def _code(secret: str, manifest: str) -> bytes:
    # A query or header may contain anything, lone surrogates included.
    text = manifest.encode("utf-8", "surrogatepass")
    return hmac.new(secret.encode("utf-8", "surrogatepass"), text, hashlib.sha256).hexdigest().encode()
