"""Coins for votes: what is registered of them."""

from msgspec.structs import replace

from gateway.config.alert_rules import RuleName
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extra import Extra, Parts
from gateway.extras.votes.handlers import feature
from gateway.extras.votes.health import silent_sites
from gateway.extras.votes.service import VoteService
from gateway.feature import Feature
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.personal_data import PersonalRow, PersonalTables


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    service = parts.add(VoteService(settings.votes, site))

    async def alert_values(now: int) -> dict[RuleName, float | None]:
        return {"votes_silent": await silent_sites(service, site, now)}

    votes = feature(service, site, parts.get(Limiter), parts.get(Clients), settings.rewards.hold_hours)
    return replace(votes, alert_values=[alert_values])


EXTRA = Extra(
    name="votes",
    summary="coins for votes on sites that list game servers",
    open=_open,
    personal_data=PersonalTables(statements={"votes": query("votes.personal_votes", PersonalRow)}),
)
