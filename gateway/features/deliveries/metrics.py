"""Metrics of open deliveries; only the leader has them."""

import time
from collections.abc import Mapping

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.wallet.history import STUCK_SECONDS
from gateway.observability.metrics import Samples, series
from gateway.observability.signals import DELIVERIES_STUCK, DELIVERIES_UNCONFIRMED, Signal
from gateway.registration.feature import SignalReader, value_of


class DeliveryBacklog(Struct, frozen=True):
    """`oldest`: epoch seconds of the oldest pending delivery."""

    pending: int
    claimed: int
    given: int
    stuck: int
    unconfirmed: int
    oldest: int | None


BACKLOG = query("deliveries.backlog", DeliveryBacklog)


class DeliveryMetrics:
    def __init__(self, site: Database) -> None:
        self._site = site
        self.backlog: DeliveryBacklog | None = None

    async def count(self) -> None:
        """Raises DatabaseUnavailable."""
        self.backlog = await self._site.one(BACKLOG, stuck_before=int(time.time()) - STUCK_SECONDS)

    def forget(self) -> None:
        self.backlog = None

    def signals(self) -> Mapping[Signal, SignalReader]:
        return {
            DELIVERIES_STUCK: value_of(lambda: self.backlog.stuck if self.backlog else None),
            DELIVERIES_UNCONFIRMED: value_of(lambda: self.backlog.unconfirmed if self.backlog else None),
        }

    def samples(self) -> Samples:
        if (backlog := self.backlog) is None:
            return
        for status in ("pending", "claimed", "given", "stuck", "unconfirmed"):
            yield series("fishi_deliveries", status=status), getattr(backlog, status)
        oldest_at = backlog.oldest
        yield series("fishi_deliveries_oldest_seconds"), max(0.0, time.time() - oldest_at) if oldest_at else 0
