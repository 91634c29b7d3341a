"""What features register runs: the effect of each job of the leader, and what is gone with a registration."""

import math
import time
from collections.abc import AsyncGenerator
from typing import Final

import httpx
import pytest
from msgspec.structs import replace

from fixtures.installed import World
from gateway.app import Application
from gateway.app.platform_signals import server_signals
from gateway.app.samples import process_values
from gateway.config import settings
from gateway.config.extras import ExtraSettings
from gateway.database.database import Databases
from gateway.extras.alerts.feature import AlertsFeature
from gateway.extras.alerts.operator import AlertReader
from gateway.jobs import Job
from gateway.observability.signals import CORE, NO_LEADER, Signal
from gateway.registration.extra import all_signals, installed_extras
from gateway.registration.feature import Feature, RegisteredSignals, SignalReader, count_job, jobs_of
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.extras.support.job_cases import CASES, KEPT_ROWS, OLD_ROWS
from gateway.tests.extras.support.signal_cases import SIGNAL_CASES
from gateway.tests.support.account_app import APP_ENV, game, site, without_jobs
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.paths import GATEWAY
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
    "GATEWAY_VOTES_SITES": "topg:9:4",
    "GATEWAY_VOTES_SECRET": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE",
}
NO_PAYMENTS: Final = http_response(200, {"results": [], "paging": {"total": 0, "limit": 50, "offset": 0}})


class RegisteredSite:
    """A running application that has every feature on; a test runs its jobs."""

    def __init__(self, world: World, application: Application, http: httpx.AsyncClient, character: int) -> None:
        self.world, self.application, self.http = world, application, http
        channel = application.parts.get(AlertsFeature).channels[0].id
        self._values = {"channel": channel, "character": character}

    @property
    def features(self) -> list[Feature]:
        return self.application.features

    @property
    def signals(self) -> dict[str, tuple[Signal, SignalReader]]:
        readers = self.application.parts.get(RegisteredSignals).readers()
        return {signal.name: (signal, read) for signal, read in readers.items()}

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
        names = [name for name, _ in process_values(self.application.parts, self.features)]
        return int(any(name.startswith(effect) for name in names))

    async def count_rows(self) -> dict[str, int]:
        """Returns the number of old rows by table."""
        return {
            table: (await site(self.world, f"SELECT COUNT(*) FROM {table} WHERE {condition}"))[0][0]
            for table, (condition, _) in OLD_ROWS.items()
        }


