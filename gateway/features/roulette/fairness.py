"""The draw, so that anybody can repeat it. Pure; the text that an outsider needs stands in `docs/roulette.md`.

Block r (0, 1, …) is HMAC-SHA256 with the server's seed as key, taken as the text that it is, and the message
`<client seed>:<nonce>:<r>`: 32 bytes, read as four big-endian numbers of 64 bits. The first number that lies below the
greatest multiple of the sum of weights decides, so that no slot is favoured by the remainder.
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
CLIENT_SEED_MAX: Final = 64

_SERVER_SEED = re.compile(r"[0-9a-f]{64}")
_CLIENT_SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Draw(Struct, frozen=True):
    """`position`: the slot. `number` decided, as the one after `passed` others that were too high; `point` is its
    remainder, which lies in the slot's share of the sum."""

    position: int
    number: int
    point: int
    passed: int


def is_server_seed(text: str) -> bool:
    return _SERVER_SEED.fullmatch(text) is not None


def is_client_seed(text: str) -> bool:
    return _CLIENT_SEED.fullmatch(text) is not None


def hashed(server_seed: str) -> str:
    """What is shown of a seed before it is used: the SHA-256 of its text."""
    return hashlib.sha256(server_seed.encode()).hexdigest()


def block(server_seed: str, client_seed: str, nonce: int, number: int) -> bytes:
    return hmac.digest(server_seed.encode(), f"{client_seed}:{nonce}:{number}".encode(), "sha256")


def numbers(server_seed: str, client_seed: str, nonce: int) -> Iterator[int]:
    """The numbers of a spin, 64 bits each, without end."""
    for r in count():
        drawn = block(server_seed, client_seed, nonce, r)
        for at in range(0, len(drawn), 8):
            yield int.from_bytes(drawn[at : at + 8], "big")


def draw(server_seed: str, client_seed: str, nonce: int, weights: Sequence[int]) -> Draw:
    """The slot that a spin wins on a wheel of these weights."""
    return decide(numbers(server_seed, client_seed, nonce), weights)


def decide(drawn: Iterator[int], weights: Sequence[int]) -> Draw:
    """Passes over what would favour the first slots; what is left of a number points at a slot."""
    whole = sum(weights)
    if not weights or min(weights) < 0 or not 0 < whole <= RANGE:
        raise ValueError("weights are whole numbers from 0 on, and not all of them 0")
    limit = RANGE // whole * whole
    for passed, number in enumerate(drawn):
        if number < limit:
            point = number % whole
            return Draw(bisect_right(list(accumulate(weights)), point), number, point, passed)
    raise AssertionError("the numbers have no end")
