"""Logins of many accounts from one network: the sign of a proxy whose address is taken for that of its visitors."""

from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query

MIN_ACCOUNTS: Final = 20
"""Fewer accounts of one network are a household, a school or a café."""
_MAX_SESSIONS: Final = 2000


class LoginNetwork(Struct, frozen=True):
    """`network`: /24 or /48; empty if unknown. `sessions` of `accounts`, and `total` sessions of all networks."""

    network: str
    sessions: int
    accounts: int
    total: int

    @property
    def share(self) -> float:
        """Per cent of all sessions; 0 for a network of few accounts."""
        return 100 * self.sessions / self.total if self.accounts >= MIN_ACCOUNTS else 0.0


NETWORKS: Final = query("sessions.networks", LoginNetwork)


async def networks(site: Database, now: int) -> list[LoginNetwork]:
    """Returns the networks of the last day's logins, the most frequent first. Raises DatabaseUnavailable."""
    return await site.read(NETWORKS, since=now - DAY, most=_MAX_SESSIONS)


async def share(site: Database, now: int) -> float:
    """Returns the share of the last day's logins that one network has, in per cent. Raises DatabaseUnavailable."""
    return max((row.share for row in await networks(site, now)), default=0.0)
