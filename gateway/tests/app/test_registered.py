"""What features register runs: the effect of each job of the leader, and what is gone with a registration."""

import time
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct
from msgspec.structs import replace

from fixtures.installed import World
from gateway.app import Application
from gateway.app.samples import process_values
from gateway.config import settings
from gateway.feature import Feature, jobs_of
from gateway.jobs import Job
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import APP_ENV, game, site, without_jobs
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.player_state import id_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.scripted_http_server import http_response, open_scripted_server

GIRAN = 3
DISCORD: Final = "https://discord.com/api/webhooks/77/tOkEn-of_the_webhook"
ENV: Final = APP_ENV | {
    "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
    "GATEWAY_MAIL_HOST": "127.0.0.1",
    "GATEWAY_MAIL_PORT": "9",
    "GATEWAY_MAIL_TLS": "off",
    "GATEWAY_MAIL_SENDER": "Fishi <no-reply@play.example>",
    "GATEWAY_NOTIFICATIONS_DISCORD_WEBHOOKS": DISCORD,
    "GATEWAY_ALERTS_ENABLED": "true",
    "GATEWAY_ALERTS_WEBHOOK_SECRET": "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz",
    "GATEWAY_ECONOMY_ENABLED": "true",
    "GATEWAY_REFERRALS_ENABLED": "true",
    "GATEWAY_PAYMENTS_PROVIDER": "fake",
    "GATEWAY_PAYMENTS_ACCESS_TOKEN": "token",
    "GATEWAY_PAYMENTS_WEBHOOK_SECRET": "secret",
    "GATEWAY_PAYMENTS_COLLECTOR_ID": "1",
    "GATEWAY_GAME_TABLE_DELIVERY_ENABLED": "true",
}
NO_PAYMENTS: Final = http_response(200, {"results": [], "paging": {"total": 0, "limit": 50, "offset": 0}})
DONATION: Final = """
INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins,
    total_coins, status, created_at, credited_at)
VALUES (UUID(), 'demo', 1, 'Demo', 100, 'ARS', 10, 0, 10, ':status', :now - 172800, :now - 172800)
"""
EVENT: Final = """
REPLACE INTO world_events (id, kind, subject_id, at, public_at, accuracy_seconds, details)
VALUES (1, 'boss_killed', 29001, :now - 60, :now - 60, 60, '{"killers":[]}')
"""
SUBSCRIPTION: Final = (
    "REPLACE INTO sessions VALUES ('s', 'demo', :now - 600, :now, :now, NULL, '', '')",
    "DELETE FROM push_subscriptions",
    "INSERT INTO push_subscriptions VALUES (1, 's', 'demo', 'hash', 'sealed', 'en', :now - 600)",
    """REPLACE INTO push_choices VALUES
    ('demo', '{"bosses":[29001],"raid_bosses":false,"castles":[],"milestones":false,"rank_lost":false}')""",
    "DELETE FROM push_messages",
)


class JobCase(Struct, frozen=True):
    """`effect`: a value in the site schema, or the name of a metric that the job makes known.

    `values`: before and after the job; None: they differ.
    """

    effect: str
    values: tuple[object, object] | None = (0, 1)
    prepare: Sequence[str] = ()


