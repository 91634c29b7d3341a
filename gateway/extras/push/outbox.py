"""The channel of push in the outbox: a job adds a message for each subscription, and another one sends it."""

import base64
import hashlib
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

import msgspec

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.sealing import KeyLost, SealBroken
from gateway.extras.push import encryption, endpoints
from gateway.extras.push.client import CONNECTIONS, PushClient
from gateway.extras.push.notices import Notice
from gateway.extras.push.subscriptions import REMOVE, LiveSubscription, Subscriptions
from gateway.extras.push.vapid import Vapid
from gateway.features.messages import Attempt, ChannelRules, Message, MessageChannel, NewMessage, PreparedMessage
from gateway.features.messages.outbox import Prepare

RULES: Final = ChannelRules(
    name="push", max_attempts=100, kept_seconds=2 * DAY, batch=CONNECTIONS, max_batches=25, is_concurrent=True
)
"""With a run every five seconds, at most 100 messages a second."""
_TOPIC_LENGTH: Final = 32


def push_message(subscription_id: int, login: str, notice: Notice, now: int) -> NewMessage:
    """Returns the row of a message. A subscription gets one message about a subject and a moment."""
    return NewMessage(
        channel=RULES.name,
        receiver=str(subscription_id),
        kind=notice.kind,
        login=login,
        message_key=f"{notice.subject}:{notice.at}",
        content=msgspec.json.encode(notice).decode(),
        created_at=now,
        due_at=now,
        expires_at=notice.expires_at,
        kept_until=max(notice.expires_at + DAY, now + RULES.kept_seconds),
    )


class PushSender:
    """`draft` returns the payload of a notice in a language."""

    def __init__(self, site: Database, subscriptions: Subscriptions, draft: Callable[[Notice, str], bytes]) -> None:
        self._site = site
        self._subscriptions = subscriptions
        self._draft = draft
        self._client: PushClient | None = None
        self.channel = MessageChannel(site, RULES, self._connect)

    async def close(self) -> None:
        if self._client:
            await self._client.close()

    @asynccontextmanager
    async def _connect(self) -> AsyncGenerator[Prepare]:
        yield self._prepare

    async def _prepare(self, message: Message) -> PreparedMessage | None:
        row = await self._subscriptions.find_live(int(message.receiver), int(time.time()))
        if row is None:
            return None
        vapid, notice = await self._subscriptions.vapid.load(), msgspec.json.decode(message.content, type=Notice)
        try:
            return self._delivery(row, vapid, notice)
        except (KeyLost, SealBroken, ValueError) as error:
            attempt = Attempt("refused", reason=type(error).__name__)

        async def refuse() -> Attempt:
            return attempt

        return PreparedMessage(refuse)

    def _delivery(self, row: LiveSubscription, vapid: Vapid, notice: Notice) -> PreparedMessage:
        now, browser = time.time(), self._subscriptions.open(row)
        host = endpoints.host_of(browser.endpoint, self._subscriptions.allowed_hosts)
        keys = encryption.decode(browser.p256dh), encryption.decode(browser.auth)
        body = encryption.encrypt(self._draft(notice, row.language), *keys)
        headers = {
            "Authorization": vapid.authorization(f"https://{host}", now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, notice.expires_at - int(now))),
            "Topic": topic(notice),
            "Urgency": "normal",
        }
        client = self._client = self._client or PushClient()

        async def send() -> Attempt:
            attempt = await client.send(browser.endpoint, host, headers, body)
            if attempt.outcome == "gone":
                await self._site.write(REMOVE, ids=[row.id])
            return attempt

        return PreparedMessage(send, server=host)


def topic(notice: Notice) -> str:
    """Returns a topic that tells the push service nothing."""
    return base64.urlsafe_b64encode(hashlib.sha256(notice.subject.encode()).digest())[:_TOPIC_LENGTH].decode()
