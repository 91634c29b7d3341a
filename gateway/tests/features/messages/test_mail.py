"""Outbox: a mail is sent at most once, whatever the mail server answers."""

import ssl
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from fixtures.certificates import Authority
from fixtures.installed import World
from gateway.config import settings
from gateway.config.settings import SettingsError
from gateway.database.database import Databases
from gateway.features.messages import DueMail, Letter, MailOutbox, WriteLetter, mail_channel
from gateway.features.messages.mail import RULES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import site
from gateway.tests.support.mail_server import MailServer, mail_server

RECIPIENT = "player@example.org"


@pytest.fixture
async def server(world: WorldFactory) -> World:
    server_world = world("mobius", seed=98)
    await site(server_world, "DELETE FROM messages")
    return server_world


@pytest.fixture
async def smtp() -> AsyncGenerator[MailServer]:
    async with mail_server() as server:
        yield server


class Sender:
    """An outbox with its channel, which sends every mail of it as a letter."""

    def __init__(self, world: World, env: dict[str, str]) -> None:
        site_settings = settings.load(None, {**world.environment, **env})
        self.world, self.databases = world, Databases.open(site_settings)
        self.outbox = MailOutbox(self.databases.site, site_settings)
        self.channel = mail_channel(self.databases.site, site_settings, self.draft)

    async def draft(self, mail: DueMail) -> WriteLetter | None:
        async def write() -> Letter:
            return Letter(recipient=mail.recipient, subject="Hello", text="A text — with a dash")

        return write

    async def states(self) -> list[str]:
        return [row[0] for row in await site(self.world, "SELECT state FROM messages ORDER BY id")]


@pytest.fixture
async def sender(server: World, smtp: MailServer) -> AsyncGenerator[Sender]:
    new_sender = Sender(server, smtp.environment)
    yield new_sender
    await new_sender.databases.close()


async def test_mail_is_sent_once_with_its_headers(sender: Sender, smtp: MailServer) -> None:
    await sender.outbox.add("recovery", RECIPIENT)
    assert [await sender.channel.work(), await sender.channel.work()] == [1, 0]
    (message,) = smtp.messages
    assert (message["From"], message["To"]) == ("Fishi <no-reply@play.example>", RECIPIENT)
    assert message["Message-ID"].endswith("@play.example>")
    assert message["Auto-Submitted"] == "auto-generated"
    assert message.get_content().strip() == "A text — with a dash"
    assert await sender.states() == ["sent"]


async def test_unknown_outcome_is_not_repeated(sender: Sender, smtp: MailServer) -> None:
    smtp.answer = ""
    await sender.outbox.add("recovery", RECIPIENT)
    assert await sender.channel.work() == 0
    smtp.answer = "250 taken"
    assert await sender.channel.work() == 0
    assert (len(smtp.messages), await sender.states()) == (1, ["claimed"])


async def test_temporary_refusal_is_repeated_later_and_not_for_ever(sender: Sender, smtp: MailServer) -> None:
    smtp.answer = "451 try later"
    await sender.outbox.add("recovery", RECIPIENT)
    for attempt in range(1, RULES.max_attempts + 2):
        await sender.channel.work()
        await sender.channel.work()
        assert len(smtp.messages) == min(attempt, RULES.max_attempts)
        await site(sender.world, "UPDATE messages SET due_at = due_at - 301")
    assert await sender.states() == ["refused"]


async def test_final_refusal_stops_neither_the_mail_behind_it_nor_the_job(sender: Sender, smtp: MailServer) -> None:
    smtp.answer = "550 no such user"
    await sender.outbox.add("recovery", RECIPIENT)
    await sender.outbox.add("recovery", "other@example.org")
    assert await sender.channel.work() == 0
    assert await sender.states() == ["refused", "refused"]
    assert len(smtp.messages) == 2


async def test_mails_after_a_connection_that_the_server_ends_are_sent_later(sender: Sender, smtp: MailServer) -> None:
    smtp.sender_answer = "421 too many messages"
    for recipient in (RECIPIENT, "other@example.org"):
        await sender.outbox.add("recovery", recipient)
    assert await sender.channel.work() == 0
    assert (smtp.messages, await sender.states()) == ([], ["waiting", "waiting"])
    smtp.sender_answer = "250 OK"
    await site(sender.world, "UPDATE messages SET due_at = due_at - 301")
    assert await sender.channel.work() == 2


async def test_mails_wait_while_the_mail_server_is_away(server: World, smtp: MailServer) -> None:
    unconnected_sender = Sender(server, smtp.environment | {"GATEWAY_MAIL_PORT": "1"})
    await unconnected_sender.outbox.add("recovery", RECIPIENT)
    assert await unconnected_sender.channel.work() == 0
    assert await unconnected_sender.states() == ["waiting"]
    await unconnected_sender.databases.close()
    connected_sender = Sender(server, smtp.environment)
    assert await connected_sender.channel.work() == 1
    await connected_sender.databases.close()


@pytest.mark.parametrize("is_trusted", [True, False])
async def test_login_needs_a_certificate_that_is_trusted(
    server: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_trusted: bool
) -> None:
    authority = Authority(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(authority.certificate, authority.key)
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    async with mail_server(context) as smtp:
        login = {"GATEWAY_MAIL_TLS": "starttls", "GATEWAY_MAIL_USERNAME": "site", "GATEWAY_MAIL_PASSWORD": "letters"}
        sender = Sender(server, smtp.environment | login)
        await sender.outbox.add("recovery", RECIPIENT)
        assert await sender.channel.work() == int(is_trusted)
        assert smtp.logins == (["site"] if is_trusted else [])
        await sender.databases.close()


@pytest.mark.parametrize(
    "keys",
    [
        {"host": "mail.example"},
        {"host": "mail.example", "sender": "no address"},
        {"host": "mail.example", "sender": "a@b.example", "tls": "off", "username": "site"},
    ],
)
def test_settings_need_a_sender_and_encrypt_a_password(keys: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=r"mail\.(sender|tls)"):
        settings.load(None, {f"GATEWAY_MAIL_{name.upper()}": value for name, value in keys.items()})
