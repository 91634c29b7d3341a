"""Runs a command of the gateway in this process, with the settings of a world."""

import asyncio
import io
import os
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple, TextIO
from unittest.mock import patch

from fixtures.installed import World
from gateway import cli


class Result(NamedTuple):
    code: int
    out: str
    err: str


class _ThreadOutput(io.StringIO):
    """Keeps what its own thread writes. Other threads write to `outside`: the log of an application in this process."""

    def __init__(self, outside: TextIO) -> None:
        super().__init__()
        self._outside, self._thread = outside, threading.get_ident()

    def write(self, text: str, /) -> int:
        return super().write(text) if threading.get_ident() == self._thread else self._outside.write(text)


async def run_command(world: World, *words: str, **env: str) -> Result:
    """The command's own event loop needs a thread of its own."""
    return await asyncio.to_thread(_run, {**os.environ, **world.environment, **env}, words)


def _run(environment: dict[str, str], words: tuple[str, ...]) -> Result:
    out, err = _ThreadOutput(sys.stdout), _ThreadOutput(sys.stderr)
    with patch.dict(os.environ, environment, clear=True), redirect_stdout(out), redirect_stderr(err):
        try:
            code = cli.main(words)
        except SystemExit as ended:  # of the parser of arguments
            code = int(ended.code or 0)
    return Result(code, out.getvalue(), err.getvalue())
