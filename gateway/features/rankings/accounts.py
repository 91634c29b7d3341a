"""Which characters an account has, as two arrays: no family but two has an index on the account's name.

Names are kept as keyed 64-bit hashes. Two names can share one (by chance one pair in 2^43), so whoever shows
characters still compares the account's name that the character's own row has.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gateway.features.rankings.serialization import Array
from gateway.features.rankings.string_column import folded, starts_of

_FACTORS: Final = 512


class AccountHash:
    """Multiplies each letter by a secret number of its place and sums up, modulo 2^64: universal, and vectorised."""

    def __init__(self, key: bytes) -> None:
        stream = hashlib.shake_256(key).digest(_FACTORS * 8)
        self._factors = np.frombuffer(stream, np.uint64) | np.uint64(1)

    def __call__(self, names: Sequence[str]) -> Array:
        """One hash a name; upper and lower case are one."""
        if not names:
            return np.empty(0, np.uint64)
        letters = folded(names)
        starts = starts_of(letters, 0)
        places = np.arange(letters.size, dtype=np.uint32) - np.repeat(starts[:-1], starts[1:] - starts[:-1])
        products = np.take(self._factors, places, mode="wrap") * letters
        return np.add.reduceat(products, starts[:-1])


@dataclass(frozen=True, slots=True, eq=False)
class Accounts:
    hash: AccountHash
    hashes: Array
    """Ascending; one entry a character."""
    character_ids: Array

    @classmethod
    def build(cls, key: AccountHash, hashes: Array, character_ids: Array) -> "Accounts":
        order = np.argsort(hashes)
        return cls(key, hashes[order], character_ids[order])

    def get(self, account: str, default: Collection[int] = ()) -> Collection[int]:
        """Ids of the account's characters, staff and those about to be deleted included, ascending."""
        wanted = self.hash([account])
        first = int(np.searchsorted(self.hashes, wanted, "left")[0])
        last = int(np.searchsorted(self.hashes, wanted, "right")[0])
        return sorted(self.character_ids[first:last].tolist()) if last > first else default
