"""Responses from files too large for memory, with HTTP range requests to resume a broken download."""

import asyncio
import os
import re
from typing import Any

from gateway.http.checked_file import CheckedFile
from gateway.http.responses import Headers, Scope

CHUNK_BYTES = 256 * 1024
NOT_SATISFIABLE = (0, -1)
_RANGE = re.compile(r"bytes=(?P<first>\d{0,18})-(?P<last>\d{0,18})")


class FileResponse:
    """A file on disk; its ETag is made of the size and the modification time when it was checked."""

    def __init__(self, file: CheckedFile, headers: Headers) -> None:
        self.file, self.size = file, file.size
        self.etag = f'"{file.modified_ns:x}-{file.size:x}"'
        self.headers: Headers = [*headers, (b"accept-ranges", b"bytes"), (b"etag", self.etag.encode())]


def parse_range(header: str, size: int) -> tuple[int, int] | None:
    """Returns the first and the last byte of a single range, or NOT_SATISFIABLE.

    Returns None for several ranges and malformed headers: RFC 9110 allows the whole file as the response to them.
    """
    match = _RANGE.fullmatch(header.replace(" ", ""))
    if match is None or match[0] == "bytes=-":
        return None
    if not match["first"]:
        length = int(match["last"])
        return (max(0, size - length), size - 1) if length and size else NOT_SATISFIABLE
    first = int(match["first"])
    last = min(int(match["last"] or size - 1), size - 1)
    if match["last"] and int(match["last"]) < first:
        return None
    return (first, last) if first < size else NOT_SATISFIABLE


async def send_file(scope: Scope, send: Any, file: FileResponse, request_id: str) -> int:
    """Responds to GET and HEAD from the file that was checked; returns the status.

    Raises OSError, before anything is sent, for a file that is gone, another or changed.
    """
    descriptor = await asyncio.to_thread(file.file.open)
    try:
        return await _send(scope, send, file, request_id, descriptor)
    finally:
        os.close(descriptor)


async def _send(scope: Scope, send: Any, file: FileResponse, request_id: str, descriptor: int) -> int:
    request_headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    status, (first, last), headers = _negotiate_range(request_headers, file)
    headers = [*file.headers, *headers, (b"x-request-id", request_id.encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if scope["method"] == "HEAD" or status in {304, 416}:
        await send({"type": "http.response.body", "body": b""})
    else:
        await _send_chunks(send, descriptor, first, last)
    return status


def _negotiate_range(request_headers: dict[bytes, str], file: FileResponse) -> tuple[int, tuple[int, int], Headers]:
    """Returns the status, the first and last byte to send, and additional headers."""
    whole = (0, file.size - 1)
    if_none_match = request_headers.get(b"if-none-match", "")
    if if_none_match == "*" or file.etag in if_none_match:
        return 304, whole, []
    byte_range = parse_range(request_headers.get(b"range", ""), file.size)
    # A different If-Range means that the client has a part of another version of the file.
    if byte_range is None or request_headers.get(b"if-range", file.etag) != file.etag:
        return 200, whole, [_content_length(file.size)]
    if byte_range == NOT_SATISFIABLE:
        return 416, whole, [_content_length(0), (b"content-range", f"bytes */{file.size}".encode())]
    first, last = byte_range
    content_range = f"bytes {first}-{last}/{file.size}".encode()
    return 206, byte_range, [_content_length(last - first + 1), (b"content-range", content_range)]


def _content_length(size: int) -> tuple[bytes, bytes]:
    return b"content-length", str(size).encode()


async def _send_chunks(send: Any, descriptor: int, first: int, last: int) -> None:
    """Reads from the descriptor, never by a path, which may lead to another file by now."""
    position = first
    while position <= last:
        chunk = await asyncio.to_thread(os.pread, descriptor, min(CHUNK_BYTES, last + 1 - position), position)
        if not chunk:
            break
        position += len(chunk)
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
