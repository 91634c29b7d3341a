"""Metrics of payments in this process."""

from collections import Counter
from typing import Literal

from msgspec import Struct

from gateway.observability.metrics import LONG_BUCKETS, Histogram, Samples, series

WebhookVerdict = Literal["stored", "ignored", "forged", "stale", "unsigned", "unreadable", "limited"]
"""`unsigned`: a required signature is missing; `limited`: too many webhooks in the old, unsigned form."""


class PaymentBacklog(Struct, frozen=True):
    """Mismatched payments that hold a buyer's money, and unprocessed webhooks."""

    mismatched: int
    waiting: int


class PaymentMetrics:
    """`backlog` is known to the leader alone; `found_by_search`: changes that no webhook has reported."""

    def __init__(self) -> None:
        self._calls = Histogram("fishi_provider_request_duration_seconds", LONG_BUCKETS)
        self._webhook_seconds = Histogram("fishi_webhook_processing_seconds", LONG_BUCKETS)
        self._webhooks, self._verdicts = Counter[str](), Counter[str]()
        self.found_by_search = 0
        self.backlog: PaymentBacklog | None = None

    def called(self, call: str, seconds: float, outcome: str) -> None:
        self._calls.add(seconds, call=call, outcome=outcome)

    def webhook(self, verdict: WebhookVerdict) -> None:
        self._webhooks[verdict] += 1

    def reconciled(self, verdict: str, since_webhook: float | None = None) -> None:
        """`since_webhook`: seconds since the payment's first unprocessed webhook."""
        self._verdicts[verdict] += 1
        if since_webhook is not None:
            self._webhook_seconds.add(max(0.0, since_webhook))

    def forget(self) -> None:
        self.backlog = None

    def samples(self) -> Samples:
        yield from self._calls.samples()
        yield from self._webhook_seconds.samples()
        for verdict, count in self._webhooks.items():
            yield series("fishi_webhooks_total", verdict=verdict), count
        for verdict, count in self._verdicts.items():
            yield series("fishi_payment_reconciliations_total", verdict=verdict), count
        yield "fishi_payments_found_by_search_total", self.found_by_search
        if self.backlog:
            yield series("fishi_payments_mismatched"), self.backlog.mismatched
            yield series("fishi_webhook_backlog"), self.backlog.waiting
