"""Rows of tables as lines of JSON, read and written word for word: one array for each row, in the order of the key.

Bytes are base64. Decimal numbers, times and JSON come and go as texts of the server, so that nothing rounds them.
"""

import base64
import hashlib
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Final

import msgspec
from msgspec import Struct

from gateway.database.database import Connection, Session
from gateway.database.queries import query
from gateway.install.names import InstallError, quote_name
from gateway.install.script import part

_BATCH_BYTES: Final = 500_000
_BATCH_ROWS: Final = 500
_BYTES: Final = frozenset({"binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob"})
_PLAIN: Final = frozenset(
    {
        *("tinyint", "smallint", "mediumint", "int", "bigint", "year", "double"),
        *("char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set"),
    }
)
_EXPRESSIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("decimal", "date", "datetime", "timestamp", "time", "json"), "CAST({} AS CHAR)"),
    "float": "CAST({} AS DOUBLE)",  # the server would print six digits
    "bit": "CAST({} AS UNSIGNED)",
}


class StoredColumn(Struct, frozen=True):
    """`key_position`: in the primary key, from 1; 0 outside of it."""

    table: str
    name: str
    type: str
    key_position: int


class RowsDigest(Struct, frozen=True):
    """`sha256`: of all lines, in hexadecimal."""

    rows: int
    sha256: str


COLUMNS = query("backup.columns", StoredColumn)


class Digest:
    """Counts and hashes lines."""

    def __init__(self) -> None:
        self._rows = 0
        self._hash = hashlib.sha256()

    def add(self, lines: bytes) -> None:
        self._rows += lines.count(b"\n")
        self._hash.update(lines)

    def result(self) -> RowsDigest:
        return RowsDigest(self._rows, self._hash.hexdigest())


async def read_columns(session: Session, schema: str) -> dict[str, list[StoredColumn]]:
    """Returns table → its columns. Tables that the login may not read are not among them."""
    columns: dict[str, list[StoredColumn]] = {}
    for column in await session.read(COLUMNS, schema=schema):
        columns.setdefault(column.table, []).append(column)
    return columns


async def read_lines(connection: Connection, schema: str, columns: Sequence[StoredColumn]) -> AsyncGenerator[bytes]:
    """Yields the rows of a table, many lines at a time. Raises InstallError or DatabaseError."""
    encoder = msgspec.json.Encoder()
    key = sorted((column for column in columns if column.key_position), key=lambda column: column.key_position)
    values = {
        "site": quote_name(schema),
        "table": quote_name(columns[0].table),
        "columns": ", ".join(_expression(column) for column in columns),
        "order": f"ORDER BY {', '.join(quote_name(column.name) for column in key)}" if key else "",
    }
    (statement,) = part("read_rows", values)
    async with aclosing(connection.stream(statement)) as results:
        async for result in results:
            yield encoder.encode_lines(result.rows)


def _expression(column: StoredColumn) -> str:
    name = quote_name(column.name)
    if column.type in _PLAIN or column.type in _BYTES:
        return name
    if column.type not in _EXPRESSIONS:
        raise InstallError(f"{column.table}.{column.name} has the type {column.type}, which no backup can hold")
    return _EXPRESSIONS[column.type].format(name)


async def digest_of(connection: Connection, schema: str, columns: Sequence[StoredColumn]) -> RowsDigest:
    """Reads a whole table."""
    digest = Digest()
    async for lines in read_lines(connection, schema, columns):
        digest.add(lines)
    return digest.result()


async def write_lines(
    connection: Connection, schema: str, columns: Sequence[StoredColumn], lines: Iterable[bytes]
) -> None:
    """Adds the rows to an empty table. Raises DatabaseError."""
    byte_places = [place for place, column in enumerate(columns) if column.type in _BYTES]
    values = {
        "site": quote_name(schema),
        "table": quote_name(columns[0].table),
        "columns": ", ".join(quote_name(column.name) for column in columns),
    }
    for rows in _batches(lines):
        args: dict[str, object] = {}
        for number, row in enumerate(rows):
            for place in byte_places:
                row[place] = None if row[place] is None else base64.b64decode(row[place])
            args |= {f"v{number}_{place}": value for place, value in enumerate(row)}
        marks = (", ".join(f"%(v{number}_{place})s" for place in range(len(columns))) for number in range(len(rows)))
        (statement,) = part("add_rows", values | {"rows": ", ".join(f"({row})" for row in marks)})
        await connection.execute(statement, args)


def _batches(lines: Iterable[bytes]) -> Iterator[list[list[Any]]]:
    decoder = msgspec.json.Decoder(list[Any])
    rows: list[list[Any]] = []
    size = 0
    for line in lines:
        if rows and (size + len(line) > _BATCH_BYTES or len(rows) == _BATCH_ROWS):
            yield rows
            rows, size = [], 0
        rows.append(decoder.decode(line))
        size += len(line)
    if rows:
        yield rows
