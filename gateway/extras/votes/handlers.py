"""GET /api/player/votes, POST /api/player/votes/{name}/check, and the callbacks of vote sites."""

import time
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.extras.votes import repository
from gateway.extras.votes.adapters import AskedSite, title_of
from gateway.extras.votes.service import CALLBACK_PATH, OfferedSite, VoteService
from gateway.features.accounts import Caller
from gateway.http.errors import AccountFrozen, NotFound, SiteUnavailable, TooManyRequests
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.http.routes import get, post
from gateway.registration.feature import Feature

RECEIPT_DAYS: Final = 30
_RECEIPTS_MAX: Final = 200
_CHECKS, _CHECK_SECONDS = 6, 60.0
_LATEST_SECONDS: Final = 2 * DAY

CheckOutcome = Literal["credited", "repeated", "not_voted", "unavailable"]
SiteName = Annotated[str, PathParameter(max_length=16)]


class PlayerVoteSite(Struct, frozen=True, kw_only=True):
    """`is_asked`: the player requests the check; any other site reports votes itself. `sends_address`: the check sends
    the player's address to the site. `next_at`: null if the player can vote now. `link`: where to vote."""

    name: str
    title: str
    coins: int
    hours: int
    link: str
    is_asked: bool
    sends_address: bool
    credited_at: datetime | None
    next_at: datetime | None


class VoteReceipt(Struct, frozen=True):
    id: int
    title: str
    at: datetime
    coins: int


class PlayerVotes(Struct, frozen=True):
    """`receipts`: of the last 30 days, the newest first. `hold_hours`: before the coins can be sent into the game."""

    sites: list[PlayerVoteSite]
    receipts: list[VoteReceipt]
    hold_hours: int


class VoteCheck(Struct, frozen=True):
    """`repeated`: the vote was credited before, or another account has used the address."""

    outcome: CheckOutcome


class CallbackReceived(Struct, frozen=True):
    received: bool


def feature(service: VoteService, site: Database, limiter: Limiter, clients: Clients, hold_hours: int) -> Feature:
    @get("/api/player/votes", AccountFrozen, SiteUnavailable)
    async def get_votes(caller: Caller) -> PlayerVotes:
        """Vote sites with the player's state on each, and the receipts."""
        if not service.offered_sites:
            return PlayerVotes([], [], hold_hours)
        now = int(time.time())
        latest_rows = await site.read(repository.LATEST, account=caller.login, since=now - _LATEST_SECONDS)
        receipts = await site.read(
            repository.RECEIPTS, account=caller.login, since=now - RECEIPT_DAYS * DAY, limit=_RECEIPTS_MAX
        )
        latest_votes, links = {row.site: row for row in latest_rows}, await service.links(caller.login)
        vote_sites = [
            _player_site(vote_site, links[name], latest_votes.get(name), now)
            for name, vote_site in service.offered_sites.items()
        ]
        vote_receipts = [VoteReceipt(row.id, title_of(row.site), to_datetime(row.at), row.coins) for row in receipts]
        return PlayerVotes(vote_sites, vote_receipts, hold_hours)

    @post("/api/player/votes/{name:str}/check", AccountFrozen, NotFound, TooManyRequests, SiteUnavailable)
    async def check_vote(caller: Caller, name: SiteName) -> VoteCheck:
        """Ask a site whether the player has voted, and credit the vote."""
        offered_site = service.offered_sites.get(name)
        if offered_site is None or not isinstance(offered_site.adapter, AskedSite):
            raise NotFound
        await limiter.require(f"vote check:{caller.login}", _CHECKS, _CHECK_SECONDS)
        outcome = await service.check(offered_site, caller.login, caller.address)
        return VoteCheck(outcome if outcome in {"credited", "repeated", "not_voted"} else "unavailable")  # pyright: ignore[reportArgumentType]

    routes = [get_votes, check_vote, *callback_routes(service, clients)]
    page_parts = ["votes"] if service.offered_sites else []
    return Feature(name="votes", routes=routes, page_parts=page_parts, close=[service.close], samples=[service.samples])


def callback_routes(service: VoteService, clients: Clients) -> list[HTTPRouteHandler]:
    async def receive(request: Request[Any, Any, Any], site: str, secret: str) -> CallbackReceived:
        offered_site = service.reporting_site(site, secret)
        address = clients.address(request.scope)
        query = request.scope["query_string"].decode("latin-1")
        if offered_site is None or not await service.receive(offered_site, query, await request.body(), address):
            raise NotFound
        return CallbackReceived(received=True)

    @get(f"{CALLBACK_PATH}/{{site:str}}/{{secret:str}}", NotFound, SiteUnavailable)
    async def get_vote_callback(
        request: Request[Any, Any, Any], site: SiteName, secret: Annotated[str, PathParameter(max_length=64)]
    ) -> CallbackReceived:
        """Votes that a site reports in the query."""
        return await receive(request, site, secret)

    @post(f"{CALLBACK_PATH}/{{site:str}}/{{secret:str}}", NotFound, SiteUnavailable)
    async def post_vote_callback(
        request: Request[Any, Any, Any], site: SiteName, secret: Annotated[str, PathParameter(max_length=64)]
    ) -> CallbackReceived:
        """Votes that a site reports in a form or in JSON."""
        return await receive(request, site, secret)

    return [get_vote_callback, post_vote_callback]


def _player_site(site: OfferedSite, link: str, latest: repository.LatestVote | None, now: int) -> PlayerVoteSite:
    adapter = site.adapter
    next_at = to_datetime(latest.voted_at) + timedelta(hours=adapter.hours) if latest else None
    return PlayerVoteSite(
        name=adapter.name,
        title=adapter.title,
        coins=site.settings.coins,
        hours=adapter.hours,
        link=link,
        is_asked=isinstance(adapter, AskedSite),
        sends_address=site.sends_address,
        credited_at=to_datetime(latest.credited_at) if latest else None,
        next_at=next_at if next_at and next_at > to_datetime(now) else None,
    )
