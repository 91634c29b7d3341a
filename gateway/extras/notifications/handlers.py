"""GET /calendar.ics and /feeds/world.atom: what comes and what happened, for calendar programs and feed readers."""

import time
from collections.abc import Callable
from typing import Annotated, Final
from urllib.parse import urlencode

from litestar import Response
from litestar.params import Parameter

from gateway.concurrency.durations import DAY, MINUTE
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.extras.notifications.board import open_live_board
from gateway.extras.notifications.calendar import CalendarFilter
from gateway.extras.notifications.icalendar import MEDIA_TYPE, icalendar
from gateway.extras.notifications.repository import PAST_SECONDS, Calendar
from gateway.extras.notifications.texts import sentence
from gateway.extras.world.handlers import Topic, World
from gateway.extras.world.schemas import PublicEvent
from gateway.features.rankings.handlers import STALE_SECONDS
from gateway.http.atom import FEED_TYPE, Feed, FeedEntry, write_feed
from gateway.http.errors import GameUnavailable, SiteUnavailable, ValidationFailed
from gateway.http.languages import prefix
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.jobs import MESSAGE_SECONDS, Job
from gateway.registration.announcements import Announcements
from gateway.registration.feature import Feature
from gateway.texts import LANGUAGE, read

FEED_PATH: Final = "/feeds/world.atom"
_IDS: Final = r"^[0-9]{1,9}(,[0-9]{1,9}){0,199}\Z"
_KINDS: Final = r"^(siege|hall|auction|grand|raid|olympiad)(,(siege|hall|auction|grand|raid|olympiad)){0,5}\Z"

Kinds = Annotated[str | None, Parameter(pattern=_KINDS, description="siege, hall, auction, grand, raid, olympiad.")]
Ids = Annotated[str | None, Parameter(pattern=_IDS, description="Ids, comma separated.")]
TextLanguage = Annotated[
    str | None, Parameter(pattern=LANGUAGE, description="Of the texts; without it the site's default.")
]


def feature(
    settings: Settings, site: Database, world: World, announcements: Announcements, site_name: Callable[[], str]
) -> Feature:
    server, calendar = settings.server, Calendar(site, world)
    live_board = open_live_board(settings, site, world, site_name)

    async def update(tick: int) -> None:
        entries = await calendar.update(tick)
        if live_board:
            await live_board.update(entries, tick)

    @get(
        "/calendar.ics",
        ValidationFailed,
        GameUnavailable,
        SiteUnavailable,
        opt=public(max_age=300, stale=DAY),
    )
    async def get_calendar(
        kind: Kinds = None, castle: Ids = None, boss: Ids = None, language: TextLanguage = None
    ) -> Response[bytes]:
        """Sieges, boss windows and the Olympiad as a calendar; without a filter all but raid bosses and auctions.

        Announcements of the site are in it without a filter.
        """
        selection = CalendarFilter(_list(kind), set(map(int, _list(castle))), set(map(int, _list(boss))))
        entries = [entry for entry in await calendar.entries() if selection.takes(entry)]
        text_language = language or server.language
        paths = prefix(text_language, server.language)
        since = time.time() - PAST_SECONDS
        current_rows = [row for row in announcements.all() if (row.ends_at or row.starts_at) > since]
        announced = [] if kind or castle or boss else current_rows
        body = icalendar(entries, announced, site_name(), server.public_url, text_language, paths)
        return Response(body, media_type=MEDIA_TYPE)

    @get(
        FEED_PATH,
        ValidationFailed,
        GameUnavailable,
        SiteUnavailable,
        opt=public(max_age=15, stale=STALE_SECONDS, version="world"),
    )
    async def get_world_feed(topic: Topic = None, language: TextLanguage = None) -> Response[bytes]:
        """The last events of the world as an Atom feed."""
        events = await world.public_events(await world.events(None, topic))
        query = urlencode({name: value for name, value in (("topic", topic), ("language", language)) if value})
        text_language = language or server.language
        paths = prefix(text_language, server.language)
        body = world_feed(events, site_name(), server.public_url, text_language, query, paths)
        return Response(body, media_type=FEED_TYPE)

    jobs = [Job("update_calendar", MINUTE, update)]
    if live_board:
        dispatcher = live_board.dispatcher
        jobs.append(Job("send_notifications", MESSAGE_SECONDS, lambda _tick: dispatcher.work()))
    return Feature(
        name="notifications",
        routes=[get_calendar, get_world_feed],
        jobs=jobs,
        close=[live_board.close] if live_board else [],
        samples=[live_board.dispatcher.channel.samples] if live_board else [],
    )


def _list(text: str | None) -> list[str]:
    return text.split(",") if text else []


def world_feed(
    events: list[PublicEvent], site_name: str, public_url: str, language: str, query: str = "", paths: str = ""
) -> bytes:
    """`query`: of the feed's own address. `paths`: the beginning of the page's paths in the language."""
    host = public_url.partition("//")[2] or "localhost"
    own_query = f"?{query.replace('&', '&amp;')}" if query else ""
    tag, pages = f"tag:{host},2026:world", public_url + paths
    entries = [
        FeedEntry(
            id=f"{tag}/{event.id}",
            title=title,
            updated_at=event.at.isoformat(),
            link=pages + (event.report or "/events"),
            content=title,
        )
        for event in events
        for title in [sentence(event, language)]
    ]
    address, title = public_url + FEED_PATH + own_query, read(language, "notifications.feed", site=site_name)
    return write_feed(
        Feed(
            id=tag + own_query,
            title=title,
            author=site_name,
            address=address,
            alternate=f"{pages}/events",
            entries=entries,
            language=language,
        )
    )
