"""Rules of alerts: weight, unit, default thresholds, and the administration page that answers."""

from typing import Final, Literal

import msgspec

Weight = Literal["page", "warn"]
Unit = Literal["count", "seconds", "hours", "percent"]
RuleName = Literal[
    "game_database",
    "redis",
    "replica",
    "game_port",
    "login_port",
    "snapshot_age",
    "ledger_violations",
    "ledger_unchecked",
    "webhook_backlog",
    "payments_mismatched",
    "payments_over_cap",
    "disputes",
    "deliveries_stuck",
    "deliveries_unconfirmed",
    "renderer",
    "jobs_failing",
    "queries_failing",
    "server_errors",
    "economy_alarms",
    "prizes_unpaid",
    "coins_held",
    "coins_self_released",
    "content_hosts",
    "votes_silent",
    "world_tables",
    "season_due",
    "registrations",
    "visitor_addresses",
    "evaluation_gap",
]


class Thresholds(msgspec.Struct, frozen=True):
    """Raise at or above `raise_at` for `raise_seconds`; clear below `clear_below` for `clear_seconds`."""

    raise_at: float
    raise_seconds: int
    clear_below: float
    clear_seconds: int


class AlertRule(msgspec.Struct, frozen=True):
    """`page`: address of the administration. `grows`: it counts cases, and another case is a message of its own."""

    weight: Weight
    unit: Unit
    thresholds: Thresholds
    page: str = "/admin"
    grows: bool = False


_ANY: Final = Thresholds(1, 0, 1, 0)

RULES: Final[dict[RuleName, AlertRule]] = {
    "game_database": AlertRule("page", "count", Thresholds(1, 120, 1, 120)),
    "redis": AlertRule("warn", "count", Thresholds(1, 300, 1, 120)),
    "replica": AlertRule("warn", "count", Thresholds(1, 600, 1, 300)),
    "game_port": AlertRule("page", "count", Thresholds(1, 180, 1, 120)),
    "login_port": AlertRule("page", "count", Thresholds(1, 180, 1, 120)),
    "snapshot_age": AlertRule("warn", "seconds", Thresholds(300, 300, 120, 120)),
    "ledger_violations": AlertRule("page", "count", _ANY),
    "ledger_unchecked": AlertRule("warn", "hours", Thresholds(48, 3600, 48, 0)),
    "webhook_backlog": AlertRule("warn", "count", Thresholds(1, 1800, 1, 120), "/admin/money"),
    "payments_mismatched": AlertRule("page", "count", _ANY, "/admin/money", grows=True),
    "payments_over_cap": AlertRule("page", "count", _ANY, "/admin/money", grows=True),
    "disputes": AlertRule("warn", "count", _ANY, "/admin/money", grows=True),
    "deliveries_stuck": AlertRule("page", "count", Thresholds(1, 0, 1, 60), grows=True),
    "deliveries_unconfirmed": AlertRule("page", "count", _ANY, "/admin/players", grows=True),
    "renderer": AlertRule("warn", "count", Thresholds(1, 600, 1, 120)),
    "jobs_failing": AlertRule("warn", "count", Thresholds(1, 600, 1, 120)),
    "queries_failing": AlertRule("warn", "percent", Thresholds(5, 300, 5, 600)),
    "server_errors": AlertRule("page", "percent", Thresholds(5, 300, 1, 600)),
    "economy_alarms": AlertRule("warn", "count", _ANY, "/admin/economy", grows=True),
    "prizes_unpaid": AlertRule("warn", "count", Thresholds(1, 3600, 1, 0), "/admin/competitions?state=due", grows=True),
    "coins_held": AlertRule("warn", "count", _ANY, "/admin/money", grows=True),
    "coins_self_released": AlertRule("page", "count", _ANY, "/admin/money", grows=True),
    "content_hosts": AlertRule("page", "count", _ANY, "/admin/log", grows=True),
    "votes_silent": AlertRule("warn", "count", Thresholds(1, 3600, 1, 0), "/admin/votes"),
    "world_tables": AlertRule("warn", "count", Thresholds(1, 600, 1, 120)),
    "season_due": AlertRule("warn", "count", Thresholds(1, 900, 1, 0)),
    "registrations": AlertRule("warn", "count", Thresholds(100, 0, 50, 600), "/admin/players"),
    "visitor_addresses": AlertRule("warn", "percent", Thresholds(80, 600, 40, 600)),
    "evaluation_gap": AlertRule("warn", "seconds", Thresholds(600, 0, 600, 0), "/admin/alerts"),
}
