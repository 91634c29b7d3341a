"""GET /api/admin/votes: health of each vote site over the last 24 hours, and the newest receipts."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.votes import VoteService
from gateway.extras.votes.adapters import AskedSite, title_of
from gateway.extras.votes.repository import Outcome
from gateway.extras.votes.service import OfferedSite

RECEIPTS: Final = 50
SiteFilter = Annotated[str, QueryParameter(max_length=16)]
_HOURS: Final = 24
_FAILED_OUTCOMES: Final = frozenset({"timeout", "failed", "unreadable"})
_FORGED_OUTCOMES: Final = frozenset({"wrong_key", "wrong_source"})

SiteState = Literal["up", "failing", "silent", "off"]


class RefusedVotes(Struct, frozen=True):
    outcome: Outcome
    votes: int


class VoteSiteHealth(Struct, frozen=True, kw_only=True):
    """Of the last 24 hours. `state`: `silent` without an answer; `failing` if the last answer was none; `off` with
    `problem`: the setting that is missing. `last_ms`: time of the last check. `callback`: path that the site calls, for
    owners alone, since it is a secret."""

    name: str
    title: str
    is_asked: bool
    state: SiteState
    problem: str
    coins: int
    hours: int
    last_at: datetime | None
    last_ms: int | None
    answers: int
    credited: int
    refused: list[RefusedVotes]
    callback: str | None


class AdminVoteReceipt(Struct, frozen=True, kw_only=True):
    id: int
    title: str
    account: str
    at: datetime
    coins: int


class VoteReport(Struct, frozen=True):
    sites: list[VoteSiteHealth]
    receipts: list[AdminVoteReceipt]


class CountedAnswers(Struct, frozen=True):
    site: str
    outcome: Outcome
    hour: int
    answers: int
    last_at: int
    last_ms: int | None


class RecentVote(Struct, frozen=True):
    id: int
    site: str
    account: str
    at: datetime
    coins: int


ANSWERS: Final = query("votes.answers", CountedAnswers)
RECENT: Final = query("votes.recent", RecentVote)


def routes(service: VoteService, site: Database) -> list[HTTPRouteHandler]:
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

    return [get_vote_sites]


def health(
    offered_site: OfferedSite, answers: Sequence[CountedAnswers], now: int, *, callback: str | None
) -> VoteSiteHealth:
    """`answers`: of all sites and times."""
    adapter = offered_site.adapter
    rows = [row for row in answers if row.site == adapter.name]
    last = max((row for row in rows if row.outcome not in _FORGED_OUTCOMES), key=lambda row: row.last_at, default=None)
    totals: dict[Outcome, int] = {}
    for row in rows:
        if row.hour > now // 3600 - _HOURS:
            totals[row.outcome] = totals.get(row.outcome, 0) + row.answers
    credited_votes = totals.pop("credited", 0)
    return VoteSiteHealth(
        name=adapter.name,
        title=adapter.title,
        is_asked=isinstance(adapter, AskedSite),
        state="off" if offered_site.problem else _state(last, now),
        problem=offered_site.problem,
        coins=offered_site.settings.coins,
        hours=adapter.hours,
        last_at=to_datetime(last.last_at) if last else None,
        last_ms=last.last_ms if last else None,
        answers=credited_votes + sum(totals.values()),
        credited=credited_votes,
        refused=[RefusedVotes(outcome, votes) for outcome, votes in sorted(totals.items())],
        callback=callback,
    )


def _state(last: CountedAnswers | None, now: int) -> SiteState:
    if last is None or last.last_at <= now - _HOURS * 3600:
        return "silent"
    return "failing" if last.outcome in _FAILED_OUTCOMES else "up"


def _callback(service: VoteService, offered_site: OfferedSite) -> str | None:
    return None if isinstance(offered_site.adapter, AskedSite) else service.callback_path(offered_site.adapter.name)
