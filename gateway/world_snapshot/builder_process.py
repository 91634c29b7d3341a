"""Client of the builder process, which is started at first use and again after it exited."""

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
from gateway.world_snapshot.serialization import ANSWER_HEAD, PLAIN_REQUEST, BuildRequest, empty_buffer

_CHUNK: Final = 1 << 20
"""Bytes read in one step of the event loop."""
_TIMEOUT_SECONDS: Final = 300.0
"""Time limit of one snapshot; each statement has a limit of its own."""

_ROOT: Final = str(Path(gateway.__file__).resolve().parents[1])
_IMPORTABLE: Final = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))


class BuilderError(Exception):
    """No snapshot was built; the message gives the reason."""


class BuilderProcess:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    async def start(self) -> None:
        """Starts the process if none runs, so that it loads its libraries meanwhile. Raises BuilderError."""
        try:
            await self._ensure_process()
        except OSError as error:
            raise BuilderError(f"the builder did not start: {type(error).__name__}") from error

    async def take(self, request: BuildRequest = PLAIN_REQUEST) -> memoryview:
        """Returns a packed snapshot; nothing if it is in the file of the request's version. Raises BuilderError."""
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                return await self._ask(await self._ensure_process(), msgspec.json.encode(request))
        except BuilderError:
            raise
        except (OSError, EOFError, TimeoutError) as error:
            await self.close()
            raise BuilderError(f"the builder failed: {type(error).__name__}") from error
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ensure_process(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "gateway.world_snapshot.builder_main"),
                stdin=PIPE,
                stdout=PIPE,
                limit=_CHUNK,
                env={**os.environ, "PYTHONPATH": _IMPORTABLE},
            )
            await _send(self._process, msgspec.json.encode(self._settings))
        return self._process

    async def _ask(self, process: Process, request: bytes) -> memoryview:
        await _send(process, request)
        assert process.stdout
        succeeded, length = ANSWER_HEAD.unpack(await process.stdout.readexactly(ANSWER_HEAD.size))
        answer, length_read = empty_buffer(length), 0
        while length_read < length:
            part = await process.stdout.read(min(_CHUNK, length - length_read))
            if not part:
                raise EOFError
            answer[length_read : length_read + len(part)] = part
            length_read += len(part)
        if not succeeded:
            raise BuilderError(str(answer, "utf-8", "replace"))
        return answer


async def _send(process: Process, line: bytes) -> None:
    assert process.stdin
    process.stdin.write(line + b"\n")
    await process.stdin.drain()
