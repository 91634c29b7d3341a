"""Outbox: a job sends the rows of a table to a server outside, each row at most once.

The job claims a row before the request. If no answer comes, the outcome is unknown: the row stays claimed, is not sent
again, and the doctor shows it. A row that the receiver postpones is sent later.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import structlog
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.durations import DAY
from gateway.observability.logging import RateLimitedLogger
from gateway.observability.metrics import Samples, series

Outcome = Literal["sent", "postponed", "refused", "gone", "unknown"]
log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.outbox"))


class Attempt(Struct, frozen=True):
    """Result of a delivery attempt. `gone`: the receiver does not exist any more.

    `wait_seconds`: until the receiver takes another message. `reason`: for the log, without secrets.
    `message_id`: of the receiver.
    """

    outcome: Outcome
    wait_seconds: float = 0
    reason: str = ""
    message_id: str = ""


class OutboxStatements(Struct, frozen=True, kw_only=True):
    """Statements of one table: its rows are `waiting` from `due_at` on, then `claimed`, then have an outcome."""

    name: str
    claim: Query[Any]
    finish: Query[Any]
    postpone: Query[Any]
    prune: Query[Any]

    @classmethod
    def of(cls, name: str) -> "OutboxStatements":
        queries = {verb: query(f"{name}.{verb}", None) for verb in ("claim", "finish", "postpone", "prune")}
        return cls(name=name, **queries)


class OutboxTable:
    """Methods raise DatabaseError."""

    def __init__(self, site: Database, statements: OutboxStatements, kept_days: int) -> None:
        self._site = site
        self._statements = statements
        self._kept_days = kept_days
        self._outcomes = Counter[Outcome]()
        self._paused_until: dict[str, float] = {}

    async def deliver(self, row_id: int, request: Callable[[], Awaitable[Attempt]]) -> Outcome | None:
        """Returns None if another process has claimed the row."""
        if not await self._site.write(self._statements.claim, id=row_id, now=int(time.time())):
            return None
        attempt = await request()
        if attempt.outcome == "postponed":
            await self._site.write(self._statements.postpone, id=row_id, due_at=int(time.time() + attempt.wait_seconds))
        elif attempt.outcome != "unknown":
            await self._site.write(self._statements.finish, id=row_id, state=attempt.outcome)
        return attempt.outcome

    async def request(self, receiver: str, request: Callable[[], Awaitable[Attempt]]) -> Attempt:
        """Sends a request, unless the receiver has asked for a pause that lasts."""
        now = time.time()
        if (paused_until := self._paused_until.get(receiver, 0)) > now:
            return Attempt("postponed", paused_until - now)
        attempt = await request()
        self._paused_until[receiver] = time.time() + attempt.wait_seconds
        self.count(attempt)
        return attempt

    def count(self, attempt: Attempt) -> None:
        self._outcomes[attempt.outcome] += 1
        if attempt.outcome != "sent":
            name = self._statements.name
            log.warning("message_not_sent", outbox=name, outcome=attempt.outcome, reason=attempt.reason)

    async def prune(self, now: int) -> int:
        return await self._site.prune(self._statements.prune, before=now - self._kept_days * DAY)

    def samples(self) -> Samples:
        for outcome, count in self._outcomes.items():
            yield series("fishi_outbox_messages_total", outbox=self._statements.name, outcome=outcome), count
