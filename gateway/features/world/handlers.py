"""GET /api/world/…: bosses, castles, clan halls, Olympiad, Seven Signs, wars, events, reports, and a pulse for Home."""

import time
from collections.abc import Callable
from datetime import date
from typing import Annotated, Final, cast

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, Parameter

from gateway.config.sections import BossTimes
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features import world_events
from gateway.features.rankings.handlers import STALE_SECONDS, current_or_raise
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.world import answers, boss_answers
from gateway.features.world.facts import CASTLES
from gateway.features.world.names import WorldNames, moment, moment_of
from gateway.features.world.schemas import (
    BossReport,
    NextSiege,
    PublicEvents,
    SiegeReport,
    WorldBosses,
    WorldCastles,
    WorldHalls,
    WorldOlympiad,
    WorldPulse,
    WorldSigns,
    WorldWars,
)
from gateway.features.world.state import WorldState
from gateway.features.world.store import WorldStore
from gateway.features.world_events import PAGE_SIZE, EventKind
from gateway.http.errors import GameUnavailable, NotFound, SiteUnavailable, ValidationFailed, unavailable
from gateway.http.response_cache import public
from gateway.http.routes import get

_CASTLE_EVENTS: Final = 60
_EARLIER_KILLS: Final = 8
_REPORTS: Final = 500
_PUBLIC: Final = public(max_age=15, stale=STALE_SECONDS, version="world")

Before = Annotated[int | None, Parameter(ge=1, description="The value of `next` of the page before.")]
Kind = Annotated[EventKind | None, Parameter(description="Events of this kind alone.")]


class World:
    """The current state of the world with the names that the public may see."""

    def __init__(
        self, settings: Settings, site: Database, snapshots: Snapshots, store: WorldStore, family: Callable[[], str]
    ) -> None:
        self.times: BossTimes = settings.world.boss_times
        self.zone = settings.roulette.zone
        self.site = site
        self._snapshots = snapshots
        self._store = store
        self.family = family

    @property
    def version(self) -> str:
        """Changes with each reading, and with each snapshot, which names depend on."""
        return f"{self._store.version}.{self._snapshots.version}"

    def current(self) -> tuple[WorldState, WorldNames]:
        """Raises GameUnavailable before the first reading."""
        snapshot, _ = current_or_raise(self._snapshots)
        state = self._store.state
        if state is None:
            raise unavailable("game", "no_reading")
        return state, WorldNames(snapshot, state.reading)

    async def stored(self, kind: EventKind, subject_id: int, limit: int) -> list[world_events.WorldEvent]:
        rows = await world_events.of_subject(self.site, time.time(), [kind], subject_id, limit)
        return [row.event for row in rows]


def routes(world: World) -> list[HTTPRouteHandler]:
    return [*_tables(world), *_events(world)]


