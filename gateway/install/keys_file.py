"""The file of `gateway keys export`: the secrets of a configuration, encrypted with a passphrase.

A key comes from the passphrase through scrypt; AES-256-GCM seals the settings, so that a wrong passphrase and a changed
file are refused alike.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from msgspec import Struct

from gateway.config.settings import KEYS, Settings, mask
from gateway.install.backup_files import flush_folder, write_file
from gateway.install.names import InstallError

PASSPHRASE_MIN: Final = 12
_FORMAT: Final = "gateway keys 1"
_SALT_BYTES: Final = 16
_NONCE_BYTES: Final = 12
_KEY_BYTES: Final = 32
_COST: Final = 1 << 17
"""Of scrypt, with blocks of 8: each guess of a passphrase needs 128 MB."""

Secrets = Mapping[str, str | Sequence[str]]
"""Path of a setting → its value."""


class KeysFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`sealed`: the settings as JSON, encrypted."""

    format: str
    salt: bytes
    nonce: bytes
    sealed: bytes


def secrets_of(settings: Settings) -> dict[str, Any]:
    """Returns the settings that are secret, and the addresses that have a password in them."""
    values = {key.path: key.value(settings) for key in KEYS.values()}
    return {path: value for path, value in values.items() if value and is_secret(path, value)}


def is_secret(path: str, value: object) -> bool:
    return KEYS[path].secret or mask(value) != value


def write_keys(path: Path, secrets: Secrets, passphrase: str) -> bool:
    """Writes a new file that its owner alone may read. Returns False if the file has these settings already.

    Raises InstallError for a file with other settings or another passphrase, which stays.
    """
    if path.exists():
        if msgspec.json.encode(read_keys(path, passphrase)) == msgspec.json.encode(secrets):
            return False
        raise InstallError(f"{path}: the file has other keys, and stays; name another file")
    salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
    sealed = AESGCM(_key(passphrase, salt)).encrypt(nonce, msgspec.json.encode(secrets), _FORMAT.encode())
    file = KeysFile(format=_FORMAT, salt=salt, nonce=nonce, sealed=sealed)
    try:
        write_file(path, msgspec.json.encode(file) + b"\n")
        flush_folder(path.parent)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise InstallError(f"{path}: {error.strerror}; no keys were written") from error
    return True


def read_keys(path: Path, passphrase: str) -> Secrets:
    """Raises InstallError for a file that is none of ours, or that the passphrase does not open."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=KeysFile)
    except OSError as error:
        raise InstallError(f"{path}: {error.strerror}") from None
    except msgspec.MsgspecError:
        file = None
    if file is None or file.format != _FORMAT:
        raise InstallError(f"{path}: this is no file of `gateway keys export`")
    try:
        text = AESGCM(_key(passphrase, file.salt)).decrypt(file.nonce, file.sealed, _FORMAT.encode())
    except InvalidTag:
        raise InstallError(f"{path}: the passphrase does not open it, or the file was changed") from None
    return msgspec.json.decode(text, type=dict[str, str | list[str]])


def _key(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=_KEY_BYTES, n=_COST, r=8, p=1).derive(passphrase.encode())
