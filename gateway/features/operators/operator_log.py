"""The operators' log: who changed what by which command, and why. Rows are never changed.

A command runs as an operation, and what it changes is logged in the transaction of the change. The service itself runs
as none, and logs nothing here.
"""

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from gateway.database.database import Database, Session
from gateway.database.queries import query

OPERATOR_MAX: Final = 64
REASON_MAX: Final = 300


class Operation(Struct, frozen=True):
    """A command that changes the site, and the name of the operator. `reason` may be empty."""

    operator: str
    command: str
    reason: str


class LogEntry(Operation, frozen=True):
    at: int
    subject: str


CURRENT: ContextVar[Operation] = ContextVar("operation")
ADD = query("operators.add_log", None)
LOG = query("operators.log", LogEntry)


@contextmanager
def running(operation: Operation) -> Generator[None]:
    """Logs the changes of the block under this operation."""
    token = CURRENT.set(operation)
    try:
        yield
    finally:
        CURRENT.reset(token)


async def record(session: Session, subject: str) -> None:
    """Adds an entry if an operator's command is running."""
    if operation := CURRENT.get(None):
        await session.write(ADD, at=int(time.time()), subject=subject, **asdict(operation))


async def entries(site: Database, subjects: Sequence[str], count: int) -> list[LogEntry]:
    """Returns the newest entries; without subjects those of all."""
    return await site.read(LOG, subjects=subjects or ("",), all=int(not subjects), limit=count)