def _tables(world: World) -> list[HTTPRouteHandler]:
    @get("/api/world/bosses", GameUnavailable, opt=_PUBLIC)
    async def get_world_bosses() -> WorldBosses:
        """Grand and raid bosses: dead or alive, the window of the respawn, and the party of the last kill."""
        state, names = world.current()
        return boss_answers.bosses(state, names, world.times, world.family(), time.time())

    @get("/api/world/castles", GameUnavailable, SiteUnavailable, opt=_PUBLIC)
    async def get_world_castles() -> WorldCastles:
        """Castles: owner, tax, the next siege and the clans registered for it."""
        state, names = world.current()
        now = time.time()
        events = await world_events.page(world.site, now, None, ["castle_taken", "siege_ended"], _CASTLE_EVENTS)
        data = answers.castles(state, names, events, world.zone, now)
        return WorldCastles(data, moment_of(state.reading.taken_at))

    @get("/api/world/halls", GameUnavailable, opt=_PUBLIC)
    async def get_world_halls() -> WorldHalls:
        """Clan halls: owner, the running auction or the next siege."""
        state, names = world.current()
        return WorldHalls(answers.halls(state.reading, names, time.time()), moment_of(state.reading.taken_at))

    @get("/api/world/olympiad", GameUnavailable, opt=_PUBLIC)
    async def get_world_olympiad() -> WorldOlympiad:
        """The Olympiad: period, heroes with diaries, last month, and results of pairs where fights are recorded."""
        state, names = world.current()
        return answers.olympiad(state.reading, names)

    @get("/api/world/signs", GameUnavailable, opt=_PUBLIC)
    async def get_world_signs() -> WorldSigns:
        """The Seven Signs: period, scores of both sides, owners of the seals."""
        state, _ = world.current()
        return WorldSigns(answers.seven_signs(state.reading), moment_of(state.reading.taken_at))

    @get("/api/world/wars", GameUnavailable, opt=_PUBLIC)
    async def get_world_wars() -> WorldWars:
        """Clan wars, and the holders of cursed weapons."""
        state, names = world.current()
        reading = state.reading
        weapons = answers.cursed_weapons(reading, names, time.time())
        return WorldWars(answers.wars(reading, names), weapons, moment_of(reading.taken_at))

    @get("/api/world/pulse", GameUnavailable, opt=_PUBLIC)
    async def get_world_pulse() -> WorldPulse:
        """What comes next: a siege, boss windows, the end of the Olympiad."""
        state, _ = world.current()
        now, reading = time.time(), state.reading
        coming = [(row.siege_at, row.castle_id) for row in reading.castles if row.siege_at and row.siege_at > now]
        at, castle_id = min(coming, default=(0, 0))
        siege = NextSiege(castle_id, CASTLES.get(castle_id, f"Castle #{castle_id}"), moment_of(at)) if at else None
        opened, following = boss_answers.windows(state, world.times, world.family(), now)
        ends_at = moment(reading.olympiad.ends_at) if reading.olympiad else None
        return WorldPulse(siege, opened, following, ends_at, moment_of(reading.taken_at))

    return [
        get_world_bosses,
        get_world_castles,
        get_world_halls,
        get_world_olympiad,
        get_world_signs,
        get_world_wars,
        get_world_pulse,
    ]


def _events(world: World) -> list[HTTPRouteHandler]:
    @get("/api/world/events", ValidationFailed, GameUnavailable, SiteUnavailable, opt=_PUBLIC)
    async def get_world_events(before: Before = None, kind: Kind = None) -> PublicEvents:
        """What happened, the newest first. Public acts carry their time; all else is rounded to the day."""
        _, names = world.current()
        rows = await world_events.page(world.site, time.time(), before, [kind] if kind else ())
        following = rows[-1].id if len(rows) == PAGE_SIZE else None
        return PublicEvents(answers.public_events(rows, names), following)

    @get("/api/world/sieges/{castle:int}/{day:str}", NotFound, GameUnavailable, SiteUnavailable, opt=_PUBLIC)
    async def get_siege_report(castle: FromPath[int], day: FromPath[str]) -> SiegeReport:
        """The report of a siege, by castle and day (YYYY-MM-DD in the site's time zone)."""
        _, names = world.current()
        _check_day(day)
        for kind in ("siege_ended", "siege_started"):
            for event in await world.stored(cast("EventKind", kind), castle, _REPORTS):
                if answers.siege_day(event.details["started_at"], world.zone) == day:
                    return answers.siege_report(event, names, time.time())
        raise NotFound

    @get("/api/world/bosses/{boss:int}/{died_at:int}", NotFound, GameUnavailable, SiteUnavailable, opt=_PUBLIC)
    async def get_boss_report(boss: FromPath[int], died_at: FromPath[int]) -> BossReport:
        """The report of a boss kill, by boss and second."""
        _, names = world.current()
        kills = await world.stored("boss_killed", boss, _REPORTS)
        for number, event in enumerate(kills):
            if event.at == died_at and world.times != "off":
                earlier = [kill.at for kill in kills[number + 1 :][:_EARLIER_KILLS]]
                return answers.boss_report(event, earlier, names)
        raise NotFound

    return [get_world_events, get_siege_report, get_boss_report]


def _check_day(day: str) -> None:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise NotFound from None
