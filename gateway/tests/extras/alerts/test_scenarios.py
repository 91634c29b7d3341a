"""The scenarios of gateway/docs/operators/alerts.md on real servers: what rings, how often, and after how long.

Minutes pass in the clock of the evaluation alone. What is read is real: ports, connections, requests, rows, handshakes.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from fixtures.certificates import Authority
from fixtures.fault_proxy import FaultProxy
from fixtures.provider import Provider
from fixtures.provider.provider_settings import payment_settings
from gateway.app import Application
from gateway.concurrency.durations import DAY, MINUTE
from gateway.config import settings
from gateway.config.dsn import format_dsn, parse_dsn
from gateway.extras.votes.extra import VOTES_NETWORK
from gateway.features.messages import MailOutbox
from gateway.features.payments import PaymentMetrics, provider_http
from gateway.features.site_content.pages import SitePages
from gateway.http import health
from gateway.http.rendering.page_store import PageStore
from gateway.http.rendering.renderer_process import RendererProcess
from gateway.observability import signals
from gateway.observability.signals import Signal
from gateway.redis.lease import Lease
from gateway.registration.feature import RegisteredSignals
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.extras.support.alerted_site import Message, Port, Site
from gateway.tests.extras.support.signal_cases import NUMBERS, PAYMENT
from gateway.tests.support.account_app import APP_ENV, game, site, without_jobs
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.mail_server import mail_server
from gateway.tests.support.player_state import id_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.scripted_http_server import open_scripted_server

SECRET: Final = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"
CLOUDFLARE: Final = "173.245.48.1"


@pytest.fixture(scope="module")
async def running(world: WorldFactory, client: ClientFactory, tmp_path_factory: Any) -> AsyncGenerator[Site]:
    own_world = world("mobius", characters=60, seed=351)
    authority = Authority(Path(tmp_path_factory.mktemp("alerts")))
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(authority.certificate, authority.key)
    public = Port(tls)
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(health, "CACHE_SECONDS", 0.0)
        patch.setattr(provider_http, "FIRST_PAUSE", 0.001)
        await enter(without_jobs(own_world))
        receiver, mail = await enter(open_scripted_server()), await enter(mail_server())
        provider = stack.enter_context(Provider())
        real_dsn = parse_dsn(own_world.environment["GATEWAY_DATABASE_GAME_DSN"])
        databases = await enter(FaultProxy(real_dsn.unix_socket))
        place = {"host": "127.0.0.1", "port": databases.port, "unix_socket": ""}
        dsns = {
            key: format_dsn(replace(parse_dsn(own_world.environment[key]), **place))
            for key in ("GATEWAY_DATABASE_GAME_DSN", "GATEWAY_DATABASE_AUTH_DSN")
        }
        ports = Port(), Port()
        env = {
            **own_world.environment,
            **APP_ENV,
            **mail.environment,
            **payment_settings(provider, [f"https://127.0.0.1:{public.number}"]),
            **dsns,
            "GATEWAY_STATUS_GAME_PORT": str(ports[0].number),
            "GATEWAY_STATUS_LOGIN_PORT": str(ports[1].number),
            "GATEWAY_ALERTS_ENABLED": "true",
            "GATEWAY_ALERTS_WEBHOOKS": f"{receiver.url}/hook",
            "GATEWAY_ALERTS_WEBHOOK_SECRET": SECRET,
        }
        for port in (public, *ports):
            await port.open()
            stack.push_async_callback(port.close)
        name = (await game(own_world, "SELECT MIN(char_name) FROM characters"))[0][0]
        await game(own_world, f"UPDATE characters SET online = 1 WHERE char_name = '{name}'")
        with in_process_builder():
            application = Application(settings.load(None, env))
        http = await enter(client(application.asgi))
        await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_answer(http, "/api/server/status")
        running = Site(own_world, application, http)
        running.game_port, running.login_port = ports
        running.mail, running.provider, running.receiver, running.databases = mail, provider, receiver, databases
        running.character = await id_of(own_world, name)
        yield running


@pytest.fixture
async def alerts(running: Site) -> Site:
    await running.begin()
    return running


async def test_planned_restart_is_silent(alerts: Site) -> None:
    await alerts.plan_work()
    await alerts.set_ports(are_open=False)
    quiet = await alerts.pass_minutes(20)
    await alerts.set_ports(are_open=True)
    quiet += await alerts.pass_minutes(3)
    await alerts.end_work()
    assert quiet + await alerts.pass_minutes(9) == []


async def test_restart_that_overruns_rings_once_five_minutes_after_its_end(alerts: Site) -> None:
    await alerts.plan_work()
    await alerts.set_ports(are_open=False)
    assert await alerts.pass_minutes(20) == []
    await alerts.end_work()
    assert await alerts.pass_minutes(5) == []
    assert await alerts.pass_minutes(2) == [("raised", "game_port", ["login_port"])]
    await alerts.set_ports(are_open=True)
    assert await alerts.pass_minutes(12) == [("cleared", "game_port", [])]


async def test_stop_of_both_game_servers_rings_once(alerts: Site) -> None:
    await alerts.set_ports(are_open=False)
    assert await alerts.pass_minutes(3) == []
    assert await alerts.pass_minutes(7) == [("raised", "game_port", ["login_port"])]
    await alerts.set_ports(are_open=True)
    assert await alerts.pass_minutes(9) == [("cleared", "game_port", [])]


async def test_login_server_that_stops_alone_is_named(alerts: Site) -> None:
    await alerts.login_port.close()
    raised = await alerts.pass_minutes(6)
    await alerts.login_port.open()
    assert raised + await alerts.pass_minutes(4) == [("raised", "login_port", []), ("cleared", "login_port", [])]


async def test_database_that_is_down_rings_once_for_everything_behind_it(alerts: Site) -> None:
    alerts.databases.stop()
    try:
        assert await alerts.pass_minutes(2, logins=30) == []
        assert await alerts.pass_minutes(2, logins=30) == [("raised", "databases", ["server_errors"])]
        assert await alerts.pass_minutes(16, [signals.SNAPSHOT_AGE], logins=30) == []
        states = await site(alerts.world, "SELECT rule FROM alert_states WHERE is_raised = 1")
        assert {"server_errors", "snapshot_age"} <= {row[0] for row in states}
    finally:
        alerts.databases.cut = False
    await wait_for_answer(alerts.http, "/api/server/stats")
    assert await alerts.pass_minutes(25) == [("cleared", "databases", [])]


async def test_provider_that_is_dead_rings_once_also_in_planned_work_without_any_donation(alerts: Site) -> None:
    await alerts.plan_work()
    alerts.provider.stop()
    try:
        await alerts.job("search_payments")
        assert await alerts.pass_minutes(5) == []
        assert await alerts.pass_minutes(9) == [("raised", "provider_failing", [])]
    finally:
        alerts.provider.start()
    assert await alerts.pass_minutes(8) == [("cleared", "provider_failing", [])]


async def test_one_call_that_fails_wakes_nobody(alerts: Site) -> None:
    alerts.provider.stop()
    await alerts.job("search_payments")
    assert await alerts.pass_minutes(1) == []
    alerts.provider.start()
    assert await alerts.pass_minutes(9) == []


async def test_money_rings_in_planned_work(alerts: Site) -> None:
    await alerts.plan_work()
    await site(alerts.world, PAYMENT.format(id=1, column="mismatch", value="'amount'").replace(":now", "1"))
    await alerts.job("count")
    assert await alerts.pass_minutes(1) == [("raised", "payments_mismatched", [])]


async def test_game_that_takes_no_coins_of_players_who_are_online_rings(alerts: Site) -> None:
    delivery = (
        "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, created_at) "
        f"VALUES ('{{key}}', 'demo', {{character}}, 'Demo', 4037, 5, {int(time.time()) - DAY})"
    )
    timed_signals = [signals.DELIVERIES_WAITING]
    await site(alerts.world, delivery.format(key="offline", character=1))
    assert await alerts.pass_minutes(20, timed_signals) == [], "a player who is not in the game takes none"
    await alerts.begin()
    await site(alerts.world, delivery.format(key="online", character=alerts.character))
    await alerts.set_ports(are_open=False)
    await alerts.plan_work()
    assert await alerts.pass_minutes(14, timed_signals) == [], "a game that is stopped takes none"
    await alerts.set_ports(are_open=True)
    assert await alerts.pass_minutes(7, timed_signals) == [("raised", "deliveries_waiting", [])]


async def test_certificate_that_is_not_renewed_rings_before_its_end(alerts: Site) -> None:
    alerts.started_at -= int(0.7 * DAY)
    assert await alerts.pass_minutes(1, [signals.CERTIFICATE]) == []
    alerts.started_at -= int(0.15 * DAY)
    assert await alerts.pass_minutes(2, [signals.CERTIFICATE]) == [("raised", "certificate", [])]


@pytest.mark.parametrize("signal", [signals.DISK, signals.MEMORY])
async def test_machine_that_runs_out_rings(alerts: Site, signal: Signal) -> None:
    value = await alerts.application.parts.get(RegisteredSignals).readers()[signal](0)
    assert value
    alerts.set_limits(signal, value / 2)
    minutes = signal.thresholds.raise_seconds // MINUTE
    assert await alerts.pass_minutes(minutes) == []
    assert await alerts.pass_minutes(2) == [("raised", signal.name, [])]


async def test_webhooks_with_wrong_signatures_ring(alerts: Site) -> None:
    body = {"type": "payment", "data": {"id": "1"}}
    for _ in range(3):
        response = await alerts.http.post(
            "/api/donations/webhook?data.id=1&type=payment", json=body, headers={"x-signature": "ts=1,v1=00"}
        )
        assert response.status_code == 401
    assert await alerts.pass_minutes(3) == [("raised", "webhooks_refused", [])]
    for _ in range(99):  # the next scenario counts the same hour
        alerts.application.parts.get(PaymentMetrics).count_webhook("mercadopago", "stored")


async def test_mail_server_that_takes_nothing_rings(alerts: Site) -> None:
    alerts.mail.sender_answer = "451 busy"
    outbox = MailOutbox(alerts.alerts.monitor.site, alerts.application.settings)
    await outbox.add("confirmation", "demo@example.org", "demo")
    await alerts.job("send_mails")
    assert await alerts.pass_minutes(12, [signals.MAIL_WAITING]) == []
    assert await alerts.pass_minutes(4, [signals.MAIL_WAITING]) == [("raised", "mail_waiting", [])]


async def test_renderer_that_fails_rings(alerts: Site) -> None:
    renderer = RendererProcess("throw new Error('broken')")

    async def read(_: str) -> bytes:
        return b"{}"

    store = PageStore(
        renderer,
        lambda: {"/": "en"},
        read=read,
        publish=lambda _markup, _content: None,
        version=lambda: "1",
        redis=None,
        leader=alerts.application.parts.get(Lease),
        zone=ZoneInfo("UTC"),
        build="1",
        content=lambda: ("1", lambda _: "{}"),
    )
    await store.tick()
    await renderer.close()
    pages = alerts.application.parts.get(SitePages)
    pages.store = store
    try:
        assert await alerts.pass_minutes(10) == []
        assert await alerts.pass_minutes(2) == [("raised", "renderer", [])]
    finally:
        pages.store = None


async def test_second_proxy_rings(alerts: Site) -> None:
    messages: list[Message] = []
    for _ in range(16):
        for _request in range(12):
            headers = {"X-Forwarded-For": f"203.0.113.9, {CLOUDFLARE}"}
            await alerts.http.get("/api/auth/profile", headers=headers)
        messages += await alerts.pass_minutes(1)
    assert messages == [("raised", "visitor_addresses", [])]


async def test_many_accounts_that_vote_from_one_network_ring(alerts: Site) -> None:
    now = int(time.time())
    rings: list[Message] = [("raised", VOTES_NETWORK.name, [])]
    for count, messages in ((11, rings[:0]), (12, rings)):
        await site(
            alerts.world,
            "DELETE FROM votes",
            "DELETE FROM sessions",
            "INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) "
            f"{NUMBERS} SELECT i, CONCAT('v', i), {now}, {now}, {now}, '', '198.51.100.0/24' FROM n WHERE i <= {count}",
            "INSERT INTO votes (site, account, period, voted_at, credited_at, coins, answer_hash) "
            f"{NUMBERS} SELECT 'topg', CONCAT('v', i), 1, {now}, {now}, 1, '' FROM n",
        )
        assert await alerts.pass_minutes(2) == messages


async def test_site_without_a_leader_is_told_of_by_another_process(alerts: Site) -> None:
    monitor, last = alerts.alerts.monitor, alerts.now
    assert [await monitor.miss_leader(last + minute * MINUTE) for minute in range(9, 13)] == [False] * 3 + [True]
    assert await monitor.miss_leader(last + 13 * MINUTE), "it goes on to send"
    assert await alerts.messages() == [("raised", "no_leader", [])]
    alerts.now = last + 13 * MINUTE
    assert await alerts.pass_minutes(1) == [("cleared", "no_leader", [])]


async def test_site_database_that_was_down_is_told_of_once_it_is_back(alerts: Site) -> None:
    alerts.now += 20 * MINUTE
    raised = await alerts.pass_minutes(1)
    assert raised + await alerts.pass_minutes(9) == [
        ("raised", "evaluation_gap", []),
        ("cleared", "evaluation_gap", []),
    ]
