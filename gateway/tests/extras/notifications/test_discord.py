"""Discord: each event is noted once and sent at most once; one board is edited in place; answers are obeyed."""

import json
import time
from collections.abc import AsyncGenerator, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from fixtures.installed import World
from gateway.config import settings
from gateway.config.settings import SettingsError
from gateway.database.database import Databases
from gateway.extras import world_events
from gateway.extras.notifications.board import LiveBoard, board
from gateway.extras.notifications.calendar import CalendarEntry
from gateway.extras.notifications.discord import KINDS, DiscordWebhooks
from gateway.extras.notifications.outbox import COMPLETION_SECONDS, RULES, Dispatcher
from gateway.extras.world.names import moment_of
from gateway.extras.world.schemas import PublicEvent, WorldCharacter
from gateway.extras.world_events import WorldEvent
from gateway.tests.support.account_app import site
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response, open_scripted_server

SEED = 22
ZONE = ZoneInfo("UTC")
TOKEN = "tOkEn-of_the_webhook"
ADDRESS = f"https://discord.com/api/webhooks/77/{TOKEN}"
HOSTILE = WorldCharacter(
    char_name="@everyone [a](http://b)", char_id=1, privacy="public", class_name="Duelist", level=80, race=0, clan=None
)
SENT_ANSWER = http_response(200, {"id": "5000"})


async def name_events(rows: Sequence[WorldEvent]) -> list[PublicEvent]:
    return [
        PublicEvent(
            id=row.id,
            kind=row.kind,
            at=moment_of(row.at),
            accuracy_seconds=60,
            subject_id=29001,
            subject="Queen Ant",
            object=None,
            value=None,
            characters=[HOSTILE],
            report="/bosses/1",
        )
        for row in rows
    ]


class Sender:
    """A dispatcher and a board that send to a local receiver."""

    def __init__(self, databases: Databases, receiver: ScriptedServer, address: str = ADDRESS) -> None:
        self.webhooks = DiscordWebhooks([address], "https://play.example", "en", receiver.url)
        self.dispatcher = Dispatcher(databases.site, self.webhooks, KINDS, name_events)
        self.board = LiveBoard(databases.site, self.webhooks, self.dispatcher, draw)


def draw(entries: Sequence[CalendarEntry], now: int) -> dict[str, Any]:
    return board(entries, "Fishi", "https://play.example", "en", now)


@pytest.fixture
async def databases(own_world: World) -> AsyncGenerator[Databases]:
    await site(
        own_world,
        "DELETE FROM notification_targets",
        "DELETE FROM notifications",
        "DELETE FROM messages",
        "DELETE FROM world_events",
    )
    databases = Databases.open(own_world.settings)
    yield databases
    await databases.close()


@pytest.fixture
async def receiver() -> AsyncGenerator[ScriptedServer]:
    async with open_scripted_server() as server:
        yield server


async def add_kills(databases: Databases, *ages: int) -> None:
    now = int(time.time())
    kills = [
        WorldEvent(kind="boss_killed", subject_id=29001, at=now - age, accuracy_seconds=60, details={"killers": [1]})
        for age in ages
    ]
    await world_events.add(databases.site, kills, ZONE, now)


async def switch_on(own_world: World, sender: Sender, since_ago: int = 900) -> None:
    await sender.dispatcher.work()
    await site(own_world, f"UPDATE notification_targets SET since = since - {since_ago}")


async def make_due(own_world: World) -> None:
    await site(own_world, f"UPDATE messages SET due_at = due_at - {COMPLETION_SECONDS}")


async def states(own_world: World) -> list[str]:
    return [row[0] for row in await site(own_world, "SELECT state FROM messages ORDER BY id")]


