"""Whether a notice is the provider's: the signature of its header over the id in its query. Pure, and never raises.

The provider's own libraries disagree on two points, so both readings hold: the unit of `ts` (seconds or milliseconds)
and whether the id is signed as it stands or in lower case.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Final, Literal

Verdict = Literal["valid", "stale", "forged"]

STALE_SECONDS: Final = 6 * 86400
"""The provider repeats a notice for four days, and nobody says whether it signs it anew."""
_HEADER_MOST: Final = 256
_ID_MOST: Final = 128
_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")
_DIGITS: Final = re.compile(r"[0-9]{1,16}")
_MILLISECONDS: Final = 10**11  # a number above it is no time in seconds before the year 5138


def judge(header: str, data_id: str, request_id: str, secrets: Sequence[str], now: float) -> Verdict:
    """`header` is x-signature, `request_id` x-request-id; `now` in epoch seconds. Empty secrets sign nothing."""
    parts = _parts(header)
    stamp, given = parts.get("ts", ""), parts.get("v1", "")
    if not (_DIGITS.fullmatch(stamp) and _HEX.fullmatch(given)):
        return "forged"
    if len(data_id) > _ID_MOST or len(request_id) > _ID_MOST:
        return "forged"
    code = given.lower().encode()
    manifests = {_manifest(each, request_id, stamp) for each in (data_id, data_id.lower())}
    matches = [
        hmac.compare_digest(_code(secret, manifest), code) for secret in secrets if secret for manifest in manifests
    ]
    if not any(matches):
        return "forged"
    sent = int(stamp) / 1000 if int(stamp) > _MILLISECONDS else int(stamp)
    return "stale" if now - sent > STALE_SECONDS else "valid"


def _parts(header: str) -> dict[str, str]:
    """`ts=…,v1=…`, each name once; nothing for what is too long or repeats itself."""
    if len(header) > _HEADER_MOST:
        return {}
    pairs = [part.partition("=")[::2] for part in header.split(",")]
    found = {name.strip(): value.strip() for name, value in pairs}
    return found if len(found) == len(pairs) else {}


def _manifest(data_id: str, request_id: str, stamp: str) -> str:
    """What is missing leaves its whole pair out."""
    pairs = (("id", data_id), ("request-id", request_id), ("ts", stamp))
    return "".join(f"{name}:{value};" for name, value in pairs if value)


def _code(secret: str, manifest: str) -> bytes:
    # Anything can stand in a query or a header, half a character included.
    text = manifest.encode("utf-8", "surrogatepass")
    return hmac.new(secret.encode("utf-8", "surrogatepass"), text, hashlib.sha256).hexdigest().encode()
