"""Client of the renderer process, which is started at first use and again after it exited."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

import gateway
from gateway.http.rendering.protocol import HEAD, RenderRequest

_TIMEOUT_SECONDS: Final = 20.0
"""Time limit of one page, with the start of the process; the isolate has a shorter one of its own."""
_IMPORTABLE: Final = os.pathsep.join(
    filter(None, (str(Path(gateway.__file__).resolve().parents[1]), os.environ.get("PYTHONPATH")))
)
NICENESS: Final = 15
"""Pages that are rendered ahead wait for all other work."""
_KEPT_ENVIRONMENT: Final = ("PATH", "LD_LIBRARY_PATH")
"""The service's own has passwords."""


class RenderError(Exception):
    """A page was not rendered; the message gives the reason."""


class RendererLostError(RenderError):
    """The process did not answer or has ended; the next page starts another one."""


class RenderedPage(msgspec.Struct, frozen=True):
    html: str
    reads: list[str]
    """Addresses of the API that the page reads."""


class RendererProcess:
    def __init__(self, script: str, niceness: int = NICENESS) -> None:
        """`script` defines `render`; it is the one of this process's build, also after the page was built again."""
        self._script, self._niceness = script, niceness
        self._process: Process | None = None
        self.memory_bytes = 0
        """Resident memory of the running process after its last page."""

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def render(self, request: RenderRequest) -> RenderedPage:
        """Raises RenderError."""
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                succeeded, answer = await self._ask(await self._ensure_started(), msgspec.json.encode(request))
        except (OSError, EOFError, TimeoutError) as error:
            await self.close()
            raise RendererLostError(f"the renderer failed: {type(error).__name__}") from error
        except BaseException:
            await self.close()
            raise
        if not succeeded:
            raise RenderError(answer.decode("utf-8", "replace")[:300])
        reads, is_page, html = answer.decode().partition("\n")
        if not is_page:
            raise RenderError("the script returned no page")
        return RenderedPage(html, reads.split())

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
                *(sys.executable, "-m", "gateway.http.rendering.renderer_main", str(self._niceness)),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env={**environment, "PYTHONPATH": _IMPORTABLE},
            )
            await _send(self._process, msgspec.json.encode(self._script))
        return self._process

    async def _ask(self, process: Process, request: bytes) -> tuple[bool, bytes]:
        await _send(process, request)
        assert process.stdout
        succeeded, length, memory_kb = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
        self.memory_bytes = memory_kb * 1024
        return succeeded, await process.stdout.readexactly(length)


async def _send(process: Process, line: bytes) -> None:
    assert process.stdin
    process.stdin.write(line + b"\n")
    await process.stdin.drain()
