"""The channel of alerts in the outbox: each message is sent to its receiver at most once, within a day."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final, Literal

import msgspec

from gateway.concurrency.durations import DAY
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.extras.alerts.channels import ChannelClients
from gateway.extras.alerts.messages import AlertContent, AlertMessage, compose
from gateway.extras.alerts.state import Event
from gateway.features.messages import ChannelRules, Message, MessageChannel, NewMessage, PreparedMessage
from gateway.features.messages.outbox import Prepare
from gateway.observability.signals import Signal

RULES: Final = ChannelRules(name="alerts", max_attempts=1440, kept_seconds=30 * DAY)
"""A receiver that is away is asked once a minute."""


def alert_message(receiver: str, content: AlertContent, event: Event | Literal["test"], now: int) -> NewMessage:
    """Returns the row of a message. A repeated evaluation adds no second one."""
    return NewMessage(
        channel=RULES.name,
        receiver=receiver,
        kind=event,
        login="",
        message_key=f"{content.rule}:{event}:{now}",
        content=msgspec.json.encode(content).decode(),
        created_at=now,
        due_at=now,
        expires_at=now + DAY,
        kept_until=now + RULES.kept_seconds,
    )


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
        self.channel = MessageChannel(site, RULES, self._connect, list(self._clients.by_id))

    @asynccontextmanager
    async def _connect(self) -> AsyncGenerator[Prepare]:
        yield self._prepare

    async def _prepare(self, row: Message) -> PreparedMessage:
        message, send = self._compose(row), self._clients.by_id[row.receiver]
        return PreparedMessage(lambda: send(message), server=row.receiver)

    def _compose(self, row: Message) -> AlertMessage:
        server, content = self._settings.server, msgspec.json.decode(row.content, type=AlertContent)
        return compose(
            row,
            content,
            self._signal_of(content.rule) if content.rule else None,
            site=self._site_name(),
            public_url=server.public_url,
            language=server.language,
        )

    async def close(self) -> None:
        await self._clients.close()
