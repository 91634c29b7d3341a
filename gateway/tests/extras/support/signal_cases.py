"""How each signal is raised: rows of the site schema, the state of the process, or time.

`:now` stands for the time of the test. A signal is quiet before.
"""

import math
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Final

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from gateway.app import Application, platform_signals
from gateway.config.site_days import day_of
from gateway.database.metrics import StatementMetrics
from gateway.extras.competitions.rules import Board, BoardRow
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.world.store import WorldStore
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.operators.site_controls import Control, SiteControls
from gateway.features.payments import PaymentMetrics
from gateway.features.server_status.status import StatusMonitor
from gateway.features.site_content.pages import SitePages
from gateway.http.certificate import CertificateTimes
from gateway.jobs import JobMetrics
from gateway.observability import machine
from gateway.observability.metrics import MetricsRegistry
from gateway.tests.extras.support.job_cases import DONATION
from gateway.world_snapshot.snapshot_store import Snapshots

DAY: Final = 86_400
BOARD: Final = msgspec.json.encode(Board(1, True, [BoardRow(1, 1, 9)])).decode()
DELIVERY: Final = (
    "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, created_at, "
    "status, claimed_at, {column}) VALUES ('{column}', 'demo', 1, 'Demo', 4037, 5, 1, 'claimed', 1, {value})"
)
PAYMENT: Final = (
    "REPLACE INTO payments (id, status, detail, outcome, amount, refunded, updated_ms, first_seen_at, seen_at, "
    "{column}) VALUES ({id}, 'approved', '', 'completed', 1, 0, 1, :now, :now, {value})"
)
NUMBERS: Final = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100)"


Change = Callable[[Application, pytest.MonkeyPatch, bool], None]


def keep(_application: Application, _patch: pytest.MonkeyPatch, _is_wrong: bool) -> None:
    """Changes nothing in the process."""


class SignalCase(Struct, frozen=True, kw_only=True):
    """`clear`, `prepare`: statements in the site schema, before the quiet and the wrong value.

    `later`: seconds after which the wrong value is read.

    `change`: sets the state of the process, quiet and then wrong.
    """

    clear: Sequence[str] = ()
    prepare: Sequence[str] = ()
    later: int = 0
    change: Change = keep


