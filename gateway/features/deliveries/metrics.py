"""How many deliveries wait for the game, in figures for operators; known to whoever leads alone."""

import time

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.wallet.history import STUCK_SECONDS
from gateway.observability.metrics import Samples, series


class Standing(Struct, frozen=True):
    """`oldest`: epoch seconds of the oldest one that is pending."""

    pending: int
    claimed: int
    stuck: int
    oldest: int | None


STANDING = query("deliveries.standing", Standing)


class Queue:
    def __init__(self, site: Database) -> None:
        self._site = site
        self.standing: Standing | None = None

    async def count(self) -> None:
        """Raises DatabaseUnavailable."""
        self.standing = await self._site.one(STANDING, stuck_before=int(time.time()) - STUCK_SECONDS)

    def forget(self) -> None:
        self.standing = None

    def samples(self) -> Samples:
        if (now := self.standing) is None:
            return
        for status, count in (("pending", now.pending), ("claimed", now.claimed), ("stuck", now.stuck)):
            yield series("gateway_deliveries", status=status), count
        yield series("gateway_deliveries_oldest_seconds"), max(0.0, time.time() - now.oldest) if now.oldest else 0
