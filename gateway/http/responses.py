"""Stored responses: their plain, gzip, brotli and 304 representations."""

import gzip
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from secrets import token_hex
from typing import Any, cast

import brotli  # pyright: ignore[reportMissingTypeStubs]

from gateway.http.errors import Problem, reader_language

Headers = list[tuple[bytes, bytes]]
Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Any]

MIN_COMPRESSED_BYTES = 600  # smaller bodies are not worth compressing
EMPTY_BODY: dict[str, Any] = {"type": "http.response.body", "body": b""}
VARY: tuple[bytes, bytes] = (b"vary", b"accept-encoding")
ENCODINGS = (b"br", b"gzip")
BROTLI_QUALITY = 4  # 0.2 ms for a page of 50 rows, a tenth larger than at the highest quality


class RequestIds:
    """Request ids: a random prefix for each process and a counter."""

    def __init__(self) -> None:
        self._prefix = token_hex(4)
        self._count = count(1)

    def __call__(self) -> str:
        return f"{self._prefix}{next(self._count):08x}"


class Representation:
    """Status, headers and body of one representation, as ASGI messages need them."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: Headers, body: bytes) -> None:
        self.status = status
        self.headers = [*headers, (b"content-length", str(len(body)).encode())] if status != 304 else headers
        self.body: dict[str, Any] = {"type": "http.response.body", "body": body}


class StoredResponse(ABC):
    """A finished response that is sent many times."""

    __slots__ = ("_headers", "encodings", "etag", "not_modified", "status")

    def __init__(
        self, headers: Headers, etag_source: bytes, status: int, encodings: tuple[bytes, ...] = ENCODINGS
    ) -> None:
        """`etag_source`: the ETag is its hash. `encodings`: those that the response has, beside the plain form."""
        # Weak: the representations are equivalent, but differ in their bytes.
        self.etag = b'W/"%s"' % blake2b(etag_source, digest_size=9).hexdigest().encode()
        self.status, self.encodings = status, encodings
        self._headers: Headers = [*headers, (b"etag", self.etag), VARY]
        not_modified = [header for header in self._headers if header[0] != b"content-type"]
        self.not_modified = Representation(304, not_modified, b"")

    @property
    @abstractmethod
    def size(self) -> int:
        """Estimated bytes in memory, compressed representations included."""

    @abstractmethod
    def representation(self, encoding: bytes) -> Representation:
        """Returns the representation for `encoding`: one of `encodings`, or b""."""

    def matches(self, if_none_match: bytes) -> bool:
        return if_none_match == self.etag or if_none_match == b"*" or self.etag[2:] in if_none_match


class PreparedResponse(StoredResponse):
    """Compressed representations are passed in or built at the first request for them."""

    __slots__ = ("_brotli", "_compress", "_compressed_forms", "_gzip", "body", "plain")

    def __init__(
        self,
        headers: Headers,
        body: bytes,
        *,
        gzip_body: bytes | None = None,
        brotli_body: bytes | None = None,
        compress: bool = True,
        status: int = 200,
    ) -> None:
        super().__init__(headers, body, status)
        self.body = body
        self._compress = compress and (len(body) >= MIN_COMPRESSED_BYTES or gzip_body is not None)
        self._gzip, self._brotli = gzip_body, brotli_body
        self.plain = Representation(status, self._headers, body)
        self._compressed_forms: dict[bytes, Representation] = {}

    @property
    def size(self) -> int:
        return 2000 + len(self.body) * 3 // 2

    def representation(self, encoding: bytes) -> Representation:
        if not encoding or not self._compress:
            return self.plain
        representation = self._compressed_forms.get(encoding)
        if representation is None:
            headers = [*self._headers, (b"content-encoding", encoding)]
            representation = Representation(self.status, headers, self._compress_body(encoding))
            self._compressed_forms[encoding] = representation
        return representation

    def _compress_body(self, encoding: bytes) -> bytes:
        if encoding == b"br":
            return self._brotli or _brotli(self.body)
        return self._gzip or gzip.compress(self.body, 5, mtime=0)


def _brotli(body: bytes) -> bytes:
    library = cast("Any", brotli)
    return library.compress(body, mode=library.MODE_TEXT, quality=BROTLI_QUALITY)


@lru_cache(500)
def encoding_of(accept: bytes, encodings: tuple[bytes, ...] = ENCODINGS) -> bytes:
    """Returns the best of the encodings that an Accept-Encoding header allows; b"" for none."""
    allowed: dict[bytes, float] = {}
    for part in accept.lower().split(b","):
        name, _, weight = part.strip().partition(b";")
        try:
            allowed[name.strip()] = float(weight.strip().removeprefix(b"q=") or 1)
        except ValueError:
            continue
    fallback = allowed.get(b"*", 0.0)
    weights = {name: allowed.get(name, fallback) for name in encodings}
    best = max(weights, key=lambda name: weights[name])
    return best if weights[best] > 0 else b""


def with_defaults(headers: Headers, defaults: Headers) -> Headers:
    names = {name for name, _ in headers}
    return [*headers, *(header for header in defaults if header[0] not in names)]


async def send_prepared(scope: Scope, send: Send, response: StoredResponse, request_id: str) -> int:
    """Sends the representation that the request accepts; returns its status."""
    accept = if_none_match = b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accept = value
        elif name == b"if-none-match":
            if_none_match = value
    if if_none_match and response.status == 200 and response.matches(if_none_match):
        representation = response.not_modified
    elif accept:
        representation = response.representation(encoding_of(accept, response.encodings))
    else:
        representation = response.representation(b"")
    await send(
        {
            "type": "http.response.start",
            "status": representation.status,
            "headers": [*representation.headers, (b"x-request-id", request_id.encode())],
        }
    )
    await send(representation.body if scope["method"] != "HEAD" else EMPTY_BODY)
    return representation.status


async def send_response(scope: Scope, send: Send, status: int, headers: Headers, body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body} if scope["method"] != "HEAD" else EMPTY_BODY)


async def send_problem(scope: Scope, send: Send, problem: Problem, request_id: str, headers: Headers) -> int:
    """Sends an error body without the framework; returns its status."""
    problem_headers = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    all_headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"x-request-id", request_id.encode()),
        *problem_headers,
        *headers,
    ]
    await send_response(scope, send, problem.status, all_headers, problem.body(request_id, reader_language(scope)))
    return problem.status