@pytest.fixture(scope="module")
async def registered(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[RegisteredSite]:
    own_world = world("mobius", characters=60, seed=347)
    await game(own_world, f"UPDATE castle SET siegeDate = {int(time.time()) + 1800}000 WHERE id = {GIRAN}")
    character = await id_of(own_world, (await game(own_world, "SELECT MIN(char_name) FROM characters"))[0][0])
    await game(own_world, f"UPDATE characters SET online = 1 WHERE charId = {character}")
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


def test_every_feature_is_registered(registered: RegisteredSite) -> None:
    modules = [*GATEWAY.glob("features/*/*.py"), *GATEWAY.glob("administration/*.py")]
    core_names = [path.parent.name for path in modules if "def feature(" in path.read_text(encoding="utf-8")]
    names = [*core_names, *installed_extras(), "service"]
    assert sorted(feature.name for feature in registered.features) == sorted(names)


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
    assert await registered.count_rows() == {table: KEPT_ROWS.get(table, 0) for table in OLD_ROWS}


async def test_prune_deletes_the_old_rows_of_extras_that_are_off(registered: RegisteredSite) -> None:
    await add_old_rows(registered)
    with in_process_builder():
        application = Application(replace(registered.application.settings, extras=ExtraSettings(enabled=())))
    try:
        (prune,) = (job for job in jobs_of(application.features) if job.name == "prune")
        await prune.work(int(time.time()))
    finally:
        await application.parts.get(Databases).close()
    assert await registered.count_rows() == {table: KEPT_ROWS.get(table, 0) for table in OLD_ROWS}


async def test_rows_stay_without_their_registration(registered: RegisteredSite) -> None:
    await add_old_rows(registered)
    before = await registered.count_rows()
    features = [replace(feature, jobs=(), retention=()) for feature in registered.features]
    _, prune = jobs_of(features)
    await prune.work(int(time.time()))
    assert await registered.count_rows() == before


GAUGES: Final = {
    "backups": "fishi_backup_timestamp_seconds",
    "deliveries": "fishi_deliveries",
    "payments": "fishi_payments_mismatched",
}


@pytest.mark.parametrize("name", ["", *GAUGES])
async def test_gauges_are_counted_where_they_are_registered(registered: RegisteredSite, name: str) -> None:
    """Without the gauge of this name."""
    await registered.execute("REPLACE INTO job_positions (job, reached) VALUES ('backup', 1)")
    gauges = [gauge for feature in registered.features for gauge in feature.gauges]
    assert {gauge.name for gauge in gauges} == {*GAUGES}
    for gauge in gauges:
        gauge.forget()
    await count_job([gauge for gauge in gauges if gauge.name != name]).work(0)
    values = {gauge: await registered.read(metric) for gauge, metric in GAUGES.items()}
    assert values == {gauge: int(gauge != name) for gauge in GAUGES}


async def test_job_is_gone_without_its_registration(registered: RegisteredSite) -> None:
    features = [replace(feature, jobs=()) if feature.name == "payments" else feature for feature in registered.features]
    names = {job.name for job in jobs_of(registered.features)} - {job.name for job in jobs_of(features)}
    assert names == {
        "process_webhooks",
        "poll_pending_donations",
        "poll_completed_donations",
        "search_payments",
    }


async def test_route_is_gone_without_its_registration(registered: RegisteredSite, client: ClientFactory) -> None:
    assert (await registered.http.get("/api/server/info")).status_code == 200
    with in_process_builder():
        application = Application(registered.application.settings)
    application.features = [
        replace(feature, routes=()) if feature.name == "site_content" else feature for feature in application.features
    ]
    async with client(application.asgi) as http:
        assert (await http.get("/api/server/info")).status_code == 404


SERVERS: Final = {"redis", "replica"}
"""Signals of servers that this site does without."""


def test_every_signal_is_registered_and_has_a_case(registered: RegisteredSite) -> None:
    assert registered.signals.keys() == all_signals().keys() - SERVERS
    assert registered.signals.keys() - SIGNAL_CASES.keys() == {NO_LEADER.name}, "who reads it leads"
    assert all(all_signals()[name] == signal for name, (signal, _) in registered.signals.items())


@pytest.mark.parametrize("name", SIGNAL_CASES)
async def test_signal_is_raised_on_the_page_of_alerts_and_in_the_metrics(
    registered: RegisteredSite, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    case, (signal, read), application = SIGNAL_CASES[name], registered.signals[name], registered.application
    now, count = int(time.time()), registered.job("count")
    values: list[float | None] = []
    for is_wrong in (False, True):
        await registered.execute(*(case.prepare if is_wrong else case.clear))
        await count.work(now)
        with monkeypatch.context() as patch:
            case.change(application, patch, is_wrong)
            values.append(await read(now + case.later * is_wrong))
    quiet_value, wrong_value = values
    assert quiet_value is None or signal.level(quiet_value) == "ok"
    assert wrong_value is not None
    assert signal.level(wrong_value) == ("bad" if signal.severity == "critical" else "advice")
    await registered.execute("DELETE FROM alert_states")
    alerts = application.parts.get(AlertsFeature)
    for at in range(now, now + signal.thresholds.raise_seconds + 60, 60):
        await alerts.monitor.evaluate({name: wrong_value}, at)
    report = await AlertReader(application.parts.get(Databases).site, alerts).report()
    assert [rule.name for rule in report.rules if rule.is_raised] == [name]
    assert f'fishi_signal_value{{signal="{name}"}}' in dict(process_values(application.parts, registered.features))


@pytest.mark.parametrize("name", sorted(SERVERS))
async def test_server_that_is_used_has_a_signal(
    registered: RegisteredSite, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    health = registered.application.health
    monkeypatch.setattr(health, name, object())
    signals = {signal.name: read for signal, read in server_signals(health).items()}
    for servers in ([], [name]):
        monkeypatch.setattr(health, "_unavailable_servers", servers)
        monkeypatch.setattr(health, "_checked_at", math.inf)
        assert await signals[name](0) == bool(servers)


async def test_signal_is_gone_without_its_registration(registered: RegisteredSite) -> None:
    with in_process_builder():
        application = Application(registered.application.settings)
    application.features = [
        replace(feature, signals={}) if feature.name == "accounts" else feature for feature in application.features
    ]
    alerts = application.parts.get(AlertsFeature)
    assert registered.signals.keys() - alerts.monitor.signals.keys() == {"registrations", "accounts_frozen"}
    await registered.execute("DELETE FROM alert_states")
    now = int(time.time())
    assert await alerts.monitor.evaluate({"accounts_frozen": 1}, now) == 0
    assert await registered.application.parts.get(AlertsFeature).monitor.evaluate({"accounts_frozen": 1}, now + 60) == 1


def test_extra_that_is_off_has_no_signal(registered: RegisteredSite) -> None:
    settings_of_core = replace(registered.application.settings, extras=ExtraSettings(enabled=()))
    with in_process_builder():
        application = Application(settings_of_core)
    names = {signal.name for signal in application.parts.get(RegisteredSignals).readers()}
    assert names == {signal.name for signal in CORE} - SERVERS
