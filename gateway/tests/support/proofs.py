"""Solves proofs of work."""

from itertools import count

from gateway.http.proof_of_work import ProofRequest, leading_zero_bits


def solve(request: ProofRequest) -> str:
    """Returns the value of the header `X-Proof`."""
    number = next(number for number in count() if leading_zero_bits(request.salt, str(number)) >= request.difficulty)
    return f"{request.salt}:{number}"
