"""The daily check of the books, on whichever process leads: what is broken is an error in the log, and a figure."""

import time
from typing import Final

import structlog
from msgspec.structs import replace

from gateway.config.dsn import parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import Database, limits_for
from gateway.features.ledger import check, statement
from gateway.observability.metrics import Samples, series

EVERY: Final = 86400
STATEMENT_MS: Final = 600_000
"""The books of years are read through, by a connection of its own."""
CONNECT_SECONDS: Final = 10

log = structlog.stdlib.get_logger("gateway.ledger")


class Audit:
    def __init__(self, wanted: Settings) -> None:
        self._wanted = wanted
        self.broken: int | None = None
        """Rules, as the last check found; None before one, and on a process that does not lead."""
        self._breaches = 0
        self._checked_at = 0.0

    async def work(self, _tick: int) -> int:
        """Raises DatabaseUnavailable."""
        limits = limits_for(self._wanted, "site", STATEMENT_MS)
        limits = replace(limits, read_only=True, connections=1, connect_seconds=CONNECT_SECONDS)
        site = Database("site", parse_dsn(self._wanted.database.site_dsn), limits)
        try:
            found = await check.findings(site)
        finally:
            await site.close()
        for finding in found:
            count = f"{len(finding.breaches)}{' and more' if finding.more else ''}"
            log.error("books_broken", rule=finding.rule, breaches=count, first=_told(finding.breaches[0]))
        self._breaches, self._checked_at = sum(len(finding.breaches) for finding in found), time.time()
        self.broken = len(found)
        return self.broken

    def forget(self) -> None:
        self.broken = None

    def samples(self) -> Samples:
        if self.broken is not None:
            yield series("gateway_ledger_broken_rules"), self.broken
            yield series("gateway_ledger_breaches"), self._breaches
            yield series("gateway_ledger_checked_timestamp_seconds"), self._checked_at


def _told(breach: check.Breach) -> str:
    return f"{statement.escaped(breach.subject)}: {breach.found} instead of {breach.expected}"