async def test_event_is_sent_once_escaped_and_older_ones_never(
    own_world: World, databases: Databases, receiver: ScriptedServer
) -> None:
    receiver.respond_with(SENT_ANSWER)
    sender, copy = Sender(databases, receiver), Sender(databases, receiver)
    await add_kills(databases, 30, 1200, 4000)
    await switch_on(own_world, sender)
    assert [await sender.dispatcher.work(), await states(own_world)] == [0, ["waiting"]]
    await make_due(own_world)
    assert [await sender.dispatcher.work(), await copy.dispatcher.work(), await sender.dispatcher.work()] == [1, 0, 0]
    (request,) = receiver.posts
    assert request.line == f"POST /api/webhooks/77/{TOKEN} HTTP/1.1"
    body = json.loads(request.body)
    assert body["allowed_mentions"] == {"parse": []}
    (embed,) = body["embeds"]
    assert embed["title"] == r"Queen Ant was killed by \@everyone \[a\]\(http\://b\)"
    assert embed["url"] == "https://play.example/bosses/1"
    assert await states(own_world) == ["sent"]


async def test_webhook_that_left_the_settings_blocks_no_other(
    own_world: World, databases: Databases, receiver: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.extras.notifications.outbox.RULES", replace(RULES, batch=1))
    receiver.respond_with(SENT_ANSWER)
    senders = [Sender(databases, receiver, address) for address in (ADDRESS.replace("77", "66"), ADDRESS)]
    await add_kills(databases, 30)
    for sender in senders:
        await switch_on(own_world, sender)
        await sender.dispatcher.work()
    await make_due(own_world)
    assert await senders[1].dispatcher.work() == 1
    assert await states(own_world) == ["waiting", "sent"]


@pytest.mark.parametrize(
    ("answer", "state", "requests"),
    [
        (None, "claimed", 1),
        (http_response(429, {"retry_after": 40}), "waiting", 2),
        (http_response(404, {"code": 10015}), "gone", 1),
    ],
)
async def test_answer_decides_whether_a_request_is_repeated(
    own_world: World,
    databases: Databases,
    receiver: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: bytes | None,
    state: str,
    requests: int,
) -> None:
    monkeypatch.setattr("gateway.extras.notifications.discord.TIMEOUT_SECONDS", 0.2)
    receiver.respond_with(answer, SENT_ANSWER)
    sender = Sender(databases, receiver)
    await switch_on(own_world, sender)
    await add_kills(databases, 30)
    await sender.dispatcher.work()
    await make_due(own_world)
    assert await sender.dispatcher.work() == 0
    assert await states(own_world) == [state]
    await site(own_world, "UPDATE messages SET due_at = 0")
    assert await sender.dispatcher.work() == 0, "a target that asked for a pause gets nothing"
    await site(own_world, "UPDATE messages SET due_at = 0")
    restarted_sender = Sender(databases, receiver)
    await add_kills(databases, 20)
    await restarted_sender.dispatcher.work()
    assert len(receiver.posts) == requests
    expected_rows = 1 if state == "gone" else 2
    assert len(await states(own_world)) == expected_rows
    assert TOKEN not in "".join(capsys.readouterr())


async def test_board_is_posted_once_and_then_edited_in_place(
    own_world: World, databases: Databases, receiver: ScriptedServer
) -> None:
    now = int(time.time())
    soon = CalendarEntry("grand", 29001, now + 60, now + 60, now + 600)
    siege = CalendarEntry("siege", 3, now + 900, now + 900, now + 8000)
    sender = Sender(databases, receiver)
    await sender.dispatcher.work()
    receiver.respond_with(SENT_ANSWER)
    await sender.board.update([soon, siege], now)
    await sender.board.update([soon, siege], now)
    await sender.board.update([soon, siege], now + 61)
    post, edit = receiver.requests
    assert (post.line, edit.line) == (
        f"POST /api/webhooks/77/{TOKEN}?wait=true HTTP/1.1",
        f"PATCH /api/webhooks/77/{TOKEN}/messages/5000 HTTP/1.1",
    )
    sieges, open_windows, following = json.loads(edit.body)["embeds"][0]["fields"]
    assert sieges["value"] == f"**Giran** <t:{now + 900}:R> (<t:{now + 900}:f>)"
    assert open_windows["value"] == f"**Queen Ant** closes <t:{now + 600}:R> (<t:{now + 600}:f>)"
    assert following["value"] == "None"
    receiver.respond_with(http_response(404, {"code": 10008}), SENT_ANSWER)
    restarted_sender = Sender(databases, receiver)
    await restarted_sender.board.update([siege], now)
    await restarted_sender.board.update([siege], now)
    assert [request.line.split()[0] for request in receiver.requests] == ["PATCH", "POST"]
    assert [field["name"] for field in json.loads(receiver.requests[-1].body)["embeds"][0]["fields"]] == ["Next sieges"]


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.com/api/webhooks/1/a",
        "https://discord.com.evil.example/api/webhooks/1/a",
        "https://discord.com/api/webhooks/1/a/../b",
        "https://evil.discord.com/api/webhooks/1/a",
        "https://discord.com/api/webhooks/1/a?thread_id=x",
        "https://discord.com/api/webhooks/1/a?wait=true",
        "https://discord.com/api/vx/webhooks/1/a",
    ],
)
def test_other_addresses_are_refused_and_not_shown(address: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        settings.load(None, {"GATEWAY_NOTIFICATIONS_DISCORD_WEBHOOKS": address})
    assert address not in str(refusal.value)


@pytest.mark.parametrize(
    "address",
    [
        *("https://canary.discord.com/api/webhooks/77/T", "https://ptb.discord.com/api/webhooks/77/T/"),
        *("https://discordapp.com/api/v10/webhooks/77/T", "https://discord.com/api/v9/webhooks/77/T?thread_id=5"),
    ],
)
async def test_addresses_of_every_client_of_discord_are_one(address: str, receiver: ScriptedServer) -> None:
    receiver.respond_with(SENT_ANSWER)
    webhooks = DiscordWebhooks([address], "", "en", receiver.url)
    assert (await webhooks.exists("77")).outcome == "sent"
    assert [request.line for request in receiver.requests] == ["GET /api/webhooks/77/T HTTP/1.1"]
    settings.load(None, {"GATEWAY_NOTIFICATIONS_DISCORD_WEBHOOKS": address})
    await webhooks.close()


async def test_thread_of_a_forum_gets_every_message(receiver: ScriptedServer) -> None:
    receiver.respond_with(SENT_ANSWER)
    webhooks = DiscordWebhooks([f"{ADDRESS}?thread_id=5"], "", "en", receiver.url)
    await webhooks.post("77", {})
    await webhooks.edit_board("77", "5000", {"title": "Next"})
    assert [request.line for request in receiver.requests] == [
        f"POST /api/webhooks/77/{TOKEN}?wait=true&thread_id=5 HTTP/1.1",
        f"PATCH /api/webhooks/77/{TOKEN}/messages/5000?thread_id=5 HTTP/1.1",
    ]
    await webhooks.close()


@pytest.mark.parametrize(
    ("status", "code", "outcome", "part"),
    [
        (400, 220001, "refused", "the channel is a forum: add ?thread_id="),
        (404, 10003, "gone", "no such channel or thread"),
        (403, 50013, "refused", "403, Discord's code 50013"),
        (400, 0, "refused", "400"),
    ],
)
async def test_refusal_names_the_code_of_discord(
    receiver: ScriptedServer, status: int, code: int, outcome: str, part: str
) -> None:
    receiver.respond_with(http_response(status, {"code": code} if code else b"<html>"))
    webhooks = DiscordWebhooks([ADDRESS], "", "en", receiver.url)
    attempt = await webhooks.post("77", {"title": "Next"})
    assert attempt.outcome == outcome
    assert part in attempt.reason
    assert TOKEN not in attempt.reason
    await webhooks.close()