CASES: Final = {
    "sample_status": JobCase("SELECT COUNT(*) FROM status_samples", prepare=["DELETE FROM status_samples"]),
    "record_history": JobCase("SELECT COUNT(*) > 0 FROM character_now"),
    "read_world": JobCase("SELECT MAX(version) FROM world_readings", None),
    "count_items": JobCase(
        "SELECT COUNT(*) FROM economy_days", prepare=["DELETE FROM economy_days", "DELETE FROM economy_items"]
    ),
    "check_account_owners": JobCase(
        "SELECT absent_at IS NOT NULL FROM account_owners WHERE login = 'deleted'",
        prepare=["REPLACE INTO account_owners (login) VALUES ('deleted')"],
    ),
    "settle_referrals": JobCase(
        "SELECT state FROM referrals",
        ("waiting", "refused"),
        [
            "DELETE FROM referrals",
            "INSERT INTO referrals (account, referrer, registered_at, network, state) "
            "VALUES ('new', 'demo', 1, '', 'waiting')",
        ],
    ),
    "send_mails": JobCase(
        "SELECT COUNT(*) FROM mails",
        (1, 0),
        [
            "DELETE FROM mails",
            "INSERT INTO mails (kind, recipient, login, action, created_at, due_at) "
            "VALUES ('recovery', 'unknown@example.org', '', '', :now, 0)",
        ],
    ),
    "update_calendar": JobCase(
        "SELECT COUNT(*) > 0 FROM calendar_entries",
        prepare=["DELETE FROM calendar_entries", "DELETE FROM notification_targets"],
    ),
    "send_notifications": JobCase(
        "SELECT COUNT(*) FROM notifications",
        prepare=[
            "DELETE FROM notifications",
            "REPLACE INTO notification_targets (channel, target, since) VALUES ('discord', '77', 0)",
            EVENT,
        ],
    ),
    "evaluate_alerts": JobCase("SELECT COUNT(*) > 0 FROM alert_states", prepare=["DELETE FROM alert_states"]),
    "send_alerts": JobCase(
        "SELECT state FROM alert_messages",
        ("waiting", "sent"),
        [
            "DELETE FROM alert_messages",
            "INSERT INTO alert_messages (channel, rule, event, value, created_at, due_at) "
            "VALUES (':channel', 'jobs_failing', 'raised', 1, :now, 0)",
        ],
    ),
    "note_push": JobCase("SELECT COUNT(*) FROM push_messages", prepare=[*SUBSCRIPTION, EVENT]),
    "send_push": JobCase(
        "SELECT state FROM push_messages",
        ("waiting", "refused"),
        [
            *SUBSCRIPTION,
            """INSERT INTO push_messages (subscription_id, subject, at, notice, expires_at, due_at) VALUES
            (1, 'boss', 1, '{"kind":"boss_killed","subject_id":29001,"at":1,"expires_at":1}', :now + 600, 0)""",
        ],
    ),
    "check_ledger": JobCase("fishi_ledger_broken_rules"),
    "anchor_ledger": JobCase("SELECT COUNT(*) FROM ledger_anchors", prepare=["DELETE FROM ledger_anchors"]),
    "count_deliveries": JobCase("fishi_deliveries"),
    "deliver_to_game": JobCase(
        "SELECT status FROM deliveries",
        ("pending", "claimed"),
        [
            "DELETE FROM deliveries",
            "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, "
            "created_at) VALUES ('key', 'demo', :character, 'Demo', 4037, 5, :now)",
        ],
    ),
    "watch_game_saves": JobCase(
        "SELECT COUNT(*) FROM job_positions WHERE job = 'game_watched_until'",
        prepare=["DELETE FROM job_positions WHERE job = 'game_watched_until'"],
    ),
    # The process that received the webhook has died: its lease is over.
    "process_webhooks": JobCase(
        "SELECT attempts FROM webhook_inbox",
        prepare=[
            "DELETE FROM webhook_inbox",
            "INSERT INTO webhook_inbox (notice, payment_id, received_at, due_at) VALUES ('new', 900, :now - 16, :now)",
        ],
    ),
    "poll_pending_donations": JobCase(
        "SELECT checked_at IS NOT NULL FROM donations",
        prepare=["DELETE FROM donations", DONATION.replace(":status", "pending")],
    ),
    "poll_completed_donations": JobCase(
        "SELECT checked_at IS NOT NULL FROM donations",
        prepare=["DELETE FROM donations", DONATION.replace(":status", "completed")],
    ),
    "search_payments": JobCase(
        "SELECT COUNT(*) FROM job_positions WHERE job = 'search_payments'",
        prepare=["DELETE FROM job_positions WHERE job = 'search_payments'"],
    ),
    "count_payments": JobCase("fishi_payments_mismatched"),
}
OLD_ROWS: Final = {
    "status_samples": ("at <= 120", "(at, online, online_players) VALUES (60, 1, 9), (120, 1, 1)"),
    "economy_days": (
        "day = 1",
        "(day, counted_at, duration_ms, database_ms, longest_us, objects) VALUES (1, 1, 1, 1, 1, 1)",
    ),
    "sessions": ("id = 'old'", "VALUES ('old', 'demo', 1, 1, 1, NULL, '', '')"),
    "used_challenges": ("id = 'old'", "VALUES ('old', 1)"),
    "mail_links": ("hash = 'old'", "VALUES ('old', 'recovery', 'demo', '', '', 1, NULL)"),
    "mails": (
        "created_at = 1",
        "(kind, recipient, login, action, created_at, due_at) VALUES ('notice', 'old@example.org', '', '', 1, 1)",
    ),
    "calendar_entries": (
        "ends_at = 1",
        "(kind, subject_id, first_at, starts_at, ends_at, changed_at) VALUES ('siege', 1, 1, 1, 1, 1)",
    ),
    "notifications": (
        "created_at = 1",
        "(channel, target, event_id, created_at, due_at) VALUES ('discord', '77', 99, 1, 1)",
    ),
    "alert_messages": (
        "created_at = 1",
        "(channel, rule, event, value, created_at, due_at) VALUES ('x', 'y', 'test', 1, 1, 1)",
    ),
    "alerts": ("raised_at = 1", "(rule, raised_at, cleared_at, value) VALUES ('y', 1, 2, 1)"),
    "push_subscriptions": ("session = 'ended'", "VALUES (99, 'ended', 'demo', 'old', 'sealed', 'en', 1)"),
    "push_messages": (
        "expires_at = 1",
        "(subscription_id, subject, at, notice, expires_at, due_at) VALUES (99, 'old', 1, '', 1, 1)",
    ),
    "webhook_inbox": (
        "due_at = 1",
        "(notice, payment_id, status, received_at, due_at) VALUES ('old', 901, 'done', 1, 1)",
    ),
    "security_log": ("at = 1", "(login, action, ip_address, at, success) VALUES ('old', 'login', '', 1, 1)"),
    "operator_sessions": (
        "created_at = 1",
        "(hash, operator, created_at, seen_at, confirmed_at) VALUES ('old', 'old', 1, 1, 1)",
    ),
    "operator_requests": ("at = 1", "VALUES ('old', 'key', 'permission', 'fingerprint', '{}', 1)"),
}
"""By table: the condition of the rows, and their values."""
KEPT: Final = {"status_samples": 1}
"""Rows that stay: the minute with the highest count."""


