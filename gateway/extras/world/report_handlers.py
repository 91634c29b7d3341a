"""GET /api/world/bosses/… and /api/world/sieges/…: the reports of kills and sieges.

The link previews of these, and of the pages of bosses and castles.
"""

import time

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from gateway.extras.world import addresses, boss_answers
from gateway.extras.world.answers import siege_day
from gateway.extras.world.handlers import PUBLIC, World
from gateway.extras.world.page_cards import boss_page_card, castle_page_card
from gateway.extras.world.page_handlers import PlacePages
from gateway.extras.world.reading import WorldReading
from gateway.extras.world.report_cards import boss_card, siege_card
from gateway.extras.world.reports import BossReport, SiegeReport, boss_report, siege_report
from gateway.extras.world.sieges import running_event
from gateway.extras.world_events import WorldEvent
from gateway.http.errors import GameUnavailable, NotFound, SiteUnavailable
from gateway.http.routes import get
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import ShareCard
from gateway.pictures.share_pictures import SharePictures


class Reports:
    """All raise NotFound."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def siege(self, castle: str, day: str) -> SiegeReport:
        state, _ = self._world.current()
        castle_id = addresses.castle_id(castle)
        if castle_id is None:
            raise NotFound
        running = state.sieges.get(castle_id)
        events = [running_event(castle_id, running)] if running and not running.ended_at else []
        events += await self._world.events_of("siege_ended", castle_id)
        for number, event in enumerate(events):
            if siege_day(event.details["started_at"], self._world.zone) == day:
                is_past = event.season not in {0, self._world.season.number}
                return siege_report(
                    event,
                    await self._world.names_of(self._world.season_of(event.season), [event]),
                    time.time(),
                    held_since=await self._held_since(event),
                    next_siege_at=None if number or is_past else _siege_after(event, state.reading),
                    zone=self._world.zone,
                )
        raise NotFound

    async def _held_since(self, siege: WorldEvent) -> int | None:
        """Returns the moment at which the owner before a siege took the castle, if that was seen."""
        for owner_change in await self._world.events_of("castle_taken", siege.subject_id):
            is_same_season = siege.season in {0, owner_change.season}
            if is_same_season and owner_change.at < siege.details["started_at"]:
                return owner_change.at if owner_change.object_id == siege.details["owner_before"] else None
        return None

    async def boss(self, boss: str, moment: str) -> BossReport:
        state, _ = self._world.current()
        boss_id = addresses.boss_id(boss)
        seconds = addresses.seconds_of(moment)
        times = self._world.times
        if boss_id is None or seconds is None or times == "off":
            raise NotFound
        kills = await self._world.events_of("boss_killed", boss_id)
        number = next((number for number, kill in enumerate(kills) if kill.at in seconds), None)
        if number is None:
            raise NotFound
        season = kills[number].season
        kills = [kill for kill in kills[number:] if kill.season == season]
        record = state.bosses.records.get(boss_id) if times != "state" else None
        names = await self._world.names_of(self._world.season_of(season), kills)
        delays = boss_answers.delays_of(record.row, self._world.family()) if record else None
        return boss_report(kills[0], kills[1:], names, delays, self._world.zone)


def _siege_after(siege: WorldEvent, reading: WorldReading) -> int | None:
    dates = (row.siege_at for row in reading.castles if row.castle_id == siege.subject_id)
    return next((at for at in dates if at and at > siege.at), None)


def routes(world: World, pages: PlacePages, pictures: SharePictures) -> list[HTTPRouteHandler]:
    reports = Reports(world)

    @get("/api/world/sieges/{castle:str}/{day:str}", NotFound, GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_siege_report(castle: FromPath[str], day: FromPath[str]) -> SiegeReport:
        """The report of a siege, by castle (`aden` or its id) and day (YYYY-MM-DD in the site's time zone)."""
        return await reports.siege(castle, day)

    @get("/api/world/bosses/{boss:str}/{moment:str}", NotFound, GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_boss_report(boss: FromPath[str], moment: FromPath[str]) -> BossReport:
        """The report of a boss kill, by boss (`queen-ant` or its id) and minute (2026-11-20-1354, UTC) or second."""
        return await reports.boss(boss, moment)

    async def card_of_boss(name: str, texts: CardTexts) -> ShareCard:
        boss, _, moment = name.partition(".")
        if not moment:
            return boss_page_card(await pages.boss(boss), texts)
        return boss_card(await reports.boss(boss, moment), world.crests(), texts)

    async def card_of_castle(name: str, texts: CardTexts) -> ShareCard:
        return castle_page_card(await pages.castle(name), world.crests(), world.zone, texts)

    async def card_of_siege(name: str, texts: CardTexts) -> ShareCard:
        castle, _, day = name.partition(".")
        return siege_card(await reports.siege(castle, day), world.crests(), texts)

    return [
        get_siege_report,
        get_boss_report,
        pictures.route("boss", card_of_boss, "world"),
        pictures.route("siege", card_of_siege, "world"),
        pictures.route("castle", card_of_castle, "world"),
    ]
