"""Outbox of alerts: each message is sent to its channel at most once, within a day."""

import time
from collections.abc import Callable
from typing import Final

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.durations import DAY
from gateway.extras.alerts.channels import ChannelClients, Send
from gateway.extras.alerts.messages import AlertMessage, compose
from gateway.extras.alerts.repository import DUE, PRUNE_ALERTS, STATEMENTS, DueAlert
from gateway.features.outbox import OutboxTable, Outcome
from gateway.signals import Signal

BATCH: Final = 20
_KEPT_DAYS: Final = 30
_HISTORY_DAYS: Final = 400


class AlertSender:
    """`signal_of`: a signal by its name. `site_name`: for the texts."""

    def __init__(
        self, settings: Settings, site: Database, signal_of: Callable[[str], Signal], site_name: Callable[[], str]
    ) -> None:
        self._settings = settings
        self._site = site
        self._signal_of = signal_of
        self._site_name = site_name
        self._clients = ChannelClients(settings)
        self.table = OutboxTable(site, STATEMENTS, _KEPT_DAYS)

    async def work(self) -> int:
        """Returns the number of sent messages. Raises DatabaseUnavailable."""
        sends, now = self._clients.by_id, int(time.time())
        if not sends:
            return 0
        rows = await self._site.read(DUE, channels=list(sends), since=now - DAY, now=now, limit=BATCH)
        outcomes = [await self._deliver(row, sends[row.channel]) for row in rows]
        return outcomes.count("sent")

    async def _deliver(self, row: DueAlert, send: Send) -> Outcome | None:
        message = self._compose(row)
        return await self.table.deliver(row.id, lambda: self.table.request(row.channel, lambda: send(message)))

    def _compose(self, row: DueAlert) -> AlertMessage:
        server = self._settings.server
        return compose(
            row,
            self._signal_of(row.rule) if row.rule else None,
            site=self._site_name(),
            public_url=server.public_url,
            language=server.language,
        )

    async def prune_alerts(self, now: int) -> int:
        return await self._site.prune(PRUNE_ALERTS, before=now - _HISTORY_DAYS * DAY)

    async def close(self) -> None:
        await self._clients.close()
