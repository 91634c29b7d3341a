"""The only client of the mail server (SMTP): sends one letter, and distinguishes a refusal from an unknown outcome."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from email.message import EmailMessage
from email.policy import Policy
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gateway.config.access import MailSettings
from gateway.features.messages.outbox import Attempt, ChannelUnavailable

if TYPE_CHECKING:
    from aiosmtplib import SMTP

TIMEOUT_SECONDS: Final = 15
RETRY_SECONDS: Final = 300
_TEMPORARY: Final = range(400, 500)
_CLOSING: Final = 421
"""Reply of a server that ends the connection."""


class MailServerUnavailable(ChannelUnavailable):
    """No connection, no encryption or no login; nothing was sent. The message is the type of the error."""


class Letter(Struct, frozen=True, kw_only=True):
    recipient: str
    subject: str
    text: str
    html: str = ""
    """The same letter in HTML; empty: there is the plain text alone."""
    headers: Mapping[str, str] = {}
    """Besides those that each letter has."""


class MailConnection:
    def __init__(self, smtp: "SMTP", sender: str) -> None:
        self._smtp, self._sender = smtp, sender

    @property
    def is_open(self) -> bool:
        return self._smtp.is_connected

    async def send(self, letter: Letter) -> Attempt:
        from aiosmtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

        try:
            await self._smtp.send_message(_message(letter, self._sender))
        except SMTPRecipientsRefused as error:
            return _refusal(error.recipients[0].code)
        except SMTPResponseException as error:
            if error.code == _CLOSING:
                self._smtp.close()
            return _refusal(error.code)
        except (SMTPException, OSError) as error:
            return Attempt("unknown", reason=type(error).__name__)
        return Attempt("sent")


def _refusal(code: int) -> Attempt:
    return Attempt("postponed" if code in _TEMPORARY else "refused", RETRY_SECONDS, f"code {code}")


@asynccontextmanager
async def connect(settings: MailSettings) -> AsyncGenerator[MailConnection]:
    """Raises MailServerUnavailable."""
    # Imported here: only the leader sends, and most processes never load the library.
    from aiosmtplib import SMTP, SMTPException

    smtp = SMTP(
        hostname=settings.host,
        port=settings.port,
        username=settings.username or None,
        password=settings.password or None,
        use_tls=settings.tls == "implicit",
        start_tls=settings.tls == "starttls",
        timeout=TIMEOUT_SECONDS,
    )
    try:
        await smtp.connect()
    except (SMTPException, OSError) as error:
        raise MailServerUnavailable(type(error).__name__) from None
    try:
        yield MailConnection(smtp, settings.sender)
    finally:
        with suppress(SMTPException, OSError):
            await smtp.quit()
        smtp.close()


class _WholeHeader(str):
    """A header in one line: the library writes a long address as encoded words, which no program reads there."""

    name: str

    @classmethod
    def of(cls, name: str, value: str) -> "_WholeHeader":
        header = cls(value)
        header.name = name
        return header

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


def _message(letter: Letter, sender: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = letter.recipient
    message["Subject"] = letter.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].partition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    for name, value in letter.headers.items():
        message[name] = _WholeHeader.of(name, value)
    message.set_content(letter.text)
    if letter.html:
        message.add_alternative(letter.html, subtype="html")
    return message
