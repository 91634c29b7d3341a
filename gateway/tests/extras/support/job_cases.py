"""The effect of each job of the leader, and an old row of each table whose rows go by age.

`:now`, `:channel` (of alerts) and `:character` stand for values of the test.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

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
    "DELETE FROM messages",
)
DIGEST: Final = (
    "DELETE FROM messages",
    "REPLACE INTO confirmed_emails VALUES ('demo', 'demo@example.org', 1)",
    "REPLACE INTO watch_accounts VALUES ('demo', NULL, NULL, NULL, 'key', 1)",
)
MESSAGE: Final = (
    "INSERT INTO messages (channel, receiver, kind, content, created_at, due_at, expires_at, kept_until) VALUES "
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
    "read_market": JobCase("SELECT COUNT(*) FROM market_readings", prepare=["DELETE FROM market_readings"]),
    "count_items": JobCase(
        "SELECT COUNT(*) FROM economy_days", prepare=["DELETE FROM economy_days", "DELETE FROM economy_items"]
    ),
    "check_account_owners": JobCase(
        "SELECT absent_at IS NOT NULL FROM account_owners WHERE login = 'deleted'",
        prepare=[
            "REPLACE INTO profiles (login) VALUES ('deleted')",
            "REPLACE INTO account_owners (login) VALUES ('deleted')",
        ],
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
        "SELECT COUNT(*) FROM messages",
        (1, 0),
        [
            "DELETE FROM messages",
            f"{MESSAGE} ('mail', 'unknown@example.org', 'recovery', '{{}}', :now, 0, :now + 60, :now + 60)",
        ],
    ),
    "move_former_messages": JobCase(
        "SELECT COUNT(*) FROM messages",
        prepare=[
            "DELETE FROM messages",
            "INSERT INTO mails (kind, recipient, login, action, created_at, due_at) "
            "VALUES ('recovery', 'unknown@example.org', '', '', :now, 0)",
        ],
    ),
    "update_calendar": JobCase(
        "SELECT COUNT(*) > 0 FROM calendar_entries",
        prepare=["DELETE FROM calendar_entries", "DELETE FROM notification_targets"],
    ),
    "send_notifications": JobCase(
        "SELECT COUNT(*) FROM messages",
        prepare=[
            "DELETE FROM messages",
            "DELETE FROM notifications",
            "REPLACE INTO notification_targets (channel, target, since) VALUES ('discord', '77', 0)",
            EVENT,
        ],
    ),
    "evaluate_alerts": JobCase("SELECT COUNT(*) > 0 FROM alert_states", prepare=["DELETE FROM alert_states"]),
    "send_alerts": JobCase(
        "SELECT state FROM messages",
        ("waiting", "sent"),
        [
            "DELETE FROM messages",
            MESSAGE
            + """('alerts', ':channel', 'raised', '{"rule":"jobs_failing","value":1}',
            :now, 0, :now + 60, :now + 60)""",
        ],
    ),
    "note_push": JobCase("SELECT COUNT(*) FROM messages", prepare=[*SUBSCRIPTION, EVENT]),
    "send_push": JobCase(
        "SELECT state FROM messages",
        ("waiting", "refused"),
        [
            *SUBSCRIPTION,
            MESSAGE
            + """('push', '1', 'boss_killed', '{"kind":"boss_killed","subject_id":29001,"at":1,"expires_at":1}',
            :now, 0, :now + 600, :now + 600)""",
        ],
    ),
    "note_digests": JobCase("SELECT COUNT(*) FROM messages", prepare=DIGEST),
    "send_digests": JobCase(
        "SELECT COUNT(*) FROM messages",
        (1, 0),
        [
            "DELETE FROM messages",
            MESSAGE + "('digest', 'demo@example.org', 'digest', '{\"week\":4}', :now, 0, :now + 600, :now + 600)",
        ],
    ),
    "run_erasures": JobCase(
        "SELECT COUNT(*) FROM profiles WHERE login = 'leaver'",
        (1, 0),
        [
            "REPLACE INTO profiles (login) VALUES ('leaver')",
            "REPLACE INTO erasure_requests (login, state, requested_at, due_at) VALUES ('leaver', 'waiting', 1, 1)",
        ],
    ),
    "send_erasure_mails": JobCase(
        "SELECT COUNT(*) FROM messages",
        (1, 0),
        [
            "DELETE FROM messages",
            MESSAGE
            + """('data_protection', 'x@example.org', 'code', '{"account":"nobody","language":"en"}',
            :now, 0, :now + 600, :now + 600)""",
        ],
    ),
    "send_ticket_mails": JobCase(
        "SELECT COUNT(*) FROM messages",
        (1, 0),
        [
            "DELETE FROM messages",
            MESSAGE + "('ticket', 'demo@example.org', 'answer', '{\"message_id\":4}', :now, 0, :now + 600, :now + 600)",
        ],
    ),
    "check_ledger": JobCase("fishi_ledger_broken_rules"),
    "anchor_ledger": JobCase("SELECT COUNT(*) FROM ledger_anchors", prepare=["DELETE FROM ledger_anchors"]),
    "count": JobCase("fishi_deliveries"),
    "deliver_to_game": JobCase(
        "SELECT status FROM deliveries",
        ("pending", "claimed"),
        [
            "DELETE FROM deliveries",
            "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, "
            "created_at) VALUES ('key', 'demo', :character, 'Demo', 4037, 5, :now)",
            "SET @delivery = CONCAT('delivery:', LAST_INSERT_ID())",
            "INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) "
            "VALUES (@delivery, 'delivery', @delivery, :now)",
            "INSERT INTO ledger_entries VALUES (LAST_INSERT_ID(), 0, 'wallet:demo', -5), "
            "(LAST_INSERT_ID(), 1, 'house:game', 5)",
        ],
    ),
    "watch_game_saves": JobCase(
        "SELECT COUNT(*) FROM job_positions WHERE job = 'game_answered'",
        prepare=[
            "DELETE FROM job_positions WHERE job = 'game_answered'",
            "REPLACE INTO game_runs (began_at, last_answer_at) VALUES (:now - 100, :now)",
        ],
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
}
OLD_ROWS: Final = {
    "status_samples": ("at <= 120", "(at, online, online_players) VALUES (60, 1, 9), (120, 1, 1)"),
    "economy_days": (
        "day = 1",
        "(day, counted_at, duration_ms, database_ms, longest_us, objects) VALUES (1, 1, 1, 1, 1, 1)",
    ),
    "market_offers": (
        "seen_at = 1",
        "(character_id, kind, entry_id, enchant, price, login, item_id, amount, town, first_seen_at, seen_at, is_open) "
        "VALUES (1, 'sell', 1, 0, 1, 'old', 1, 1, '', 1, 1, 0)",
    ),
    "sessions": ("id = 'old'", "VALUES ('old', 'demo', 1, 1, 1, NULL, '', '')"),
    "used_challenges": ("id = 'old'", "VALUES ('old', 1)"),
    "mail_links": ("hash = 'old'", "VALUES ('old', 'recovery', 'demo', '', '', 1, NULL)"),
    "messages": (
        "kept_until = 1",
        "(channel, receiver, kind, content, created_at, due_at, expires_at, kept_until) "
        "VALUES ('off', 'old@example.org', 'notice', '{}', 1, 1, 1, 1)",
    ),
    "calendar_entries": (
        "ends_at = 1",
        "(kind, subject_id, first_at, starts_at, ends_at, changed_at) VALUES ('siege', 1, 1, 1, 1, 1)",
    ),
    "alerts": ("raised_at = 1", "(rule, raised_at, cleared_at, value) VALUES ('y', 1, 2, 1)"),
    "erasure_requests": (
        "login = 'old'",
        "(login, state, requested_at, due_at, ended_at) VALUES ('old', 'cancelled', 1, 1, 1)",
    ),
    "push_subscriptions": ("session = 'ended'", "VALUES (99, 'ended', 'demo', 'old', 'sealed', 'en', 1)"),
    "webhook_inbox": (
        "due_at = 1",
        "(notice, payment_id, status, received_at, due_at) VALUES ('old', 901, 'done', 1, 1)",
    ),
    "security_log": ("at = 1", "(login, action, ip_address, at, success) VALUES ('old', 'login', '', 1, 1)"),
    "tickets": (
        "changed_at = 1",
        "(account, topic, title, state, created_at, changed_at) VALUES ('demo', 'item', 'Old', 'closed', 1, 1)",
    ),
    "operator_sessions": (
        "created_at = 1",
        "(hash, operator, created_at, seen_at, confirmed_at) VALUES ('old', 'old', 1, 1, 1)",
    ),
    "operator_requests": ("at = 1", "VALUES ('old', 'key', 'permission', 'fingerprint', '{}', 1)"),
}
"""By table: the condition of the rows, and their values."""
KEPT_ROWS: Final = {"status_samples": 1}
"""Rows that stay: the minute with the highest count."""
