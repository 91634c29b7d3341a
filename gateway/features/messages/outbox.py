"""The outbox: the table `messages`, from which a job of each channel sends each message at most once.

The job claims a row before the request. If no answer comes, the outcome is unknown: the row stays claimed, is not sent
again, and the doctor shows it. A message that the receiver postpones is sent later. Channels share no job, connection
or rule, so that one that fails or has many messages delays no other.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Final, Literal, TypeVar

import msgspec
import structlog
from msgspec import Struct

from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.messages import former_outboxes
from gateway.observability.logging import RateLimitedLogger
from gateway.observability.metrics import Samples, series

Outcome = Literal["sent", "postponed", "refused", "gone", "unknown"]
MessageState = Literal["waiting", "claimed", "sent", "refused", "gone"]
UNREADABLE_SECONDS: Final = 60
T = TypeVar("T")
log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.messages"))


class Attempt(Struct, frozen=True):
    """Result of a delivery attempt. `gone`: the receiver does not exist any more.

    `wait_seconds`: until the receiver takes another message. `reason`: for the log, without secrets.
    `message_id`: of the receiver.
    """

    outcome: Outcome
    wait_seconds: float = 0
    reason: str = ""
    message_id: str = ""


class ChannelUnavailable(Exception):  # noqa: N818 - the state of the server
    """The channel cannot send now; nothing was sent. The message is the reason, without secrets."""


class ChannelRules(Struct, frozen=True, kw_only=True):
    """`max_attempts`: a message that is postponed so often is refused. `batch`: messages of one read.

    `kept_seconds`: a row goes so long after it is made. `max_batches`: of one run, so that a run ends.
    """

    name: str
    max_attempts: int
    kept_seconds: int
    batch: int = 20
    max_batches: int = 1
    is_concurrent: bool = False
    """Sends the messages of a batch at the same time."""


class NewMessage(Struct, frozen=True, kw_only=True):
    """A row to add; see `sql/schema/058_messages.sql`."""

    channel: str
    receiver: str
    kind: str
    login: str
    message_key: str
    content: str
    created_at: int
    due_at: int
    expires_at: int
    kept_until: int


class Message(Struct, frozen=True):
    """A message that is due; `message_key`: empty without one; `content`: JSON."""

    id: int
    receiver: str
    kind: str
    login: str
    message_key: str
    content: str
    created_at: int
    expires_at: int
    attempts: int


class ReceiverProblems(Struct, frozen=True):
    """Messages to a receiver that need an operator, and time and state of its newest message."""

    receiver: str
    unclear: int
    waiting: int
    refused: int
    last_at: datetime
    last_state: MessageState


class PreparedMessage(Struct, frozen=True):
    """`server`: whose pauses hold for this message; empty: no one's."""

    send: Callable[[], Awaitable[Attempt]]
    server: str = ""


Prepare = Callable[[Message], Awaitable[PreparedMessage | None]]
"""Returns None for a message that must not be sent. Raises ChannelUnavailable."""

ADD: Final = query("messages.add", None)
DUE: Final = query("messages.due", Message)
CLAIM: Final = query("messages.claim", None)
FINISH: Final = query("messages.finish", None)
POSTPONE: Final = query("messages.postpone", None)
DISCARD: Final = query("messages.discard", None)
PRUNE: Final = query("messages.prune", None)
RECEIVERS: Final = query("messages.receivers", ReceiverProblems)


async def add(session: Session, messages: Sequence[NewMessage]) -> None:
    """Adds messages in the caller's transaction; one that a receiver has already is left out. Raises DatabaseError."""
    await write_rows(session, ADD, await former_outboxes.mark(session, messages))


