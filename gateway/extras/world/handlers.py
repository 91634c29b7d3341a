"""GET /api/world/…: bosses, castles, clan halls, Olympiad, Seven Signs, wars, events, reports, and a pulse for Home."""

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Annotated, Final, get_args

from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.extras import world_events
from gateway.extras.history.clan_repository import clan_names
from gateway.extras.world import addresses, answers, boss_answers, event_ids, olympiad_answers, war_kills
from gateway.extras.world.crests import Crests
from gateway.extras.world.facts import SAVES_OLYMPIAD_LATE
from gateway.extras.world.former_names import FormerNamesReader
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.pulse import WorldPulse
from gateway.extras.world.reading import WorldReading
from gateway.extras.world.schemas import (
    Block,
    PublicEvent,
    PublicEvents,
    WorldBosses,
    WorldCastles,
    WorldHalls,
    WorldOlympiad,
    WorldSeason,
    WorldSeasons,
    WorldSigns,
    WorldWars,
)
from gateway.extras.world.settings import BossTimes, WorldSettings
from gateway.extras.world.state import WorldState
from gateway.extras.world.store import WorldStore
from gateway.extras.world_events import KINDS, PAGE_SIZE, TOPICS, EventKind, EventTopic, Season, WorldEvent
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.rankings.handlers import STALE_SECONDS, current_or_raise
from gateway.http.errors import GameUnavailable, NotFound, SiteUnavailable, ValidationFailed, unavailable
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.snapshot_store import Snapshots
from gateway.world_snapshot.visibility import shown_text

_OWNER_CHANGES: Final = 500
_SIEGES: Final = 60
_DECLARATIONS: Final = 500
PUBLIC: Final = public(max_age=15, stale=STALE_SECONDS, version="world")

BeforeId = Annotated[int | None, Parameter(ge=1, description="The value of `next` of the page before.")]
SeasonNumber = Annotated[int | None, Parameter(ge=1, description="Number of a season; the current one without it.")]
Topic = Annotated[EventTopic | None, Parameter(description="Events of this topic alone.")]


