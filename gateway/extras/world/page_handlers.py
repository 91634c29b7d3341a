"""GET /api/world/bosses/{boss} and /api/world/castles/{castle}: the pages of bosses and castles, with link previews."""

import time
from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from gateway.extras.world import addresses, answers, boss_answers
from gateway.extras.world.boss_page import BossPage, hunting_players, tracked_kills
from gateway.extras.world.castle_page import CastlePage, holders, past_sieges, reigns
from gateway.extras.world.handlers import PUBLIC, World
from gateway.extras.world.names import moment_of
from gateway.extras.world.reports import hunting_clans
from gateway.extras.world.sieges import running_event
from gateway.extras.world_events import EventKind, WorldEvent
from gateway.http.errors import GameUnavailable, NotFound, SiteUnavailable
from gateway.http.routes import get


class PlacePages:
    """All raise NotFound. Events of former seasons are left out: their ids name other clans and characters."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def boss(self, boss: str) -> BossPage:
        world, (state, _) = self._world, self._world.current()
        boss_id = addresses.boss_id(boss)
        record = state.bosses.records.get(boss_id or 0)
        if record is None or boss_id is None or world.times == "off":
            raise NotFound
        kills = await self._events("boss_killed", boss_id)
        names = await world.names_of(world.season, kills)
        times, family = world.times, world.family()
        delays = boss_answers.delays_of(record.row, family) if times != "state" else None
        return BossPage(
            boss=boss_answers.boss_answer(record, names.characters(record.killers), times, family, time.time()),
            path=addresses.boss_path(boss_id),
            times=times,
            kills=len(kills),
            history=tracked_kills(kills, names, delays),
            clans=hunting_clans(kills, names),
            hunters=hunting_players(kills, names),
            min_delay_seconds=delays[0] if delays else None,
            max_delay_seconds=delays[1] if delays else None,
            taken_at=moment_of(state.reading.taken_at),
            unavailable=answers.unavailable(state.reading, "bosses"),
        )

    async def castle(self, castle: str) -> CastlePage:
        world, (state, _) = self._world, self._world.current()
        castle_id, now = addresses.castle_id(castle), time.time()
        if castle_id not in {row.castle_id for row in state.reading.castles}:
            raise NotFound
        assert castle_id is not None
        changes = await self._events("castle_taken", castle_id)
        ends = await self._events("siege_ended", castle_id)
        running = state.sieges.get(castle_id)
        sieges = [running_event(castle_id, running)] if running and not running.ended_at else []
        sieges += ends
        names = await world.names_of(world.season, [*changes, *sieges])
        row = next(
            row for row in answers.castles(state, names, [*changes, *ends], world.zone, now) if row.id == castle_id
        )
        castle_reigns = reigns(changes, row.owner, names)
        return CastlePage(
            castle=row,
            path=addresses.castle_path(castle_id),
            sieges=past_sieges(sieges, names, world.zone),
            reigns=castle_reigns,
            holders=holders(castle_reigns, moment_of(int(now))),
            taken_at=moment_of(state.reading.taken_at),
            unavailable=answers.unavailable(state.reading, "castles"),
        )

    async def _events(self, kind: EventKind, subject_id: int) -> Sequence[WorldEvent]:
        events = await self._world.events_of(kind, subject_id)
        return [event for event in events if event.season == self._world.season.number]


def routes(pages: PlacePages) -> list[HTTPRouteHandler]:
    @get("/api/world/bosses/{boss:str}", NotFound, GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_boss(boss: FromPath[str]) -> BossPage:
        """A boss, by name (`queen-ant`) or id: its state, its kills and its hunters."""
        return await pages.boss(boss)

    @get("/api/world/castles/{castle:str}", NotFound, GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_castle(castle: FromPath[str]) -> CastlePage:
        """A castle, by name (`aden`) or id: its owner, its next siege, its past sieges and former owners."""
        return await pages.castle(castle)

    return [get_boss, get_castle]