class MessageChannel:
    """Sends the messages of a channel.

    `connect`: opens what a run needs and yields the function that prepares a message. `receivers`: each of them is
    served on its own, and messages to others wait; None: all are served together. Methods raise DatabaseError.
    """

    def __init__(
        self,
        site: Database,
        rules: ChannelRules,
        connect: Callable[[], AbstractAsyncContextManager[Prepare]],
        receivers: Sequence[str] | None = None,
    ) -> None:
        self._site = site
        self._rules = rules
        self._connect = connect
        self._receivers = [""] if receivers is None else receivers
        self._outcomes = Counter[Outcome]()
        self._paused_until: dict[str, float] = {}

    async def work(self) -> int:
        """Sends the due messages. Returns the number of sent messages."""
        return sum(await _gather(self._work(receiver) for receiver in self._receivers))

    async def _work(self, receiver: str) -> int:
        sent_count = 0
        try:
            async with self._connect() as prepare:
                for _ in range(self._rules.max_batches):
                    outcomes = await self._send_batch(receiver, prepare)
                    sent_count += outcomes.count("sent")
                    if len(outcomes) < self._rules.batch:
                        break
        except ChannelUnavailable as error:
            log.warning("channel_unavailable", channel=self._rules.name, reason=str(error))
        return sent_count

    async def _send_batch(self, receiver: str, prepare: Prepare) -> list[Outcome | None]:
        name, limit = self._rules.name, self._rules.batch
        messages = await self._site.read(DUE, channel=name, receiver=receiver, now=int(time.time()), limit=limit)
        if self._rules.is_concurrent:
            return await _gather(self._process(message, prepare) for message in messages)
        outcomes: list[Outcome | None] = []
        for message in messages:
            outcomes.append(await self._process(message, prepare))
            if outcomes[-1] == "unknown":
                break  # it has taken its time, and the next one may take as much
        return outcomes

    async def _process(self, message: Message, prepare: Prepare) -> Outcome | None:
        """Returns None if the message must not be sent, or if another process has claimed it."""
        try:
            delivery = await prepare(message)
        except msgspec.DecodeError:  # another release wrote it, and it must not hold up the others
            log.warning("message_not_readable", channel=self._rules.name, id=message.id)
            await self._postpone(message, time.time() + UNREADABLE_SECONDS, "waiting")
            return "postponed"
        if delivery is None:
            await self._site.write(DISCARD, id=message.id)
            return None
        now = time.time()
        if (paused_until := self._paused_until.get(delivery.server, 0)) > now:
            await self._postpone(message, paused_until, "waiting")
            return "postponed"
        if not await self._site.write(CLAIM, id=message.id, now=int(now)):
            return None
        return await self._finish(message, await self.request(delivery.server, delivery.send))

    async def _finish(self, message: Message, attempt: Attempt) -> Outcome:
        is_last = message.attempts + 1 >= self._rules.max_attempts
        if attempt.outcome == "postponed" and not is_last:
            await self._postpone(message, time.time() + attempt.wait_seconds, "claimed")
        elif attempt.outcome != "unknown":
            state = "refused" if attempt.outcome == "postponed" else attempt.outcome
            await self._site.write(FINISH, id=message.id, state=state)
        return attempt.outcome

    async def _postpone(self, message: Message, due_at: float, state: MessageState) -> None:
        await self._site.write(POSTPONE, id=message.id, due_at=int(due_at), state=state)

    async def request(self, server: str, request: Callable[[], Awaitable[Attempt]]) -> Attempt:
        """Sends a request, unless the server has asked for a pause that lasts."""
        now = time.time()
        if (paused_until := self._paused_until.get(server, 0)) > now:
            return Attempt("postponed", paused_until - now)
        attempt = await request()
        if server:
            self._paused_until[server] = time.time() + attempt.wait_seconds
        self._outcomes[attempt.outcome] += 1
        if attempt.outcome != "sent":
            log.warning("message_not_sent", channel=self._rules.name, outcome=attempt.outcome, reason=attempt.reason)
        return attempt

    def samples(self) -> Samples:
        for outcome, count in self._outcomes.items():
            yield series("fishi_outbox_messages_total", channel=self._rules.name, outcome=outcome), count


async def _gather(runs: Iterable[Awaitable[T]]) -> list[T]:
    """Runs all of them to their ends, and then raises the first error."""
    results = await asyncio.gather(*runs, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]


async def prune(site: Database, now: int) -> int:
    """Deletes the messages whose time is over, of channels that are off as well. Returns their number."""
    return await site.prune(PRUNE, before=now)