def _ready(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    patch.setattr(application.health, "is_stopping", is_wrong)


def _servers(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    patch.setattr(application.health, "_unavailable_servers", ["auth"] if is_wrong else [])
    patch.setattr(application.health, "_checked_at", math.inf)


def _clock(_: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    patch.setattr("gateway.database.clock.time", SimpleNamespace(time=lambda: time.time() - 40 * is_wrong))


def _statements(outcome: str, count: int) -> Change:
    def change(application: Application, _: pytest.MonkeyPatch, is_wrong: bool) -> None:
        for _number in range(count * is_wrong):
            application.parts.get(StatementMetrics)("game", "q", 0.1, outcome)

    return change


def _requests(source: str) -> Change:
    def change(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
        counts = (9e6, 8e6) if is_wrong else (1e6, 0)
        patch.setattr(application.parts.get(MetricsRegistry), source, lambda: counts)

    return change


def _donations(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    switch = Control("switch", "donations", 0, 2**40, "ann", "a test", 0)
    controls = {("switch", "donations"): switch} if is_wrong else {}
    patch.setattr(application.parts.get(SiteControls), "_controls", controls)


def _jobs(application: Application, _: pytest.MonkeyPatch, is_wrong: bool) -> None:
    application.parts.get(JobMetrics).record("x", 0, ValueError() if is_wrong else None)


def _port(name: str) -> Change:
    def change(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
        result = application.parts.get(StatusMonitor).probe
        assert result
        patch.setattr(
            application.parts.get(StatusMonitor), "_result", replace(result, at=time.time(), **{name: not is_wrong})
        )

    return change


def _snapshot(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    snapshots = application.parts.get(Snapshots)
    assert snapshots.stats
    stats = replace(snapshots.stats, failed={"character_bans": 1} if is_wrong else {})
    patch.setattr(type(snapshots), "stats", property(lambda _: stats))


def _pages(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    patch.setattr(application.parts.get(SitePages), "store", SimpleNamespace(missing_views=int(is_wrong)))


def _ledger(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    patch.setattr(application.parts.get(DailyLedgerCheck), "broken_count", int(is_wrong))


def _provider(application: Application, _: pytest.MonkeyPatch, is_wrong: bool) -> None:
    application.parts.get(PaymentMetrics).count_call("fake", "get", 0.1, "ok", -61.0 if is_wrong else 1.0)


def _failed_calls(application: Application, _: pytest.MonkeyPatch, is_wrong: bool) -> None:
    metrics = application.parts.get(PaymentMetrics)
    for _number in range(9 * is_wrong):
        metrics.count_call("mercadopago", "get", 0.1, "timeout", None)


def _forged_webhooks(application: Application, _: pytest.MonkeyPatch, is_wrong: bool) -> None:
    for _number in range(9 * is_wrong):
        application.parts.get(PaymentMetrics).count_webhook("mercadopago", "forged")


def _machine(name: str) -> Change:
    def change(_: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
        def share(*_: object) -> float:
            return 99 if is_wrong else 1

        patch.setattr(machine, name, share)

    return change


def _certificate(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    async def read_certificate(_: str) -> CertificateTimes:
        now = datetime.now(UTC)
        return CertificateTimes(now - timedelta(days=99), now + timedelta(days=1 if is_wrong else 99))

    patch.setattr(platform_signals, "read_certificate", read_certificate)


def _planned_work(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    now = int(time.time())
    notice = Control("notice", "Restart", now - 9, now + 999, "ines", "Restart", now)
    patch.setattr(application.parts.get(SiteControls), "_controls", {("notice", "Restart"): notice} if is_wrong else {})


def _game_since(application: Application, patch: pytest.MonkeyPatch, _: bool) -> None:
    monitor = application.parts.get(StatusMonitor)
    assert monitor.probe
    patch.setattr(monitor, "_result", replace(monitor.probe, at=time.time(), game=True, since=time.time()))


def _world(application: Application, patch: pytest.MonkeyPatch, is_wrong: bool) -> None:
    reading = SimpleNamespace(failed={"bosses": 1} if is_wrong else {})
    patch.setattr(application.parts.get(WorldStore), "state", SimpleNamespace(reading=reading))


def _history(application: Application, patch: pytest.MonkeyPatch, _: bool) -> None:
    today = day_of(time.time(), application.settings.server.zone)
    patch.setattr(application.parts.get(HistoryArchive), "recorded_days", {today: None})


SIGNAL_CASES: Final = {
    "opening_overdue": SignalCase(
        clear=["DELETE FROM openings"],
        prepare=["INSERT INTO openings VALUES (1, :now - 700, 1, '', NULL, 0, 1, NULL)"],
    ),
    "planned_work": SignalCase(change=_planned_work),
    "certificate": SignalCase(change=_certificate, later=3600),
    "disk": SignalCase(change=_machine("disk_share")),
    "memory": SignalCase(change=_machine("memory_share")),
    "mail_waiting": SignalCase(
        clear=["DELETE FROM messages WHERE channel = 'mail'"],
        prepare=[
            "INSERT INTO messages (channel, receiver, kind, login, content, created_at, due_at, expires_at, "
            "kept_until) VALUES ('mail', 'a@example.org', 'recovery', '', '{}', :now - 999, :now, :now + 99, :now + 99)"
        ],
    ),
    "provider_failing": SignalCase(change=_failed_calls),
    "webhooks_refused": SignalCase(change=_forged_webhooks),
    "deliveries_waiting": SignalCase(
        clear=["DELETE FROM deliveries"],
        prepare=[
            "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, "
            "created_at) VALUES ('waiting', 'demo', :character, 'Demo', 4037, 5, 1)"
        ],
        later=700,
        change=_game_since,
    ),
    "votes_network": SignalCase(
        prepare=[
            f"INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) {NUMBERS} "
            "SELECT CONCAT('votes', i), CONCAT('voter', i), :now, :now, :now, '', '198.51.100.0/24' FROM n",
            f"INSERT INTO votes (site, account, period, voted_at, credited_at, coins, answer_hash) {NUMBERS} "
            "SELECT 'topg', CONCAT('voter', i), 1, :now, :now, 1, '' FROM n",
        ]
    ),
    "not_ready": SignalCase(change=_ready),
    "databases": SignalCase(change=_servers),
    "database_clock": SignalCase(change=_clock),
    "queries_failing": SignalCase(change=_statements("lock", 1000)),
    "privileges_missing": SignalCase(change=_statements("rights", 1)),
    "server_errors": SignalCase(change=_requests("responses")),
    "visitor_addresses": SignalCase(clear=["DELETE FROM sessions"], change=_requests("visitor_addresses")),
    "jobs_failing": SignalCase(change=_jobs),
    "game_port": SignalCase(change=_port("game")),
    "login_port": SignalCase(change=_port("login")),
    "snapshot_age": SignalCase(later=400),
    "snapshot_tables": SignalCase(change=_snapshot),
    "renderer": SignalCase(change=_pages),
    "ledger_violations": SignalCase(change=_ledger),
    "ledger_unchecked": SignalCase(later=49 * 3600),
    "backup_old": SignalCase(
        clear=["DELETE FROM job_positions WHERE job = 'backup'"],
        prepare=["REPLACE INTO job_positions (job, reached) VALUES ('backup', :now - 60)"],
        later=27 * 3600,
    ),
    "webhook_backlog": SignalCase(
        clear=["DELETE FROM webhook_inbox"],
        prepare=[
            "INSERT INTO webhook_inbox (notice, payment_id, received_at, due_at) VALUES ('x', 1, :now, :now + 999)"
        ],
    ),
    "payments_mismatched": SignalCase(prepare=[PAYMENT.format(id=1, column="mismatch", value="'amount'")]),
    "payments_over_cap": SignalCase(prepare=[PAYMENT.format(id=2, column="over_cap", value=1)]),
    "payment_search": SignalCase(
        prepare=["REPLACE INTO job_positions (job, reached) VALUES ('search_payments', :now - 60)"], later=3600
    ),
    "provider_clock": SignalCase(change=_provider),
    "disputes": SignalCase(prepare=[DONATION.replace(":status", "completed"), "UPDATE donations SET disputed = 1"]),
    "deliveries_stuck": SignalCase(prepare=[DELIVERY.format(column="handed_at", value="NULL")]),
    "deliveries_unconfirmed": SignalCase(prepare=[DELIVERY.format(column="unconfirmed_at", value=1)]),
    "coins_held": SignalCase(
        prepare=["INSERT INTO coin_grants (operator, coins, created_at, is_held) VALUES ('x', 1, :now, 1)"]
    ),
    "coins_self_released": SignalCase(
        prepare=[
            "INSERT INTO coin_grants (operator, coins, created_at, is_held, decided_by, decided_at, is_released) "
            "VALUES ('x', 1, :now, 1, 'x', :now, 1)"
        ]
    ),
    "content_hosts": SignalCase(
        prepare=[
            "INSERT INTO operator_log (at, operator, command, subject, reason) VALUES (:now, 'x', 'save', 'host:a', '')"
        ]
    ),
    "registrations": SignalCase(
        prepare=[f"INSERT INTO profiles (login, created_at) {NUMBERS} SELECT CONCAT('many', i), :now FROM n"]
    ),
    "accounts_frozen": SignalCase(prepare=["REPLACE INTO account_owners (login, frozen_at) VALUES ('demo', :now)"]),
    "history_behind": SignalCase(later=4 * DAY, change=_history),
    "erasures_overdue": SignalCase(
        prepare=["REPLACE INTO erasure_requests (login, state, requested_at, due_at) VALUES ('demo', 'held', 1, 1)"]
    ),
    "votes_silent": SignalCase(prepare=["INSERT INTO vote_answers VALUES ('topg', 0, 'credited', 1, 1, 1, NULL)"]),
    "campaign_without_donations": SignalCase(
        prepare=[
            "INSERT INTO recharge_campaigns (name, steps, starts_at, ends_at, created_at) "
            "VALUES ('Launch', '[[1,10]]', 1, :now + 1000, 1)"
        ],
        change=_donations,
    ),
    "prizes_unpaid": SignalCase(
        prepare=[
            "INSERT INTO competitions VALUES (1, 'Past', 'pvp', 1, 2, 1, 80, '', 1, NULL, 'characters', NULL)",
            "INSERT INTO competition_prizes (competition_id, place, coins) VALUES (1, 1, 40)",
            f"REPLACE INTO history_state VALUES ('competition:1', 1, '{BOARD}')",
        ]
    ),
    "tickets_unanswered": SignalCase(
        clear=["DELETE FROM tickets"],
        prepare=[
            "INSERT INTO tickets (account, topic, title, state, created_at, changed_at, waiting_since) VALUES "
            "('demo', 'item', 'Late', 'open', 1, 1, :now - 90000), ('demo', 'item', 'New', 'open', 1, 1, :now - 3600), "
            "('demo', 'item', 'Aside', 'waiting', 1, :now - 172800, NULL)"
        ],
    ),
    "economy_alarms": SignalCase(
        clear=["DELETE FROM economy_alarms"],
        prepare=[
            "INSERT INTO economy_alarms (kind, item_id, owner_id, value, limit_value, first_day, last_day) "
            "VALUES ('stack', 57, 1, 2, 1, 1, 1)"
        ],
    ),
    "world_tables": SignalCase(change=_world),
    "market_age": SignalCase(prepare=["REPLACE INTO market_readings VALUES (1, 1, :now, 1, 1, 1, 1, 1)"], later=3600),
    "season_due": SignalCase(
        prepare=[
            "DELETE FROM character_now",
            f"INSERT INTO character_now {NUMBERS} SELECT i, 1, 1, IF(i = 1, NULL, FLOOR(:now / 86400) - 1), 1, 'x', 0, "
            "1, 0, 0, 0, 0, 0, 0 FROM n",
            "UPDATE character_now SET first_day = FLOOR(:now / 86400) - 1 WHERE character_id = 1",
        ],
        later=1000,
    ),
    "evaluation_gap": SignalCase(
        clear=["DELETE FROM alert_states"],
        prepare=["REPLACE INTO alert_states VALUES ('redis', 0, 0, NULL, 0, NULL, NULL, :now)"],
        later=700,
    ),
}
