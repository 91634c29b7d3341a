"""Many short texts as one array, in which every text is followed by a separator that no text contains."""

import unicodedata
from collections.abc import Sequence
from typing import Final

import numpy as np

from gateway.features.rankings.serialization import Array

SEPARATOR: Final = 0xFF
"""Between texts in UTF-8, where this byte does not occur."""
_SLICE: Final = 50_000


def fold(text: str) -> str:
    """What names are compared by: case-folded, in NFC. NUL, which is our separator here, reads as U+FFFD."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return folded.replace("\0", "\ufffd")


def utf8(texts: Sequence[str]) -> bytes:
    """The texts, each followed by the separator; what this returns may be joined."""
    joined = "\0".join(texts) + "\0" if texts else ""
    if joined.count("\0") == len(texts):
        return joined.encode("utf-8", "replace").replace(b"\0", b"\xff")
    return b"".join([text.encode("utf-8", "replace") + b"\xff" for text in texts])


def folded(texts: Sequence[str]) -> Array:
    """The code points of the folded texts, each followed by a zero. ASCII, most of any world, is done in one go."""
    if not texts:
        return np.empty(0, np.uint8)
    joined = "\0".join(texts) + "\0"
    if not joined.isascii():
        joined = "\0".join([text if text.isascii() else fold(text) for text in texts]) + "\0"
    if joined.count("\0") != len(texts):
        joined = "\0".join(map(fold, texts)) + "\0"
    if joined.isascii():
        points = np.frombuffer(joined.encode(), np.uint8)
    else:
        points = np.frombuffer(joined.encode("utf-32-le", "replace"), np.uint32)
    # A to Z become a to z; below A the subtraction wraps to what is far above Z.
    return points + ((points - points.dtype.type(65) < 26) * points.dtype.type(32))


def compact(array: Array) -> Array:
    """The same numbers in the narrowest type that holds them all."""
    if array.size == 0:
        return array.astype(np.uint8)
    low, high = int(array.min()), int(array.max())
    return array.astype(np.promote_types(np.min_scalar_type(low), np.min_scalar_type(high)), copy=False)


def starts_of(texts: Array, separator: int) -> Array:
    """Where each text begins, and at last where the next one would."""
    ends = np.flatnonzero(texts == separator)
    starts = np.zeros(ends.size + 1, np.uint32)
    np.add(ends, 1, out=starts[1:], casting="unsafe")
    return starts


def reordered(texts: Array, starts: Array, order: Array) -> tuple[Array, Array]:
    """The same texts, the `order[0]`-th first, and their starts; sliced, so that little memory is needed besides."""
    lengths = (starts[1:] - starts[:-1])[order]
    new_starts = np.zeros(order.size + 1, np.uint32)
    np.cumsum(lengths, out=new_starts[1:])
    moved = np.empty_like(texts)
    for first in range(0, order.size, _SLICE):
        part = slice(first, first + _SLICE)
        begin, end = int(new_starts[first]), int(new_starts[min(first + _SLICE, order.size)])
        # Wraps below zero and back again: unsigned arithmetic is modular.
        sources = np.repeat(starts[:-1][order[part]] - new_starts[:-1][part], lengths[part])
        sources += np.arange(begin, end, dtype=np.uint32)
        np.take(texts, sources, out=moved[begin:end], mode="clip")
    return moved, new_starts


def texts_at(texts: Array, starts: Array, rows: Array) -> list[str]:
    data = texts.data
    return [
        str(data[start : end - 1], "utf-8")
        for start, end in zip(starts[rows].tolist(), starts[1:][rows].tolist(), strict=True)
    ]
