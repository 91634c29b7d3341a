"""Metrics of payments in this process."""

from collections import Counter
from typing import Literal

from msgspec import Struct

from gateway.observability.metrics import LONG_BUCKETS, Histogram, Samples, series

WebhookVerdict = Literal["stored", "ignored", "forged", "stale", "unsigned", "unreadable", "limited"]
"""`unsigned`: a required signature is missing; `limited`: too many webhooks in the old, unsigned form."""


class PaymentBacklog(Struct, frozen=True):
    """Mismatched payments that hold a buyer's money, and unprocessed webhooks, of one provider."""

    provider: str
    mismatched: int
    waiting: int


class PaymentMetrics:
    """`backlog` is known to the leader alone; `found_by_search`: changes that no webhook has reported, by provider."""

    def __init__(self) -> None:
        self._calls = Histogram("fishi_provider_request_duration_seconds", LONG_BUCKETS)
        self._webhook_seconds = Histogram("fishi_webhook_processing_seconds", LONG_BUCKETS)
        self._webhooks, self._verdicts = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        self._clock_offsets = dict[str, float]()
        self.found_by_search = Counter[str]()
        self.backlog: list[PaymentBacklog] | None = None

    def count_call(self, provider: str, call: str, seconds: float, outcome: str, clock_offset: float | None) -> None:
        self._calls.add(seconds, provider=provider, call=call, outcome=outcome)
        if clock_offset is not None:
            self._clock_offsets[provider] = clock_offset

    def count_webhook(self, provider: str, verdict: WebhookVerdict) -> None:
        self._webhooks[provider, verdict] += 1

    def count_reconciliation(self, provider: str, verdict: str, since_webhook: float | None = None) -> None:
        """`since_webhook`: seconds since the payment's first unprocessed webhook."""
        self._verdicts[provider, verdict] += 1
        if since_webhook is not None:
            self._webhook_seconds.add(max(0.0, since_webhook), provider=provider)

    @property
    def waiting_webhooks(self) -> int | None:
        """Unprocessed webhooks of all providers."""
        return None if self.backlog is None else sum(row.waiting for row in self.backlog)

    @property
    def mismatched_payments(self) -> int | None:
        """Mismatched payments of all providers that hold a buyer's money."""
        return None if self.backlog is None else sum(row.mismatched for row in self.backlog)

    @property
    def clock_offset(self) -> float | None:
        """Largest number of seconds between a provider's clock and this machine's, at the last call of each."""
        return max(map(abs, self._clock_offsets.values()), default=None)

    def forget(self) -> None:
        self.backlog = None

    def samples(self) -> Samples:
        yield from self._calls.samples()
        yield from self._webhook_seconds.samples()
        for (provider, verdict), count in self._webhooks.items():
            yield series("fishi_webhooks_total", provider=provider, verdict=verdict), count
        for (provider, verdict), count in self._verdicts.items():
            yield series("fishi_payment_reconciliations_total", provider=provider, verdict=verdict), count
        for provider, count in self.found_by_search.items():
            yield series("fishi_payments_found_by_search_total", provider=provider), count
        for provider, offset in self._clock_offsets.items():
            yield series("fishi_provider_clock_offset_seconds", provider=provider), offset
        for row in self.backlog or ():
            yield series("fishi_payments_mismatched", provider=row.provider), row.mismatched
            yield series("fishi_webhook_backlog", provider=row.provider), row.waiting
