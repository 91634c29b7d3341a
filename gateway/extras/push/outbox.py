"""Outbox of push messages: a job adds a row for each subscription, and another one sends it."""

import asyncio
import base64
import hashlib
import time
from collections.abc import Callable
from typing import Final

import msgspec

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.sealing import KeyLost, SealBroken
from gateway.extras.push import encryption, endpoints
from gateway.extras.push.client import CONNECTIONS, PushClient
from gateway.extras.push.notices import Notice
from gateway.extras.push.subscriptions import REMOVE, DueMessage, Subscriptions
from gateway.extras.push.vapid import Vapid
from gateway.features.outbox import Attempt, OutboxStatements, OutboxTable, Outcome

BATCH: Final = CONNECTIONS
MAX_BATCHES: Final = 25
"""Of one run: with a run every five seconds, at most 100 messages a second."""
_KEPT_DAYS: Final = 1
_TOPIC_LENGTH: Final = 32

ADD = query("push.add_messages", None)
STATEMENTS = OutboxStatements.of("push")

MessageRow = tuple[int, str, int, str, int]
"""Subscription, subject, moment, notice in JSON, and expiry."""


class PushWorker:
    """`draft` returns the payload of a notice in a language."""

    def __init__(self, site: Database, subscriptions: Subscriptions, draft: Callable[[Notice, str], bytes]) -> None:
        self._site = site
        self._subscriptions = subscriptions
        self._draft = draft
        self._client: PushClient | None = None
        self.table = OutboxTable(site, STATEMENTS, _KEPT_DAYS)

    async def work(self) -> int:
        """Sends what is due. Returns the number of sent messages. Raises DatabaseUnavailable."""
        sent_count = 0
        for _ in range(MAX_BATCHES):
            batch = await self._subscriptions.due(int(time.time()), BATCH)
            if not batch:
                break
            vapid = await self._subscriptions.vapid.load()
            outcomes = await asyncio.gather(*(self._deliver(message, vapid) for message in batch))
            sent_count += outcomes.count("sent")
        return sent_count

    async def close(self) -> None:
        if self._client:
            await self._client.close()

    async def _deliver(self, message: DueMessage, vapid: Vapid) -> Outcome | None:
        outcome = await self.table.deliver(message.id, lambda: self._send(message, vapid))
        if outcome == "gone":
            await self._site.write(REMOVE, ids=[message.subscription_id])
        return outcome

    async def _send(self, message: DueMessage, vapid: Vapid) -> Attempt:
        now, notice = time.time(), msgspec.json.decode(message.notice, type=Notice)
        try:
            browser = self._subscriptions.open(message)
            host = endpoints.host_of(browser.endpoint, self._subscriptions.allowed_hosts)
            keys = encryption.decode(browser.p256dh), encryption.decode(browser.auth)
            body = encryption.encrypt(self._draft(notice, message.language), *keys)
        except (KeyLost, SealBroken, ValueError) as error:
            attempt = Attempt("refused", reason=type(error).__name__)
            self.table.count(attempt)
            return attempt
        headers = {
            "Authorization": vapid.authorization(f"https://{host}", now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, notice.expires_at - int(now))),
            "Topic": topic(notice),
            "Urgency": "normal",
        }
        client = self._client = self._client or PushClient()
        return await self.table.request(host, lambda: client.send(browser.endpoint, host, headers, body))


def topic(notice: Notice) -> str:
    """Returns a topic that tells the push service nothing."""
    return base64.urlsafe_b64encode(hashlib.sha256(notice.subject.encode()).digest())[:_TOPIC_LENGTH].decode()
