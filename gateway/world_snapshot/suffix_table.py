"""Substring search over names: a suffix array.

The folded names are one UTF-8 text with a NUL before each name and one after the last. The table lists every place
where a character or a name begins, sorted by the text from there on. All places of a text are then one range, which
two binary searches find: `\\0an` begins a name, `an\\0` ends one, and `\\0an\\0` is a whole one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from gateway.world_snapshot.ascending import changes_in
from gateway.world_snapshot.serialization import Array

_WORD: Final = 8
"""Bytes that one comparison of the sort covers."""
_PADDING: Final = bytes(2 * _WORD)
_STEP: Final = 64
"""Suffixes per head. A search compares numbers down to one step, and text only within it."""
_LOW_BITS: Final = np.uint64(0x0101010101010101)
_HIGH_BITS: Final = np.uint64(0x8080808080808080)


@dataclass(frozen=True, slots=True, eq=False)
class SuffixTable:
    text: Array
    suffixes: Array
    """Places in the text, sorted by the rest of the name from there."""
    numbers: Array
    """The number of the name, from 0, at each of `suffixes`."""
    heads: Array
    """The first eight bytes of each 64th suffix, as one number."""

    @classmethod
    def build(cls, text: bytes) -> "SuffixTable":
        """`text`: a NUL, then each folded name with a NUL behind it."""
        padded_text = np.frombuffer(text + _PADDING, np.uint8)
        letters = padded_text[: len(text)]
        suffixes = _sorted_suffixes(padded_text, len(text) - 1)
        number_at = np.cumsum(letters == 0, dtype=np.uint32)
        number_at -= np.uint32(1)
        return cls(
            text=letters, suffixes=suffixes, numbers=number_at[suffixes], heads=_words(padded_text, suffixes[::_STEP])
        )

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Array], prefix: str) -> "SuffixTable":
        """Raises KeyError."""
        return cls(**{name: arrays[f"{prefix}_{name}"] for name in _FIELDS})

    def arrays(self, prefix: str) -> dict[str, Array]:
        return {f"{prefix}_{name}": getattr(self, name) for name in _FIELDS}

    def find(self, text: bytes) -> slice:
        """Returns the range of `suffixes` and `numbers` that begin with the text."""
        heads, size = cast("Sequence[int]", self.heads.data), self.suffixes.size
        low, high = (int.from_bytes(text[:_WORD].ljust(_WORD, filler)) for filler in (b"\0", b"\xff"))
        first, last = bisect_left(heads, low), bisect_right(heads, high)
        begin, end = max(0, (first - 1) * _STEP), min(size, last * _STEP)
        if len(text) > _WORD:  # heads are equal in all steps between
            return self._find_within(text, slice(begin, end), slice(begin, end))
        return self._find_within(text, slice(begin, min(size, first * _STEP)), slice(max(0, (last - 1) * _STEP), end))

    def _find_within(self, text: bytes, begin: slice, end: slice) -> slice:
        """Returns the range of matches; its begin and end are in the given ranges."""
        length, letters = len(text), self.text.data
        suffixes = cast("Sequence[int]", self.suffixes.data)

        def start(place: int) -> bytes:
            return bytes(letters[place : place + length])

        first = bisect_left(suffixes, text, begin.start, begin.stop, key=start)
        return slice(first, bisect_right(suffixes, text, max(first, end.start), max(first, end.stop), key=start))


_FIELDS: Final = ("text", "suffixes", "numbers", "heads")


def _sorted_suffixes(padded_text: Array, size: int) -> Array:
    """Sorts the places below `size`, apart for each first byte: a small part of the keys is in memory at a time."""
    letters = padded_text[:size]
    counts = np.bincount(letters, minlength=256)
    parts = [_sorted_by_rest(padded_text, np.flatnonzero(letters == byte)) for byte in _first_bytes(counts)]
    return np.concatenate([np.empty(0, np.uint32), *parts])


def _first_bytes(counts: Array) -> Iterator[int]:
    """Yields bytes that occur and begin a character: those from 0x80 to 0xBF continue one."""
    return (byte for byte in np.flatnonzero(counts).tolist() if byte & 0xC0 != 0x80)


def _sorted_by_rest(padded_text: Array, places: Array) -> Array:
    """Sorts places of one first byte by the eight bytes behind it, then equal ones within a name by the next eight."""
    depth = 1
    keys = _words(padded_text, places + depth)
    order = np.argsort(keys)
    places, keys = places[order], keys[order]
    groups = np.cumsum(changes_in(keys))
    ties = np.flatnonzero(_is_repeated(groups) & ~_has_end(keys))
    while ties.size:
        depth += _WORD
        keys = _words(padded_text, places[ties] + depth)
        order = np.lexsort((keys, groups[ties]))
        places[ties], keys = places[ties][order], keys[order]
        groups[ties] = np.cumsum(changes_in(keys) | changes_in(groups[ties]))
        ties = ties[_is_repeated(groups[ties]) & ~_has_end(keys)]
    return places.astype(np.uint32)


def _words(padded_text: Array, places: Array) -> Array:
    """Returns eight bytes at each place as one number, so that numbers compare as the bytes do."""
    words = np.zeros(places.size, np.uint64)
    for offset in range(_WORD):
        words <<= np.uint64(8)
        words |= padded_text[places + offset]
    return words


def _has_end(words: Array) -> Array:
    """Returns True where one of the eight bytes is the NUL that ends a name."""
    return (words - _LOW_BITS) & ~words & _HIGH_BITS != 0


def _is_repeated(ascending: Array) -> Array:
    """Returns True where a value occurs more than once."""
    changes = changes_in(ascending)
    is_repeated = ~changes
    is_repeated[:-1] |= ~changes[1:]
    return is_repeated
