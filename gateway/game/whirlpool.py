"""Whirlpool hash, final version of ISO/IEC 10118-3:2018 (Barreto and Rijmen, 2003); hashlib often lacks it.

Takes a quarter of a millisecond for a password. The state is a matrix of 8 × 8 bytes, stored as eight rows of 64-bit
integers with the first column in the highest byte.
"""

from collections.abc import Iterator
from typing import Final

BLOCK: Final = 64
ROUNDS: Final = 10

_MASK: Final = (1 << 64) - 1
_POLYNOMIAL: Final = 0x11D
_DIFFUSION: Final = (1, 1, 4, 1, 8, 5, 2, 9)  # the first row of the circulant matrix
# The S-box is composed of 4-bit boxes: E, its inverse, and R.
_E: Final = (0x1, 0xB, 0x9, 0xC, 0xD, 0x6, 0xF, 0x3, 0xE, 0x8, 0x7, 0x4, 0xA, 0x2, 0x5, 0x0)
_E_INVERSE: Final = tuple(_E.index(value) for value in range(16))
_R: Final = (0x7, 0xC, 0xB, 0xD, 0xE, 0x4, 0x9, 0xF, 0x6, 0x3, 0x8, 0xA, 0x2, 0x5, 0x1, 0x0)

Rows = list[int]


def _substitute(byte: int) -> int:
    high, low = _E[byte >> 4], _E_INVERSE[byte & 15]
    middle = _R[high ^ low]
    return _E[high ^ middle] << 4 | _E_INVERSE[low ^ middle]


def _multiply(left: int, right: int) -> int:
    """Multiplies in GF(2^8)."""
    product = 0
    while right:
        if right & 1:
            product ^= left
        left <<= 1
        if left & 0x100:
            left ^= _POLYNOMIAL
        right >>= 1
    return product


def _rotate(row: int, columns: int) -> int:
    return (row >> 8 * columns | row << 64 - 8 * columns) & _MASK


def _tables() -> Iterator[tuple[int, ...]]:
    """Yields a lookup table for each column that combines substitution, shift and diffusion."""
    box = [_substitute(byte) for byte in range(256)]
    first = [int.from_bytes(bytes(_multiply(value, factor) for factor in _DIFFUSION), "big") for value in box]
    for column in range(8):
        yield tuple(_rotate(row, column) for row in first)


_T0, _T1, _T2, _T3, _T4, _T5, _T6, _T7 = _tables()
_CONSTANTS: Final = [
    int.from_bytes(bytes(_substitute(8 * number + column) for column in range(8)), "big") for number in range(ROUNDS)
]


def whirlpool(message: bytes) -> bytes:
    """Returns the digest, 64 bytes."""
    padding = b"\x80" + bytes(-(len(message) + 33) % BLOCK)
    padded_message = message + padding + (8 * len(message)).to_bytes(32, "big")
    state = [0] * 8
    for start in range(0, len(padded_message), BLOCK):
        block = _rows(padded_message[start : start + BLOCK])
        cipher_rows = _encrypt(block, state)
        # Miyaguchi-Preneel: encrypt the block with the state as key, then XOR both with the result.
        state = [cipher ^ row ^ plain for cipher, row, plain in zip(cipher_rows, state, block, strict=True)]
    return b"".join(row.to_bytes(8, "big") for row in state)


def _rows(block: bytes) -> Rows:
    return [int.from_bytes(block[start : start + 8], "big") for start in range(0, BLOCK, 8)]


def _encrypt(block: Rows, key: Rows) -> Rows:
    """Encrypts by block cipher W; the key schedule uses the same rounds with constants as keys."""
    state = [row ^ part for row, part in zip(block, key, strict=True)]
    for constant in _CONSTANTS:
        key = _round(key)
        key[0] ^= constant
        state = [row ^ part for row, part in zip(_round(state), key, strict=True)]
    return state


def _round(rows: Rows) -> Rows:
    """Substitutes each byte, shifts column t down by t, and multiplies each row by the matrix."""
    return [
        _T0[rows[i] >> 56]
        ^ _T1[rows[i - 1] >> 48 & 255]
        ^ _T2[rows[i - 2] >> 40 & 255]
        ^ _T3[rows[i - 3] >> 32 & 255]
        ^ _T4[rows[i - 4] >> 24 & 255]
        ^ _T5[rows[i - 5] >> 16 & 255]
        ^ _T6[rows[i - 6] >> 8 & 255]
        ^ _T7[rows[i - 7] & 255]
        for i in range(8)
    ]