class World:
    """The current state of the world with the names that the public may see."""

    def __init__(
        self,
        settings: Settings,
        site: Database,
        snapshots: Snapshots,
        privacy: PrivacyStore,
        store: WorldStore,
        family: Callable[[], str],
    ) -> None:
        self.times: BossTimes = settings.of(WorldSettings).boss_times
        self.zone = settings.server.zone
        self.site = site
        self._snapshots = snapshots
        self._privacy = privacy
        self._store = store
        self._shows_crests = settings.of(WorldSettings).show_crests
        self.family = family
        self._former_names = FormerNamesReader(site, settings.privacy.default_level)
        self._crests = Crests({})
        self._crests_source: tuple[WorldReading, frozenset[tuple[str, str]]] | None = None

    @property
    def version(self) -> str:
        """Changes with each reading, and with each snapshot and each hidden text, which names depend on."""
        return f"{self._store.version}.{self._snapshots.version}.{self._privacy.version}"

    @property
    def state(self) -> WorldState | None:
        return self._store.state

    def snapshot(self) -> Snapshot:
        """Raises GameUnavailable."""
        return current_or_raise(self._snapshots)[0]

    def current(self) -> tuple[WorldState, WorldNames]:
        """Raises GameUnavailable before the first reading."""
        snapshot, state = self.snapshot(), self._store.state
        if state is None:
            raise unavailable("game", "no_reading")
        hidden = {name for kind, name in self._privacy.hidden if kind == "name"}
        return state, WorldNames(snapshot, state.reading, self.crests(), hidden)

    def crests(self) -> Crests:
        """Without the crests of clans whose crest or name operators hide; none before the first reading."""
        state = self._store.state
        if state is None or not self._shows_crests:
            return Crests({})
        reading, hidden = state.reading, self._privacy.hidden
        if self._crests_source is None or self._crests_source[0] is not reading or self._crests_source[1] is not hidden:
            names = {name for kind, name in hidden if kind != "title"}
            self._crests = Crests(
                reading.crests, {clan.clan_id for clan in reading.clans if shown_text(clan.name) in names}
            )
            self._crests_source = reading, hidden
        return self._crests

    def absent_tabs(self) -> frozenset[str]:
        """Returns the addresses of the tabs that this server records nothing for; none before the first reading."""
        state = self._store.state
        if state is None:
            return frozenset()
        present = self.blocks(state.reading)
        return frozenset(f"/world?tab={block}" for block in get_args(Block) if block not in present)

    def page_paths(self) -> tuple[str, ...]:
        """Returns the addresses of the pages of bosses and castles; none before the first reading."""
        state = self._store.state
        if state is None:
            return ()
        bosses = state.bosses.records if self.times != "off" else ()
        castles = (row.castle_id for row in state.reading.castles)
        return (*map(addresses.boss_path, sorted(bosses)), *map(addresses.castle_path, sorted(castles)))

    def blocks(self, reading: WorldReading) -> list[Block]:
        """Returns the parts of the world that this server shows."""
        return answers.blocks(
            reading, has_bosses=self.times != "off", saves_olympiad_late=self.family() in SAVES_OLYMPIAD_LATE
        )

    def kinds(self, topic: EventTopic | None = None) -> list[EventKind]:
        """Returns the kinds of events that this server shows."""
        hidden = TOPICS["bosses"] if self.times == "off" else ()
        return [kind for kind in (TOPICS[topic] if topic else KINDS) if kind not in hidden]

    @property
    def season(self) -> Season:
        return self._store.season

    @property
    def seasons(self) -> list[Season]:
        return self._store.seasons

    def season_of(self, number: int | None) -> Season:
        """Returns the season with a number; None stands for the current one. Raises NotFound."""
        season = next((row for row in self.seasons if row.number == (number or self.season.number)), None)
        if season is None:
            raise NotFound
        return season

    async def events(
        self, before_id: int | None = None, topic: EventTopic | None = None, season: Season | None = None
    ) -> list[WorldEvent]:
        kinds = self.kinds(topic)
        season = season or self.season
        return await world_events.page(self.site, time.time(), season, before_id, kinds) if kinds else []

    async def public_events(self, events: Sequence[WorldEvent]) -> list[PublicEvent]:
        """Raises GameUnavailable before the first reading, or DatabaseError."""
        public_events: list[PublicEvent] = []
        for season, group in groupby(events, key=lambda event: event.season):
            season_events = list(group)
            public_events += answers.public_events(
                season_events, await self.names_of(self.season_of(season), season_events), self.zone
            )
        return public_events

    async def names_of(
        self, season: Season, events: Sequence[WorldEvent], character_ids: Iterable[int] = ()
    ) -> WorldNames:
        """Returns the names in these events of a season, and of these characters. Raises as `public_events` does."""
        clan_ids = {number for event in events for number in event_ids.clan_ids_in(event)}
        if season.number == self.season.number:
            return await self.names_with(clan_ids)
        ids = {*character_ids, *(number for event in events for number in event_ids.character_ids_in(event))}
        hidden_names = {name for kind, name in self._privacy.hidden if kind == "name"}
        return await self._former_names.read(self.snapshot(), season, clan_ids, ids, hidden_names)

    async def names_with(self, clan_ids: Iterable[int]) -> WorldNames:
        """Returns names of now that include those of these clans, also of dissolved ones."""
        _, names = self.current()
        names.add_former_clans(
            await clan_names(self.site, {clan_id for clan_id in clan_ids if clan_id and not names.clan(clan_id)})
        )
        return names

    async def events_of(self, kind: EventKind, subject_id: int, limit: int = 500) -> list[WorldEvent]:
        """Returns events of a boss or a castle of all seasons."""
        return await world_events.of_subject(self.site, time.time(), [kind], subject_id, limit)


def routes(world: World) -> list[HTTPRouteHandler]:
    return [*_tables(world), *_events(world)]


