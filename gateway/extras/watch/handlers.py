"""/api/player/watch: stars of an account, their news, and the choices of a private feed and a weekly mail."""

import time
from datetime import UTC, date, datetime, tzinfo
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, Parameter
from msgspec import Meta, Struct
from msgspec.structs import asdict

from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.extras.character_pages.lookup import id_in
from gateway.extras.watch.digest import Digests
from gateway.extras.watch.feed import PrivateFeeds
from gateway.extras.watch.news import NewsDay, NewsReader, page, unread
from gateway.extras.watch.stars import MAX_STARS, StarKind, Stars
from gateway.extras.watch.subjects import SubjectId, Subjects, WatchedSubject
from gateway.features.accounts import Caller
from gateway.http.errors import UNAVAILABLE, AccountFrozen, Conflict, SiteUnavailable, ValidationFailed
from gateway.http.path_segments import name_in
from gateway.http.routes import delete, get, post, put

Before = Annotated[date | None, Parameter(description="The value of `next` of the page before.")]


class StarKey(Struct, frozen=True, forbid_unknown_fields=True):
    """`key`: as in the public address: a name or `~` and the id, the slug of a castle, the id of a boss or an item."""

    kind: StarKind
    key: Annotated[str, Meta(min_length=1, max_length=64)]


class StarsForm(Struct, forbid_unknown_fields=True):
    stars: Annotated[list[StarKey], Meta(max_length=MAX_STARS)]


class StarredSubject(WatchedSubject, frozen=True, kw_only=True):
    since: datetime


class WatchList(Struct, frozen=True):
    """`stars`: the newest first, without subjects that the public does not see now. `unread`: news since then."""

    stars: list[StarredSubject]
    limit: int
    unread: int


class WatchNews(Struct, frozen=True, kw_only=True):
    """Days of the site, the last first, of the last 30. `as_of`: send it as `until` when these news are read.

    `read_until`: null before the first reading. `next`: the value of `before` for the next page; null on the last one.
    """

    unread: int
    read_until: datetime | None
    as_of: datetime
    days: list[NewsDay]
    next: date | None


class ReadForm(Struct, forbid_unknown_fields=True):
    until: datetime


class ReadNews(Struct, frozen=True):
    unread: int


class FeedState(Struct, frozen=True):
    is_open: bool
    created_at: datetime | None


class FeedAddress(Struct, frozen=True):
    """`address`: shown this once; the service keeps a hash alone."""

    address: str


class DigestForm(Struct, forbid_unknown_fields=True):
    is_on: bool


class DigestState(Struct, frozen=True):
    """`is_offered`: the site sends mails. `has_confirmed_email`: the account's present address is confirmed."""

    is_on: bool
    is_offered: bool
    has_confirmed_email: bool


class WatchPages:
    """Answers of the account's own stars and news."""

    def __init__(self, site: Database, stars: Stars, subjects: Subjects, news: NewsReader, zone: tzinfo) -> None:
        self._site, self._zone = site, zone
        self.stars, self._subjects = stars, subjects
        self._news = news

    async def watch_list(self, login: str) -> WatchList:
        stars, account = await self.stars.of(login), await self.stars.account(login)
        subjects = self._subjects.public(star.subject for star in stars)
        entries = await self._news.read(stars, account, login)
        starred = [
            StarredSubject(**asdict(subject), since=_moment(star.since))
            for star in stars
            if (subject := subjects.get(star.subject))
        ]
        return WatchList(starred, MAX_STARS, unread(entries))

    async def add(self, login: str, keys: list[StarKey]) -> None:
        subjects = list[SubjectId]()
        for key in keys:
            if number := await self._subjects.find(key.kind, key.key):
                subjects.append((key.kind, number))
        await self.stars.add(login, subjects)

    async def remove(self, login: str, kind: StarKind, key: str) -> None:
        number = id_in(key) or await self._subjects.find(kind, key)
        await self.stars.remove(login, kind, [number] if number else [])

    async def news(self, login: str, before: date | None) -> WatchNews:
        now = int(time.time())
        stars, account = await self.stars.of(login), await self.stars.account(login)
        entries = await self._news.read(stars, account, login)
        zone = (await site_days(self._site, self._zone)).last_zone
        days, next_day = page(entries, before, zone)
        read_until = None if account.read_until is None else _moment(account.read_until)
        return WatchNews(unread=unread(entries), read_until=read_until, as_of=_moment(now), days=days, next=next_day)

    async def read(self, login: str, until: datetime) -> ReadNews:
        await self.stars.read_until(login, min(int(until.timestamp()), int(time.time())))
        stars, account = await self.stars.of(login), await self.stars.account(login)
        return ReadNews(unread(await self._news.read(stars, account, login)))


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def routes(pages: WatchPages, feeds: PrivateFeeds, digests: Digests) -> list[HTTPRouteHandler]:
    return [*_star_routes(pages), *_news_routes(pages), *_choice_routes(feeds, digests)]


