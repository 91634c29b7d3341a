"""An answer as bytes that are ready to send: whole, gzip, brotli and 304, each made once."""

import gzip
from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from secrets import token_hex
from typing import Any, cast

import brotli  # pyright: ignore[reportMissingTypeStubs]

from gateway.http.errors import Problem

Headers = list[tuple[bytes, bytes]]
Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Any]

SMALL = 600  # bytes below which compressing costs more than it saves
EMPTY_BODY: dict[str, Any] = {"type": "http.response.body", "body": b""}
VARY: tuple[bytes, bytes] = (b"vary", b"accept-encoding")
BROTLI_QUALITY = 4  # of a page of 50 rows in 0.2 ms, a tenth larger than with the best


class RequestIds:
    """Ids that differ between processes by their head and within one by a counter."""

    def __init__(self) -> None:
        self._head = token_hex(4)
        self._count = count(1)

    def __call__(self) -> str:
        return f"{self._head}{next(self._count):08x}"


class Form:
    """One representation: what is sent before the body, and the body."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: Headers, body: bytes) -> None:
        self.status = status
        self.headers = [*headers, (b"content-length", str(len(body)).encode())] if status != 304 else headers
        self.body: dict[str, Any] = {"type": "http.response.body", "body": body}


class Reply:
    """A finished answer in all its forms. Compressed forms are made when first asked for, or given."""

    __slots__ = ("_brotlied", "_compress", "_forms", "_gzipped", "_headers", "body", "etag", "unchanged", "whole")

    def __init__(
        self,
        headers: Headers,
        body: bytes,
        *,
        gzipped: bytes | None = None,
        brotlied: bytes | None = None,
        compress: bool = True,
    ) -> None:
        # Weak: the forms are the same to a reader, not the same bytes.
        self.etag = b'W/"%s"' % blake2b(body, digest_size=9).hexdigest().encode()
        self.body = body
        self._headers: Headers = [*headers, (b"etag", self.etag), VARY]
        self._compress = compress and (len(body) >= SMALL or gzipped is not None)
        self._gzipped, self._brotlied = gzipped, brotlied
        self.whole = Form(200, self._headers, body)
        self.unchanged = Form(304, [each for each in self._headers if each[0] != b"content-type"], b"")
        self._forms: dict[bytes, Form] = {}

    @property
    def size(self) -> int:
        """Bytes that this will hold in memory with its compressed forms, about."""
        return 2000 + len(self.body) * 3 // 2

    def form(self, encoding: bytes) -> Form:
        """The body in `encoding`: b"br", b"gzip" or b""."""
        if not encoding or not self._compress:
            return self.whole
        known = self._forms.get(encoding)
        if known is None:
            headers = [*self._headers, (b"content-encoding", encoding)]
            known = self._forms[encoding] = Form(200, headers, self._packed(encoding))
        return known

    def matches(self, if_none_match: bytes) -> bool:
        return if_none_match == self.etag or if_none_match == b"*" or self.etag[2:] in if_none_match

    def _packed(self, encoding: bytes) -> bytes:
        if encoding == b"br":
            return self._brotlied or _brotli(self.body)
        return self._gzipped or gzip.compress(self.body, 5, mtime=0)


def _brotli(body: bytes) -> bytes:
    library = cast("Any", brotli)
    return library.compress(body, mode=library.MODE_TEXT, quality=BROTLI_QUALITY)


_ENCODINGS: dict[bytes, bytes] = {b"": b""}


def encoding_of(accept: bytes) -> bytes:
    """The best of br and gzip that an Accept-Encoding header allows; b"" for neither."""
    known = _ENCODINGS.get(accept)
    if known is None:
        known = _negotiate(accept)
        if len(_ENCODINGS) < 500:
            _ENCODINGS[accept] = known
    return known


def _negotiate(accept: bytes) -> bytes:
    allowed: dict[bytes, float] = {}
    for part in accept.lower().split(b","):
        name, _, weight = part.strip().partition(b";")
        try:
            allowed[name.strip()] = float(weight.strip().removeprefix(b"q=") or 1)
        except ValueError:
            continue
    star = allowed.get(b"*", 0.0)
    weights = {name: allowed.get(name, star) for name in (b"br", b"gzip")}
    best = max(weights, key=lambda name: weights[name])
    return best if weights[best] > 0 else b""


async def send_reply(scope: Scope, send: Send, reply: Reply, request_id: str) -> int:
    """Sends the form that the request asks for; returns its status."""
    accept = if_none_match = b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accept = value
        elif name == b"if-none-match":
            if_none_match = value
    if if_none_match and reply.matches(if_none_match):
        form = reply.unchanged
    elif accept:
        form = reply.form(encoding_of(accept))
    else:
        form = reply.whole
    await send(
        {
            "type": "http.response.start",
            "status": form.status,
            "headers": [*form.headers, (b"x-request-id", request_id.encode())],
        }
    )
    await send(form.body if scope["method"] != "HEAD" else EMPTY_BODY)
    return form.status


async def send_whole(scope: Scope, send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Sends an answer that is not kept."""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body} if scope["method"] != "HEAD" else EMPTY_BODY)


async def send_problem(scope: Scope, send: Send, problem: Problem, request_id: str, headers: Headers) -> None:
    """Sends the one error shape without the framework."""
    own = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    named = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"x-request-id", request_id.encode()),
        *own,
        *headers,
    ]
    await send_whole(scope, send, problem.status, named, problem.body(request_id))
