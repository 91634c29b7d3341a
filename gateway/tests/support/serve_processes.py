"""What the tests of `gateway serve` share: its processes, its log, and visitors who count what they were refused."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from fixtures.service import Service
from gateway.tests.support.wait_until import until

REQUEST = b"GET %s HTTP/1.1\r\nHost: gateway.test\r\n%s\r\n"


def children(pid: int) -> list[int]:
    """The processes that this one started and that run."""
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for text in lists for child in text.split()]


def workers(service: Service) -> list[int]:
    """The workers of all generations."""
    return [worker for generation in children(service.pid) for worker in children(generation)]


def events(service: Service, name: str, **values: Any) -> list[dict[str, Any]]:
    """The lines of its log with this event, and these values."""
    assert service.log
    found: list[dict[str, Any]] = []
    for line in service.log.read_text(errors="replace").splitlines():
        with suppress(msgspec.DecodeError):
            event = msgspec.json.decode(line, type=dict[str, Any])
            if {**event, **values, "event": name} == event:
                found.append(event)
    return found


async def said(service: Service, name: str, times: int = 1, **values: Any) -> None:
    """Returns once the log says so."""

    async def there() -> bool:
        return len(events(service, name, **values)) >= times

    await until(there)


class Visitors:
    """Some come anew each time, some keep their connection as long as they are let. None ever asks twice."""

    def __init__(self, port: int, path: str = "/api/server/status", count: int = 4) -> None:
        self.answered: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.opened = 0
        self._port = port
        self._path = path.encode()
        self._count = count
        self._gone = False
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Visitors:
        kinds = (self._fresh, self._keeping)
        self._tasks = [asyncio.create_task(kind()) for kind in kinds for _ in range(self._count)]
        await self.more()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone = True
        await asyncio.gather(*self._tasks)

    async def more(self, answers: int = 40) -> None:
        """Returns once each kind has had so many more answers."""
        wanted = {kind: self.answered[kind] + answers for kind in ("fresh", "kept")}

        async def had() -> bool:
            return all(self.answered[kind] >= count for kind, count in wanted.items())

        await until(had)

    async def _fresh(self) -> None:
        while not self._gone:
            with self._noting("fresh"):
                reader, writer = await self._open()
                await self._ask(reader, writer, b"Connection: close\r\n")
                writer.close()
            await asyncio.sleep(0.005)

    async def _keeping(self) -> None:
        line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        while not self._gone:
            with self._noting("kept"):
                line, asked = None, line or await self._open()
                if await self._ask(*asked):
                    line = asked
                else:
                    asked[1].close()
            await asyncio.sleep(0.005)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.opened += 1
        return await asyncio.open_connection("127.0.0.1", self._port)

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, header: bytes = b"") -> bool:
        """Whether the connection may be asked again. Raises when the answer is not a whole 200."""
        writer.write(REQUEST % (self._path, header))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if not head.startswith(b"http/1.1 200"):
            raise ConnectionError(head.partition(b"\r\n")[0].decode())
        length = next(line.split(b":")[1] for line in head.splitlines() if line.startswith(b"content-length"))
        await reader.readexactly(int(length))
        return b"connection: close" not in head

    @contextmanager
    def _noting(self, kind: str) -> Generator[None]:
        try:
            yield
        except (OSError, EOFError) as error:
            self.failed[f"{kind}: {error!r}"] += 1
        else:
            self.answered[kind] += 1


def still_runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
