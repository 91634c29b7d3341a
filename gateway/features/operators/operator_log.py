"""The operators' log: operator, command, subject and reason of each change. Rows are never changed.

A command runs as an operation, and its changes are logged in their own transaction. The service's own work has no
operation, and is not logged here.
"""

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query

OPERATOR_MAX: Final = 64
REASON_MAX: Final = 300
_SUBJECT_MAX: Final = 64

Via = Literal["command", "admin"]
Outcome = Literal["done", "refused"]
Values = Mapping[str, object]
"""Columns or facts of a changed thing."""


class Operation(Struct, frozen=True, kw_only=True):
    """A command that changes the site, and the name of the operator. `reason` may be empty.

    `address`: of the operator's browser.
    """

    operator: str
    command: str
    reason: str
    via: Via = "command"
    address: str | None = None


class LogEntry(Struct, frozen=True):
    operator: str
    command: str
    reason: str
    at: int
    subject: str


class LogRow(Struct, frozen=True):
    """A row with all columns. `old_values` and `new_values`: JSON objects."""

    id: int
    at: datetime
    operator: str
    command: str
    subject: str
    reason: str
    via: Via
    outcome: Outcome
    address: str | None
    old_values: str | None
    new_values: str | None


class LoggedChange(Struct, frozen=True):
    """Values that an operation changed; null where the function that changed them does not report them."""

    subject: str
    before: dict[str, object] | None
    after: dict[str, object] | None


class LogFacet(Struct, frozen=True):
    operator: str
    command: str


CURRENT: ContextVar[tuple[Operation, list[LoggedChange]]] = ContextVar("operation")
ADD = query("operators.add_log", None)
LOG = query("operators.log", LogEntry)
LOG_PAGE = query("operators.log_page", LogRow)
FACETS = query("operators.log_facets", LogFacet)


@contextmanager
def running(operation: Operation) -> Generator[list[LoggedChange]]:
    """Logs the changes of the block under this operation. Yields the list of the changes that were logged."""
    changes: list[LoggedChange] = []
    token = CURRENT.set((operation, changes))
    try:
        yield changes
    finally:
        CURRENT.reset(token)


async def record(session: Session, subject: str, *, before: Values | None = None, after: Values | None = None) -> None:
    """Adds an entry if an operator's command is running.

    `before` and `after`: the columns that changed, as JSON can hold them; None: the thing did not exist, or its values
    are not recorded.
    """
    if current := CURRENT.get(None):
        operation, changes = current
        changes.append(LoggedChange(subject, dict(before) if before else None, dict(after) if after else None))
        await _add(session, operation, subject, "done", before, after)


async def record_refusal(site: Database, operation: Operation, subject: str) -> None:
    """Adds a refused attempt; its reason is that of the refusal."""
    async with site.transaction() as session:
        await _add(session, operation, subject, "refused", None, None)


async def _add(
    session: Session, operation: Operation, subject: str, outcome: Outcome, before: Values | None, after: Values | None
) -> None:
    row = msgspec.structs.asdict(operation) | {"subject": subject[:_SUBJECT_MAX], "outcome": outcome}
    values = {"old_values": _json(before), "new_values": _json(after)}
    await session.write(ADD, at=int(time.time()), **row, **values)


def _json(values: Values | None) -> str | None:
    return msgspec.json.encode(values).decode() if values else None


async def entries(site: Database, subjects: Sequence[str], count: int) -> list[LogEntry]:
    """Returns the newest changes; without subjects those of all."""
    return await site.read(LOG, subjects=subjects or ("",), all=int(not subjects), limit=count)
