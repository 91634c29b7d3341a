"""Processes that repeat a piece of work of a test module, and are killed in the middle of it."""

import asyncio
import signal
import sys
from contextlib import suppress

from fixtures.processes import end_with_parent

PROCESSES = 3


async def finish_after_kills(module: str, *arguments: str) -> str:
    """Runs `python -m module` several times at once and kills each after its first line; returns the output of one more
    run, which ends by itself."""
    running = [await _start(module, *arguments) for _ in range(PROCESSES)]
    try:
        for process in running:
            assert process.stdout
            await process.stdout.readline()  # it has done a part, or the others have done all
            with suppress(ProcessLookupError):
                process.kill()
    finally:
        for process in running:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    last = await _start(module, *arguments)
    output, _ = await last.communicate()
    assert last.returncode == 0, output
    return output.decode()


async def _start(module: str, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=end_with_parent(signal.SIGKILL),
    )
