"""Mails to players: a request adds a row to the outbox, and the leader's job sends it."""

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Literal, cast

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.settings import Settings
from gateway.database.database import Database, JoinedDatabase, Session
from gateway.database.queries import query
from gateway.features.messages.mail_client import Letter, MailConnection, connect
from gateway.features.messages.outbox import (
    ChannelRules,
    ChannelUnavailable,
    Message,
    MessageChannel,
    Prepare,
    PreparedMessage,
)

Kind = Literal["confirmation", "recovery", "notice"]

RULES: Final = ChannelRules(name="mail", max_attempts=5, kept_seconds=7 * DAY)
LINK_SECONDS: Final = HOUR
"""A request for a link that has waited for the mail server longer is not sent any more."""


class DueMail(Struct, frozen=True, kw_only=True):
    """`action`: that of the security log, for a notice."""

    id: int
    kind: Kind
    recipient: str
    login: str
    action: str
    created_at: int


class _Content(Struct, frozen=True):
    action: str = ""


class _Count(Struct, frozen=True):
    messages: int


ADD_MAIL = query("messages.add_mail", None)
ADD_NOTICE = query("messages.add_notice", None)
CLAIMED_SINCE = query("messages.claimed_since", _Count)


class MailOutbox:
    """Adds mails. While mail is off, nothing is added: links need `server.public_url`, and letters `mail.host`."""

    def __init__(self, site: Database, settings: Settings) -> None:
        self._site, self._settings = site, settings
        self.is_on = settings.sends_mail

    def within(self, site: JoinedDatabase) -> "MailOutbox":
        """Returns an outbox that adds mails in an open transaction of the site schema."""
        return MailOutbox(site, self._settings)

    async def add(self, kind: Literal["confirmation", "recovery"], recipient: str, login: str = "") -> None:
        """Adds a mail with links. Raises DatabaseUnavailable."""
        if not self.is_on:
            return
        now = int(time.time())
        times = {"now": now, "expires_at": now + LINK_SECONDS, "kept_until": now + RULES.kept_seconds}
        await self._site.write(ADD_MAIL, kind=kind, receiver=recipient.lower(), login=login, **times)

    async def add_notice(self, login: str, action: str) -> None:
        """Adds a notice to the account's confirmed address, if it has one. Raises DatabaseUnavailable."""
        if self.is_on:
            await add_notice(self._site, login, action)

    async def claimed_within(self, mail: DueMail, seconds: int) -> int:
        """Counts the other mails of the same kind that went to the same address."""
        row = await self._site.one(
            CLAIMED_SINCE,
            id=mail.id,
            channel=RULES.name,
            receiver=mail.recipient,
            kind=mail.kind,
            since=int(time.time()) - seconds,
        )
        return row.messages if row else 0


async def add_notice(site: Database | Session, login: str, action: str) -> None:
    now = int(time.time())
    await site.write(ADD_NOTICE, login=login, action=action, now=now, kept_until=now + RULES.kept_seconds)


WriteLetter = Callable[[], Awaitable[Letter]]
"""Makes the links of a letter and returns it."""
Draft = Callable[[DueMail], Awaitable[WriteLetter | None]]
"""Returns None for a mail that must not be sent."""


def mail_channel(site: Database, settings: Settings, draft: Draft) -> MessageChannel:
    return letter_channel(site, settings, RULES, lambda message: draft(_mail(message)))


def letter_channel(
    site: Database,
    settings: Settings,
    rules: ChannelRules,
    draft: Callable[[Message], Awaitable[WriteLetter | None]],
) -> MessageChannel:
    """Sends all letters of a run over one connection, which is opened for the first one that is sent: requests for
    unknown addresses open none."""

    @asynccontextmanager
    async def open_run() -> AsyncGenerator[Prepare]:
        connections: list[MailConnection] = []
        async with AsyncExitStack() as stack:

            async def prepare(message: Message) -> PreparedMessage | None:
                write = await draft(message)
                if write is None:
                    return None
                if not connections:
                    connections.append(await stack.enter_async_context(connect(settings.mail)))
                (connection,) = connections
                if not connection.is_open:
                    raise ChannelUnavailable("the mail server has ended the connection")
                letter = await write()
                return PreparedMessage(lambda: connection.send(letter))

            yield prepare

    return MessageChannel(site, rules, open_run)


def _mail(message: Message) -> DueMail:
    content = msgspec.json.decode(message.content, type=_Content)
    return DueMail(
        id=message.id,
        kind=cast("Kind", message.kind),
        recipient=message.receiver,
        login=message.login,
        action=content.action,
        created_at=message.created_at,
    )
