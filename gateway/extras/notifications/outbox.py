"""Outbox over the events of the world: each event is noted once per Discord webhook, and sent at most once.

A new webhook gets no earlier event, and no event is sent after an hour.
"""

import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.notifications.discord import CHANNEL, KINDS, DiscordWebhooks
from gateway.extras.world.schemas import PublicEvent
from gateway.extras.world_events import EventKind, EventRow, WorldEvent
from gateway.features.outbox import Attempt, OutboxStatements, OutboxTable

BATCH: Final = 20
MAX_AGE_SECONDS: Final = 3600
COMPLETION_SECONDS: Final = 90
"""Killers of a boss and the owner after a siege may follow an event by a reading."""
_KEPT_DAYS: Final = 7


class DueNotification(EventRow, frozen=True):
    """A row of the outbox with its event."""

    notification_id: int
    target: str


ADD_TARGET = query("notifications.add_target", None)
STOP_TARGET = query("notifications.stop_target", None)
NOTE = query("notifications.note", None)
DUE = query("notifications.due", DueNotification)
STATEMENTS = OutboxStatements.of("notifications")


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
        self.table = OutboxTable(site, STATEMENTS, _KEPT_DAYS)

    async def work(self) -> int:
        """Returns the number of sent notifications. Raises DatabaseError."""
        now = int(time.time())
        site = self._site
        targets = self._webhooks.targets
        for target in targets:
            await site.write(ADD_TARGET, channel=CHANNEL, target=target, now=now)
        since, due_at = now - MAX_AGE_SECONDS, now + COMPLETION_SECONDS
        kinds = self._kinds
        await site.write(NOTE, channel=CHANNEL, targets=targets, kinds=kinds, since=since, now=now, due_at=due_at)
        rows = await site.read(DUE, channel=CHANNEL, targets=targets, since=since, now=now, limit=BATCH)
        events = await self._name_events([row.event for row in rows]) if rows else []
        outcomes = [await self._deliver(row, event) for row, event in zip(rows, events, strict=True)]
        return outcomes.count("sent")

    async def _deliver(self, row: DueNotification, event: PublicEvent) -> str | None:
        async def send() -> Attempt:
            return await self.request(row.target, lambda: self._webhooks.send(row.target, event))

        return await self.table.deliver(row.notification_id, send)

    async def request(self, target: str, request: Callable[[], Awaitable[Attempt]]) -> Attempt:
        """Stops a target that is gone."""
        attempt = await self.table.request(target, request)
        if attempt.outcome == "gone":
            await self._site.write(STOP_TARGET, channel=CHANNEL, target=target)
        return attempt
