"""Proof of work: only a solved, unexpired challenge for the same purpose counts."""

from itertools import count, islice

import pytest

from gateway.http.proof_of_work import ALGORITHM, LIFETIME_SECONDS, Proof, ProofOfWork, leading_zero_bits
from gateway.tests.support.proofs import solve

NOW = 1_800_000_000.0
PURPOSE = "login:demo"
DIFFICULTY = 8
WORK = ProofOfWork(["s" * 32], DIFFICULTY)


def test_solved_challenge_is_verified_by_another_process() -> None:
    request = WORK.request(PURPOSE, NOW, 3)
    assert (request.algorithm, request.difficulty, request.count) == (ALGORITHM, DIFFICULTY, 3)
    for secrets in (["s" * 32], ["t" * 32, "s" * 32]):  # of an instance that signs with another secret already
        verified = ProofOfWork(secrets, DIFFICULTY).verify(solve(request), PURPOSE, NOW + LIFETIME_SECONDS)
        assert verified == Proof(request.salt, 3)


def test_foreign_and_expired_proofs_are_refused() -> None:
    proof = solve(WORK.request(PURPOSE, NOW))
    verified = [
        WORK.verify(proof, "login:demo2", NOW),
        WORK.verify(proof, PURPOSE, NOW + LIFETIME_SECONDS + 1),
        ProofOfWork(["t" * 32], DIFFICULTY).verify(proof, PURPOSE, NOW),
    ]
    assert verified == [None] * 3


def test_each_number_counts_once_and_needs_the_difficulty() -> None:
    request = WORK.request(PURPOSE, NOW, 2)
    proof = solve(request)
    prefix, _, second = proof.rpartition(".")
    first = prefix.rpartition(":")[2]
    easy = next(
        number for number in count(int(second)) if leading_zero_bits(request.salt, str(number)) == DIFFICULTY - 1
    )
    assert WORK.verify(prefix, PURPOSE, NOW) == Proof(request.salt, 1)
    for numbers in (f"{first}.{first}", f"{second}.{first}", f"{first}.0{first}", f"{proof}.{easy}", f"{first}.", ".5"):
        assert WORK.verify(f"{request.salt}:{numbers}", PURPOSE, NOW) is None, numbers
    assert WORK.verify(f"{proof}.{easy}", PURPOSE, NOW) is None


def test_greatest_proof_is_short_enough() -> None:
    """Of 2^22 hashes on average, so seldom with numbers above eight digits."""
    work = ProofOfWork(["s" * 32], 1)
    salt = work.request(PURPOSE, NOW).salt
    numbers = islice((str(n) for n in count(99_000_000) if leading_zero_bits(salt, str(n))), 64)
    assert work.verify(f"{salt}:{'.'.join(numbers)}", PURPOSE, NOW) == Proof(salt, 64)


@pytest.mark.parametrize("proof", ["", ":", "a.b.c:1", "1.2.3:", ":5", "9" * 300, "ä.ä.ä:1", "٣.a.b:٣", "\ud800:1"])
def test_other_texts_are_refused(proof: str) -> None:
    assert WORK.verify(proof, PURPOSE, NOW) is None


def test_each_challenge_is_new() -> None:
    assert len({WORK.request(PURPOSE, NOW).salt for _ in range(50)}) == 50
