"""`python -m gateway.features.rankings.builder_main`: builds snapshots in a process of its own.

Standard input, as lines of JSON: the settings, then one BuildRequest per snapshot. Standard output: per snapshot a head
(success, length), then the packed snapshot, or the reason of the failure. Ends when its input ends, that is, when the
parent exits.
"""

import asyncio
import gc
import os
import secrets
import signal
import sys
from collections.abc import Sequence
from typing import Final

import msgspec

from gateway.config.settings import Settings
from gateway.database.errors import DatabaseError
from gateway.features.rankings.game_reader import GameReader
from gateway.features.rankings.serialization import ANSWER_HEAD, BuildRequest

_NICENESS: Final = 15


async def serve() -> None:
    settings = await asyncio.to_thread(sys.stdin.buffer.readline)
    if not settings:
        return
    reader = GameReader(msgspec.json.decode(settings, type=Settings))
    while request := await asyncio.to_thread(sys.stdin.buffer.readline):
        await _answer(reader, msgspec.json.decode(request, type=BuildRequest))
        gc.collect()


async def _answer(reader: GameReader, request: BuildRequest) -> None:
    try:
        snapshot = await reader.take(secrets.token_bytes(16), request)
    except DatabaseError as error:
        _write(False, [str(error).encode("utf-8", "replace")])
    else:
        _write(True, snapshot.chunks())


def _write(succeeded: bool, chunks: Sequence[bytes | memoryview]) -> None:
    output = sys.stdout.buffer
    output.write(ANSWER_HEAD.pack(succeeded, sum(len(chunk) for chunk in chunks)))
    for chunk in chunks:
        output.write(chunk)
    output.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and stops this process
    os.nice(_NICENESS)
    # Rows are short-lived and without cycles; searching them for cycles costs a third of the time.
    gc.disable()
    try:
        asyncio.run(serve())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the parent is gone; exit without a traceback


if __name__ == "__main__":
    main()
