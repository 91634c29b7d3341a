"""The channel of Discord in the outbox: each event is noted once per webhook, and sent at most once.

A new webhook gets no earlier event, and no event is sent after an hour.
"""

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.notifications.discord import CHANNEL, KINDS, DiscordWebhooks
from gateway.extras.world.schemas import PublicEvent
from gateway.extras.world_events import EventKind, EventRow, WorldEvent
from gateway.features.messages import (
    Attempt,
    ChannelRules,
    Message,
    MessageChannel,
    NewMessage,
    PreparedMessage,
    outbox,
)
from gateway.features.messages.outbox import Prepare

RULES: Final = ChannelRules(name=CHANNEL, max_attempts=60, kept_seconds=7 * DAY)
MAX_AGE_SECONDS: Final = 3600
COMPLETION_SECONDS: Final = 90
"""Killers of a boss and the owner after a siege may follow an event by a reading."""


class FreshEvent(Struct, frozen=True):
    """An event that a webhook gets."""

    id: int
    kind: EventKind
    at: int
    target: str


ADD_TARGET = query("notifications.add_target", None)
STOP_TARGET = query("notifications.stop_target", None)
FRESH = query("notifications.fresh", FreshEvent)
EVENT = query("notifications.event", EventRow)


class Dispatcher:
    """Notes and sends events. `kinds`: those that this server shows. `name_events`: gives them their public names."""

    def __init__(
        self,
        site: Database,
        webhooks: DiscordWebhooks,
        kinds: Collection[EventKind],
        name_events: Callable[[Sequence[WorldEvent]], Awaitable[list[PublicEvent]]],
    ) -> None:
        self._site = site
        self._webhooks = webhooks
        self._name_events = name_events
        self._kinds = [kind for kind in KINDS if kind in kinds]
        self.channel = MessageChannel(site, RULES, self._connect, webhooks.targets)

    async def work(self) -> int:
        """Returns the number of sent messages. Raises DatabaseError."""
        await self._note(int(time.time()))
        return await self.channel.work()

    async def _note(self, now: int) -> None:
        site, targets = self._site, self._webhooks.targets
        for target in targets:
            await site.write(ADD_TARGET, channel=CHANNEL, target=target, now=now)
        since = now - MAX_AGE_SECONDS
        events = await site.read(FRESH, channel=CHANNEL, targets=targets, kinds=self._kinds, since=since, now=now)
        if messages := [_message(event, now) for event in events]:
            await site.transact(lambda session: outbox.add(session, messages))

    @asynccontextmanager
    async def _connect(self) -> AsyncGenerator[Prepare]:
        yield self._prepare

    async def _prepare(self, message: Message) -> PreparedMessage | None:
        target = message.receiver
        row = await self._site.one(EVENT, id=int(message.message_key), channel=CHANNEL, target=target)
        if row is None:
            return None  # the webhook is gone
        (event,) = await self._name_events([row.event])

        async def send() -> Attempt:
            return await self._stop_if_gone(target, await self._webhooks.send(target, event))

        return PreparedMessage(send, server=target)

    async def request(self, target: str, request: Callable[[], Awaitable[Attempt]]) -> Attempt:
        """Sends a request to a webhook within its pauses, and stops a target that is gone."""
        return await self._stop_if_gone(target, await self.channel.request(target, request))

    async def _stop_if_gone(self, target: str, attempt: Attempt) -> Attempt:
        if attempt.outcome == "gone":
            await self._site.write(STOP_TARGET, channel=CHANNEL, target=target)
        return attempt


def _message(event: FreshEvent, now: int) -> NewMessage:
    return NewMessage(
        channel=RULES.name,
        receiver=event.target,
        kind=event.kind,
        login="",
        message_key=str(event.id),
        content="{}",
        created_at=now,
        due_at=now + COMPLETION_SECONDS,
        expires_at=event.at + MAX_AGE_SECONDS,
        kept_until=now + RULES.kept_seconds,
    )
