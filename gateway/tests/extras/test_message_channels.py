"""Channels of the outbox in a running application: one that hangs, with many messages behind it, delays no other."""

import time
from functools import partial

import pytest

from fixtures.installed import World
from gateway.extras.notifications import board, discord
from gateway.extras.notifications.discord import DiscordWebhooks
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import new_account, open_app, site
from gateway.tests.support.mail_server import mail_server
from gateway.tests.support.scripted_http_server import open_scripted_server
from gateway.tests.support.wait_until import until

SEED = 360
LONG_SECONDS = 600
FLOOD = 500
EMAIL = "ann@example.org"


async def test_recovery_mail_leaves_while_discord_does_not_answer(
    own_world: World, client: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(time.time())
    values = ", ".join(
        f"('discord', '77', 'boss_killed', '{number}', '{{}}', {now}, {now}, {now + 3600}, {now + 3600})"
        for number in range(1, FLOOD + 1)
    )
    await site(
        own_world,
        "INSERT INTO notification_targets (channel, target, since) VALUES ('discord', '77', 0)",
        "INSERT INTO world_events (id, kind, subject_id, at, public_at, accuracy_seconds, details) "
        f"VALUES (1, 'boss_killed', 29001, {now}, {now}, 60, '{{\"killers\":[]}}')",
        "INSERT INTO messages (channel, receiver, kind, message_key, content, created_at, due_at, expires_at, "
        f"kept_until) VALUES {values}",
    )
    monkeypatch.setattr(discord, "TIMEOUT_SECONDS", LONG_SECONDS)
    async with open_scripted_server() as receiver, mail_server() as smtp:
        receiver.respond_with(None)
        monkeypatch.setattr(board, "DiscordWebhooks", partial(DiscordWebhooks, origin=receiver.url))
        env = smtp.environment | {"GATEWAY_NOTIFICATIONS_DISCORD_WEBHOOKS": "https://discord.com/api/webhooks/77/token"}
        async with open_app(own_world, client, **env) as http:

            async def discord_is_asked() -> bool:
                return any(b"Queen Ant" in request.body for request in receiver.posts)

            async def confirmation_has_arrived() -> bool:
                return bool(smtp.keys(EMAIL))

            async def recovery_has_arrived() -> bool:
                return any("/recover#k=" in text for text in smtp.texts(EMAIL))

            await until(discord_is_asked)
            await new_account(http, "ann", email=EMAIL)
            await until(confirmation_has_arrived)
            (key,) = smtp.keys(EMAIL)
            assert (await http.post("/api/auth/email/confirm", json={"key": key})).status_code == 200
            assert (await http.post("/api/auth/recover", json={"email": EMAIL})).status_code == 200
            await until(recovery_has_arrived)
            rows = await site(
                own_world, "SELECT state, COUNT(*) FROM messages WHERE channel = 'discord' GROUP BY state"
            )
            assert {str(state): number for state, number in rows} == {"claimed": 1, "waiting": FLOOD - 1}
            assert len([request for request in receiver.posts if b"Queen Ant" in request.body]) == 1
