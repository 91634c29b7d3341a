"""Channels of alerts as the settings name them. A channel's id and label are public; its address is not."""

import hashlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from gateway.config.access import MailSettings
from gateway.config.settings import Settings
from gateway.extras.alerts.messages import AlertMessage
from gateway.extras.alerts.settings import AlertSettings, ChannelKind
from gateway.extras.alerts.webhook import WebhookClient
from gateway.extras.notifications.discord import DiscordWebhooks
from gateway.extras.notifications.webhook_address import read_webhook
from gateway.features.messages import Attempt, Letter
from gateway.features.messages.mail_client import RETRY_SECONDS, MailServerUnavailable, connect

_DIGITS: Final = 12

Send = Callable[[AlertMessage], Awaitable[Attempt]]


class Channel(Struct, frozen=True):
    """`label`: for operators: the masked address, the id of a Discord webhook, or the host."""

    kind: ChannelKind
    key: str
    label: str

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.key}"


def channels_of(settings: AlertSettings) -> list[Channel]:
    return [
        *(Channel("email", _hash(address), _mask_email(address)) for address in settings.emails),
        *(Channel("discord", webhook.id, webhook.id) for webhook in map(read_webhook, settings.discord_webhooks)),
        *(Channel("webhook", _hash(address), urlsplit(address).netloc) for address in settings.webhooks),
    ]


class ChannelClients:
    """Sends to the channels; opens connections on the first call."""

    def __init__(self, settings: Settings) -> None:
        alerts, discord = settings.of(AlertSettings), settings.of(AlertSettings).discord_webhooks
        self._discord = DiscordWebhooks(discord, "", settings.server.language) if discord else None
        self._webhooks = [WebhookClient(address, alerts.signing_key()) for address in alerts.webhooks]
        sends: list[Send] = [
            *(_mailer(settings.mail, address) for address in alerts.emails),
            *(_posters(self._discord) if self._discord else ()),
            *(client.send for client in self._webhooks),
        ]
        self.by_id: dict[str, Send] = {
            channel.id: send for channel, send in zip(channels_of(alerts), sends, strict=True)
        }

    async def close(self) -> None:
        for client in (*self._webhooks, *([self._discord] if self._discord else [])):
            await client.close()


def _mailer(mail: MailSettings, address: str) -> Send:
    async def send(message: AlertMessage) -> Attempt:
        if not mail.host:
            return Attempt("refused", reason="mail.host is not set")
        try:
            async with connect(mail) as connection:
                return await connection.send(Letter(recipient=address, subject=message.subject, text=message.body))
        except MailServerUnavailable as error:
            return Attempt("postponed", RETRY_SECONDS, str(error))

    return send


def _posters(discord: DiscordWebhooks) -> list[Send]:
    return [partial(_post, discord, target) for target in discord.targets]


async def _post(discord: DiscordWebhooks, target: str, message: AlertMessage) -> Attempt:
    return await discord.post(target, message.embed)


def _hash(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()[:_DIGITS]


def _mask_email(address: str) -> str:
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}•••@{domain}"
