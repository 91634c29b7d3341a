"""Voter ids, by which a vote site knows a player instead of the login: 24 letters and digits, new every 12 hours.

An id is the account's number and the window, encrypted, and a tag: 64 bits of an HMAC of both. The tag is also the
nonce of the encryption, so two ids of one account cannot be linked.
"""

import base64
import binascii
import hashlib
import hmac
from typing import Final

SECONDS: Final = 12 * 3600
# Bytes; together a multiple of 5, so that base32 has no padding
_NUMBER = 4
_WINDOW = 3
_TAG = 8
_LENGTH: Final = 24


class VoterIds:
    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def make(self, number: int, now: float, *, windows_ago: int = 0) -> str:
        """`number`: of the account."""
        window = int(now) // SECONDS - windows_ago
        plain = number.to_bytes(_NUMBER) + window.to_bytes(_WINDOW)
        tag = self._hash(b"vote tag", plain)[:_TAG]
        return base64.b32encode(self._encrypt(plain, tag) + tag).decode()

    def number(self, voter_id: str, now: float) -> int | None:
        """Returns the account's number; None for an id that is not ours, or older than the window before this one."""
        try:
            raw = base64.b32decode(voter_id.upper()) if len(voter_id) == _LENGTH else b""
        except (binascii.Error, ValueError):
            return None
        tag = raw[_NUMBER + _WINDOW :]
        plain = self._encrypt(raw[: _NUMBER + _WINDOW], tag)
        if not hmac.compare_digest(tag, self._hash(b"vote tag", plain)[:_TAG]):
            return None
        window = int.from_bytes(plain[_NUMBER:])
        return int.from_bytes(plain[:_NUMBER]) if int(now) // SECONDS - window in {0, 1} else None

    def callback_secret(self, site: str) -> str:
        """Returns the secret in the path of the site's callback: 128 bits in hex."""
        return self._hash(b"vote callback", site.encode())[:16].hex()

    def hash_address(self, network: str) -> str:
        return self._hash(b"vote address", network.encode())[:16].hex()

    def _hash(self, purpose: bytes, text: bytes) -> bytes:
        return hmac.digest(self._secret, purpose + b":" + text, hashlib.sha256)

    def _encrypt(self, text: bytes, nonce: bytes) -> bytes:
        mask = self._hash(b"vote mask", nonce)
        return bytes(letter ^ noise for letter, noise in zip(text, mask, strict=False))
