"""Files too large for memory, sent from the disk whole or in part, so that a broken download goes on where it ended."""

import re
from pathlib import Path
from typing import Any

import anyio

from gateway.http.responses import Headers, Scope

PIECE = 256 * 1024
_RANGE = re.compile(r"bytes=(?P<first>\d{0,18})-(?P<last>\d{0,18})")


class Download:
    """A file on the disk, known by its size and time as they were at the start."""

    def __init__(self, path: Path, headers: Headers) -> None:
        known = path.stat()
        self.path, self.size = path, known.st_size
        self.etag = f'"{known.st_mtime_ns:x}-{known.st_size:x}"'
        self.headers: Headers = [*headers, (b"accept-ranges", b"bytes"), (b"etag", self.etag.encode())]


def part(asked: str, size: int) -> tuple[int, int] | None:
    """First and last byte of the one range that is asked for; None: the whole. (0, -1): none of it is there.

    Several ranges at once and what cannot be read are answered with the whole, as RFC 9110 allows.
    """
    found = _RANGE.fullmatch(asked.replace(" ", ""))
    if found is None or found[0] == "bytes=-":
        return None
    if not found["first"]:
        wanted = int(found["last"])
        return (max(0, size - wanted), size - 1) if wanted and size else (0, -1)
    first = int(found["first"])
    last = min(int(found["last"] or size - 1), size - 1)
    if found["last"] and int(found["last"]) < first:
        return None
    return (first, last) if first < size else (0, -1)


async def send_download(scope: Scope, send: Any, file: Download, request_id: str) -> int:
    """Answers GET and HEAD, and says with which status."""
    status, span, more = _answer({name: value.decode("latin-1") for name, value in scope["headers"]}, file)
    headers = [*file.headers, *more, (b"x-request-id", request_id.encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    whole = status == 200
    if scope["method"] == "HEAD" or status in {304, 416}:
        await send({"type": "http.response.body", "body": b""})
    elif whole and "http.response.pathsend" in (scope.get("extensions") or {}):
        await send({"type": "http.response.pathsend", "path": str(file.path)})
    else:
        await _send_pieces(send, file.path, *span)
    return status


def _answer(asked: dict[bytes, str], file: Download) -> tuple[int, tuple[int, int], Headers]:
    whole = (0, file.size - 1)
    if file.etag in asked.get(b"if-none-match", ""):
        return 304, whole, []
    span = part(asked.get(b"range", ""), file.size)
    # A part of another file than the one that was begun would be joined to it.
    if span is None or asked.get(b"if-range", file.etag) != file.etag:
        return 200, whole, [_length(file.size)]
    first, last = span
    if last < first:
        return 416, span, [_length(0), (b"content-range", f"bytes */{file.size}".encode())]
    told = f"bytes {first}-{last}/{file.size}".encode()
    return 206, span, [_length(last - first + 1), (b"content-range", told)]


def _length(size: int) -> tuple[bytes, bytes]:
    return b"content-length", str(size).encode()


async def _send_pieces(send: Any, path: Path, first: int, last: int) -> None:
    left = last - first + 1
    async with await anyio.open_file(path, "rb") as stream:
        await stream.seek(first)
        while left and (piece := await stream.read(min(PIECE, left))):
            left -= len(piece)
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
