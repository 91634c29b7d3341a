"""The operators' log: who changed what by which command, and why. Rows are never changed."""

import time
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query

OPERATOR_MAX: Final = 64
REASON_MAX: Final = 300


class Operation(Struct, frozen=True):
    """A command that changes the site, and who gave it. `reason` may be empty."""

    operator: str
    command: str
    reason: str


class LogEntry(Struct, frozen=True):
    at: int
    operator: str
    command: str
    subject: str
    reason: str


ADD = query("operators.add_log", None)
LOG = query("operators.log", LogEntry)
NEWEST = query("operators.newest_log", LogEntry)


def account_subject(login: str) -> str:
    return f"account:{login}"


async def record(session: Session, operation: Operation, subject: str) -> None:
    """Adds an entry in the transaction of the change."""
    await session.write(
        ADD,
        at=int(time.time()),
        operator=operation.operator,
        command=operation.command,
        subject=subject,
        reason=operation.reason,
    )


async def entries(site: Database, subjects: Sequence[str], count: int) -> list[LogEntry]:
    """Returns the newest entries; without subjects those of all."""
    if not subjects:
        return await site.read(NEWEST, limit=count)
    return await site.read(LOG, subjects=subjects, limit=count)
