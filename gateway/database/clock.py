"""The clock of a database server, compared with this machine's."""

import time
from collections.abc import Iterable

from msgspec import Struct

from gateway.database.database import Database, DatabaseError
from gateway.database.queries import query


class ClockReading(Struct, frozen=True):
    """Epoch milliseconds."""

    now_ms: int


CLOCK = query("database_server.clock", ClockReading)


def clock_offsets(reading: float, sent_at: float, received_at: float) -> tuple[float, float]:
    """Returns how many seconds a clock is ahead of this machine's, and how many it is wrong for certain.

    It was read between two moments of ours (epoch seconds); half of that time is uncertain.
    """
    offset = reading - (sent_at + received_at) / 2
    return offset, max(0.0, abs(offset) - (received_at - sent_at) / 2)


async def largest_offset(databases: Iterable[Database]) -> float | None:
    """Returns the seconds that a database's clock is wrong for certain; None where none of them answers."""
    offsets = list[float]()
    for database in {database.dsn.server: database for database in databases}.values():
        sent_at = time.time()
        try:
            row = await database.one(CLOCK)
        except DatabaseError:
            continue
        offsets += [clock_offsets(row.now_ms / 1000, sent_at, time.time())[1]] if row else []
    return max(offsets, default=None)
