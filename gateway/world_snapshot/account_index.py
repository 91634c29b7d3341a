"""Maps an account to its characters, as two arrays: only two families have an index on the account's name.

Names are stored as keyed 64-bit hashes. Two names can share a hash (one pair in 2^43 by chance), so a caller that shows
characters compares the account's name in the character's own row.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import cycle
from operator import mul
from typing import Final

import numpy as np

from gateway.game.logins import site_login
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.string_column import SEPARATOR, starts_of, utf8

_FACTORS: Final = 512
_MAX_HASH: Final = 2**64 - 1
_SLICE: Final = 50_000
"""Texts of one step: a product takes eight bytes per letter."""


def _letters(names: Sequence[str]) -> Array:
    """Returns code points of the logins as the site stores them, each followed by a zero.

    ASCII logins without blanks at the end take one vectorised step.
    """
    text = "\0".join(names) + "\0"
    if not text.isascii() or " \0" in text or text.count("\0") != len(names):
        text = "\0".join([site_login(name).replace("\0", "\ufffd") for name in names]) + "\0"
    if text.isascii():
        points = np.frombuffer(text.encode(), np.uint8)
    else:
        points = np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32)
    # A to Z become a to z; below A the subtraction wraps around to a value above Z.
    return points + ((points - points.dtype.type(65) < 26) * points.dtype.type(32))


class AccountHash:
    """Multiplies each letter by a secret number of its position and adds, modulo 2^64: universal and vectorised."""

    def __init__(self, key: bytes) -> None:
        stream = hashlib.shake_256(key).digest(_FACTORS * 8)
        self._factors = np.frombuffer(stream, np.uint64) | np.uint64(1)
        self._numbers: list[int] = self._factors.tolist()

    def __call__(self, names: Sequence[str]) -> Array:
        """Returns one hash per name, the same for names of one account (see `site_login`)."""
        if not names:
            return np.empty(0, np.uint64)
        letters = _letters(names)
        return self.of_letters(letters, starts_of(letters, 0))

    def of(self, name: str) -> np.uint64:
        """Returns the hash of one name, without the arrays that many names are worth."""
        letters = site_login(name).replace("\0", "\ufffd").encode("utf-32-le", "replace")
        products = map(mul, cycle(self._numbers), memoryview(letters).cast("I"))
        return np.uint64(sum(products) & _MAX_HASH)

    def exact(self, names: Sequence[str]) -> Array:
        """Returns one hash per name as it is, equal to that of the letters in a string column."""
        letters = np.frombuffer(utf8(names), np.uint8)
        return self.of_letters(letters, starts_of(letters, SEPARATOR))

    def of_letters(self, letters: Array, starts: Array) -> Array:
        """`starts`: of each text, and the end of the last one. No text is empty of letters: a separator ends it."""
        hashes = np.empty(starts.size - 1, np.uint64)
        for first in range(0, hashes.size, _SLICE):
            part = starts[first : first + _SLICE + 1]
            hashes[first : first + _SLICE] = self._of_slice(letters[part[0] : part[-1]], part - part[0])
        return hashes

    def _of_slice(self, letters: Array, starts: Array) -> Array:
        positions = np.arange(letters.size, dtype=np.uint32) - np.repeat(starts[:-1], starts[1:] - starts[:-1])
        products = np.take(self._factors, positions, mode="wrap") * letters
        return np.add.reduceat(products, starts[:-1])


@dataclass(frozen=True, slots=True, eq=False)
class AccountIndex:
    hash: AccountHash
    hashes: Array
    """Ascending; one entry per character."""
    character_ids: Array

    @classmethod
    def build(cls, key: AccountHash, hashes: Array, character_ids: Array) -> "AccountIndex":
        order = np.argsort(hashes)
        return cls(key, hashes[order], character_ids[order])

    def hashes_of(self, character_ids: Array) -> Array:
        """Returns the hash of each character's account; all of them are in the index."""
        order = np.argsort(self.character_ids)
        return self.hashes[order[np.searchsorted(self.character_ids, character_ids, sorter=order)]]

    def hash_of(self, character_id: int) -> int:
        """Returns the hash of one character's account; it is in the index."""
        return int(self.hashes[int(np.argmax(self.character_ids == character_id))])

    def get(self, account: str, default: Collection[int] = ()) -> Collection[int]:
        """Returns ids of the account's characters, ascending; staff and characters about to be deleted are included."""
        target = self.hash.of(account)
        first = int(np.searchsorted(self.hashes, target, "left"))
        last = int(np.searchsorted(self.hashes, target, "right"))
        return sorted(self.character_ids[first:last].tolist()) if last > first else default
