"""Coins for votes: what is registered of them."""

from typing import Final

from msgspec.structs import replace

from gateway.concurrency.durations import DAY
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.votes.handlers import feature
from gateway.extras.votes.health import silent_sites
from gateway.extras.votes.service import VoteService
from gateway.extras.votes.settings import VoteSettings
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.observability.signals import Signal, Thresholds
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, SignalCount, count_rows
from gateway.registration.personal_data import PersonalRow, PersonalTables

VOTES_SILENT: Final = Signal(
    name="votes_silent", severity="warning", thresholds=Thresholds(1, 3600, 1, 0), page="/admin/votes"
)
VOTES_NETWORK: Final = Signal(
    name="votes_network", severity="warning", thresholds=Thresholds(12, 0, 8, 3600), page="/admin/votes"
)
"""Accounts of one network that got coins for votes within a day: more than a household or a small café has."""
FROM_ONE_NETWORK: Final = query("votes.from_one_network", SignalCount)


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    service = parts.add(VoteService(settings.of(VoteSettings), site))

    async def read(now: int) -> int:
        return await silent_sites(service, site, now)

    votes = feature(service, site, parts.get(Limiter), parts.get(Clients), settings.rewards.hold_hours)
    return replace(votes, signals={VOTES_SILENT: read, VOTES_NETWORK: count_rows(site, FROM_ONE_NETWORK, DAY)})


EXTRA = Extra(
    name="votes",
    summary="coins for votes on sites that list game servers",
    signals=(VOTES_SILENT, VOTES_NETWORK),
    open=_open,
    personal_data=PersonalTables(
        statements={"votes": query("votes.personal_votes", PersonalRow)}, kept={"votes": "books"}
    ),
)
