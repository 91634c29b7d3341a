"""Mails about answers: one for each answer, to the confirmed address, with its beginning and a link to the ticket."""

import time
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.accounts import Signature
from gateway.features.accounts.letter_layout import LetterLayout, Paragraph
from gateway.features.accounts.mail_language import AccountLanguages
from gateway.features.messages import ChannelRules, Letter, Message, NewMessage, WriteLetter, letter_channel, outbox
from gateway.http.languages import prefix
from gateway.texts import read

RULES: Final = ChannelRules(name="ticket", max_attempts=5, kept_seconds=7 * DAY)
_SENT_WITHIN: Final = 3 * DAY
_BEGINNING: Final = 280
PATH: Final = "/tickets"


class TicketAnswer(Struct, frozen=True):
    id: int
    account: str
    title: str
    text: str
    email: str


class _Content(Struct, frozen=True):
    message_id: int


ANSWER: Final = query("tickets.answer", TicketAnswer)


class TicketMails:
    """`signature`: the site's own texts in a language."""

    def __init__(
        self,
        site: Database,
        settings: Settings,
        account_languages: AccountLanguages,
        signature: Callable[[str], Signature],
    ) -> None:
        self._site, self._server = site, settings.server
        self._languages, self._signature = account_languages, signature
        self.is_on = settings.sends_mail
        self.channel = letter_channel(site, settings, RULES, self._draft)

    async def language(self, login: str) -> str:
        return await self._languages.find([login])

    async def note(self, session: Session, message_id: int) -> None:
        """Adds the mail about an answer in the caller's transaction, if the account has a confirmed address."""
        answer = await session.one(ANSWER, message_id=message_id) if self.is_on else None
        if answer is None:
            return
        now = int(time.time())
        message = NewMessage(
            channel=RULES.name,
            receiver=answer.email,
            kind="answer",
            login=answer.account,
            message_key=str(message_id),
            content=msgspec.json.encode(_Content(message_id)).decode(),
            created_at=now,
            due_at=now,
            expires_at=now + _SENT_WITHIN,
            kept_until=now + RULES.kept_seconds,
        )
        await outbox.add(session, [message])

    async def _draft(self, message: Message) -> WriteLetter | None:
        """Returns None if the ticket is gone, or the address is not the account's any more."""
        message_id = msgspec.json.decode(message.content, type=_Content).message_id
        answer = await self._site.one(ANSWER, message_id=message_id)
        if answer is None or answer.email != message.receiver:
            return None
        return lambda: self._letter(answer)

    async def _letter(self, answer: TicketAnswer) -> Letter:
        language = await self.language(answer.account)
        signature = self._signature(language)
        layout = LetterLayout(language=language, url=self._server.public_url, signature=signature)
        link = f"{self._server.public_url}{prefix(language, self._server.language)}{PATH}?ticket={answer.id}"
        beginning = answer.text[:_BEGINNING]
        subject = read(language, "ticketMails.subject", site=signature.name)
        return layout.letter(
            answer.email,
            subject,
            [
                Paragraph(read(language, "ticketMails.answered", login=answer.account, title=answer.title)),
                Paragraph(f"{beginning}…" if len(answer.text) > _BEGINNING else beginning),
                Paragraph(read(language, "ticketMails.reply"), link, read(language, "ticketMails.label")),
            ],
        )
