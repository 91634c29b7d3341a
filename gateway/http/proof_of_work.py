"""Proof of work: a client that is over a shared limit may pay for an attempt with computing time.

A refusal carries a salt and a difficulty. The client searches a number such that SHA-256 of `<salt>:<number>` begins
with that many zero bits, and repeats its request with the header `X-Proof: <salt>:<number>`. The salt is signed and
bound to a purpose, so nothing is stored until a proof is used; the caller counts its use.
"""

import hashlib
import hmac
import secrets
from typing import Final

from msgspec import Struct

HEADER: Final = "x-proof"
ALGORITHM: Final = "sha256"
LIFETIME_SECONDS: Final = 300
_MAX_LENGTH: Final = 200
_SALT_BYTES: Final = 12


class ProofRequest(Struct, frozen=True):
    """`difficulty`: zero bits at the start of the hash; each one doubles the work."""

    algorithm: str
    salt: str
    difficulty: int


class Proof(Struct, frozen=True):
    """A solved proof. `difficulty`: the zero bits that were found."""

    salt: str
    difficulty: int


class ProofOfWork:
    """Issues and verifies proofs with a secret that all processes share."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"proof of work\0" + secret.encode()).digest()

    def request(self, purpose: str, now: float, difficulty: int) -> ProofRequest:
        salt = f"{int(now) + LIFETIME_SECONDS}.{secrets.token_hex(_SALT_BYTES)}"
        return ProofRequest(ALGORITHM, f"{salt}.{self._signature(salt, purpose)}", difficulty)

    def verify(self, proof: str, purpose: str, now: float) -> Proof | None:
        """Returns an unexpired proof for the purpose, whose salt is to be used once; None for any other text.

        The difficulty is the caller's to judge: what is asked for may have risen since the request.
        """
        if len(proof) > _MAX_LENGTH or not proof.isascii():
            return None
        salt, _, number = proof.rpartition(":")
        signed, _, signature = salt.rpartition(".")
        expires, _, _ = signed.partition(".")
        is_ours = hmac.compare_digest(signature.encode(), self._signature(signed, purpose).encode())
        if not is_ours or not number.isdecimal():
            return None
        return Proof(salt, leading_zero_bits(salt, number)) if int(expires) >= now else None

    def _signature(self, salt: str, purpose: str) -> str:
        return hmac.digest(self._key, f"{salt}\0{purpose}".encode("utf-8", "replace"), "sha256").hex()[:32]


def leading_zero_bits(salt: str, number: str) -> int:
    digest = hashlib.sha256(f"{salt}:{number}".encode()).digest()
    return len(digest) * 8 - int.from_bytes(digest, "big").bit_length()
