"""Writes the mails to players, and decides which mails of the outbox are sent.

Limits: three recoveries and three confirmations an hour to one address, twenty links of a kind a day for one account.
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import urljoin

from msgspec import Struct

from gateway.database.times import to_datetime
from gateway.durations import DAY, HOUR
from gateway.features.accounts import rules
from gateway.features.accounts.audit_log import NOTICES
from gateway.features.accounts.email_confirmation import EmailConfirmation
from gateway.features.accounts.mail_links import LinkKind, MailLinks
from gateway.features.accounts.recovery import Recoverable, Recovery
from gateway.features.messages import DueMail, Letter, MailOutbox, WriteLetter

HOURLY_PER_ADDRESS: Final = 3
DAILY_PER_ACCOUNT: Final = 20
_NOT_YOU: Final = "If it was not you, do nothing: your password stays as it is."


class Signature(Struct, frozen=True):
    """The operator's name of the site, address (empty: none) and links (label, URL) at the time of a letter."""

    name: str
    email: str = ""
    links: tuple[tuple[str, str], ...] = ()


class Letters:
    def __init__(
        self,
        public_url: str,
        signature: Callable[[], Signature],
        outbox: MailOutbox,
        links: MailLinks,
        recovery: Recovery,
        confirmation: EmailConfirmation,
    ) -> None:
        self._url, self._signature = public_url, signature
        self._outbox = outbox
        self._links = links
        self._recovery = recovery
        self._confirmation = confirmation

    @property
    def _site_name(self) -> str:
        return self._signature().name

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
        parts: list[str] = []
        for row in rows:
            login = row.account.account
            key = await self._links.make("recovery", login, row.email, row.state)
            parts.append(f'Account "{login}":\n{self._url}/recover#k={key}')
        text = f"Someone asked for a new password on {self._site_name}. If that was you, open a link within 30 minutes."
        return self._letter(
            rows[0].email, "Set a new password", [f"{text}\nIt works once, for the account above it.", *parts, _NOT_YOU]
        )

    async def _confirmation_letter(self, login: str, email: str) -> Letter:
        key = await self._links.make("confirmation", login, email, "")
        text = f'This address was entered for the account "{login}" on {self._site_name}.'
        link = f"To confirm it, open this link within a day:\n{self._url}/confirm-email#k={key}"
        return self._letter(email, "Confirm your email address", [text, link, "If it was not you, do nothing."])

    async def _notice(self, mail: DueMail) -> Letter:
        moment = to_datetime(mail.created_at)
        subject = next((text for action, text in NOTICES.items() if action == mail.action), "Your account was changed")
        text = f'Account "{mail.login}" on {self._site_name}, {moment:%d %B %Y, %H:%M} UTC.'
        return self._letter(mail.recipient, subject, [text, f"If it was not you: {self._url}/recover#k="])

    def _letter(self, recipient: str, subject: str, paragraphs: list[str]) -> Letter:
        return Letter(recipient, subject, "\n\n".join([subject, *paragraphs, self._end()]) + "\n")

    def _end(self) -> str:
        signature = self._signature()
        links = (f"{label}: {urljoin(self._url, address)}" for label, address in signature.links)
        lines = [f"{signature.name}, {self._url}", signature.email, *links, "We never ask for your password by email."]
        return "\n".join(filter(None, lines))
