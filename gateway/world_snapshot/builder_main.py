"""`python -m gateway.world_snapshot.builder_main`: builds snapshots in a process of its own.

Standard input, as lines of JSON: the settings, then one BuildRequest per snapshot. Standard output: per snapshot a head
(success, length), then the packed snapshot unless it is in a file, or the reason of the failure. Ends when its input
ends, that is, when the parent exits.
"""

import asyncio
import dataclasses
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
from gateway.world_snapshot.game_reader import GameReader
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.serialization import ANSWER_HEAD, BuildRequest, PackError
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.table_files import TableFiles

_NICENESS: Final = 15


async def serve() -> None:
    line = await asyncio.to_thread(sys.stdin.buffer.readline)
    if not line:
        return
    settings = msgspec.json.decode(line, type=Settings)
    reader = GameReader(settings)
    while request := await asyncio.to_thread(sys.stdin.buffer.readline):
        await _answer(reader, msgspec.json.decode(request, type=BuildRequest))
        gc.collect()


async def build(reader: GameReader, request: BuildRequest) -> Sequence[bytes | memoryview]:
    """Returns the packed snapshot in chunks; none if the file of its version has it. Raises DatabaseError."""
    files = TableFiles.open()
    name_table = _open(files, request.name_table)
    account_key = request.account_key or secrets.token_bytes(16)
    snapshot = _with_file(files, name_table, await reader.take(account_key, request, name_table))
    return _write_file(request.version, snapshot.chunks())


async def _answer(reader: GameReader, request: BuildRequest) -> None:
    try:
        chunks = await build(reader, request)
    except DatabaseError as error:
        _write(False, [str(error).encode("utf-8", "replace")])
    else:
        _write(True, chunks)


def _open(files: TableFiles, table_id: str) -> NameTable | None:
    """Returns None if the table is lost, so that a new one is built."""
    try:
        return NameTable.unpack(files.map(table_id)) if table_id else None
    except PackError:
        files.delete(table_id)
        return None


def _with_file(files: TableFiles, previous: NameTable | None, snapshot: Snapshot) -> Snapshot:
    """Writes a new name table into its file; if that fails, the snapshot keeps all names in itself."""
    table = snapshot.names.table
    assert table
    if table is not previous:
        try:
            files.write(table.id, table.chunks())
        except OSError:
            return dataclasses.replace(snapshot, names=snapshot.names.without_table())
    files.keep(table.id)
    return snapshot


def _write_file(version: str, chunks: Sequence[bytes | memoryview]) -> Sequence[bytes | memoryview]:
    """Returns the chunks that the answer has to bring: none if they are in the file of the version."""
    files = TableFiles.open("snapshot")
    try:
        files.write(version, chunks)
    except (OSError, PackError):
        return chunks
    files.keep(version)
    return []


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
