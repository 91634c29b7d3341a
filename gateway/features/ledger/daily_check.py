"""Daily check of the ledger on the leading process: a broken rule becomes an error in the log and a metric.

The coins that were made since the day before are logged by cause, and are a metric.
"""

import time
from collections.abc import Sequence
from typing import Final

import structlog

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.settings import Settings
from gateway.features.ledger import anchors, check
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators.command_line import site_connection
from gateway.features.operators.report import escape
from gateway.jobs import Job
from gateway.observability.metrics import Samples, series
from gateway.observability.signals import LEDGER_UNCHECKED, LEDGER_VIOLATIONS
from gateway.registration.feature import Feature, value_of

CHECK_SECONDS: Final = DAY
ANCHOR_SECONDS: Final = HOUR

log = structlog.stdlib.get_logger("gateway.ledger")


class DailyLedgerCheck:
    def __init__(self, settings: Settings, rules: Sequence[check.Rule]) -> None:
        self._settings = settings
        self._rules = (*rules, *PROVENANCE_RULES, anchors.rule(settings.ledger.anchor_file))
        self.broken_count: int | None = None
        """Broken rules of the last check; None before the first one, and on a process that does not lead."""
        self._violations = 0
        self._minted: list[check.MintedCoins] = []
        self._checked_at = 0.0
        self._started_at = time.time()

    def feature(self) -> Feature:
        jobs = [
            Job("check_ledger", CHECK_SECONDS, self.work, self.forget),
            Job("anchor_ledger", ANCHOR_SECONDS, self.anchor),
        ]
        signals = {LEDGER_VIOLATIONS: value_of(lambda: self.broken_count), LEDGER_UNCHECKED: self.unchecked_hours}
        return Feature(name="ledger", jobs=jobs, samples=[self.samples], signals=signals)

    async def work(self, _tick: int) -> int:
        """Raises DatabaseUnavailable."""
        async with site_connection(self._settings) as site:
            broken_rules = await check.broken_rules(site, self._rules)
            self._minted = await check.minted(site, int(time.time()) - CHECK_SECONDS)
        for rule in broken_rules:
            count = f"{len(rule.violations)}{' and more' if rule.more else ''}"
            log.error("ledger_inconsistent", rule=rule.rule, violations=count, first=_text(rule.violations[0]))
        log.info("coins_minted", coins={row.kind: row.coins for row in self._minted})
        self._violations, self._checked_at = sum(len(rule.violations) for rule in broken_rules), time.time()
        self.broken_count = len(broken_rules)
        return self.broken_count

    async def anchor(self, _tick: int) -> int:
        """Raises DatabaseUnavailable, or OSError for the file."""
        async with site_connection(self._settings, read_only=False) as site:
            return await anchors.anchor(site, self._settings.ledger.anchor_file)

    def forget(self) -> None:
        self.broken_count = None

    @property
    def checked_at(self) -> float | None:
        return self._checked_at or None

    async def unchecked_hours(self, now: int) -> float:
        """Returns the time since the last check, before the first one since the process started."""
        return (now - (self.checked_at or self._started_at)) / HOUR

    def samples(self) -> Samples:
        if self.broken_count is not None:
            yield series("fishi_ledger_broken_rules"), self.broken_count
            yield series("fishi_ledger_violations"), self._violations
            yield series("fishi_ledger_checked_timestamp_seconds"), self._checked_at
            for row in self._minted:
                yield series("fishi_minted_coins", kind=row.kind), row.coins


def _text(violation: check.Violation) -> str:
    return f"{escape(violation.subject)}: {violation.found} instead of {violation.expected}"
