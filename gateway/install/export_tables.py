"""Writes the rows of tables into a file before they are dropped: gzip of JSON Lines, `{"table": …, "row": {…}}`."""

import gzip
import hashlib
import os
from collections.abc import Collection
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from gateway.database.database import Connection
from gateway.install.names import InstallError, quote_name
from gateway.install.script import part


class TableExport(msgspec.Struct, frozen=True, kw_only=True):
    """`file`: absolute path. `sha256`: of the file, in hexadecimal. `rows`: table → number of its rows."""

    file: str
    sha256: str
    rows: dict[str, int]


async def export_tables(
    connection: Connection, site: str, tables: Collection[str], *, folder: Path, name: str
) -> TableExport:
    """Writes a file `NAME-TIME.jsonl.gz` that its owner alone may read. Raises InstallError or DatabaseError.

    `site`: the schema of the tables. `folder`: an absolute path. Times have no zone, bytes are base64.
    """
    path = folder / f"{name}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.jsonl.gz"
    rows = dict.fromkeys(tables, 0)
    encoder = msgspec.json.Encoder()
    try:
        with _new_file(path) as file, gzip.open(file, "wb") as archive:
            for table in tables:
                (statement,) = part("read_table", {"site": quote_name(site), "table": table})
                async with aclosing(connection.stream(statement)) as results:
                    async for result in results:
                        lines = [
                            {"table": table, "row": dict(zip(result.columns, row, strict=True))} for row in result.rows
                        ]
                        archive.write(encoder.encode_lines(lines))
                        rows[table] += len(lines)
        digest = _stored_digest(path)
    except OSError as error:
        raise InstallError(f"cannot write the export {path}: {error.strerror}; nothing was dropped") from error
    return TableExport(file=str(path), sha256=digest, rows=rows)


def _new_file(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _stored_digest(path: Path) -> str:
    """Returns the SHA-256 of the file once it is on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()
