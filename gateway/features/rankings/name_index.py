"""Substring search over a million names: an inverted index from pairs of letters to their positions.

Folded names are one array of codes, most frequent letter first, each name followed by 0. Every position is listed
under the pair of letters that begins there (letters from the 255th on share a code, so such pairs are checked again).
A search takes the positions of its rarest pair and keeps those where all other letters match.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from gateway.features.rankings.serialization import Array
from gateway.features.rankings.string_column import compact, fold

_LETTERS: Final = 256
_PAIRS: Final = _LETTERS * _LETTERS
_RARE: Final = _LETTERS - 1
_PAD: Final = 64
"""Zeros around the codes: reading past either end reads a separator. No folded search text is longer."""
_STEP: Final = 256
"""Positions that share an anchor: at most 256 names begin within them, so an offset fits a byte."""
_BLOCK: Final = 131_072


@dataclass(frozen=True, slots=True, eq=False)
class NameIndex:
    codes: Array
    alphabet: Array
    """Code points; the letter of code c is at c - 1."""
    anchors: Array
    offsets: Array
    """The row of a position is anchors[position // 256] + offsets[position]."""
    pair_starts: Array
    positions: Array
    """Positions of pair p, ascending: positions[pair_starts[p]:pair_starts[p + 1]]."""
    letters: dict[int, int]

    @classmethod
    def build(cls, points: Array, alphabet: Array) -> "NameIndex":
        """`points`: folded names as code points, each followed by 0, in the order of the rows."""
        codes = np.zeros(points.size + 2 * _PAD, np.min_scalar_type(alphabet.size))
        code_of = np.zeros(int(alphabet.max(initial=0)) + 1, codes.dtype)
        code_of[alphabet] = np.arange(1, alphabet.size + 1, dtype=codes.dtype)
        np.take(code_of, points, out=codes[_PAD : codes.size - _PAD], mode="clip")
        anchors, offsets = _rows_by_position(codes)
        pair_starts, positions = _positions_by_pair(codes)
        return cls(codes, alphabet, anchors, offsets, pair_starts, positions, _letters(alphabet))

    @classmethod
    def from_arrays(cls, arrays: dict[str, Array]) -> "NameIndex":
        return cls(*(arrays[name] for name in _FIELDS), letters=_letters(arrays["alphabet"]))

    def arrays(self) -> dict[str, Array]:
        return {name: getattr(self, name) for name in _FIELDS}

    def rows(self, text: str) -> Array:
        """Returns rows whose folded name contains the folded text, ascending."""
        codes_of_text = self._codes_of(text)
        return self._distinct_rows(codes_of_text, self._positions_of(codes_of_text))

    def best_rows(self, text: str, count: int) -> Array:
        """Returns the first `count` of `rows`: equal names, then names that begin with the text, then the others."""
        codes_of_text = self._codes_of(text)
        positions = self._positions_of(codes_of_text)
        at_begin = positions[self.codes[positions - np.uint32(1)] == 0]
        equal = at_begin[self.codes[at_begin + np.uint32(len(codes_of_text))] == 0]
        # A name begins once, so these rows are distinct.
        best = dict.fromkeys(np.sort(self._rows_of(equal))[:count].tolist())
        best |= dict.fromkeys(np.sort(self._rows_of(at_begin))[: 2 * count].tolist())
        if len(best) < count:
            best |= dict.fromkeys(self._distinct_rows(codes_of_text, positions)[: 2 * count].tolist())
        return np.array(list(best)[:count], np.uint32)

    def _codes_of(self, text: str) -> list[int]:
        """Returns no codes for a text that no name contains."""
        codes_of_text = [self.letters.get(ord(letter), 0) for letter in fold(text)]
        return [] if len(codes_of_text) > _PAD or 0 in codes_of_text else codes_of_text

    def _positions_of(self, codes_of_text: list[int]) -> Array:
        """Returns positions where the text begins; ascending, except for a text of one letter."""
        if not codes_of_text:
            return np.empty(0, np.uint32)
        if len(codes_of_text) == 1:
            return self._positions_of_letter(codes_of_text[0])
        shared = [min(code, _RARE) for code in codes_of_text]
        pairs = [left * _LETTERS + right for left, right in pairwise(shared)]
        counts = [int(self.pair_starts[pair + 1]) - int(self.pair_starts[pair]) for pair in pairs]
        rarest = min(range(len(pairs)), key=counts.__getitem__)
        positions = self._positions_of_pairs(pairs[rarest], pairs[rarest] + 1)
        for index, code in enumerate(codes_of_text):
            if index in (rarest, rarest + 1) and code < _RARE:
                continue
            shifted = (
                positions + np.uint32(index - rarest) if index >= rarest else positions - np.uint32(rarest - index)
            )
            positions = positions[self.codes[shifted] == code]
        return positions - np.uint32(rarest)

    def _positions_of_letter(self, code: int) -> Array:
        shared = min(code, _RARE) * _LETTERS
        positions = self._positions_of_pairs(shared, shared + _LETTERS)
        return positions[self.codes[positions] == code] if code >= _RARE else positions

    def _distinct_rows(self, codes_of_text: list[int], positions: Array) -> Array:
        rows = self._rows_of(positions)
        if len(codes_of_text) != 1:
            return rows[_changes(rows)]
        is_match = np.zeros(int(self.anchors[-1]) + _STEP, np.bool_)
        is_match[rows] = True
        return np.flatnonzero(is_match)

    def _positions_of_pairs(self, first_pair: int, end_pair: int) -> Array:
        return self.positions[self.pair_starts[first_pair] : self.pair_starts[end_pair]]

    def _rows_of(self, positions: Array) -> Array:
        return self.anchors[positions >> np.uint32(8)] + self.offsets[positions]


_FIELDS: Final = ("codes", "alphabet", "anchors", "offsets", "pair_starts", "positions")


def alphabet_of(counts: Array) -> Array:
    """Returns the code points that occur, most frequent first. `counts`: by code point, 0 for the separator."""
    present = np.flatnonzero(counts)
    return compact(present[np.argsort(-counts[present], kind="stable")])


def _letters(alphabet: Array) -> dict[int, int]:
    return {point: code for code, point in enumerate(alphabet.tolist(), 1)}


def _changes(ascending: Array) -> Array:
    """Returns True where a value differs from the one before."""
    changes = np.ones(ascending.size, np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=changes[1:])
    return changes


def _rows_by_position(codes: Array) -> tuple[Array, Array]:
    ends = codes == 0
    ends[:_PAD] = False
    ends[codes.size - _PAD :] = False
    before = np.zeros(codes.size, np.uint32)
    np.cumsum(ends[:-1], dtype=np.uint32, out=before[1:])
    anchors = before[::_STEP].copy()
    offsets = np.empty(codes.size, np.uint8)
    for first in range(0, codes.size, _BLOCK):
        part = before[first : first + _BLOCK]
        shared = np.repeat(anchors[first // _STEP : (first + _BLOCK) // _STEP], _STEP)[: part.size]
        np.subtract(part, shared, out=offsets[first : first + _BLOCK], casting="unsafe")
    return anchors, offsets


def _positions_by_pair(codes: Array) -> tuple[Array, Array]:
    """Counting sort in blocks that fit the processor's cache: twice as fast as one large sort, with little memory."""
    shared = np.minimum(codes, _RARE).astype(np.uint16)
    pairs = shared[:-1] * np.uint16(_LETTERS) + shared[1:]
    blocks = [pairs[first : first + _BLOCK] for first in range(0, pairs.size, _BLOCK)]
    pair_starts = np.zeros(_PAIRS + 1, np.uint32)
    for block in blocks:
        pair_starts[1:] += _counted(block)
    np.cumsum(pair_starts, dtype=np.uint32, out=pair_starts)
    positions = np.empty(pairs.size, np.uint32)
    cursors = pair_starts[:-1].copy()
    for number, block in enumerate(blocks):
        order = np.argsort(block, kind="stable").astype(np.uint32)
        counts = _counted(block)
        targets = np.repeat(cursors - (np.cumsum(counts, dtype=np.uint32) - counts), counts)
        targets += np.arange(block.size, dtype=np.uint32)
        positions[targets] = order + np.uint32(number * _BLOCK)
        cursors += counts
    # Pairs that begin with a separator are dropped.
    separators = int(pair_starts[_LETTERS])
    pair_starts[:_LETTERS] = separators
    return pair_starts - np.uint32(separators), positions[separators:].copy()


def _counted(pairs: Array) -> Array:
    return np.bincount(pairs, minlength=_PAIRS).astype(np.uint32)