def _tables(world: World) -> list[HTTPRouteHandler]:
    @get("/api/world/bosses", GameUnavailable, opt=PUBLIC)
    async def get_world_bosses() -> WorldBosses:
        """Grand and raid bosses: dead or alive, the window of the respawn, and the party of the last kill."""
        state, names = world.current()
        return boss_answers.bosses(state, names, world.times, world.family(), time.time())

    @get("/api/world/castles", GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_world_castles() -> WorldCastles:
        """Castles: owner, tax, the next siege and the clans registered for it."""
        now, (state, _) = time.time(), world.current()
        events = [
            *await world_events.page(world.site, now, world.season, None, ["castle_taken"], _OWNER_CHANGES),
            *await world_events.page(world.site, now, world.season, None, ["siege_ended"], _SIEGES),
        ]
        names = await world.names_with(event.details.get("before", 0) for event in events)
        data = answers.castles(state, names, events, world.zone, now)
        unavailable_castles = answers.unavailable(state.reading, "castles")
        return WorldCastles(data, moment_of(state.reading.taken_at), unavailable_castles)

    @get("/api/world/halls", GameUnavailable, opt=PUBLIC)
    async def get_world_halls() -> WorldHalls:
        """Clan halls: owner, the running auction or the next siege."""
        state, names = world.current()
        reading = state.reading
        data = answers.halls(reading, names, time.time())
        return WorldHalls(data, moment_of(reading.taken_at), answers.unavailable(reading, "halls"))

    @get("/api/world/olympiad", GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_world_olympiad() -> WorldOlympiad:
        """The Olympiad: period, heroes with diaries, last month, and results of pairs where fights are recorded."""
        state, names = world.current()
        period = state.reading.olympiad
        changes = await world.events_of("olympiad_period", period.cycle, 9) if period else []
        changes = [event for event in changes if event.season == world.season.number][:2]
        saves_late = world.family() in SAVES_OLYMPIAD_LATE
        has_bosses = world.times != "off"
        return olympiad_answers.olympiad(state.reading, names, changes, has_bosses=has_bosses, saves_late=saves_late)

    @get("/api/world/signs", GameUnavailable, opt=PUBLIC)
    async def get_world_signs() -> WorldSigns:
        """The Seven Signs: period, scores of both sides, owners of the seals."""
        reading = world.current()[0].reading
        data = answers.seven_signs(reading)
        return WorldSigns(data, moment_of(reading.taken_at), answers.unavailable(reading, "signs"))

    @get("/api/world/wars", GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_world_wars() -> WorldWars:
        """Clan wars with the kills of both sides, and the holders of cursed weapons."""
        state, names = world.current()
        reading = state.reading
        weapons = answers.cursed_weapons(reading, names, time.time())
        declarations = await world_events.page(
            world.site, time.time(), world.season, None, ["war_declared"], _DECLARATIONS
        )
        wars = answers.wars(reading, names, declarations)
        wars = await war_kills.with_kills(wars, world.site, world.snapshot(), world.zone)
        return WorldWars(wars, weapons, moment_of(reading.taken_at), answers.unavailable(reading, "wars"))

    @get("/api/world/pulse", GameUnavailable, opt=PUBLIC)
    async def get_world_pulse() -> WorldPulse:
        """Next siege, boss windows and end of the Olympiad."""
        state, _ = world.current()
        now, reading = time.time(), state.reading
        open_window, next_window = boss_answers.windows(state, world.times, world.family(), now)
        ends_at = reading.olympiad.ends_at if reading.olympiad else None
        blocks = world.blocks(reading)
        return WorldPulse(
            next_siege=answers.next_siege(reading, now),
            open_window=open_window,
            next_window=next_window,
            olympiad_ends_at=moment(ends_at) if ends_at and ends_at > now else None,
            blocks=blocks,
            taken_at=moment_of(reading.taken_at),
            unavailable=[block for block in blocks if answers.unavailable(reading, block)],
        )

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
    @get("/api/world/events", ValidationFailed, NotFound, GameUnavailable, SiteUnavailable, opt=PUBLIC)
    async def get_world_events(
        before: BeforeId = None, topic: Topic = None, season: SeasonNumber = None
    ) -> PublicEvents:
        """Events of a season, the newest first. Public acts carry their time; all else is rounded to the day."""
        rows = await world.events(before, topic, world.season_of(season))
        return PublicEvents(await world.public_events(rows), rows[-1].id if len(rows) == PAGE_SIZE else None)

    @get("/api/world/seasons", opt=PUBLIC)
    async def get_world_seasons() -> WorldSeasons:
        """The seasons of this server, the current one first. Their events stay."""
        return WorldSeasons([_season(row) for row in reversed(world.seasons)])

    return [get_world_events, get_world_seasons]


def _season(row: Season) -> WorldSeason:
    return WorldSeason(row.number, row.name, started_at=moment(row.started_at), ended_at=moment(row.ended_at))
