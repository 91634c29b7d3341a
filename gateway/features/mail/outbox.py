"""Outbox of mails: a request adds a row, and the leader's job sends it. A temporary refusal (4xx) is tried again."""

import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final, Literal

import structlog
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, JoinedDatabase
from gateway.database.queries import query
from gateway.features.mail.client import Letter, MailConnection, MailServerUnavailable, connect
from gateway.features.outbox import Attempt, OutboxStatements, OutboxTable, Outcome
from gateway.observability.logging import RateLimitedLogger

Kind = Literal["confirmation", "recovery", "notice"]

BATCH: Final = 20
MAX_ATTEMPTS: Final = 5
_KEPT_DAYS: Final = 7

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.mail"))


class DueMail(Struct, frozen=True):
    id: int
    kind: Kind
    recipient: str
    login: str
    action: str
    created_at: int
    attempts: int


class _Count(Struct, frozen=True):
    mails: int


ADD = query("mails.add", None)
ADD_NOTICE = query("mails.add_notice", None)
DUE = query("mails.due", DueMail)
DISCARD = query("mails.discard", None)
CLAIMED_SINCE = query("mails.claimed_since", _Count)
STATEMENTS = OutboxStatements.of("mails")


class Outbox:
    """Adds mails. While mail is off, nothing is added: links need `server.public_url`, and letters `mail.host`."""

    def __init__(self, site: Database, settings: Settings) -> None:
        self._site, self._settings = site, settings
        self.is_on = settings.sends_mail

    def within(self, site: JoinedDatabase) -> "Outbox":
        """Returns an outbox that adds mails in an open transaction of the site schema."""
        return Outbox(site, self._settings)

    async def add(self, kind: Kind, recipient: str, login: str = "") -> None:
        """Raises DatabaseUnavailable."""
        if self.is_on:
            row = {"kind": kind, "recipient": recipient.lower(), "login": login, "now": int(time.time())}
            await self._site.write(ADD, **row)

    async def add_notice(self, login: str, action: str) -> None:
        """Adds a notice to the account's confirmed address, if it has one. Raises DatabaseUnavailable."""
        if self.is_on:
            await self._site.write(ADD_NOTICE, login=login, action=action, now=int(time.time()))

    async def claimed_within(self, mail: DueMail, seconds: int) -> int:
        """Counts the other mails of the same kind that went to the same address."""
        since = int(time.time()) - seconds
        row = await self._site.one(CLAIMED_SINCE, id=mail.id, recipient=mail.recipient, kind=mail.kind, since=since)
        return row.mails if row else 0


WriteLetter = Callable[[], Awaitable[Letter]]
"""Makes the links of a letter and returns it."""


class MailWorker:
    """Sends the outbox. `draft` returns None for a mail that must not be sent."""

    def __init__(
        self, site: Database, settings: Settings, draft: Callable[[DueMail], Awaitable[WriteLetter | None]]
    ) -> None:
        self._site = site
        self._settings = settings.mail
        self._draft = draft
        self.table = OutboxTable(site, STATEMENTS, _KEPT_DAYS)

    async def work(self) -> int:
        """Sends the due mails. Returns the number of sent mails. Raises DatabaseUnavailable."""
        sent_count = 0
        async with AsyncExitStack() as stack:
            connection: MailConnection | None = None
            try:
                for mail in await self._site.read(DUE, now=int(time.time()), limit=BATCH):
                    write = await self._draft(mail)
                    if write is None:
                        await self._site.write(DISCARD, id=mail.id)
                        continue
                    # Opened for the first mail that is sent: requests for unknown addresses open none.
                    connection = connection or await stack.enter_async_context(connect(self._settings))
                    outcome = await self._send(connection, mail, await write())
                    sent_count += outcome == "sent"
                    if outcome == "unknown" or not connection.is_open:
                        break
            except MailServerUnavailable as error:
                log.warning("mail_server_unavailable", reason=str(error))
        return sent_count

    async def _send(self, connection: MailConnection, mail: DueMail, letter: Letter) -> Outcome | None:
        async def send() -> Attempt:
            attempt = await connection.send(letter)
            self.table.count(attempt)
            is_last = attempt.outcome == "postponed" and mail.attempts + 1 >= MAX_ATTEMPTS
            return Attempt("refused") if is_last else attempt

        return await self.table.deliver(mail.id, send)
