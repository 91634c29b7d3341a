"""Helpers of the tests of `gateway serve`: its processes, its log, and clients that count failed requests."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from fixtures.service import Service
from gateway.tests.support.proxies import NAME, trust_anything
from gateway.tests.support.wait_until import until

LOGIN = b'{"username": "nobody", "password": "nothing1"}'
REQUESTS = {
    "GET": b"GET /api/server/status HTTP/1.1\r\nHost: gateway.test\r\n%s\r\n",
    "POST": b"POST /api/auth/login HTTP/1.1\r\nHost: gateway.test\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n%%s\r\n%s" % (len(LOGIN), LOGIN),
}
PAUSE_SECONDS = 0.005


def workers(service: Service) -> list[int]:
    """Process ids of the workers."""
    children = [path.read_text() for path in Path(f"/proc/{service.pid}/task").glob("*/children")]
    return [int(pid) for text in children for pid in text.split()]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def events(service: Service, name: str, **values: Any) -> list[dict[str, Any]]:
    """Lines of the service's log with this event and these values."""
    assert service.log
    matching: list[dict[str, Any]] = []
    for line in service.log.read_text(errors="replace").splitlines():
        with suppress(msgspec.DecodeError):
            event = msgspec.json.decode(line, type=dict[str, Any])
            if {**event, **values, "event": name} == event:
                matching.append(event)
    return matching


class RequestLoops:
    """Clients that send requests without a pause or a retry, on new and on kept connections, until the block ends.

    `failures` counts connection errors and server errors (5xx); 401 and 429 are answers.
    """

    def __init__(self, port: int, methods: tuple[str, ...] = ("GET",), clients: int = 3, *, tls: bool = False) -> None:
        self.answers: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self._port = port
        self._tls: dict[str, Any] = {"ssl": trust_anything(), "server_hostname": NAME} if tls else {}
        self._kinds = [(method, keep) for method in methods for keep in (True, False) for _ in range(clients)]
        self._stopping = False

    async def __aenter__(self) -> RequestLoops:
        self._tasks = [asyncio.create_task(self._send_requests(*kind)) for kind in self._kinds]
        await self.more()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stopping = True
        await asyncio.gather(*self._tasks)

    async def more(self, answers: int = 40) -> None:
        """Returns after so many more answers to each method."""
        goals = {method: self.answers[method] + answers for method, _ in self._kinds}

        async def has_reached() -> bool:
            return all(self.answers[method] >= goal for method, goal in goals.items())

        await until(has_reached)

    async def _send_requests(self, method: str, keep: bool) -> None:
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        request = REQUESTS[method] % (b"" if keep else b"Connection: close\r\n")
        while not self._stopping:
            try:
                reader, writer = streams or await asyncio.open_connection("127.0.0.1", self._port, **self._tls)
                writer.write(request)
                may_reuse = await _read_response(reader)
            except (OSError, EOFError) as error:
                self.failures[f"{method}: {error!r}"] += 1
                streams = None
            else:
                self.answers[method] += 1
                streams = (reader, writer) if keep and may_reuse else None
                if not streams:
                    writer.close()
            await asyncio.sleep(PAUSE_SECONDS)


async def _read_response(reader: asyncio.StreamReader) -> bool:
    """Returns whether the connection may be used again. Raises ConnectionError for a 5xx."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status_line, *lines = head.splitlines()
    if status_line.split()[1] >= b"500":
        raise ConnectionError(status_line.decode())
    length = next(line.split(b":")[1] for line in lines if line.startswith(b"content-length"))
    await reader.readexactly(int(length))
    return b"connection: close" not in lines
