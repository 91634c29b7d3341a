"""Outbox of push messages: a job adds a row for each subscription, and another one sends it, at most once.

The job claims rows before it sends. Without an answer of the push service the outcome is unknown: the row stays
claimed, is not sent again, and the doctor shows it. "Later" (429, 503, no connection) is tried again until the message
expires.
"""

import asyncio
import base64
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import structlog

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.sealing import KeyLost, SealBroken
from gateway.features.push import encryption, endpoints
from gateway.features.push.client import CONNECTIONS, Outcome, PushClient, PushResult
from gateway.features.push.notices import Notice
from gateway.features.push.subscriptions import REMOVE, DueMessage, Subscriptions
from gateway.features.push.vapid import Vapid
from gateway.observability.logging import RateLimitedLogger
from gateway.observability.metrics import Samples, series

BATCH: Final = CONNECTIONS
MAX_BATCHES: Final = 25
"""Of one run: with a run every five seconds, at most 100 messages a second."""
_KEPT_SECONDS: Final = 86_400
_ROWS: Final = 500
_TOPIC_LENGTH: Final = 32

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.push"))

ADD = query("push.add_messages", None)
CLAIM = query("push.claim", None)
FINISH = query("push.finish", None)
POSTPONE = query("push.postpone", None)
PRUNE = query("push.prune", None)

MessageRow = tuple[int, str, int, str, int]
"""Subscription, subject, moment, notice in JSON, and expiry."""


class _ClaimedByAnother(Exception):  # noqa: N818 - not an error: the other process sends them
    """Another process claimed a message of the batch; all stay as they were."""


async def add_messages(site: Database, rows: Sequence[MessageRow], now: int) -> None:
    """Adds messages, each once."""
    for first in range(0, len(rows), _ROWS):
        batch = msgspec.json.encode(rows[first : first + _ROWS]).decode()
        await site.write(ADD, messages=batch, now=now)


class PushWorker:
    """`draft` returns the payload of a notice in a language."""

    def __init__(
        self,
        site: Database,
        subscriptions: Subscriptions,
        draft: Callable[[Notice, str], bytes],
    ) -> None:
        self._site, self._subscriptions, self._draft = site, subscriptions, draft
        self._client: PushClient | None = None
        self._closed_until: dict[str, float] = {}
        """Push service → when it takes messages again."""
        self._outcomes = Counter[Outcome]()

    async def work(self) -> int:
        """Sends what is due. Returns the number of sent messages. Raises DatabaseUnavailable."""
        sent = 0
        for _ in range(MAX_BATCHES):
            batch = await self._claim(int(time.time()))
            if not batch:
                break
            vapid = await self._subscriptions.vapid.load()
            results = await asyncio.gather(*(self._send(message, vapid) for message in batch))
            await self._settle(batch, results)
            sent += sum(result.outcome == "sent" for result in results)
        return sent

    async def prune(self) -> int:
        now = int(time.time())
        await self._subscriptions.remove_ended(now)
        return await self._site.prune(PRUNE, before=now - _KEPT_SECONDS)

    async def close(self) -> None:
        if self._client:
            await self._client.close()

    def samples(self) -> Samples:
        for outcome, count in self._outcomes.items():
            yield series("fishi_push_messages_total", outcome=outcome), count

    async def _claim(self, now: int) -> list[DueMessage]:
        batch = await self._subscriptions.due(now, BATCH)
        try:
            async with self._site.transaction() as session:
                if batch and await session.write(CLAIM, ids=[row.id for row in batch], now=now) != len(batch):
                    raise _ClaimedByAnother
        except _ClaimedByAnother:
            return []
        return batch

    async def _send(self, message: DueMessage, vapid: Vapid) -> PushResult:
        now, notice = time.time(), msgspec.json.decode(message.notice, type=Notice)
        try:
            browser = self._subscriptions.open(message)
            host = endpoints.host_of(browser.endpoint, self._subscriptions.allowed_hosts)
            keys = encryption.decode(browser.p256dh), encryption.decode(browser.auth)
            body = encryption.encrypt(self._draft(notice, message.language), *keys)
        except (KeyLost, SealBroken, ValueError) as error:
            return PushResult("refused", type(error).__name__)
        if (closed_until := self._closed_until.get(host, 0)) > now:
            return PushResult("later", "closed", int(closed_until - now) + 1)
        headers = {
            "Authorization": vapid.authorization(f"https://{host}", now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, notice.expires_at - int(now))),
            "Topic": topic(notice),
            "Urgency": "normal",
        }
        self._client = self._client or PushClient()
        result = await self._client.send(browser.endpoint, host, headers, body)
        if result.outcome == "later":
            self._closed_until[host] = now + result.wait_seconds
        return result

    async def _settle(self, batch: list[DueMessage], results: list[PushResult]) -> None:
        self._outcomes.update(result.outcome for result in results)
        for state in ("sent", "gone", "refused"):
            if ids := [row.id for row, result in zip(batch, results, strict=True) if result.outcome == state]:
                await self._site.write(FINISH, ids=ids, state=state)
        for message, result in zip(batch, results, strict=True):
            if result.outcome == "later":
                await self._site.write(POSTPONE, id=message.id, due_at=int(time.time()) + result.wait_seconds)
            elif result.outcome == "gone":
                await self._site.write(REMOVE, ids=[message.subscription_id])
            elif result.outcome != "sent":
                log.warning("push_not_sent", outcome=result.outcome, reason=result.reason)


def topic(notice: Notice) -> str:
    """Returns a topic that tells the push service nothing."""
    return base64.urlsafe_b64encode(hashlib.sha256(notice.subject.encode()).digest())[:_TOPIC_LENGTH].decode()
