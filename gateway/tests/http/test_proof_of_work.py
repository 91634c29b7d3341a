"""Proof of work: only a solved, unexpired challenge for the same purpose counts."""

from itertools import count

import pytest

from gateway.http.proof_of_work import ALGORITHM, LIFETIME_SECONDS, Proof, ProofOfWork, leading_zero_bits
from gateway.tests.support.proofs import solve

NOW = 1_800_000_000.0
PURPOSE = "login:demo"
WORK = ProofOfWork("s" * 32)


def test_solved_challenge_is_verified_by_another_process() -> None:
    request = WORK.request(PURPOSE, NOW, 8)
    assert (request.algorithm, request.difficulty) == (ALGORITHM, 8)
    proof = solve(request)
    verified = ProofOfWork("s" * 32).verify(proof, PURPOSE, NOW + LIFETIME_SECONDS)
    assert verified is not None
    assert verified.salt == request.salt
    assert verified.difficulty >= 8


def test_foreign_and_expired_proofs_are_refused() -> None:
    proof = solve(WORK.request(PURPOSE, NOW, 8))
    verified = [
        WORK.verify(proof, "login:demo2", NOW),
        WORK.verify(proof, PURPOSE, NOW + LIFETIME_SECONDS + 1),
        ProofOfWork("t" * 32).verify(proof, PURPOSE, NOW),
    ]
    assert verified == [None] * 3


def test_unsolved_proof_has_the_bits_that_were_found() -> None:
    salt = WORK.request(PURPOSE, NOW, 8).salt
    number = next(number for number in count() if leading_zero_bits(salt, str(number)) == 3)
    assert WORK.verify(f"{salt}:{number}", PURPOSE, NOW) == Proof(salt, 3)


@pytest.mark.parametrize("proof", ["", ":", "a.b.c:1", "1.2.3:", ":5", "9" * 300, "ä.ä.ä:1", "٣.a.b:٣", "\ud800:1"])
def test_other_texts_are_refused(proof: str) -> None:
    assert WORK.verify(proof, PURPOSE, NOW) is None


def test_each_challenge_is_new() -> None:
    assert len({WORK.request(PURPOSE, NOW, 8).salt for _ in range(50)}) == 50
