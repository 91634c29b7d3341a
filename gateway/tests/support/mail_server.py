"""A mail server on the loopback that stores accepted messages, and gives the answers that a test sets."""

import asyncio
import email
import re
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.policy import default
from typing import Any, Literal, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from fixtures.installed import World
from gateway.config import settings
from gateway.database.database import Databases
from gateway.features.accounts import AccountsFeature, Signature
from gateway.features.operators.site_controls import SiteControls
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.tests.support.account_app import APP_ENV

PUBLIC_URL = "https://play.example"
_LINK = re.compile(r"https://play\.example(/[a-z/-]+)#k=([\w-]+)")


def part_of(message: EmailMessage, kind: Literal["plain", "html"]) -> str:
    """Returns the plain text of a mail, or its HTML."""
    part = message.get_body((kind,))
    assert part
    return str(part.get_content())


def links_of(text: str) -> list[str]:
    """Returns the links with a secret."""
    return [match[0] for match in _LINK.finditer(text)]


class MailServer:
    """`answer`: to a message; empty: the connection is cut after the message has arrived.

    `sender_answer`: to the address of a message's sender. `release`: until it is set, a message that has arrived gets
    no answer.
    """

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.logins: list[str] = []
        self.connections = 0
        self.answer, self.sender_answer = "250 taken", "250 OK"
        self.port = 0
        self.release = asyncio.Event()
        self.release.set()

    async def handle_MAIL(  # noqa: N802 - of aiosmtpd
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.sender_answer

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - of aiosmtpd
        content = cast("bytes", envelope.content)
        self.messages.append(cast("EmailMessage", email.message_from_bytes(content, policy=cast("Any", default))))
        await self.release.wait()
        if not self.answer and server.transport:
            server.transport.close()
        return self.answer or "250 taken"

    def authenticate(
        self, _server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: Any
    ) -> AuthResult:
        self.logins.append(data.login.decode())
        return AuthResult(success=data.password == b"letters")

    @property
    def environment(self) -> dict[str, str]:
        return {
            "GATEWAY_MAIL_HOST": "127.0.0.1",
            "GATEWAY_MAIL_PORT": str(self.port),
            "GATEWAY_MAIL_TLS": "off",
            "GATEWAY_MAIL_SENDER": "Fishi <no-reply@play.example>",
            "GATEWAY_SERVER_PUBLIC_URL": PUBLIC_URL,
        }

    def texts(self, recipient: str) -> list[str]:
        return [part_of(message, "plain") for message in self.messages if message["To"] == recipient]

    def keys(self, recipient: str) -> list[str]:
        """Returns the secrets of the links that an address got."""
        return [key for text in self.texts(recipient) for _, key in _LINK.findall(text)]


@asynccontextmanager
async def mail_server(tls: ssl.SSLContext | None = None) -> AsyncGenerator[MailServer]:
    """`tls`: the server requires STARTTLS and a login."""
    loop, server = asyncio.get_running_loop(), MailServer()
    options: dict[str, Any] = {"hostname": "mail.test", "loop": loop}
    if tls:
        options |= {"tls_context": tls, "require_starttls": True, "auth_required": True}
        options |= {"authenticator": server.authenticate}

    def protocol() -> SMTP:
        server.connections += 1
        return SMTP(server, **options)

    listener = await loop.create_server(protocol, "127.0.0.1")
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()


@asynccontextmanager
async def outbox_sender(world: World, **env: str) -> AsyncGenerator[AccountsFeature]:
    """Yields the accounts' feature, for its `mail_channel`; the scheduled jobs of the application are to be held."""
    app_settings = settings.load(None, {**world.environment, **APP_ENV, **env})
    databases = Databases.open(app_settings)
    controls = SiteControls(app_settings, databases.site)
    clients, signature = Clients((), loopback=False), Signature("Fishi")

    feature = AccountsFeature(app_settings, databases, clients, Limiter(None), controls, lambda _language: signature)
    try:
        yield feature
    finally:
        await feature.close()
        await databases.close()
