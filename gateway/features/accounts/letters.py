"""Writes the mails to players, and decides which mails of the outbox are sent.

Limits: three recoveries and three confirmations an hour to one address, twenty links of a kind a day for one account.
"""

from collections.abc import Callable
from datetime import UTC
from typing import Final, cast

from babel.dates import format_date, format_time

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.sections import ServerSettings
from gateway.database.times import to_datetime
from gateway.features.accounts import rules
from gateway.features.accounts.audit_log import NOTICES, Action, notice
from gateway.features.accounts.email_confirmation import EmailConfirmation
from gateway.features.accounts.letter_layout import LetterLayout, Paragraph, Signature
from gateway.features.accounts.mail_language import AccountLanguages
from gateway.features.accounts.mail_links import LinkKind, MailLinks
from gateway.features.accounts.recovery import Recoverable, Recovery
from gateway.features.messages import DueMail, Letter, MailOutbox, WriteLetter
from gateway.texts import locale, read

HOURLY_PER_ADDRESS: Final = 3
DAILY_PER_ACCOUNT: Final = 20


class Letters:
    """`signature`: the site's own texts in a language, as they are now."""

    def __init__(
        self,
        server: ServerSettings,
        signature: Callable[[str], Signature],
        outbox: MailOutbox,
        links: MailLinks,
        recovery: Recovery,
        confirmation: EmailConfirmation,
        account_languages: AccountLanguages,
    ) -> None:
        self._server, self._signature = server, signature
        self._outbox = outbox
        self._links = links
        self._recovery = recovery
        self._confirmation = confirmation
        self._languages = account_languages

    async def draft(self, mail: DueMail) -> WriteLetter | None:
        """Returns a function that writes the letter; None for a mail that must not be sent."""
        if not rules.is_email(mail.recipient, rules.EMAIL_MAX):
            return None
        if mail.kind == "notice":
            return lambda: self._notice(mail)
        if await self._outbox.claimed_within(mail, HOUR) >= HOURLY_PER_ADDRESS:
            return None
        return await (self._draft_recovery(mail) if mail.kind == "recovery" else self._draft_confirmation(mail))

    async def _draft_recovery(self, mail: DueMail) -> WriteLetter | None:
        rows = await self._recovery.accounts_of(mail.recipient)
        rows = [row for row in rows if await self._may_get_link("recovery", row.account.account)]
        return (lambda: self._recovery_letter(rows)) if rows else None

    async def _draft_confirmation(self, mail: DueMail) -> WriteLetter | None:
        email = await self._confirmation.current_email(mail.login)
        if email.lower() != mail.recipient or not await self._may_get_link("confirmation", mail.login):
            return None
        return lambda: self._confirmation_letter(mail.login, email)

    async def _may_get_link(self, kind: LinkKind, login: str) -> bool:
        return await self._links.made_within(kind, login, DAY) < DAILY_PER_ACCOUNT

    async def _recovery_letter(self, rows: list[Recoverable]) -> Letter:
        layout = await self._layout([row.account.account for row in rows])
        language, subject = layout.language, read(layout.language, "mails.recovery.subject")
        request = read(language, "mails.recovery.request", site=layout.signature.name)
        paragraphs = [Paragraph(f"{request}\n{read(language, 'mails.recovery.once')}")]
        for row in rows:
            login = row.account.account
            key = await self._links.make("recovery", login, row.email, row.state)
            account = read(language, "mails.recovery.account", login=login)
            paragraphs.append(Paragraph(account, self._recovery_link(language, key), subject))
        paragraphs.append(Paragraph(read(language, "mails.recovery.notYou")))
        return layout.letter(rows[0].email, subject, paragraphs)

    async def _confirmation_letter(self, login: str, email: str) -> Letter:
        layout = await self._layout([login])
        language, subject = layout.language, read(layout.language, "mails.confirmation.subject")
        key = await self._links.make("confirmation", login, email, "")
        link = self._page(language, f"/confirm-email#k={key}")
        paragraphs = [
            Paragraph(read(language, "mails.confirmation.request", login=login, site=layout.signature.name)),
            Paragraph(read(language, "mails.confirmation.link"), link, subject),
            Paragraph(read(language, "mails.confirmation.notYou")),
        ]
        return layout.letter(email, subject, paragraphs)

    async def _notice(self, mail: DueMail) -> Letter:
        layout = await self._layout([mail.login])
        language, moment = layout.language, to_datetime(mail.created_at)
        # Another release may have written the row, with an action that this one does not know.
        action = cast("Action", mail.action)
        subject = notice(action).read(language) if action in NOTICES else read(language, "mails.notice.subject")
        change = read(
            language,
            "mails.notice.change",
            login=mail.login,
            site=layout.signature.name,
            date=format_date(moment, "long", locale(language)),
            time=format_time(moment, "short", UTC, locale(language)),
        )
        return layout.letter(mail.recipient, subject, [Paragraph(change), *self._advice(language, action)])

    def _advice(self, language: str, action: Action) -> list[Paragraph]:
        """Returns what a player who did not make the change can do."""
        if action == "ACCOUNT_UNBLOCKED":
            return []
        if action == "ACCOUNT_BLOCKED":
            return [Paragraph(read(language, "mails.notice.blocked"))]
        label = read(language, "mails.recovery.subject")
        return [Paragraph(read(language, "mails.notice.notYou"), self._recovery_link(language, ""), label)]

    async def _layout(self, logins: list[str]) -> LetterLayout:
        language = await self._languages.find(logins)
        return LetterLayout(language=language, url=self._server.public_url, signature=self._signature(language))

    def _recovery_link(self, language: str, key: str) -> str:
        return self._page(language, f"/recover#k={key}")

    def _page(self, language: str, path: str) -> str:
        prefix = "" if language == self._server.language else f"/{language}"
        return f"{self._server.public_url}{prefix}{path}"