class RegisteredSite:
    """A running application that has every feature on; a test runs its jobs."""

    def __init__(self, world: World, application: Application, http: httpx.AsyncClient, character: int) -> None:
        self.world, self.application, self.http = world, application, http
        channel = application.services.alerts.channels[0].id
        self._values = {"channel": channel, "character": character}

    @property
    def features(self) -> list[Feature]:
        return self.application.features

    def job(self, name: str) -> Job:
        return next(job for job in jobs_of(self.features) if job.name == name)

    async def execute(self, *statements: str) -> None:
        for name, value in {**self._values, "now": int(time.time())}.items():
            statements = tuple(statement.replace(f":{name}", str(value)) for statement in statements)
        if statements:
            await site(self.world, *statements)

    async def read(self, effect: str) -> object:
        if effect.startswith("SELECT"):
            return (await site(self.world, effect))[0][0]
        names = [name for name, _ in process_values(self.application.services, self.features)]
        return int(any(name.startswith(effect) for name in names))

    async def count_rows(self) -> dict[str, int]:
        """Returns the number of old rows by table."""
        return {
            table: (await site(self.world, f"SELECT COUNT(*) FROM {table} WHERE {condition}"))[0][0]
            for table, (condition, _) in OLD_ROWS.items()
        }


@pytest.fixture(scope="module")
async def registered(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[RegisteredSite]:
    own_world = world("mobius", characters=60, seed=84)
    await game(own_world, f"UPDATE castle SET siegeDate = {int(time.time()) + 1800}000 WHERE id = {GIRAN}")
    character = await id_of(own_world, (await game(own_world, "SELECT MIN(char_name) FROM characters"))[0][0])
    async with open_scripted_server() as receiver, without_jobs(own_world):
        receiver.respond_with(NO_PAYMENTS)
        addresses = {
            "GATEWAY_PAYMENTS_API_URL": receiver.url,
            "GATEWAY_ALERTS_WEBHOOKS": f"{receiver.url}/hook",
            "GATEWAY_GAME_TABLE_DELIVERY_DSN": own_world.game_admin_dsn,
        }
        with in_process_builder():
            application = Application(settings.load(None, {**own_world.environment, **ENV, **addresses}))
        async with client(application.asgi) as http:
            await wait_for_answer(http, "/api/rankings/pvp")
            await wait_for_answer(http, "/api/server/status")
            yield RegisteredSite(own_world, application, http, character)


def test_every_job_has_a_case(registered: RegisteredSite) -> None:
    assert {job.name for job in jobs_of(registered.features)} == {*CASES, "prune"}


@pytest.mark.parametrize("name", CASES)
async def test_job_has_its_effect(registered: RegisteredSite, name: str) -> None:
    case, job = CASES[name], registered.job(name)
    if job.on_leadership_lost:
        job.on_leadership_lost()
    await registered.execute(*case.prepare)
    if name in {"update_calendar", "note_push"}:
        await registered.job("read_world").work(int(time.time()))
    before = await registered.read(case.effect)
    await job.work(int(time.time()))
    values = before, await registered.read(case.effect)
    if case.values:
        assert values == case.values
    else:
        assert before != values[1]


async def add_old_rows(registered: RegisteredSite) -> None:
    for table, (condition, values) in OLD_ROWS.items():
        await registered.execute(f"DELETE FROM {table} WHERE {condition}", f"INSERT INTO {table} {values}")


async def test_prune_deletes_the_old_rows_of_every_table(registered: RegisteredSite) -> None:
    assert {entry.table for feature in registered.features for entry in feature.retention} == {*OLD_ROWS}
    await add_old_rows(registered)
    await registered.job("prune").work(int(time.time()))
    assert await registered.count_rows() == {table: KEPT.get(table, 0) for table in OLD_ROWS}


def without(features: Sequence[Feature], **changes: Any) -> list[Feature]:
    """Takes the jobs, the rows that go by age, or the routes out of each feature."""
    return [replace(feature, **changes) for feature in features]


async def test_rows_stay_without_their_registration(registered: RegisteredSite) -> None:
    await add_old_rows(registered)
    before = await registered.count_rows()
    (prune,) = jobs_of(without(registered.features, jobs=(), retention=()))
    await prune.work(int(time.time()))
    assert await registered.count_rows() == before


async def test_job_is_gone_without_its_registration(registered: RegisteredSite) -> None:
    features = [replace(feature, jobs=()) if feature.name == "payments" else feature for feature in registered.features]
    names = {job.name for job in jobs_of(registered.features)} - {job.name for job in jobs_of(features)}
    assert names == {
        "process_webhooks",
        "poll_pending_donations",
        "poll_completed_donations",
        "search_payments",
        "count_payments",
    }


async def test_route_is_gone_without_its_registration(registered: RegisteredSite, client: ClientFactory) -> None:
    assert (await registered.http.get("/api/server/info")).status_code == 200
    with in_process_builder():
        application = Application(registered.application.services.settings)
    application.features = [
        replace(feature, routes=()) if feature.name == "site_content" else feature for feature in application.features
    ]
    async with client(application.asgi) as http:
        assert (await http.get("/api/server/info")).status_code == 404
