"""Samples of the two large tables, `characters` and `items`, read so that a live game does not notice.

The rows come in short ranges by primary key, each one statement of some milliseconds, so that writers of a MyISAM
table wait no longer than that. After each range the reader pauses for as long as the range took.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from gateway.database.database import Database
from gateway.database.queries import Query, query

RANGE_ROWS: Final = 2000
MAX_ROWS: Final = 120_000
MAX_SECONDS: Final = 3.0
_BEFORE_ALL: Final = -1


class SampledRow(msgspec.Struct, frozen=True):
    """A row of `characters` or `items`; only items have an `item_id`, and only characters an `access_level`."""

    id: int
    owner: str | int
    item_id: int = 0
    access_level: int = 0


class RowId(msgspec.Struct, frozen=True):
    id: int


ITEMS = query("doctor.items", SampledRow)
LAST_ITEM = query("doctor.last_item", RowId)
CHARACTERS = query("doctor.characters", SampledRow)
LAST_CHARACTER = query("doctor.last_character", RowId)


ReadRange = Callable[[int, int, int], Awaitable[list[SampledRow]]]


class Sample(msgspec.Struct):
    """Rows of one table; the first RANGE_ROWS follow each other without a gap. `complete`: all rows of the table."""

    rows: list[SampledRow]
    complete: bool


async def sample_table(read_range: ReadRange, last_id: int, *, max_seconds: float = MAX_SECONDS) -> Sample:
    """Reads a whole table, or a sample spread over its keys if it is long.

    `read_range(after, until, count)` returns rows in key order. A full range leaves keys unread: the two halves of
    those follow, breadth first, because keys of the game lie in a few dense blocks.
    """
    deadline = time.monotonic() + max_seconds
    rows: list[SampledRow] = []
    spans = deque([(_BEFORE_ALL, last_id)])
    while spans:
        if len(rows) >= MAX_ROWS or (rows and time.monotonic() > deadline):
            return Sample(rows, complete=False)
        after_id, last_id_of_span = spans.popleft()
        started_at = time.monotonic()
        range_rows = await read_range(after_id, last_id_of_span, RANGE_ROWS)
        await asyncio.sleep(time.monotonic() - started_at)
        rows += range_rows
        if len(range_rows) == RANGE_ROWS and range_rows[-1].id < last_id_of_span:
            last_read_id = range_rows[-1].id
            middle = (last_read_id + last_id_of_span + 1) // 2
            spans += [span for span in ((last_read_id, middle), (middle, last_id_of_span)) if span[0] < span[1]]
    return Sample(rows, complete=True)


class TableSamples:
    """Samples each table once, when a topic first needs it. Raises DatabaseError."""

    def __init__(self, game: Database) -> None:
        self._game = game
        self._samples: dict[str, Sample] = {}

    async def items(self) -> Sample:
        return await self._sample(ITEMS, LAST_ITEM)

    async def characters(self) -> Sample:
        return await self._sample(CHARACTERS, LAST_CHARACTER)

    async def _sample(self, rows: Query[SampledRow], last_id: Query[RowId]) -> Sample:
        if rows.name not in self._samples:
            last_row = await self._game.one(last_id)
            self._samples[rows.name] = await sample_table(
                lambda after, until, count: self._game.read(rows, after=after, until=until, count=count),
                last_row.id if last_row else _BEFORE_ALL,
            )
        return self._samples[rows.name]
