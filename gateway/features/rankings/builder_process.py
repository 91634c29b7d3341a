"""The process that reads the world for us: started when first needed, again after it ended."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

import gateway
from gateway.config.settings import Settings
from gateway.features.rankings.serialization import ANSWER_HEAD, REPLICA, unfilled

_CHUNK: Final = 1 << 20
"""Bytes handled in one go on the event loop."""
_PATIENCE: Final = 300.0
"""Seconds that a snapshot may take before its reader is given up; each statement has a limit of its own."""

_HOME: Final = str(Path(gateway.__file__).resolve().parents[1])
_IMPORTABLE: Final = os.pathsep.join(filter(None, (_HOME, os.environ.get("PYTHONPATH"))))


class ReaderError(Exception):
    """There is no snapshot, and the message says why."""


class Child:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    async def take(self, *, replica: bool = False) -> memoryview:
        """A packed snapshot of the world as it is now, or as the replica knows it. Raises ReaderError."""
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._ask(await self._running(), REPLICA if replica else b"")
        except ReaderError:
            raise
        except (OSError, EOFError, TimeoutError) as error:
            await self.close()
            raise ReaderError(f"the reader failed: {type(error).__name__}") from error
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "gateway.features.rankings.builder_main"),
                stdin=PIPE,
                stdout=PIPE,
                limit=_CHUNK,
                env={**os.environ, "PYTHONPATH": _IMPORTABLE},
            )
            await _send(self._process, msgspec.json.encode(self._settings))
        return self._process

    async def _ask(self, process: Process, place: bytes) -> memoryview:
        await _send(process, place)
        assert process.stdout
        succeeded, length = ANSWER_HEAD.unpack(await process.stdout.readexactly(ANSWER_HEAD.size))
        answer, filled = unfilled(length), 0
        while filled < length:
            part = await process.stdout.read(min(_CHUNK, length - filled))
            if not part:
                raise EOFError
            answer[filled : filled + len(part)] = part
            filled += len(part)
        if not succeeded:
            raise ReaderError(str(answer, "utf-8", "replace"))
        return answer


async def _send(process: Process, line: bytes) -> None:
    assert process.stdin
    process.stdin.write(line + b"\n")
    await process.stdin.drain()
