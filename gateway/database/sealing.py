"""Seals secrets of the site schema with AES-256-GCM: a dump of the schema alone reveals none of them.

A sealed text is `<key id>:<nonce and ciphertext, base64url>`. It opens only for the table, account and row that it was
sealed for. New secrets are sealed with the first key of `security.data_keys`; the others only open.
"""

import base64
import binascii
import os
from collections.abc import Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from gateway.config.access import data_key_parts

_NONCE_BYTES: Final = 12


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


def key_of(sealed_text: str) -> str:
    """Returns the id of the key that sealed a text."""
    return sealed_text.partition(":")[0]


class DataKeys:
    """The configured keys, by id. Without any, nothing can be sealed or opened."""

    def __init__(self, data_keys: Sequence[str]) -> None:
        self._keys = {name: AESGCM(key) for name, key in map(data_key_parts, data_keys)}
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

    def _key(self, name: str) -> AESGCM:
        if name not in self._keys:
            raise KeyLost(name)
        return self._keys[name]
