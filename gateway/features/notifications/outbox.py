"""Outbox over the events of the world: each event is noted once per target of a channel, and sent at most once.

The leader's job claims a row before the request. If no answer comes, the outcome is unknown: the row stays claimed, is
not sent again, and the doctor shows it. A new target gets no event from before, and none gets an event after an hour.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal, Protocol

import structlog
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.world.schemas import PublicEvent
from gateway.features.world_events import EventKind, StoredEvent
from gateway.observability.metrics import Samples, series

BATCH: Final = 20
MAX_AGE_SECONDS: Final = 3600
COMPLETION_SECONDS: Final = 90
"""Killers of a boss and the owner after a siege may follow an event by a reading."""
_KEPT_SECONDS: Final = 7 * 86_400

Outcome = Literal["sent", "refused", "unknown", "postponed", "gone"]
log = structlog.stdlib.get_logger("gateway.notifications")


class Delivered(Struct, frozen=True):
    """`gone`: the target does not exist any more. `wait_seconds`: until the target takes another request."""

    outcome: Outcome
    wait_seconds: float = 0


class Channel(Protocol):
    name: str
    targets: Sequence[str]
    kinds: Collection[EventKind]

    async def send(self, target: str, event: PublicEvent) -> Delivered: ...


class DueNotification(Struct, frozen=True):
    """A row of the outbox with its event."""

    notification_id: int
    target: str
    id: int
    kind: str
    subject_id: int
    object_id: int
    at: int
    accuracy_seconds: int
    details: str

    @property
    def stored(self) -> StoredEvent:
        return StoredEvent(
            self.id, self.kind, self.subject_id, self.object_id, self.at, self.accuracy_seconds, self.details
        )


ADD_TARGET = query("notifications.add_target", None)
STOP_TARGET = query("notifications.stop_target", None)
NOTE = query("notifications.note", None)
DUE = query("notifications.due", DueNotification)
CLAIM = query("notifications.claim", None)
FINISH = query("notifications.finish", None)
POSTPONE = query("notifications.postpone", None)
PRUNE = query("notifications.prune", None)


class Dispatcher:
    """Notes and sends the events of one channel. `named`: gives events the names that are public now."""

    def __init__(
        self, site: Database, channel: Channel, named: Callable[[Sequence[StoredEvent]], list[PublicEvent]]
    ) -> None:
        self._site, self._named = site, named
        self.channel = channel
        self._outcomes = Counter[Outcome]()
        self._paused: dict[str, float] = {}

    async def work(self) -> int:
        """Returns the number of sent notifications. Raises DatabaseError."""
        now, channel = int(time.time()), self.channel
        for target in channel.targets:
            await self._site.write(ADD_TARGET, channel=channel.name, target=target, now=now)
        since = now - MAX_AGE_SECONDS
        kinds, due_at = list(channel.kinds), now + COMPLETION_SECONDS
        await self._site.write(NOTE, channel=channel.name, kinds=kinds, since=since, now=now, due_at=due_at)
        rows = await self._site.read(DUE, channel=channel.name, since=since, now=now, limit=BATCH)
        events = self._named([row.stored for row in rows]) if rows else []
        return sum([await self._send(row, event) for row, event in zip(rows, events, strict=True)])

    def is_paused(self, target: str) -> bool:
        """A target that has asked for a pause gets nothing meanwhile."""
        return time.time() < self._paused.get(target, 0)

    async def _send(self, row: DueNotification, event: PublicEvent) -> bool:
        if row.target not in self.channel.targets or self.is_paused(row.target):
            return False
        if not await self._site.write(CLAIM, id=row.notification_id):
            return False
        delivered = await self.channel.send(row.target, event)
        await self.settle(row.target, delivered)
        match delivered.outcome:
            case "sent":
                await self._site.write(FINISH, id=row.notification_id, state="sent")
            case "refused" | "gone":
                await self._site.write(FINISH, id=row.notification_id, state="refused")
            case "postponed":
                await self._site.write(POSTPONE, id=row.notification_id, due_at=int(self._paused[row.target]) + 1)
            case "unknown":
                pass
        return delivered.outcome == "sent"

    async def settle(self, target: str, delivered: Delivered) -> None:
        """Counts a request, and stops or pauses its target."""
        self._outcomes[delivered.outcome] += 1
        self._paused[target] = time.time() + delivered.wait_seconds
        if delivered.outcome != "sent":
            log.warning("notification_not_sent", channel=self.channel.name, target=target, outcome=delivered.outcome)
        if delivered.outcome == "gone":
            await self._site.write(STOP_TARGET, channel=self.channel.name, target=target)

    async def prune(self) -> int:
        return await self._site.prune(PRUNE, before=int(time.time()) - _KEPT_SECONDS)

    def samples(self) -> Samples:
        for outcome, count in self._outcomes.items():
            yield series("fishi_notifications_total", channel=self.channel.name, outcome=outcome), count
