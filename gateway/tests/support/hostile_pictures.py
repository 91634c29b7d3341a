"""Pictures that take more memory or time than their bytes promise."""

import zlib


def png_head(width: int, height: int) -> bytes:
    """A PNG of some hundred bytes that claims a size, with one row of pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)

    head = width.to_bytes(4) + height.to_bytes(4) + bytes([8, 6, 0, 0, 0])
    pixels = zlib.compress(bytes(1 + 4 * 16))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
