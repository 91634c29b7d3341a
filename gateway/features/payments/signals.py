"""What can be wrong with payments. What the provider owes is read while there is one."""

from collections.abc import Collection, Mapping
from typing import Final

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.payments.metrics import PaymentMetrics
from gateway.features.payments.search import SEARCH_POSITION, search_job
from gateway.observability import signals
from gateway.observability.signals import Signal
from gateway.registration.feature import SignalCount, SignalReader, count_rows, value_of

DISPUTED: Final = query("donations.count_disputed", SignalCount)
OVER_CAP_SINCE: Final = query("payments.over_cap_since", SignalCount)


def stored_signals(site: Database) -> Mapping[Signal, SignalReader]:
    return {
        signals.DISPUTES: count_rows(site, DISPUTED),
        signals.PAYMENTS_OVER_CAP: count_rows(site, OVER_CAP_SINCE, DAY),
    }


def provider_signals(
    site: Database, metrics: PaymentMetrics, offered_names: Collection[str]
) -> Mapping[Signal, SignalReader]:
    """`offered_names`: of the providers whose accounts are searched."""

    async def search_age(now: int) -> int | None:
        rows = [await site.one(SEARCH_POSITION, job=search_job(name)) for name in offered_names]
        return max((now - row.reached for row in rows if row), default=None)

    return {
        signals.WEBHOOK_BACKLOG: value_of(lambda: metrics.waiting_webhooks),
        signals.PAYMENTS_MISMATCHED: value_of(lambda: metrics.mismatched_payments),
        signals.PROVIDER_CLOCK: value_of(lambda: metrics.clock_offset),
        signals.PAYMENT_SEARCH: search_age,
    }
