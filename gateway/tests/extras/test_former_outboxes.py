"""An upgrade to the table `messages`: no message of the former tables is sent twice, also after a kill.

It goes with the former tables. The statements of the previous release are those of its last commit.
"""

import os
import signal
import time
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest

from fixtures.installed import World
from gateway.database.database import Database, DatabaseUnavailable, Session
from gateway.extras.notifications.discord import KINDS, DiscordWebhooks
from gateway.extras.notifications.outbox import COMPLETION_SECONDS, Dispatcher
from gateway.extras.push.notices import Notice
from gateway.extras.push.outbox import push_message
from gateway.extras.world.schemas import PublicEvent
from gateway.extras.world_events import WorldEvent
from gateway.features.messages import former_outboxes, outbox
from gateway.tests.conftest import ServiceFactory
from gateway.tests.extras.notifications.test_discord import ADDRESS, SENT_ANSWER, name_events
from gateway.tests.support.account_app import APP_ENV, site
from gateway.tests.support.databases import site_of
from gateway.tests.support.mail_server import MailServer, mail_server
from gateway.tests.support.scripted_http_server import ScriptedServer, open_scripted_server
from gateway.tests.support.wait_until import until

SEED = 359
FORMER_TABLES = ("mails", "alert_messages", "notifications", "push_messages")
TABLES = (*FORMER_TABLES, "messages", "notification_targets", "world_events", "push_subscriptions", "confirmed_emails")
EVENT = (
    "INSERT INTO world_events (id, kind, subject_id, at, public_at, accuracy_seconds, details) VALUES "
    "({id}, 'boss_killed', {id}, UNIX_TIMESTAMP() - 60, UNIX_TIMESTAMP() - 60, 60, '{{\"killers\":[]}}')"
)
FORMER_NOTE = (
    "INSERT IGNORE INTO notifications (channel, target, event_id, created_at, due_at) "
    "SELECT notification_targets.channel, notification_targets.target, world_events.id, UNIX_TIMESTAMP(), "
    "UNIX_TIMESTAMP() + 90 FROM world_events JOIN notification_targets ON notification_targets.is_gone = 0"
)
FORMER_PUSH = (
    "INSERT IGNORE INTO push_messages (subscription_id, subject, at, notice, expires_at, due_at) "
    "VALUES ({id}, 'boss-29001', {at}, '{notice}', {at} + 7200, UNIX_TIMESTAMP())"
)


@pytest.fixture
async def database(own_world: World) -> AsyncGenerator[Database]:
    await site(own_world, *(f"DELETE FROM {table}" for table in TABLES))
    database = site_of(own_world)
    yield database
    await database.close()


@pytest.fixture
async def receiver() -> AsyncGenerator[ScriptedServer]:
    async with open_scripted_server() as server:
        server.respond_with(SENT_ANSWER)
        yield server


@pytest.fixture
async def smtp() -> AsyncGenerator[MailServer]:
    async with mail_server() as server:
        yield server


def mail_row(name: str, state: str, ages: tuple[int, int | str] = (60, "NULL")) -> str:
    """`ages`: seconds since it was made, and since it was claimed."""
    created_age, claimed_age = ages
    return f"('notice', '{name}@example.org', '{name}', 'LOGIN', {since(created_age)}, {since(0)}, '{state}', 1, " + (
        f"{since(claimed_age)})"
    )


def since(age: int | str) -> str:
    return "NULL" if age == "NULL" else f"UNIX_TIMESTAMP() - {age}"


async def add_mails(world: World, *rows: str) -> None:
    columns = "kind, recipient, login, action, created_at, due_at, state, attempts, claimed_at"
    await site(world, f"INSERT INTO mails ({columns}) VALUES {', '.join(rows)}")


async def rows_of(world: World, columns: str, table: str = "messages") -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await site(world, f"SELECT {columns} FROM {table} ORDER BY {columns.split(', ')[0]}")]


