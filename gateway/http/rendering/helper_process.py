"""Client of a process that answers one request at a time: started at first use, and again after it exited.

It gets lines on standard input, of which the first sets it up, and answers each other one with a head and a body.
"""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final

import gateway
from gateway.http.rendering.protocol import HEAD

NICENESS: Final = 15
"""Pages that are rendered ahead, and pictures, wait for all other work."""
_TIMEOUT_SECONDS: Final = 20.0
"""Time limit of one answer, with the start of the process."""
_IMPORTABLE: Final = os.pathsep.join(
    filter(None, (str(Path(gateway.__file__).resolve().parents[1]), os.environ.get("PYTHONPATH")))
)
_KEPT_ENVIRONMENT: Final = ("PATH", "LD_LIBRARY_PATH")
"""The service's own has passwords."""


class HelperLost(Exception):  # noqa: N818 - of a process
    """The process did not answer or has ended; the next request starts another one."""


class HelperProcess:
    def __init__(self, module: str, setup: bytes, niceness: int = NICENESS) -> None:
        """`module`: run with the niceness as its argument. `setup`: the first line."""
        self._module = module
        self._setup = setup
        self._niceness = niceness
        self._process: Process | None = None
        self.memory_bytes = 0
        """Resident memory of the running process after its last answer."""

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def ask(self, request: bytes) -> tuple[bool, bytes]:
        """Returns whether the request succeeded, and the body of the answer. Raises HelperLost."""
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                return await self._exchange(await self._ensure_started(), request)
        except (OSError, EOFError, TimeoutError) as error:
            await self.close()
            raise HelperLost(type(error).__name__) from error
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        process, self._process = self._process, None
        self.memory_bytes = 0
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ensure_started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            environment = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._module, str(self._niceness)),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env={**environment, "PYTHONPATH": _IMPORTABLE},
            )
            await _send(self._process, self._setup)
        return self._process

    async def _exchange(self, process: Process, request: bytes) -> tuple[bool, bytes]:
        await _send(process, request)
        assert process.stdout
        succeeded, length, memory_kb = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
        self.memory_bytes = memory_kb * 1024
        return succeeded, await process.stdout.readexactly(length)


async def _send(process: Process, line: bytes) -> None:
    assert process.stdin
    process.stdin.write(line + b"\n")
    await process.stdin.drain()
