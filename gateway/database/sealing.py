"""Seals secrets of the site schema with AES-256-GCM, and signs rows of it with HMAC-SHA-256.

A dump of the schema alone reveals no secret, and a login of the database alone signs no row.

A sealed text is `<key id>:<nonce and ciphertext, base64url>`. It opens only for the table, account and row that it was
sealed for. A signature is `<key id>:<MAC, base64url>`, under a key derived from that data key. The first key of
`security.data_keys` seals and signs; the others only open and verify.
"""

import base64
import binascii
import hmac
import os
from collections.abc import Sequence
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from gateway.config.access import data_key_parts
from gateway.database.queries import Query

_NONCE_BYTES: Final = 12
_SIGNATURE_LABEL: Final = b"gateway: signatures of rows"
_TOKENS: Final = "tokens"


class KeyLost(Exception):  # noqa: N818 - the state of a row
    """A sealed text names a key that is not configured; the message is the key's id."""


class SealBroken(Exception):  # noqa: N818 - the state of a row
    """A sealed text was changed, or belongs to another table, account or row."""


class SealedRow(Struct, frozen=True):
    """The place of a secret. `row` identifies it within the table and account, and never changes."""

    table: str
    account: str
    row: str

    @property
    def associated_data(self) -> bytes:
        return "\0".join((self.table, self.account, self.row)).encode()


class StoredSecret(Struct, frozen=True):
    """`identity`: the `row` of its SealedRow. `clear`: a text that a previous release did not seal, else None."""

    id: int
    account: str
    identity: str
    sealed: str | None
    clear: str | None


class KeyUse(Struct, frozen=True):
    """The number of secrets that one key sealed; the empty key: in clear text."""

    name: str
    count: int


class SealedTable(Struct, frozen=True, kw_only=True):
    """`rows`: after an id, in the order of ids. `reseal`: writes one row unless the secret is gone meanwhile."""

    name: str
    rows: Query[StoredSecret]
    reseal: Query[None]
    keys: Query[KeyUse]


def key_of(sealed_text: str) -> str:
    """Returns the id of the key that sealed a text."""
    return sealed_text.partition(":")[0]


class DataKeys:
    """The configured keys, by id. Without any, nothing can be sealed or opened."""

    def __init__(self, data_keys: Sequence[str]) -> None:
        parts = [data_key_parts(text) for text in data_keys]
        self._keys = {name: AESGCM(key) for name, key in parts}
        self._signature_keys = {name: hmac.digest(key, _SIGNATURE_LABEL, "sha256") for name, key in parts}
        self.current = next(iter(self._keys), "")

    def __contains__(self, name: str) -> bool:
        return name in self._keys

    def seal(self, text: str, row: SealedRow) -> str:
        """Raises KeyLost if no key is configured."""
        nonce = os.urandom(_NONCE_BYTES)
        data = nonce + self._key(self.current).encrypt(nonce, text.encode(), row.associated_data)
        return f"{self.current}:{base64.urlsafe_b64encode(data).decode()}"

    def open(self, sealed_text: str, row: SealedRow) -> str:
        """Raises KeyLost or SealBroken."""
        name, _, text = sealed_text.partition(":")
        key = self._key(name)
        try:
            data = base64.urlsafe_b64decode(text)
            return key.decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], row.associated_data).decode()
        except (InvalidTag, binascii.Error, ValueError):
            raise SealBroken(f"{row.table} {row.row}") from None

    def sign(self, text: str, row: SealedRow) -> str:
        """Returns the signature of a text for this row. Raises KeyLost if no key is configured."""
        self._key(self.current)
        return f"{self.current}:{base64.urlsafe_b64encode(self._mac(self.current, text, row)).decode()}"

    def is_signed(self, text: str, signature: str, row: SealedRow) -> bool:
        """Returns False for the signature of another text or row, and for one under a key that is not configured."""
        name, _, encoded_mac = signature.partition(":")
        if name not in self._signature_keys:
            return False
        expected = base64.urlsafe_b64encode(self._mac(name, text, row))
        return hmac.compare_digest(expected, encoded_mac.encode("utf-8", "replace"))

    def token_hashes(self, token: str, table: str) -> list[str]:
        """Returns the keyed hashes of a token as hex digits, the current key's first; [] without a key."""
        row = SealedRow(table, "", _TOKENS)
        return [self._mac(name, token, row).hex() for name in self._signature_keys]

    def _mac(self, name: str, text: str, row: SealedRow) -> bytes:
        message = msgspec.json.encode((row.table, row.account, row.row, text))
        return hmac.digest(self._signature_keys[name], message, "sha256")

    def _key(self, name: str) -> AESGCM:
        if name not in self._keys:
            raise KeyLost(name)
        return self._keys[name]