@pytest.mark.database
async def test_mails_are_moved_with_their_state_unless_the_previous_release_sends_them(
    own_world: World, database: Database
) -> None:
    await add_mails(
        own_world,
        mail_row("waits", "waiting"),
        mail_row("isnow", "claimed", (60, 5)),
        mail_row("unclear", "claimed", (900, 700)),
        mail_row("done", "sent", (900, 700)),
    )
    assert [await former_outboxes.move(database), await former_outboxes.move(database)] == [3, 0]
    assert await rows_of(own_world, "login, channel, kind, state, content") == [
        ("done", "mail", "notice", "sent", '{"action": "LOGIN"}'),
        ("unclear", "mail", "notice", "claimed", '{"action": "LOGIN"}'),
        ("waits", "mail", "notice", "waiting", '{"action": "LOGIN"}'),
    ]
    # The previous release finishes its mail, and finds none to claim.
    assert await rows_of(own_world, "login, state", "mails") == [("isnow", "claimed")]


@pytest.mark.database
async def test_crash_in_the_middle_of_a_move_moves_nothing(
    own_world: World, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_mails(own_world, mail_row("waits", "waiting"))
    write = Session.write

    async def crash(session: Session, query: Any, **args: Any) -> int:
        if query.name.endswith("_close"):
            raise DatabaseUnavailable("site", "the process is killed")
        return await write(session, query, **args)

    with monkeypatch.context() as patch:
        patch.setattr(Session, "write", crash)
        with pytest.raises(DatabaseUnavailable):
            await former_outboxes.move(database)
    assert (await rows_of(own_world, "login"), await rows_of(own_world, "login", "mails")) == ([], [("waits",)])
    await former_outboxes.move(database)
    assert (await rows_of(own_world, "login"), await rows_of(own_world, "login", "mails")) == ([("waits",)], [])


async def test_mail_of_the_former_table_is_sent_once_over_a_kill(
    own_world: World, database: Database, smtp: MailServer, service: ServiceFactory
) -> None:
    """The first service is killed while the mail server holds the first mail."""
    rows = [
        mail_row("first", "waiting", (90, "NULL")),
        mail_row("second", "waiting"),
        mail_row("third", "claimed", (90, 80)),
    ]
    await add_mails(own_world, *rows)
    smtp.release.clear()
    env = smtp.environment | APP_ENV

    async def has_arrived() -> bool:
        return bool(smtp.messages)

    with service(own_world, env, ready=False) as first:
        await until(has_arrived)
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
    smtp.release.set()

    async def other_is_sent() -> bool:
        return ("sent",) in await rows_of(own_world, "state")

    with service(own_world, env, ready=False):
        await until(other_is_sent)
    assert [message["To"] for message in smtp.messages] == ["first@example.org", "second@example.org"]
    assert await rows_of(own_world, "login, state") == [("first", "claimed"), ("second", "sent")]
    assert await rows_of(own_world, "login, state", "mails") == [("third", "claimed")]


class Discord:
    """The dispatcher of this release, and what the webhook got."""

    def __init__(self, world: World, database: Database, receiver: ScriptedServer) -> None:
        self.world, self.receiver = world, receiver
        self.webhooks = DiscordWebhooks([ADDRESS], "", "en", receiver.url)
        self.dispatcher = Dispatcher(database, self.webhooks, KINDS, self.name)

    async def name(self, events: Sequence[WorldEvent]) -> list[PublicEvent]:
        return await name_events(events)

    async def run(self) -> int:
        """Notes, and sends at once. Returns the number of posts so far."""
        await self.dispatcher.work()
        await site(self.world, f"UPDATE messages SET due_at = due_at - {COMPLETION_SECONDS}")
        await self.dispatcher.work()
        return len(self.receiver.posts)


@pytest.mark.database
async def test_event_is_sent_once_whichever_release_notes_it(
    own_world: World, database: Database, receiver: ScriptedServer
) -> None:
    discord = Discord(own_world, database, receiver)
    await site(
        own_world,
        "INSERT INTO notification_targets (channel, target, since) VALUES ('discord', '77', 0)",
        *(EVENT.format(id=number) for number in (1, 2, 3)),
        FORMER_NOTE,
        "UPDATE notifications SET state = 'claimed', due_at = UNIX_TIMESTAMP() WHERE event_id = 1",
        "UPDATE notifications SET state = 'sent' WHERE event_id = 2",
    )
    assert await discord.run() == 0, "the previous release has noted all three"
    assert [await former_outboxes.move(database), await former_outboxes.move(database)] == [1, 0]
    assert await discord.run() == 1
    await site(own_world, EVENT.format(id=4))
    assert await discord.run() == 2
    await site(own_world, FORMER_NOTE)  # the previous release leads again
    assert await rows_of(own_world, "event_id, state", "notifications") == [
        (1, "claimed"),
        (2, "sent"),
        (3, "sent"),
        (4, "sent"),
    ]
    await site(own_world, EVENT.format(id=5), FORMER_NOTE)
    assert await discord.run() == 2
    await former_outboxes.move(database)
    assert await discord.run() == 3
    await discord.webhooks.close()


@pytest.mark.database
async def test_push_message_is_noted_once_whichever_release_notes_it(own_world: World, database: Database) -> None:
    now = int(time.time())
    notices = {
        age: Notice(kind="boss_killed", subject_id=29001, at=now - age, expires_at=now - age + 7200) for age in range(4)
    }
    content = '{"kind":"boss_killed"}'
    await site(
        own_world,
        "INSERT INTO push_subscriptions VALUES (5, 's', 'demo', 'hash', 'sealed', 'en', 1)",
        FORMER_PUSH.format(id=5, at=now, notice=content),
        FORMER_PUSH.format(id=5, at=now - 1, notice=content),
        f"UPDATE push_messages SET state = 'sent' WHERE at = {now - 1}",
    )
    await former_outboxes.move(database)

    async def note(*ages: int) -> None:
        rows = [push_message(5, "demo", notices[age], now) for age in ages]
        await database.transact(lambda session: outbox.add(session, rows))

    await note(0, 1, 2)
    await note(2)
    assert await rows_of(own_world, "message_key, receiver, login, state") == [
        (f"boss-29001:{now - 2}", "5", "demo", "waiting"),
        (f"boss-29001:{now}", "5", "demo", "waiting"),
    ]
    await site(own_world, FORMER_PUSH.format(id=5, at=now - 2, notice=content))
    assert ("waiting",) not in await rows_of(own_world, "state", "push_messages")


@pytest.mark.database
async def test_alerts_are_moved_and_old_marks_go(own_world: World, database: Database) -> None:
    await site(
        own_world,
        "INSERT INTO alert_messages (channel, rule, event, value, created_at, due_at) "
        "VALUES ('email:1', 'disputes', 'raised', 2, 100, 100), ('email:1', 'disputes', 'cleared', 0, 100, 100)",
        "INSERT INTO notifications (channel, target, event_id, created_at, due_at, state) "
        "VALUES ('discord', '7', 1, 1, 0, 'sent')",
        "INSERT INTO push_messages (subscription_id, subject, at, notice, expires_at, due_at, state) "
        "VALUES (1, 'boss-1', 1, '', 1, 0, 'sent')",
    )
    assert await former_outboxes.move(database) == 2
    assert [await rows_of(own_world, "id", table) for table in FORMER_TABLES] == [[], [], [], []]
    assert await rows_of(own_world, "kind, channel, receiver, message_key, state") == [
        ("cleared", "alerts", "email:1", "disputes:cleared:100", "waiting"),
        ("raised", "alerts", "email:1", "disputes:raised:100", "waiting"),
    ]
