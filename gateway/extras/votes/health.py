"""Health of each vote site over the last 24 hours."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.votes.adapters import AskedSite
from gateway.extras.votes.repository import Outcome
from gateway.extras.votes.service import OfferedSite, VoteService

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


class CountedAnswers(Struct, frozen=True):
    site: str
    outcome: Outcome
    hour: int
    answers: int
    last_at: int
    last_ms: int | None


ANSWERS: Final = query("votes.answers", CountedAnswers)


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


async def silent_sites(service: VoteService, site: Database, now: int) -> int:
    """Counts the offered sites that have stopped answering. `now`: epoch seconds."""
    offered_sites = service.offered_sites.values()
    answers = await site.read(ANSWERS) if offered_sites else []
    sites = [health(offered_site, answers, now, callback=None) for offered_site in offered_sites]
    return sum(site.last_at is not None and site.state in {"silent", "failing"} for site in sites)


def _state(last: CountedAnswers | None, now: int) -> SiteState:
    if last is None or last.last_at <= now - _HOURS * 3600:
        return "silent"
    return "failing" if last.outcome in _FAILED_OUTCOMES else "up"
