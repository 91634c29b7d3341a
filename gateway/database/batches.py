"""Writes of many rows: each statement gets a JSON array, which it reads by `JSON_TABLE(:rows, '$[*]' …)`."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from gateway.database.database import Database, Session
from gateway.database.queries import Query

ROWS_AT_ONCE: Final = 500


async def write_rows(site: Database | Session, query: Query[Any], rows: Iterable[object], **args: int) -> None:
    """Writes nothing for no rows."""
    all_rows = list(rows)
    for first in range(0, len(all_rows), ROWS_AT_ONCE):
        batch = msgspec.json.encode(all_rows[first : first + ROWS_AT_ONCE]).decode()
        await site.write(query, rows=batch, **args)
