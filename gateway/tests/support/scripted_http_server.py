"""A provider that answers as it is told, one answer after the other, and remembers what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct


class Asked(Struct):
    line: str
    headers: dict[str, str]
    body: bytes


class Teller:
    """`answers` is used up from the left; its last one stays. None: no answer at all."""

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[Asked] = []
        self.answers: deque[bytes | None] = deque()

    def will(self, *answers: bytes | None) -> None:
        self.asked.clear()
        self.answers = deque(answers)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            pairs = (line.partition(":") for line in head[1:] if line)
            headers = {name.lower(): value.strip() for name, _, value in pairs}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.asked.append(Asked(head[0], headers, body))
            answer = self.answers[0] if len(self.answers) == 1 else self.answers.popleft()
            if answer is None:
                await reader.read()  # until the other side has had enough
            else:
                writer.write(answer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def said(status: int, body: Any = None, **headers: str) -> bytes:
    """One answer, after which the connection ends."""
    raw = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
    lines = [f"HTTP/1.1 {status} Said", f"content-length: {len(raw)}", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + raw


@asynccontextmanager
async def teller() -> AsyncGenerator[Teller]:
    made = Teller()
    server = await asyncio.start_server(made.take, "127.0.0.1", 0)
    async with server:
        made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield made
