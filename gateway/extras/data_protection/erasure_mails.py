"""Mails about an erasure: a code, a notice of the request, and a last one when the account is erased."""

import secrets
import time
from collections.abc import Callable
from datetime import UTC
from typing import Final, Literal

import msgspec
from babel.dates import format_date, format_time
from msgspec import Struct

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.data_protection.mailed_codes import MailedCodes
from gateway.features.accounts import AccountRepository, Signature
from gateway.features.accounts.letter_layout import LetterLayout, Paragraph
from gateway.features.accounts.mail_language import AccountLanguages
from gateway.features.messages import ChannelRules, Letter, Message, NewMessage, WriteLetter, letter_channel, outbox
from gateway.texts import locale, read

MailKind = Literal["code", "requested", "erased"]

RULES: Final = ChannelRules(name="data_protection", max_attempts=5, kept_seconds=3 * DAY)
"""The address of an erased account goes with the row of its last mail."""
_SENT_WITHIN: Final[dict[MailKind, int]] = {"code": HOUR // 4, "requested": DAY, "erased": DAY}
_KEY_BYTES: Final = 8


class MailAddress(Struct, frozen=True):
    email: str


class _Content(Struct, frozen=True):
    """`account`: for a row without its login."""

    account: str
    language: str
    due_at: int = 0


CONFIRMED_EMAIL: Final = query("data_protection.confirmed_email", MailAddress)


class ErasureMails:
    """`signature`: the site's texts in a language."""

    def __init__(
        self,
        site: Database,
        settings: Settings,
        accounts: AccountRepository,
        languages: AccountLanguages,
        signature: Callable[[str], Signature],
        codes: MailedCodes,
    ) -> None:
        self.is_on = settings.sends_mail
        self._server, self._signature = settings.server, signature
        self._accounts, self._languages = accounts, languages
        self._codes = codes
        self.channel = letter_channel(site, settings, RULES, self._draft)

    async def read_address(self, session: Session | Database, login: str) -> str:
        """Returns the confirmed address; empty without one, and where the site sends no mail."""
        row = await session.one(CONFIRMED_EMAIL, login=login) if self.is_on else None
        return row.email if row else ""

    async def language(self, login: str) -> str:
        return await self._languages.find([login])

    async def add(
        self, session: Session, kind: MailKind, address: str, account: str, language: str, *, due_at: int = 0
    ) -> None:
        """Adds a mail in the caller's transaction; nothing without an address."""
        if not address:
            return
        now = int(time.time())
        message = NewMessage(
            channel=RULES.name,
            receiver=address,
            kind=kind,
            login="" if kind == "erased" else account,
            message_key=f"{kind}:{secrets.token_hex(_KEY_BYTES)}",
            content=msgspec.json.encode(_Content(account, language, due_at)).decode(),
            created_at=now,
            due_at=now,
            expires_at=now + _SENT_WITHIN[kind],
            kept_until=now + RULES.kept_seconds,
        )
        await outbox.add(session, [message])

    async def _draft(self, message: Message) -> WriteLetter | None:
        content = msgspec.json.decode(message.content, type=_Content)
        values = {"login": content.account, "site": self._signature(content.language).name}
        if message.kind == "code":
            account = await self._accounts.find(content.account)
            if account is None:
                return None
            values["code"] = self._codes.make(
                content.account, message.receiver, account.password or "", message.created_at
            )
        elif message.kind == "requested":
            moment = to_datetime(content.due_at)
            values["date"] = format_date(moment, "long", locale(content.language))
            values["time"] = format_time(moment, "short", UTC, locale(content.language))

        async def write() -> Letter:
            return self._letter(message, content.language, values)

        return write

    def _letter(self, message: Message, language: str, values: dict[str, str]) -> Letter:
        layout = LetterLayout(language=language, url=self._server.public_url, signature=self._signature(language))
        prefix = "" if language == self._server.language else f"/{language}"
        link = {}
        if message.kind == "requested":
            page = f"{self._server.public_url}{prefix}/player?tab=profile&section=privacy"
            link = {"link": page, "label": read(language, "mails.erasure.page")}
        return layout.letter(
            message.receiver,
            read(language, f"mails.erasure.{message.kind}.subject"),
            [
                Paragraph(read(language, f"mails.erasure.{message.kind}.text", **values)),
                Paragraph(read(language, f"mails.erasure.{message.kind}.note"), **link),
            ],
        )
