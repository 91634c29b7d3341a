"""Proof of work: only a solved, unexpired challenge for the same purpose counts."""

from itertools import count

import pytest

from gateway.http.proof_of_work import ALGORITHM, LIFETIME_SECONDS, ProofOfWork, leading_zero_bits
from gateway.tests.support.proofs import solve

NOW = 1_800_000_000.0
PURPOSE = "login:demo"
WORK = ProofOfWork("s" * 32, 8)


def test_solved_challenge_is_verified_by_another_process() -> None:
    request = WORK.request(PURPOSE, NOW)
    assert (request.algorithm, request.difficulty) == (ALGORITHM, 8)
    proof = solve(request)
    assert ProofOfWork("s" * 32, 8).verified_salt(proof, PURPOSE, NOW + LIFETIME_SECONDS) == request.salt


def test_unsolved_foreign_and_expired_proofs_are_refused() -> None:
    request = WORK.request(PURPOSE, NOW)
    proof = solve(request)
    wrong_number = next(number for number in count() if leading_zero_bits(request.salt, str(number)) < 8)
    salts = [
        WORK.verified_salt(f"{request.salt}:{wrong_number}", PURPOSE, NOW),
        WORK.verified_salt(proof, "login:demo2", NOW),
        WORK.verified_salt(proof, PURPOSE, NOW + LIFETIME_SECONDS + 1),
        ProofOfWork("t" * 32, 8).verified_salt(proof, PURPOSE, NOW),
        ProofOfWork("s" * 32, 20).verified_salt(proof, PURPOSE, NOW),
    ]
    assert salts == [None] * 5


@pytest.mark.parametrize("proof", ["", ":", "a.b.c:1", "1.2.3:", ":5", "9" * 300, "ä.ä.ä:1", "٣.a.b:٣", "\ud800:1"])
def test_other_texts_are_refused(proof: str) -> None:
    assert WORK.verified_salt(proof, PURPOSE, NOW) is None


def test_each_challenge_is_new() -> None:
    assert len({WORK.request(PURPOSE, NOW).salt for _ in range(50)}) == 50
