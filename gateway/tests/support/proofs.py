"""Solves proofs of work."""

from itertools import count, islice

from gateway.http.proof_of_work import ProofRequest, leading_zero_bits


def solve(request: ProofRequest) -> str:
    """Returns the value of the header `X-Proof`."""
    numbers = (str(n) for n in count() if leading_zero_bits(request.salt, str(n)) >= request.difficulty)
    return f"{request.salt}:{'.'.join(islice(numbers, request.count))}"
