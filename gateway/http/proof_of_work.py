"""Proof of work: a client that is over a shared limit may pay for an attempt with computing time.

A refusal carries a salt, a difficulty and a count. The client searches that many numbers, each such that SHA-256 of
`<salt>:<number>` begins with `difficulty` zero bits, and repeats its request with the header
`X-Proof: <salt>:<number>.<number>…`, ascending. Many easy numbers take as long on average as one that is harder, and
their time varies less. The salt is signed and bound to a purpose, so nothing is stored until a proof is used; the
caller counts its use.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

HEADER: Final = "x-proof"
ALGORITHM: Final = "sha256"
LIFETIME_SECONDS: Final = 300
_MAX_LENGTH: Final = 1000
_SALT_BYTES: Final = 12


class ProofRequest(Struct, frozen=True, kw_only=True):
    """`difficulty`: zero bits at the start of each hash; one more doubles the work. `count`: numbers to find."""

    algorithm: str
    salt: str
    difficulty: int
    count: int


class Proof(Struct, frozen=True):
    """A solved proof. `count`: the numbers that were found."""

    salt: str
    count: int


class ProofOfWork:
    """Issues proofs with the first of the secrets that all processes share, and verifies with each of them."""

    def __init__(self, secrets: Sequence[str], difficulty: int) -> None:
        """`difficulty`: zero bits of each hash."""
        self._keys = [hashlib.sha256(b"proof of work\0" + secret.encode()).digest() for secret in secrets]
        self._difficulty = difficulty

    def request(self, purpose: str, now: float, count: int = 1) -> ProofRequest:
        salt = f"{int(now) + LIFETIME_SECONDS}.{secrets.token_hex(_SALT_BYTES)}"
        signed = f"{salt}.{_signature(self._keys[0], salt, purpose)}"
        return ProofRequest(algorithm=ALGORITHM, salt=signed, difficulty=self._difficulty, count=count)

    def verify(self, proof: str, purpose: str, now: float) -> Proof | None:
        """Returns an unexpired proof for the purpose, whose salt is to be used once; None for any other text.

        The count is the caller's to judge: what is asked for may have risen since the request.
        """
        if len(proof) > _MAX_LENGTH or not proof.isascii():
            return None
        salt, _, text = proof.rpartition(":")
        signed, _, signature = salt.rpartition(".")
        expires, _, _ = signed.partition(".")
        signatures = (_signature(key, signed, purpose) for key in self._keys)
        is_ours = any(hmac.compare_digest(signature.encode(), expected.encode()) for expected in signatures)
        if not is_ours or int(expires) < now:
            return None
        numbers = text.split(".")
        if not all(map(str.isdecimal, numbers)) or any(a >= b for a, b in pairwise(map(int, numbers))):
            return None
        is_solved = all(leading_zero_bits(salt, number) >= self._difficulty for number in numbers)
        return Proof(salt, len(numbers)) if is_solved else None


def _signature(key: bytes, salt: str, purpose: str) -> str:
    return hmac.digest(key, f"{salt}\0{purpose}".encode("utf-8", "replace"), "sha256").hex()[:32]


def leading_zero_bits(salt: str, number: str) -> int:
    digest = hashlib.sha256(f"{salt}:{number}".encode()).digest()
    return len(digest) * 8 - int.from_bytes(digest, "big").bit_length()
