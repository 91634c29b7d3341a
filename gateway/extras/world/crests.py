"""Crests of clans: 16 × 12 pixels that players upload, from the game's bytes to PNG files and their addresses. Pure."""

import io
from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import blake2s
from typing import Final

import numpy as np
from PIL import Image

from gateway.world_snapshot.serialization import Array

_SIDE, _HIDDEN_ROWS = 16, 4
"""The file has 16 × 16 pixels; the client shows the lower 12 rows."""
_HEADER_BYTES: Final = 128
FILE_BYTES: Final = _HEADER_BYTES + _SIDE * _SIDE // 2
_BLOCK: Final = np.dtype([("first", "<u2"), ("second", "<u2"), ("codes", "<u4")])


@lru_cache(8192)
def png_of(data: bytes) -> bytes | None:
    """Returns None for anything but a DDS file of 16 × 16 pixels in DXT1."""
    size = _SIDE.to_bytes(4, "little")
    is_crest = len(data) == FILE_BYTES and data[:4] == b"DDS " and data[84:88] == b"DXT1"
    if not is_crest or data[12:16] != size or data[16:20] != size:
        return None
    file = io.BytesIO()
    Image.fromarray(_pixels(data)[_HIDDEN_ROWS:]).save(file, "PNG")
    return file.getvalue()


def _pixels(data: bytes) -> Array:
    """Every block of 4 × 4 pixels has two colours and two between them, and a code of two bits for each pixel."""
    blocks = np.frombuffer(data, _BLOCK, offset=_HEADER_BYTES)
    first_color, second_color = _color(blocks["first"]), _color(blocks["second"])
    has_four = (blocks["first"] > blocks["second"])[:, None]
    third_color = np.where(has_four, (2 * first_color + second_color) // 3, (first_color + second_color) // 2)
    fourth_color = np.where(has_four, (first_color + 2 * second_color) // 3, 0)
    colors = np.stack([first_color, second_color, third_color, fourth_color], 1).astype(np.uint8)
    codes = (blocks["codes"][:, None] >> np.arange(0, 32, 2, dtype=np.uint32)) & 3
    pixels = colors[np.arange(blocks.size)[:, None], codes].reshape(4, 4, 4, 4, 3)
    return np.ascontiguousarray(pixels.transpose(0, 2, 1, 3, 4)).reshape(_SIDE, _SIDE, 3)


def _color(rgb565: Array) -> Array:
    """Five bits of red, six of green, five of blue, to bytes."""
    most = np.array([31, 63, 31])
    return (rgb565[:, None].astype(np.int64) >> np.array([11, 5, 0]) & most) * 255 // most


class Crests:
    """The pictures that the public may see, by clan."""

    def __init__(self, pictures: Mapping[int, bytes], hidden: Collection[int] = ()) -> None:
        self._pictures = {clan_id: png for clan_id, png in pictures.items() if clan_id not in hidden}

    def address(self, clan_id: int) -> str | None:
        png = self._pictures.get(clan_id)
        if png is None:
            return None
        return f"/crests/clans/{clan_id}-{blake2s(png, digest_size=6).hexdigest()}.png"

    def picture(self, address: str) -> bytes | None:
        """Returns None for the address of another picture than the present one."""
        number = address.removeprefix("/crests/clans/").partition("-")[0]
        clan_id = int(number) if number.isascii() and number.isdigit() and len(number) < 12 else 0
        return self._pictures.get(clan_id) if self.address(clan_id) == address else None
