"""A string column: many short texts in one array, each followed by a separator that no text contains."""

import unicodedata
from collections.abc import Sequence
from typing import Final

import numpy as np

from gateway.world_snapshot.serialization import Array

SEPARATOR: Final = 0xFF
"""Separates texts in UTF-8, where this byte does not occur."""
_SLICE: Final = 50_000


def fold(text: str) -> str:
    """Returns the form in which names are compared: case-folded NFC. NUL, the separator, becomes U+FFFD."""
    result = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return result.replace("\0", "\ufffd")


def utf8(texts: Sequence[str]) -> bytes:
    """Encodes the texts, each followed by the separator; results may be concatenated."""
    joined_text = "\0".join(texts) + "\0" if texts else ""
    if joined_text.count("\0") == len(texts):
        return joined_text.encode("utf-8", "replace").replace(b"\0", b"\xff")
    return b"".join([text.encode("utf-8", "replace") + b"\xff" for text in texts])


def folded_utf8(texts: Sequence[str]) -> bytes:
    """Returns the folded texts, each followed by a NUL; results may be concatenated."""
    joined_text = "\0".join(texts) + "\0" if texts else ""
    if joined_text.count("\0") == len(texts) and joined_text.isascii():
        return joined_text.lower().encode()
    folded_texts = [text.lower() if text.isascii() and "\0" not in text else fold(text) for text in texts]
    return ("\0".join(folded_texts) + "\0").encode("utf-8", "replace")


def compact(array: Array) -> Array:
    """Converts to the narrowest integer type that holds all values."""
    if array.size == 0:
        return array.astype(np.uint8)
    low, high = int(array.min()), int(array.max())
    return array.astype(np.promote_types(np.min_scalar_type(low), np.min_scalar_type(high)), copy=False)


def starts_of(texts: Array, separator: int) -> Array:
    """Returns the start of each text, and the end of the last one."""
    ends = np.flatnonzero(texts == separator)
    starts = np.zeros(ends.size + 1, np.uint32)
    np.add(ends, 1, out=starts[1:], casting="unsafe")
    return starts


def reorder(texts: Array, starts: Array, order: Array) -> tuple[Array, Array]:
    """Returns the texts in `order`, and their starts; works in slices to save memory."""
    lengths = (starts[1:] - starts[:-1])[order]
    new_starts = np.zeros(order.size + 1, np.uint32)
    np.cumsum(lengths, out=new_starts[1:])
    new_texts = np.empty_like(texts)
    for first in range(0, order.size, _SLICE):
        part = slice(first, first + _SLICE)
        begin, end = int(new_starts[first]), int(new_starts[min(first + _SLICE, order.size)])
        # Wraps below zero and back again: unsigned arithmetic is modular.
        sources = np.repeat(starts[:-1][order[part]] - new_starts[:-1][part], lengths[part])
        sources += np.arange(begin, end, dtype=np.uint32)
        np.take(texts, sources, out=new_texts[begin:end], mode="clip")
    return new_texts, new_starts


def decode_strings(texts: Array, starts: Array, rows: Array) -> list[str]:
    data = texts.data
    return [
        str(data[start : end - 1], "utf-8")
        for start, end in zip(starts[rows].tolist(), starts[1:][rows].tolist(), strict=True)
    ]
