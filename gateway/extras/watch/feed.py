"""GET /feeds/watch/{secret}.atom: the private feed of an account: public facts of its stars, without a login.

The address has 128 random bits, of which the site schema has a hash. Logs and metrics name the route alone.
"""

import hashlib
import secrets
import time
from typing import Annotated, Final

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter
from msgspec import Struct

from gateway.concurrency.durations import MINUTE
from gateway.config.sections import ServerSettings
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.watch.news import NewsEntry, NewsReader
from gateway.extras.watch.stars import Stars, WatchAccount
from gateway.extras.watch.texts import NewsTexts
from gateway.http.atom import FEED_TYPE, Feed, FeedEntry, write_feed
from gateway.http.errors import UNAVAILABLE, NotFound
from gateway.http.routes import get

PATH: Final = "/feeds/watch"
_ENDING: Final = ".atom"
_SECRET_BYTES: Final = 16
_ENTRIES: Final = 100
_HEADERS: Final = {"Cache-Control": f"private, max-age={15 * MINUTE}", "X-Robots-Tag": "noindex"}


class FeedAccount(Struct, frozen=True):
    login: str


SET_FEED: Final = query("watch.set_feed", None)
FEED: Final = query("watch.feed", FeedAccount)


class PrivateFeeds:
    """Methods raise DatabaseUnavailable; `entries` also GameUnavailable."""

    def __init__(self, site: Database, server: ServerSettings, stars: Stars, news: NewsReader) -> None:
        self._site, self._server = site, server
        self._stars, self._news = stars, news

    async def created_at(self, login: str) -> int | None:
        return (await self._stars.account(login)).feed_at

    async def open(self, login: str) -> str:
        """Returns the address of a new feed, which replaces the former one."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        await self._site.write(SET_FEED, login=login, hash=_hash(secret), at=int(time.time()))
        return f"{self._server.public_url}{PATH}/{secret}{_ENDING}"

    async def close(self, login: str) -> None:
        await self._site.write(SET_FEED, login=login, hash=None, at=None)

    async def entries(self, file: str) -> tuple[str, list[NewsEntry]]:
        """Returns the login and the news. Raises NotFound for an unknown and for a closed address."""
        account = await self._site.one(FEED, hash=_hash(file.removesuffix(_ENDING)))
        if account is None or not file.endswith(_ENDING):
            raise NotFound
        entries = await self._news.read(await self._stars.of(account.login), WatchAccount())
        return account.login, entries[:_ENTRIES]


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def routes(feeds: PrivateFeeds, texts: NewsTexts) -> list[HTTPRouteHandler]:
    @get(f"{PATH}/{{file:str}}", NotFound, *UNAVAILABLE)
    async def get_private_feed(file: Annotated[str, PathParameter(max_length=64)]) -> Response[bytes]:
        """News of an account's stars as an Atom feed, by its secret address."""
        login, entries = await feeds.entries(file)
        language = await texts.language(login)
        body = write_feed(
            Feed(
                id=f"{texts.tag}/feed",
                title=texts.title(language),
                author=texts.signature(language).name,
                address="",
                alternate=texts.page(language, "/watch"),
                entries=[
                    FeedEntry(
                        id=texts.id_of(entry),
                        title=texts.sentence(entry, language),
                        updated_at=entry.at.isoformat(),
                        link=texts.link(entry, language),
                        content=texts.sentence(entry, language),
                    )
                    for entry in entries
                ],
                language=language,
            )
        )
        return Response(body, media_type=FEED_TYPE, headers=_HEADERS)

    return [get_private_feed]
