"""The draw, repeatable by anyone with the seeds; `gateway/docs/players/roulette.md` describes it for players. Pure.

Block r (0, 1, …) is HMAC-SHA256 with the server seed's text as key and the message `<client seed>:<nonce>:<r>`: 32
bytes, read as four big-endian 64-bit numbers. Rejection sampling: the first number below the greatest multiple of the
sum of weights decides, so that the remainder favours no slot.
"""

import hashlib
import hmac
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from typing import Final

from msgspec import Struct

RANGE: Final = 2**64

_CLIENT_SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Draw(Struct, frozen=True):
    """`position`: the winning slot. `number`: the accepted 64-bit number, after `rejected_count` higher ones.

    `point`: its remainder, which lies within the slot's share of the sum of weights.
    """

    position: int
    number: int
    point: int
    rejected_count: int


def is_client_seed(text: str) -> bool:
    return _CLIENT_SEED.fullmatch(text) is not None


def hash_of(server_seed: str) -> str:
    """Returns the commitment published before the seed is used: the SHA-256 of its text."""
    return hashlib.sha256(server_seed.encode()).hexdigest()


def block(server_seed: str, client_seed: str, nonce: int, number: int) -> bytes:
    return hmac.digest(server_seed.encode(), f"{client_seed}:{nonce}:{number}".encode(), "sha256")


def numbers(server_seed: str, client_seed: str, nonce: int) -> Iterator[int]:
    """Yields the 64-bit numbers of a spin without end."""
    for r in count():
        digest = block(server_seed, client_seed, nonce, r)
        for offset in range(0, len(digest), 8):
            yield int.from_bytes(digest[offset : offset + 8], "big")


def draw(server_seed: str, client_seed: str, nonce: int, weights: Sequence[int]) -> Draw:
    """Returns the result of a spin on a wheel with these weights."""
    return decide(numbers(server_seed, client_seed, nonce), weights)


def decide(candidates: Iterator[int], weights: Sequence[int]) -> Draw:
    """Rejects numbers that would favour the first slots; the remainder of the first accepted one selects the slot."""
    total = sum(weights)
    if not weights or min(weights) < 0 or not 0 < total <= RANGE:
        raise ValueError("weights: expected whole numbers from 0, at least one above 0")
    limit = RANGE // total * total
    for rejected_count, number in enumerate(candidates):
        if number < limit:
            point = number % total
            return Draw(
                position=bisect_right(list(accumulate(weights)), point),
                number=number,
                point=point,
                rejected_count=rejected_count,
            )
    raise AssertionError("the stream of numbers ended")
