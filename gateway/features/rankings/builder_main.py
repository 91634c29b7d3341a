"""`python -m gateway.features.rankings.builder_main`: builds snapshots in a process of its own.

Standard input: a line with the settings as JSON, then a line for every snapshot that is wanted, which says `replica` or
nothing. Standard output: for each of them a head (whether it succeeded, length), then the packed snapshot, or the
reason why there is none. Ends with its input, that is with its parent, however that ended.
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
from gateway.features.rankings.game_reader import Source
from gateway.features.rankings.serialization import ANSWER_HEAD, REPLICA

_NICENESS: Final = 15


async def serve() -> None:
    settings = await asyncio.to_thread(sys.stdin.buffer.readline)
    if not settings:
        return
    source = Source(msgspec.json.decode(settings, type=Settings))
    while wanted := await asyncio.to_thread(sys.stdin.buffer.readline):
        await _answer(source, replica=wanted == REPLICA + b"\n")
        gc.collect()


async def _answer(source: Source, *, replica: bool) -> None:
    try:
        snapshot = await source.take(secrets.token_bytes(16), replica=replica)
    except DatabaseError as error:
        _write(False, [str(error).encode("utf-8", "replace")])
    else:
        _write(True, snapshot.pieces())


def _write(succeeded: bool, pieces: Sequence[bytes | memoryview]) -> None:
    output = sys.stdout.buffer
    output.write(ANSWER_HEAD.pack(succeeded, sum(len(piece) for piece in pieces)))
    for piece in pieces:
        output.write(piece)
    output.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us in its own time
    os.nice(_NICENESS)
    # Rows live for a moment and in no cycle; looking for cycles among thousands of them costs a third of all the time.
    gc.disable()
    try:
        asyncio.run(serve())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens; end without a word


if __name__ == "__main__":
    main()
