"""What can be wrong in core: one entry for each signal, with thresholds, severity and page that answers.

Alerts, doctor, health, metrics and the rules of Prometheus have their numbers from here. An extra has its own signals
(`Extra.signals`). `Feature.signals` says how each is read.
"""

from typing import Final, Literal

import msgspec

Severity = Literal["critical", "warning"]
Unit = Literal["count", "seconds", "hours", "percent"]
Level = Literal["ok", "advice", "bad"]


class ReportedFinding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Result of one check of the doctor, and an entry of `gateway doctor --json`.

    Advice: it works, and could work better. `do`: the remedy, empty if `ok`.
    """

    level: Level
    text: str
    do: str = ""
    topic: str = ""
    title: str = ""
    """The topic in the language of the reader."""


class Thresholds(msgspec.Struct, frozen=True):
    """Raise at or above `raise_at` for `raise_seconds`; clear below `clear_below` for `clear_seconds`."""

    raise_at: float
    raise_seconds: int
    clear_below: float
    clear_seconds: int


ANY: Final = Thresholds(1, 0, 1, 0)


class Signal(msgspec.Struct, frozen=True, kw_only=True):
    """`name`: also the key of its texts. `page`: address of the administration that answers. `grows`: it counts cases,
    and another case is a message of its own. `causes`: while one of them is raised, it explains this signal, which
    sends no message of its own. `sends`: False: it explains others, and is no message itself."""

    name: str
    severity: Severity
    unit: Unit = "count"
    thresholds: Thresholds = ANY
    page: str = "/admin"
    grows: bool = False
    causes: tuple["Signal", ...] = ()
    sends: bool = True

    def level(self, value: float) -> Level:
        """Returns the level of a finding: advice also where a raised signal would not be cleared."""
        limits = self.thresholds
        if value >= limits.raise_at:
            return "bad" if self.severity == "critical" else "advice"
        return "advice" if value >= limits.clear_below else "ok"


PLANNED_WORK: Final = Signal(name="planned_work", severity="warning", page="/admin/content", sends=False)
"""A notice with an end is in force. It explains what a restart does; never money, security, backups and keys."""
DATABASES: Final = Signal(
    name="databases", severity="critical", thresholds=Thresholds(1, 120, 1, 120), causes=(PLANNED_WORK,)
)
BEHIND_DATABASES: Final = (PLANNED_WORK, DATABASES)
NOT_READY: Final = Signal(
    name="not_ready", severity="critical", thresholds=Thresholds(1, 120, 1, 0), causes=BEHIND_DATABASES
)
NO_LEADER: Final = Signal(
    name="no_leader",
    severity="critical",
    unit="seconds",
    thresholds=Thresholds(600, 0, 600, 0),
    causes=BEHIND_DATABASES,
)
REDIS: Final = Signal(name="redis", severity="warning", thresholds=Thresholds(1, 300, 1, 120), causes=(PLANNED_WORK,))
REPLICA: Final = Signal(
    name="replica", severity="warning", thresholds=Thresholds(1, 600, 1, 300), causes=BEHIND_DATABASES
)
DATABASE_CLOCK: Final = Signal(
    name="database_clock", severity="critical", unit="seconds", thresholds=Thresholds(30, 120, 2, 120)
)
QUERIES_FAILING: Final = Signal(
    name="queries_failing",
    severity="warning",
    unit="percent",
    thresholds=Thresholds(5, 300, 5, 600),
    causes=BEHIND_DATABASES,
)
PRIVILEGES_MISSING: Final = Signal(name="privileges_missing", severity="critical")
SERVER_ERRORS: Final = Signal(
    name="server_errors",
    severity="critical",
    unit="percent",
    thresholds=Thresholds(5, 300, 1, 600),
    causes=BEHIND_DATABASES,
)
VISITOR_ADDRESSES: Final = Signal(
    name="visitor_addresses", severity="warning", unit="percent", thresholds=Thresholds(80, 600, 40, 600)
)
JOBS_FAILING: Final = Signal(
    name="jobs_failing", severity="warning", thresholds=Thresholds(1, 600, 1, 120), causes=BEHIND_DATABASES
)
CERTIFICATE: Final = Signal(
    name="certificate", severity="critical", unit="percent", thresholds=Thresholds(90, 0, 75, 0)
)
"""Share of its lifetime that has passed: programs renew certificates at two thirds, of 90 days as of 6."""
DISK: Final = Signal(name="disk", severity="critical", unit="percent", thresholds=Thresholds(95, 600, 90, 600))
MEMORY: Final = Signal(name="memory", severity="warning", unit="percent", thresholds=Thresholds(90, 300, 80, 300))
GAME_PORT: Final = Signal(
    name="game_port", severity="critical", thresholds=Thresholds(1, 180, 1, 120), causes=BEHIND_DATABASES
)
LOGIN_PORT: Final = Signal(
    name="login_port",
    severity="critical",
    thresholds=Thresholds(1, 180, 1, 120),
    causes=(*BEHIND_DATABASES, GAME_PORT),
)
SNAPSHOT_AGE: Final = Signal(
    name="snapshot_age",
    severity="warning",
    unit="seconds",
    thresholds=Thresholds(300, 300, 120, 120),
    causes=BEHIND_DATABASES,
)
SNAPSHOT_TABLES: Final = Signal(
    name="snapshot_tables", severity="warning", thresholds=Thresholds(1, 600, 1, 120), causes=BEHIND_DATABASES
)
RENDERER: Final = Signal(
    name="renderer", severity="warning", thresholds=Thresholds(1, 600, 1, 120), causes=BEHIND_DATABASES
)
MAIL_WAITING: Final = Signal(name="mail_waiting", severity="warning", thresholds=Thresholds(1, 0, 1, 0))
LEDGER_VIOLATIONS: Final = Signal(name="ledger_violations", severity="critical")
LEDGER_UNCHECKED: Final = Signal(
    name="ledger_unchecked", severity="warning", unit="hours", thresholds=Thresholds(48, 3600, 48, 0)
)
PROVIDER_FAILING: Final = Signal(
    name="provider_failing", severity="critical", thresholds=Thresholds(1, 300, 1, 120), page="/admin/money"
)
WEBHOOKS_REFUSED: Final = Signal(
    name="webhooks_refused",
    severity="warning",
    unit="percent",
    thresholds=Thresholds(60, 0, 60, 0),
    page="/admin/money",
)
WEBHOOK_BACKLOG: Final = Signal(
    name="webhook_backlog",
    severity="warning",
    thresholds=Thresholds(1, 1800, 1, 120),
    page="/admin/money",
    causes=(PROVIDER_FAILING,),
)
PAYMENTS_MISMATCHED: Final = Signal(name="payments_mismatched", severity="critical", page="/admin/money", grows=True)
PAYMENTS_OVER_CAP: Final = Signal(name="payments_over_cap", severity="critical", page="/admin/money", grows=True)
PAYMENT_SEARCH: Final = Signal(
    name="payment_search",
    severity="warning",
    unit="seconds",
    thresholds=Thresholds(3600, 0, 3600, 0),
    page="/admin/money",
    causes=(PROVIDER_FAILING,),
)
PROVIDER_CLOCK: Final = Signal(
    name="provider_clock",
    severity="critical",
    unit="seconds",
    thresholds=Thresholds(60, 0, 60, 0),
    page="/admin/money",
)
DISPUTES: Final = Signal(name="disputes", severity="warning", page="/admin/money", grows=True)
DELIVERIES_WAITING: Final = Signal(
    name="deliveries_waiting",
    severity="critical",
    unit="seconds",
    thresholds=Thresholds(600, 300, 600, 60),
    page="/admin/players",
)
DELIVERIES_STUCK: Final = Signal(
    name="deliveries_stuck", severity="critical", thresholds=Thresholds(1, 0, 1, 60), grows=True
)
DELIVERIES_UNCONFIRMED: Final = Signal(
    name="deliveries_unconfirmed", severity="critical", page="/admin/players", grows=True
)
COINS_HELD: Final = Signal(name="coins_held", severity="warning", page="/admin/money", grows=True)
COINS_SELF_RELEASED: Final = Signal(name="coins_self_released", severity="critical", page="/admin/money", grows=True)
CONTENT_HOSTS: Final = Signal(name="content_hosts", severity="critical", page="/admin/log", grows=True)
BACKUP_OLD: Final = Signal(name="backup_old", severity="warning", unit="hours", thresholds=Thresholds(26, 0, 26, 0))
REGISTRATIONS: Final = Signal(
    name="registrations", severity="warning", thresholds=Thresholds(100, 0, 50, 600), page="/admin/players"
)
ACCOUNTS_FROZEN: Final = Signal(name="accounts_frozen", severity="warning", grows=True)
CORE: Final = tuple(value for value in [*vars().values()] if isinstance(value, Signal))
