"""The four outboxes of before `messages`. This file, its SQL and the tables go with the next release.

An upgrade runs both releases side by side, and either may lead. So a message that waits in a former table is moved in
one transaction, as the previous release would claim it. Where both releases would note a message of the same event, its
former row is the mark of the one that noted it first.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from gateway.database.batches import ROWS_AT_ONCE
from gateway.database.database import Database, Session
from gateway.database.queries import Query, query

if TYPE_CHECKING:
    from gateway.features.messages.outbox import NewMessage

CLAIM_SECONDS: Final = 600
"""A process of the previous release that has claimed a message has ended its request after this time."""


class _Id(Struct, frozen=True):
    id: int


class _Table(Struct, frozen=True):
    name: str


class _Mark(Struct, frozen=True):
    receiver: str
    message_key: str


class _Moves(Struct, frozen=True, kw_only=True):
    ids: Query[_Id]
    move: Query[None]
    close: Query[None]


_TABLES: Final = ("mails", "alert_messages", "notifications", "push_messages")
_MARKED: Final = {"discord": "notifications", "push": "push_messages"}
"""Channel whose messages are noted from events → its former table."""

TABLES: Final = query("former_outboxes.tables", _Table)
MOVES: Final = {
    table: _Moves(
        ids=query(f"former_outboxes.{table}_ids", _Id),
        move=query(f"former_outboxes.{table}_move", None),
        close=query(f"former_outboxes.{table}_close", None),
    )
    for table in _TABLES
}
MARK: Final = {channel: query(f"former_outboxes.{table}_mark", None) for channel, table in _MARKED.items()}
MARKED: Final = {channel: query(f"former_outboxes.{table}_marked", _Mark) for channel, table in _MARKED.items()}
PRUNES: Final = {table: query(f"former_outboxes.{table}_prune", None) for table in _MARKED.values()}


async def move(site: Database) -> int:
    """Moves the messages of the former tables, and deletes old marks. Returns the number of moved messages."""
    count, now = 0, int(time.time())
    for table in await site.read(TABLES):
        batch_size = ROWS_AT_ONCE
        while batch_size == ROWS_AT_ONCE:
            batch_size = await _move_batch(site, MOVES[table.name], now)
            count += batch_size
        if prune := PRUNES.get(table.name):
            await site.prune(prune, now=now)
    return count


async def _move_batch(site: Database, moves: _Moves, now: int) -> int:
    async def work(session: Session) -> int:
        rows = await session.read(moves.ids, stale=now - CLAIM_SECONDS, limit=ROWS_AT_ONCE)
        if ids := [row.id for row in rows]:
            await session.write(moves.move, ids=ids)
            await session.write(moves.close, ids=ids)
        return len(ids)

    return await site.transact(work)


async def mark(session: Session, messages: "Sequence[NewMessage]") -> "list[NewMessage]":
    """Marks messages as noted by this release. Returns them without those that the previous one has noted."""
    new_messages = [message for message in messages if message.channel not in MARK]
    for channel, statement in MARK.items():
        channel_messages = [message for message in messages if message.channel == channel]
        for first in range(0, len(channel_messages), ROWS_AT_ONCE):
            batch = channel_messages[first : first + ROWS_AT_ONCE]
            new_messages += await _mark_batch(session, statement, MARKED[channel], batch)
    return new_messages


async def _mark_batch(
    session: Session, statement: Query[Any], marked: Query[_Mark], batch: "Sequence[NewMessage]"
) -> "list[NewMessage]":
    rows = msgspec.json.encode(batch).decode()
    await session.write(statement, rows=rows)
    marks = {(row.receiver, row.message_key) for row in await session.read(marked, rows=rows)}
    return [message for message in batch if (message.receiver, message.message_key) in marks]