def _star_routes(pages: WatchPages) -> list[HTTPRouteHandler]:
    @get("/api/player/watch", AccountFrozen, *UNAVAILABLE)
    async def get_watch(caller: Caller) -> WatchList:
        """The account's stars, and how many of its news are unread."""
        return await pages.watch_list(caller.login)

    @put("/api/player/watch/stars", ValidationFailed, AccountFrozen, *UNAVAILABLE)
    async def add_stars(caller: Caller, data: JSONBody[StarsForm]) -> WatchList:
        """Add stars, as far as the limit allows. Keys that name nothing public are left out."""
        await pages.add(caller.login, data.stars)
        return await pages.watch_list(caller.login)

    @delete(
        "/api/player/watch/stars/{kind:str}/{key:str}", ValidationFailed, AccountFrozen, *UNAVAILABLE, status_code=204
    )
    async def remove_star(caller: Caller, kind: FromPath[StarKind], key: FromPath[str]) -> None:
        """Remove a star; it may be absent."""
        await pages.remove(caller.login, kind, name_in(key))

    return [get_watch, add_stars, remove_star]


def _news_routes(pages: WatchPages) -> list[HTTPRouteHandler]:
    @get("/api/player/watch/news", ValidationFailed, AccountFrozen, *UNAVAILABLE)
    async def get_watch_news(caller: Caller, before: Before = None) -> WatchNews:
        """News of starred things and of the account, by days of the site."""
        return await pages.news(caller.login, before)

    @post("/api/player/watch/read", ValidationFailed, AccountFrozen, *UNAVAILABLE)
    async def read_watch_news(caller: Caller, data: JSONBody[ReadForm]) -> ReadNews:
        """Note that the news of up to a moment are read. It holds on all devices, and never moves back."""
        return await pages.read(caller.login, data.until)

    return [get_watch_news, read_watch_news]


def _choice_routes(feeds: PrivateFeeds, digests: Digests) -> list[HTTPRouteHandler]:
    @get("/api/player/watch/feed", AccountFrozen, SiteUnavailable)
    async def get_watch_feed(caller: Caller) -> FeedState:
        """State of the account's private feed; its address is not kept."""
        created_at = await feeds.created_at(caller.login)
        return FeedState(created_at is not None, None if created_at is None else _moment(created_at))

    @post("/api/player/watch/feed", AccountFrozen, SiteUnavailable)
    async def open_watch_feed(caller: Caller) -> FeedAddress:
        """Make a private feed of the starred things. The former address ends."""
        return FeedAddress(await feeds.open(caller.login))

    @delete("/api/player/watch/feed", AccountFrozen, SiteUnavailable)
    async def close_watch_feed(caller: Caller) -> FeedState:
        """End the private feed."""
        await feeds.close(caller.login)
        return FeedState(False, None)

    async def digest_of(login: str) -> DigestState:
        return DigestState(await digests.is_on(login), digests.is_offered, await digests.has_confirmed_email(login))

    @get("/api/player/watch/digest", AccountFrozen, *UNAVAILABLE)
    async def get_watch_digest(caller: Caller) -> DigestState:
        """State of the account's weekly mail about its stars."""
        return await digest_of(caller.login)

    @put("/api/player/watch/digest", ValidationFailed, Conflict, AccountFrozen, *UNAVAILABLE)
    async def set_watch_digest(caller: Caller, data: JSONBody[DigestForm]) -> DigestState:
        """Begin or end the weekly mail. It needs a confirmed address."""
        await digests.choose(caller.login, is_on=data.is_on)
        return await digest_of(caller.login)

    return [get_watch_feed, open_watch_feed, close_watch_feed, get_watch_digest, set_watch_digest]
