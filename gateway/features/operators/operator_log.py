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
from gateway.texts import Text

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
    """A row with all columns. `reason`: see `read_reason`. `old_values` and `new_values`: JSON objects."""

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


async def record_refusal(site: Database, operation: Operation, subject: str, reasons: Sequence[Text]) -> None:
    """Adds a refused attempt with the reasons of the refusal in place of the operator's."""
    operation = msgspec.structs.replace(operation, reason=_stored(reasons))
    async with site.transaction() as session:
        await _add(session, operation, subject, "refused", None, None)


def _stored(reasons: Sequence[Text]) -> str:
    """Returns as many of the reasons as fit into the column, as JSON; the beginning of an English one that does not."""
    for count in range(len(reasons), 0, -1):
        if len(json := msgspec.json.encode(reasons[:count]).decode()) <= REASON_MAX:
            return json
    return " ".join(map(str, reasons))[:REASON_MAX]


def read_reason(row: LogRow, language: str) -> str:
    """Returns the operator's reason, or that of the refusal in the language.

    Rows of earlier releases have an English sentence. A text that a later release has not is shown as it is stored.
    """
    try:
        reasons = msgspec.json.decode(row.reason, type=list[Text]) if row.outcome == "refused" else []
        return " ".join(reason.read(language) for reason in reasons) or row.reason
    except (msgspec.MsgspecError, KeyError):
        return row.reason


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
