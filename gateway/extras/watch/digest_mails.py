"""Adds the weekly mails to the outbox, and writes each one when it is sent.

An account and its week are noted in the transaction that adds its mail, under a lock of the account's row: a killed
leader and a second one add no other.
"""

import hashlib
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from babel.dates import format_date
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.concurrency.errors import NotReady
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras.watch.digest import UNSUBSCRIBE_PATH, mail_week, period_of
from gateway.extras.watch.news import NewsEntry, NewsReader
from gateway.extras.watch.stars import Stars
from gateway.extras.watch.texts import NewsTexts
from gateway.features.accounts.letter_layout import LetterLayout, Paragraph
from gateway.features.messages import (
    ChannelRules,
    Letter,
    Message,
    NewMessage,
    WriteLetter,
    letter_channel,
    outbox,
)
from gateway.features.messages.outbox import ChannelUnavailable
from gateway.texts import locale, read

RULES: Final = ChannelRules(name="digest", max_attempts=5, kept_seconds=7 * DAY)
_SENT_WITHIN: Final = 3 * DAY
_ACCOUNTS: Final = 200
"""Accounts of one transaction."""
_SENTENCES: Final = 30
_KEY_LENGTH: Final = 16


class DueDigest(Struct, frozen=True):
    login: str


class ConfirmedAddress(Struct, frozen=True):
    login: str
    email: str


class ChosenDigest(Struct, frozen=True):
    digest_key: str
    email: str


class _Content(Struct, frozen=True):
    week: int


LOCK_DUE: Final = query("watch.lock_due_digests", DueDigest)
CONFIRMED_EMAILS: Final = query("watch.confirmed_emails", ConfirmedAddress)
NOTE: Final = query("watch.note_digests", None)
DIGEST: Final = query("watch.digest", ChosenDigest)


class DigestMails:
    def __init__(self, site: Database, settings: Settings, stars: Stars, news: NewsReader, texts: NewsTexts) -> None:
        self._site, self._server = site, settings.server
        self._stars, self._news = stars, news
        self._texts = texts
        self.channel = letter_channel(site, settings, RULES, self._draft)

    async def note(self) -> int:
        """Adds the mails of the week that were not added yet. Returns the number of accounts. Raises DatabaseError."""
        week = mail_week(await site_days(self._site, self._server.zone), time.time())
        total, count = 0, _ACCOUNTS
        while count == _ACCOUNTS:
            count = await self._site.transact(lambda session: _note(session, week))
            total += count
        return total

    async def _draft(self, message: Message) -> WriteLetter | None:
        """Returns None for an account that has ended the mail or changed its address, and for a week without news."""
        digest = await self._site.one(DIGEST, login=message.login)
        if digest is None or digest.email != message.receiver:
            return None
        days = await site_days(self._site, self._server.zone)
        first, end = period_of(msgspec.json.decode(message.content, type=_Content).week, days)
        entries = [entry for entry in await self._read(message.login) if first <= entry.at < end]
        language = await self._texts.language(message.login)

        async def write() -> Letter:
            return self._letter(message.login, digest, entries, (first, end), language)

        return write if entries else None

    async def _read(self, login: str) -> list[NewsEntry]:
        try:
            return await self._news.read(await self._stars.of(login), await self._stars.account(login), login)
        except NotReady as error:
            raise ChannelUnavailable(f"the news cannot be read: {error!r}") from None

    def _letter(
        self,
        login: str,
        digest: ChosenDigest,
        entries: Sequence[NewsEntry],
        period: tuple[datetime, datetime],
        language: str,
    ) -> Letter:
        texts = self._texts
        signature = texts.signature(language)
        layout = LetterLayout(language=language, url=self._server.public_url, signature=signature)
        first, last = (
            format_date(day, "long", locale(language)) for day in (period[0], period[1] - timedelta(hours=12))
        )
        sentences = list(dict.fromkeys(texts.sentence(entry, language) for entry in entries))
        more = len(sentences) - _SENTENCES
        ending = [read(language, "watchNews.digest.more", count=more)] if more > 0 else []
        subject = read(language, "watchNews.digest.subject", site=signature.name)
        letter = layout.letter(
            digest.email,
            subject,
            [
                Paragraph(read(language, "watchNews.digest.greeting", first=first, last=last, login=login)),
                Paragraph("\n".join([*sentences[:_SENTENCES], *ending])),
                Paragraph(
                    read(language, "watchNews.digest.read"),
                    texts.page(language, "/watch"),
                    read(language, "watchNews.digest.readLabel"),
                ),
                Paragraph(
                    read(language, "watchNews.digest.end"),
                    texts.page(language, f"/watch#end-digest={digest.digest_key}"),
                    read(language, "watchNews.digest.endLabel"),
                ),
            ],
        )
        unsubscribe = f"<{self._server.public_url}{UNSUBSCRIBE_PATH}/{digest.digest_key}>"
        headers = {"List-Unsubscribe": unsubscribe, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        return msgspec.structs.replace(letter, headers=headers)


async def _note(session: Session, week: int) -> int:
    logins = [row.login for row in await session.read(LOCK_DUE, week=week, limit=_ACCOUNTS)]
    if logins:
        rows = await session.read(CONFIRMED_EMAILS, logins=logins)
        await outbox.add(session, [_message(row, week) for row in rows])
        await session.write(NOTE, week=week, logins=logins)
    return len(logins)


def _message(row: ConfirmedAddress, week: int) -> NewMessage:
    """Two accounts may have one address: the key names the account by a hash."""
    now = int(time.time())
    account = hashlib.sha256(row.login.encode()).hexdigest()[:_KEY_LENGTH]
    return NewMessage(
        channel=RULES.name,
        receiver=row.email,
        kind="digest",
        login=row.login,
        message_key=f"{week}:{account}",
        content=msgspec.json.encode(_Content(week)).decode(),
        created_at=now,
        due_at=now,
        expires_at=now + _SENT_WITHIN,
        kept_until=now + RULES.kept_seconds,
    )
