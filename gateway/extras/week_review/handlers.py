"""GET /api/weeks/{week}: from the events of the world, the gains of the week, and the counted players."""

import re
import time
from collections.abc import Sequence
from datetime import date
from typing import Final

import msgspec
from litestar.params import FromPath

from gateway.config.site_days import EPOCH_DAY, date_of
from gateway.database.installation import site_days
from gateway.extras import world_events
from gateway.extras.history import storage
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.gains import WeekGains
from gateway.extras.history.tracked import week_of
from gateway.extras.population import repository as population
from gateway.extras.week_review.review import DAYS, WeekReview, week_review
from gateway.extras.world.handlers import World
from gateway.extras.world_events import EventKind, Season
from gateway.features.rankings.handlers import STALE_SECONDS
from gateway.http.errors import GameUnavailable, NotFound, SiteUnavailable
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import CardFigure, ShareCard
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.feature import Feature

_WEEK: Final = re.compile(r"([0-9]{4})-W([0-9]{2})")
_NEWEST: Final = "newest"
_KINDS: Final[list[EventKind]] = ["boss_killed", "hero", "siege_ended", "world_first"]
_EVENTS: Final = 5000


def monday_of(week: str) -> date | None:
    """Returns the first day of a week such as `2026-W47`."""
    match = _WEEK.fullmatch(week)
    try:
        return date.fromisocalendar(int(match[1]), int(match[2]), 1) if match else None
    except ValueError:
        return None


class Weeks:
    def __init__(self, world: World, archive: HistoryArchive) -> None:
        self._world, self._archive = world, archive

    async def review(self, week: str) -> WeekReview:
        """Raises NotFound for a week without a recorded day."""
        site = self._world.site
        site_calendar = await site_days(site, self._world.zone)
        now = time.time()
        today = site_calendar.day_of(now)
        monday = monday_of(week_of(date_of(today)) if week == _NEWEST else week)
        first = monday.toordinal() - EPOCH_DAY if monday else 0
        tracked_from = min(self._archive.recorded_days, default=today)
        if monday is None or first > today or first + DAYS <= tracked_from:
            raise NotFound
        kinds: list[EventKind] = [kind for kind in _KINDS if kind in self._world.kinds()]
        since, until = (int(site_calendar.start_of(day)) for day in (first, first + DAYS))
        gains = await site.one(storage.STATE, name=f"week:{week_of(monday)}")
        events = await world_events.of_period(site, now, kinds, since, until, _EVENTS)
        season = _season_at(self._world.seasons, min(until, int(now)))
        events = [event for event in events if event.season == season.number]
        week_gains = msgspec.json.decode(gains.body, type=WeekGains) if gains else None
        gainers = [number for rows in (week_gains or {}).values() for number, _ in rows]
        names = await self._world.names_of(season, events, gainers)
        days = await site.read(population.DAYS, since=first, until=first + DAYS)
        return week_review(
            monday,
            events,
            week_gains,
            days,
            names,
            self._world.zone,
            has_bosses="boss_killed" in kinds,
            has_earlier=first > tracked_from,
            is_running=first + DAYS > today,
        )


def _season_at(seasons: Sequence[Season], at: int) -> Season:
    """A week in which a season ends is one of the next: its gains are those at its end."""
    return next((season for season in reversed(seasons) if season.started_at < at), seasons[0])


def card(review: WeekReview, texts: CardTexts) -> ShareCard:
    """Returns the link preview."""
    count = review.boss_kills
    kills = [] if count is None else [CardFigure(texts("reports.bossKills"), texts.number(count))]
    figures = [
        *kills,
        CardFigure(texts("reports.castlesTaken"), str(sum(row.taken_by is not None for row in review.castles))),
        CardFigure(texts("reports.firsts"), str(len(review.firsts))),
    ]
    if review.peak_players:
        figures.append(CardFigure(texts("reports.peak"), texts.number(review.peak_players)))
    return ShareCard(
        title=f"{texts.date(review.first_day)} – {texts.date(review.last_day)}",
        kicker=texts("reports.weekTitle"),
        subtitle=f"{texts('reports.newHeroes')}: {len(review.heroes)}" if review.heroes else "",
        figures=tuple(figures),
        banner="",
        note=review.week,
        scene="harbour",
    )


def feature(world: World, archive: HistoryArchive, pictures: SharePictures) -> Feature:
    weeks = Weeks(world, archive)

    @get(
        "/api/weeks/{week:str}",
        NotFound,
        GameUnavailable,
        SiteUnavailable,
        opt=public(max_age=60, stale=STALE_SECONDS, version="world"),
    )
    async def get_week_review(week: FromPath[str]) -> WeekReview:
        """The review of a week (2026-W47, Monday to Sunday in the site's time zone), or of the `newest`."""
        return await weeks.review(week)

    async def card_of(week: str, texts: CardTexts) -> ShareCard:
        return card(await weeks.review(week), texts)

    return Feature(name="week_review", routes=[get_week_review, pictures.route("week", card_of, "world")])
