"""A part of many responses, such as the style sheets of a kind of page, that is compressed once."""

import struct
import zlib
from typing import Final

_LEVEL: Final = 5
_HEAD: Final = bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
"""Of a gzip file without a name and a time (RFC 1952)."""
_END: Final = struct.Struct("<LL")
_SIZES: Final = 1 << 32


class CompressedPart:
    """Blocks of deflate that end with a full flush refer to nothing before them, so they can be put together."""

    def __init__(self, text: bytes) -> None:
        compressor = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        self.text = text
        self._blocks = compressor.compress(text) + compressor.flush(zlib.Z_FULL_FLUSH)

    def gzip(self, before: bytes, after: bytes) -> bytes:
        """Returns the gzip form of `before`, the part, and `after`; only these two are compressed."""
        compressor = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
        first = compressor.compress(before) + compressor.flush(zlib.Z_FULL_FLUSH)
        last = compressor.compress(after) + compressor.flush()
        checksum = zlib.crc32(after, zlib.crc32(self.text, zlib.crc32(before)))
        size = len(before) + len(self.text) + len(after)
        return b"".join((_HEAD, first, self._blocks, last, _END.pack(checksum, size % _SIZES)))
