"""Alerts on a real database and real receivers: noted once, sent at most once, signed, and free of secrets."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from fixtures.installed import World
from gateway.config import settings
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Databases, DatabaseUnavailable
from gateway.doctor.runner import examine
from gateway.extras.alerts.channels import channels_of
from gateway.extras.alerts.monitor import AlertMonitor
from gateway.extras.alerts.sender import AlertSender
from gateway.extras.alerts.settings import AlertSettings
from gateway.features.operators import site_controls
from gateway.features.operators.site_controls import Control, SiteControls
from gateway.registration.extra import all_signals
from gateway.tests.support.account_app import site
from gateway.tests.support.in_process_builder import create_test_app
from gateway.tests.support.mail_server import MailServer, mail_server
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response, open_scripted_server
from gateway.texts import codes

SEED = 23
KEY = bytes(range(32))
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
MINUTE = 60


@pytest.fixture
async def receiver(own_world: World) -> AsyncGenerator[ScriptedServer]:
    await site(own_world, *(f"DELETE FROM {table}" for table in ("alert_states", "alerts", "messages")))
    async with open_scripted_server() as server:
        server.respond_with(http_response(204, b""))
        yield server


class Alerts:
    """Monitor and sender of one process."""

    def __init__(self, world: World, receiver: ScriptedServer, **env: str) -> None:
        self.settings: Settings = settings.load(
            None,
            {
                **world.environment,
                "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
                "GATEWAY_ALERTS_ENABLED": "true",
                "GATEWAY_ALERTS_WEBHOOKS": f"{receiver.url}/hook?token=hidden",
                "GATEWAY_ALERTS_WEBHOOK_SECRET": SECRET,
                **env,
            },
        )
        self.databases = Databases.open(self.settings)
        self.controls = SiteControls(self.settings, self.databases.site)
        self.channels = channels_of(self.settings.of(AlertSettings))
        self.monitor = AlertMonitor(
            self.databases.site, self.settings.of(AlertSettings), self.controls, self.channels, all_signals().values
        )
        self.sender = AlertSender(self.settings, self.databases.site, self.monitor.signal_of, lambda: "Fishi")

    async def __aenter__(self) -> Alerts:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.sender.close()
        await self.databases.close()


def verify(headers: dict[str, str], body: bytes) -> None:
    """Checks the signature as the specification of Standard Webhooks describes, with code of its own."""
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(KEY, content, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert abs(time.time() - int(headers["webhook-timestamp"])) < 60


async def messages(world: World) -> list[tuple[Any, ...]]:
    rule = "JSON_UNQUOTE(JSON_EXTRACT(content, '$.rule'))"
    rows = await site(world, f"SELECT receiver, {rule}, kind, state FROM messages ORDER BY id")
    return [(row[0].split(":")[0], *row[1:]) for row in rows]


async def test_alert_is_noted_once_and_sent_signed_at_most_once(
    own_world: World, receiver: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    now = int(time.time()) - 2 * MINUTE
    async with Alerts(own_world, receiver) as alerts, Alerts(own_world, receiver) as second_process:
        assert await alerts.monitor.evaluate({"disputes": 2.0, "redis": 1.0}, now) == 1
        assert await second_process.monitor.evaluate({"disputes": 2.0}, now) == 0, "another leader in the same minute"
        assert await second_process.monitor.evaluate({"disputes": 2.0}, now + MINUTE) == 0, "a restart repeats nothing"
        assert await messages(own_world) == [("webhook", "disputes", "raised", "waiting")]
        assert [
            await alerts.sender.channel.work(),
            await second_process.sender.channel.work(),
            await alerts.sender.channel.work(),
        ] == [1, 0, 0]
        assert await second_process.monitor.evaluate({"disputes": 0.0}, now + 2 * MINUTE) == 1
        await second_process.sender.channel.work()
    raise_post, clear_post = receiver.posts
    for request in (raise_post, clear_post):
        verify(request.headers, request.body)
    body = json.loads(raise_post.body)
    assert (body["event"], body["rule"], body["severity"], body["value"]) == ("raised", "disputes", "warning", 2)
    assert body["link"] == "https://play.example/admin/money"
    assert body["title"] == "Warning: Disputes opened (2)"
    assert json.loads(clear_post.body)["title"] == "Cleared: Disputes opened"
    [(raised_at, cleared_at, value)] = await site(own_world, "SELECT raised_at, cleared_at, value FROM alerts")
    assert (raised_at, cleared_at, value) == (now, now + 2 * MINUTE, 2)
    message_rows = str(await site(own_world, "SELECT * FROM messages"))
    assert "hidden" not in message_rows + "".join(capsys.readouterr())


async def test_crash_before_the_commit_loses_nothing_and_one_after_the_claim_repeats_nothing(
    own_world: World, receiver: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(time.time())
    async with Alerts(own_world, receiver) as alerts:
        with monkeypatch.context() as patch:

            async def crash(*_: object) -> None:
                raise DatabaseUnavailable("site", "the server is killed")

            patch.setattr(alerts.monitor, "_store", crash)
            with pytest.raises(DatabaseUnavailable):
                await alerts.monitor.evaluate({"disputes": 1.0}, now)
        assert await site(own_world, "SELECT rule FROM alert_states") == []
        assert await alerts.monitor.evaluate({"disputes": 1.0}, now) == 1
        with monkeypatch.context() as patch:

            async def interrupt(*_: object) -> None:
                raise asyncio.CancelledError

            patch.setattr(alerts.sender.channel, "request", interrupt)
            with pytest.raises(asyncio.CancelledError):
                await alerts.sender.channel.work()
        await alerts.sender.channel.work()
    assert receiver.posts == []
    assert await messages(own_world) == [("webhook", "disputes", "raised", "claimed")]
    await site(own_world, "UPDATE messages SET claimed_at = claimed_at - 700")
    findings = await examine(alerts.settings, only=("alerts",))
    assert [finding.level for finding in findings] == ["ok", "advice"]
    assert "may or may not have been sent" in findings[1].text
    assert "hidden" not in findings[1].text


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (http_response(503), "claimed"),
        (http_response(400), "refused"),
        (http_response(302, b"", location="http://127.0.0.1:1/other"), "refused"),
        (http_response(410), "gone"),
        (http_response(429, retry_after="90"), "waiting"),
    ],
)
async def test_answer_decides_whether_a_message_is_repeated(
    own_world: World, receiver: ScriptedServer, answer: bytes, state: str
) -> None:
    receiver.respond_with(answer)
    async with Alerts(own_world, receiver) as alerts:
        await alerts.monitor.evaluate({"disputes": 1.0}, int(time.time()))
        await alerts.sender.channel.work()
        await alerts.sender.channel.work()
    assert len(receiver.posts) == 1
    assert [row[3] for row in await messages(own_world)] == [state]


async def test_channels_get_the_severities_of_the_settings_and_letters_have_no_address_of_others(
    own_world: World, receiver: ScriptedServer
) -> None:
    async with mail_server() as mail:
        env = {
            **mail.environment,
            "GATEWAY_ALERTS_EMAILS": "ines@play.example, marta@play.example",
            "GATEWAY_ALERTS_CRITICAL_ONLY": "email",
            "GATEWAY_SERVER_LANGUAGE": "es",
        }
        async with Alerts(own_world, receiver, **env) as alerts:
            assert [channel.label for channel in alerts.channels][:2] == ["i•••@play.example", "m•••@play.example"]
            values = {"disputes": 1.0, "payments_mismatched": 3.0}
            await alerts.monitor.evaluate(values, int(time.time()))  # pyright: ignore[reportArgumentType]
            assert await alerts.sender.channel.work() == 4
        assert letters(mail) == {
            ("ines@play.example", "[Fishi] Urgente: Hay pagos que no coinciden (3)"),
            ("marta@play.example", "[Fishi] Urgente: Hay pagos que no coinciden (3)"),
        }
        assert "https://play.example/admin/money" in mail.texts("ines@play.example")[0]
    assert sorted(json.loads(request.body)["rule"] for request in receiver.posts) == ["disputes", "payments_mismatched"]


def letters(mail: MailServer) -> set[tuple[str, str]]:
    return {(str(message["To"]), str(message["Subject"])) for message in mail.messages}


async def test_muted_rule_notes_no_message_until_its_end(own_world: World, receiver: ScriptedServer) -> None:
    now = int(time.time())
    async with Alerts(own_world, receiver) as alerts:
        async with alerts.databases.site.transaction() as session:
            await site_controls.put(session, Control("mute", "disputes", now, now + 600, "ines", "known", now))
        await alerts.controls.refresh()
        assert await alerts.monitor.evaluate({"disputes": 1.0}, now) == 1
        assert await messages(own_world) == []
        async with alerts.databases.site.transaction() as session:
            await site_controls.remove(session, "mute", "disputes")
        await alerts.controls.refresh()
        assert await alerts.monitor.evaluate({"disputes": 1.0}, now + MINUTE) == 0
    assert await messages(own_world) == [("webhook", "disputes", "raised", "waiting")]


async def test_what_planned_work_held_back_is_one_message_in_the_language_of_the_site(
    own_world: World, receiver: ScriptedServer
) -> None:
    start = int(time.time()) - 3600
    values = {"planned_work": 1.0, "game_port": 1.0, "login_port": 1.0, "redis": 1.0, "snapshot_age": 300.0}
    async with Alerts(own_world, receiver, GATEWAY_SERVER_LANGUAGE="es") as alerts:
        for minute in range(30):
            await alerts.monitor.evaluate({**values, "planned_work": float(minute < 20)}, start + minute * MINUTE)
            await alerts.sender.channel.work()
        (request,) = receiver.posts
        body = json.loads(request.body)
        assert (body["rule"], body["also"]) == ("game_port", ["redis", "snapshot_age", "login_port"])
        assert (body["severity"], body["title"]) == (
            "critical",
            "Urgente: El puerto del servidor de juego está cerrado (1)",
        )
        assert "Redis no responde, Los rankings están desactualizados" in body["text"]
        [(raised, cleared)] = await site(
            own_world, f"SELECT raised_at - {start}, cleared_at - {start} FROM alerts WHERE rule = 'planned_work'"
        )
        assert (raised, cleared) == (0, 20 * MINUTE), "the history says why nothing rang"
        assert alerts.monitor.channels_of(alerts.monitor.signal_of("planned_work")) == []


async def test_pause_of_the_evaluation_is_an_alert_itself(own_world: World, receiver: ScriptedServer) -> None:
    now = int(time.time())
    async with Alerts(own_world, receiver) as alerts:
        for at, changes in ((now - 3600, 0), (now, 1), (now + MINUTE, 1)):
            gap = await alerts.monitor.gap_seconds(at)
            assert await alerts.monitor.evaluate({} if gap is None else {"evaluation_gap": gap}, at) == changes
    assert await messages(own_world) == [
        ("webhook", "evaluation_gap", "raised", "waiting"),
        ("webhook", "evaluation_gap", "cleared", "waiting"),
    ]


async def test_thresholds_of_an_unknown_rule_are_refused(own_world: World, receiver: ScriptedServer) -> None:
    async with Alerts(own_world, receiver, GATEWAY_ALERTS_THRESHOLDS="rediss:1:60:1:60") as alerts:
        with pytest.raises(SettingsError, match="unknown rule rediss"):
            create_test_app(alerts.settings)
        findings = await examine(alerts.settings, only=("alerts",))
    assert any(finding.level == "bad" and "rediss" in finding.text for finding in findings)


def test_each_rule_has_a_text() -> None:
    assert {f"adminAlerts.rules.{name}" for name in all_signals()} == set(codes("adminAlerts.rules."))
