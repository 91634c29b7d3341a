"""GET /api/admin/votes: health of each vote site over the last 24 hours, and the newest receipts."""

import time
from datetime import datetime
from typing import Annotated, Final

from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.fields import NeedsPlayers
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.votes.adapters import AskedSite, title_of
from gateway.extras.votes.health import ANSWERS, VoteSiteHealth, health
from gateway.extras.votes.service import OfferedSite, VoteService
from gateway.registration.extra import Parts

RECEIPTS: Final = 50
SiteFilter = Annotated[str, QueryParameter(max_length=16)]


class AdminVoteReceipt(Struct, frozen=True, kw_only=True):
    id: int
    title: str
    account: Annotated[str | None, NeedsPlayers]
    at: datetime
    coins: int


class VoteReport(Struct, frozen=True):
    sites: list[VoteSiteHealth]
    receipts: list[AdminVoteReceipt]


class RecentVote(Struct, frozen=True):
    id: int
    site: str
    account: str
    at: datetime
    coins: int


RECENT: Final = query("votes.recent", RecentVote)


def pages(parts: Parts) -> OperatorPages:
    service, site = parts.get(VoteService), parts.get(Databases).site

    @get("/api/admin/votes", permission="votes.read")
    async def get_vote_sites(operator: Operator, name: SiteFilter = "") -> VoteReport:
        """Health of the vote sites, and the newest receipts, of all sites or of one."""
        now, answers = int(time.time()), await site.read(ANSWERS)
        is_owner = operator.role == "owner"
        return VoteReport(
            [
                health(offered_site, answers, now, callback=_callback(service, offered_site) if is_owner else None)
                for offered_site in service.configured_sites
            ],
            [
                AdminVoteReceipt(id=row.id, title=title_of(row.site), account=row.account, at=row.at, coins=row.coins)
                for row in await site.read(RECENT, site=name, limit=RECEIPTS)
            ],
        )

    return OperatorPages(routes=[get_vote_sites])


def _callback(service: VoteService, offered_site: OfferedSite) -> str | None:
    return None if isinstance(offered_site.adapter, AskedSite) else service.callback_path(offered_site.adapter.name)
