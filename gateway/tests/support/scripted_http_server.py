"""An HTTP server that sends prepared responses in order and records the requests."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct


class ReceivedRequest(Struct):
    line: str
    headers: dict[str, str]
    body: bytes


class ScriptedServer:
    """Takes `responses` from the left and repeats the last one. None: no response."""

    def __init__(self) -> None:
        self.url = ""
        self.requests: list[ReceivedRequest] = []
        self.responses: deque[bytes | None] = deque()

    def respond_with(self, *responses: bytes | None) -> None:
        """Replaces the responses and forgets earlier requests."""
        self.requests.clear()
        self.responses = deque(responses)

    @property
    def posts(self) -> list[ReceivedRequest]:
        """The requests that change something: jobs of a service search for payments by GET."""
        return [request for request in self.requests if request.line.startswith("POST ")]

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            pairs = (line.partition(":") for line in head[1:] if line)
            headers = {name.lower(): value.strip() for name, _, value in pairs}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.requests.append(ReceivedRequest(head[0], headers, body))
            response = self.responses[0] if len(self.responses) == 1 else self.responses.popleft()
            if response is None:
                await reader.read()  # until the client closes the connection
            else:
                writer.write(response)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def http_response(status: int, body: Any = None, **headers: str) -> bytes:
    """Returns a response after which the connection ends."""
    raw = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
    lines = [f"HTTP/1.1 {status} Scripted", f"content-length: {len(raw)}", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + raw


@asynccontextmanager
async def open_scripted_server() -> AsyncGenerator[ScriptedServer]:
    scripted_server = ScriptedServer()
    server = await asyncio.start_server(scripted_server.handle, "127.0.0.1", 0)
    async with server:
        scripted_server.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield scripted_server
