"""What this process did about payments, in figures for operators."""

from collections import Counter
from typing import Literal

from msgspec import Struct

from gateway.observability.metrics import LONG_BUCKETS, Histogram, Samples, series

Notice = Literal["stored", "passed_over", "forged", "stale", "unsigned", "unreadable", "limited"]
"""`unsigned`: where a signature has to be; `limited`: one too many of the old form."""


class Standing(Struct, frozen=True):
    """Payments that are parked with a buyer's money in them, and notices that nobody got done."""

    parked: int
    waiting: int


class Figures:
    """Counts as it is told; `standing` is known to whoever leads alone."""

    def __init__(self) -> None:
        self._calls = Histogram("gateway_provider_seconds", LONG_BUCKETS)
        self._notice_seconds = Histogram("gateway_notice_seconds", LONG_BUCKETS)
        self._notices, self._verdicts = Counter[str](), Counter[str]()
        self.standing: Standing | None = None

    def called(self, call: str, seconds: float, outcome: str) -> None:
        self._calls.add(seconds, call=call, outcome=outcome)

    def noticed(self, what: Notice) -> None:
        self._notices[what] += 1

    def settled(self, verdict: str, since_notice: float | None = None) -> None:
        """`since_notice`: seconds from its first notice that was not answered yet."""
        self._verdicts[verdict] += 1
        if since_notice is not None:
            self._notice_seconds.add(max(0.0, since_notice))

    def forget(self) -> None:
        self.standing = None

    def samples(self) -> Samples:
        yield from self._calls.samples()
        yield from self._notice_seconds.samples()
        for what, count in self._notices.items():
            yield series("gateway_notices_total", verdict=what), count
        for verdict, count in self._verdicts.items():
            yield series("gateway_payments_settled_total", verdict=verdict), count
        if self.standing:
            yield series("gateway_payments_parked"), self.standing.parked
            yield series("gateway_notices_waiting"), self.standing.waiting
