"""Proof of work: a client that is over a shared limit may pay for an attempt with computing time.

A refusal carries a salt and a difficulty. The client searches a number such that SHA-256 of `<salt>:<number>` begins
with that many zero bits, and repeats its request with the header `X-Proof: <salt>:<number>`. The salt is signed and
bound to a purpose, so nothing is stored until a proof is used; the caller counts its use.
"""

import hashlib
from typing import Final

from msgspec import Struct

from gateway.http.challenges import Challenges

HEADER: Final = "x-proof"
ALGORITHM: Final = "sha256"
_NUMBER_MAX: Final = 50


class ProofRequest(Struct, frozen=True):
    """`difficulty`: zero bits at the start of the hash; each one doubles the work."""

    algorithm: str
    salt: str
    difficulty: int


class ProofOfWork:
    """Issues and verifies proofs with a secret that all processes share."""

    def __init__(self, secret: str, difficulty: int) -> None:
        self._salts = Challenges("proof of work", secret)
        self._difficulty = difficulty

    def request(self, purpose: str, now: float) -> ProofRequest:
        return ProofRequest(ALGORITHM, self._salts.issue(purpose, now), self._difficulty)

    def verified_salt(self, proof: str, purpose: str, now: float) -> str | None:
        """Returns the salt of a valid proof, to be used once; None for any other text."""
        salt, _, number = proof.rpartition(":")
        if not self._salts.is_valid(salt, purpose, now) or not number.isdecimal() or len(number) > _NUMBER_MAX:
            return None
        return salt if leading_zero_bits(salt, number) >= self._difficulty else None


def leading_zero_bits(salt: str, number: str) -> int:
    digest = hashlib.sha256(f"{salt}:{number}".encode()).digest()
    return len(digest) * 8 - int.from_bytes(digest, "big").bit_length()
