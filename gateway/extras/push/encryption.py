"""Encrypts a message for one browser (RFC 8291, content coding aes128gcm of RFC 8188). Pure but for random numbers."""

import base64
import binascii
import os
from typing import Final

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE: Final = ec.SECP256R1()
KEY_BYTES: Final = 65
"""An uncompressed point of the curve."""
AUTH_BYTES: Final = 16
MAX_PLAIN_BYTES: Final = 3072
_SALT_BYTES: Final = 16
_RECORD_SIZE: Final = 4096
_LAST_RECORD: Final = b"\x02"


def encode(data: bytes) -> str:
    """Returns base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Reads base64url, padded or not. Raises ValueError."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("expected base64url") from None


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def check_keys(browser_key: bytes, auth: bytes) -> None:
    """Raises ValueError unless these can be the keys of a subscription."""
    if len(browser_key) != KEY_BYTES or len(auth) != AUTH_BYTES:
        raise ValueError(f"expected a key of {KEY_BYTES} bytes and a secret of {AUTH_BYTES}")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key)


def encrypt(
    plain: bytes,
    browser_key: bytes,
    auth: bytes,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Returns the body of the request. `sender` and `salt` are new for each message.

    Raises ValueError for a long text or a wrong key.
    """
    if len(plain) > MAX_PLAIN_BYTES:
        raise ValueError(f"a message has at most {MAX_PLAIN_BYTES} bytes")
    sender, salt = sender or ec.generate_private_key(CURVE), salt or os.urandom(_SALT_BYTES)
    own_key = public_point(sender)
    shared_secret = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key))
    secret = _derive(shared_secret, auth, b"WebPush: info\0" + browser_key + own_key, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD_SIZE.to_bytes(4, "big") + bytes([KEY_BYTES]) + own_key
    return header + AESGCM(key).encrypt(nonce, plain + _LAST_RECORD, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
