"""GET /api/characters/{name} and its history: the contents of the public page of a character."""

import asyncio
import contextlib
import time
from collections.abc import Collection
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Final

import numpy as np
from litestar.params import FromPath, Parameter
from msgspec import UNSET, Struct
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras.character_pages import lookup, own_ranks, own_today, standing
from gateway.extras.character_pages.lookup import NoPublicPage
from gateway.extras.character_pages.own_today import OwnTodayReader
from gateway.extras.character_pages.progress import complete
from gateway.extras.character_pages.standing import CharacterRanks, Rival
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.clan_repository import clan_names
from gateway.extras.history.daily import CharacterDays, daily
from gateway.extras.history.repository import TrackedProgress, character_points, character_progress
from gateway.extras.world.facts import CASTLES
from gateway.extras.world.state import heroes_cycle
from gateway.extras.world.store import WorldStore
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.game.experience import percent
from gateway.http.errors import UNAVAILABLE, AccountFrozen, GameUnavailable, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import RACE_BANNERS, RACE_COLOURS, CardFigure, ShareCard
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.feature import Feature
from gateway.world_snapshot.ascending import is_in
from gateway.world_snapshot.columns import shared_values
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import PUBLIC, HiddenMark, shown_text

FRESH_SECONDS: Final = 2
"""With the poll of the levels, a change of privacy takes effect within five seconds, also in browsers."""
MAX_WEEKS: Final = 60
Weeks = Annotated[int, Parameter(ge=1, le=MAX_WEEKS, description="Weeks before today.")]


class _TitleRow(Struct, frozen=True):
    title: str | None


TITLE = query("character_pages.title", _TitleRow)


class Namesake(Struct, frozen=True):
    """Another character of the same name."""

    char_id: int
    char_name: str
    level: int
    class_name: str


class CharacterPage(Struct, frozen=True, kw_only=True):
    """`class_id` and `level` are those of the base class. `rivals`: just above and below in the PvP rankings.

    `title` is null where operators hide it or the game cannot be read, `castle` is that of the clan. `hero` of now;
    `hero_cycle`: the period of the Olympiad that the title was won in, null where the game does not tell.
    `progress` is null before the first recorded values, and while the history cannot be read (`is_history_missing`).
    """

    char_id: int
    char_name: str
    level: int
    exp_percent: float
    class_id: int
    class_name: str
    race: int
    race_name: str
    clan_name: str | None
    clan_id: int | None
    pvp_kills: int
    pk_kills: int
    ranks: CharacterRanks
    rivals: list[Rival]
    also_named: list[Namesake]
    generated_at: datetime
    noble: bool
    hero: bool
    castle: str | None
    hero_cycle: int | None = None
    title: str | None = None
    progress: TrackedProgress | None = None
    is_history_missing: bool = False
    clan_hidden: HiddenMark = UNSET


class Comparison(Struct, frozen=True):
    left: CharacterPage
    right: CharacterPage


class CharacterPages:
    """`page` and `days` raise NoPublicPage."""

    def __init__(
        self,
        game: Database,
        site: Database,
        snapshots: PublicSnapshots,
        archive: HistoryArchive,
        world: WorldStore,
        zone: tzinfo,
    ) -> None:
        self._game = game
        self._site = site
        self._snapshots = snapshots
        self._archive = archive
        self._world = world
        self._zone = zone

    async def page(self, name: str, own_ids: Collection[int] | None = None) -> CharacterPage:
        """`own_ids`: of the caller's characters, which have a page for the caller at each level of privacy."""
        snapshot = self._snapshot(own_ids)
        row, namesakes = await self._find(snapshot, name, own_ids)
        page = self._standing(snapshot, row, namesakes)
        title, progress = await asyncio.gather(
            self._title(page.char_id, page.char_name), self._progress(snapshot, page.char_id), return_exceptions=True
        )
        is_missing = isinstance(progress, BaseException)
        return replace(
            page,
            title=None if isinstance(title, BaseException) else title,
            progress=None if is_missing else progress,
            is_history_missing=is_missing,
        )

    async def days(self, name: str, weeks: int, own_ids: Collection[int] | None = None) -> CharacterDays:
        snapshot, now = self._snapshot(own_ids), time.time()
        row, _ = await self._find(snapshot, name, own_ids)
        character_id = int(snapshot.columns["character_ids"][row])
        account = self._archive.account_of(snapshot, character_id)
        points = await character_points(self._site, character_id, self._zone, now, account)
        recorded_days, scores = self._archive.recorded_days, self._archive.scores
        today = (await site_days(self._site, self._zone)).day_of(now)
        return daily(points, recorded_days, scores, today, 7 * weeks)

    def _snapshot(self, own_ids: Collection[int] | None) -> Snapshot:
        snapshot = self._snapshots.current()
        return snapshot.with_levels(dict.fromkeys(own_ids, PUBLIC)) if own_ids else snapshot

    async def _find(self, snapshot: Snapshot, name: str, own_ids: Collection[int] | None) -> tuple[int, list[int]]:
        counts_online = self._snapshots.counts_online_now
        return await lookup.find(self._game, snapshot, name, counts_online=counts_online, among=own_ids)

    async def _progress(self, snapshot: Snapshot, character_id: int) -> TrackedProgress | None:
        account, late_days = self._archive.account_of(snapshot, character_id), self._archive.late_days()
        progress = await character_progress(self._site, character_id, self._zone, time.time(), late_days, account)
        if progress is None:
            return None
        tracked_progress, events = progress
        clans = await self._clan_names(snapshot, {stay.clan_id for stay in tracked_progress.clans if stay.clan_id})
        names = [
            replace(change, name=None if self._snapshots.is_hidden("name", change.name or "") else _shown(change.name))
            for change in tracked_progress.names
        ]
        return complete(replace(tracked_progress, names=names), events, clans, self._zone)

    async def _clan_names(self, snapshot: Snapshot, clan_ids: set[int]) -> dict[int, str]:
        """Returns the names of clans by id, also of those that are no more, without names that operators hide."""
        numbers = np.flatnonzero(is_in(snapshot.columns["clan_ids"], np.array(list(clan_ids), np.int64)))
        ids = snapshot.columns["clan_ids"][numbers].tolist()
        former = await clan_names(self._site, clan_ids.difference(ids))
        names = {
            clan_id: shown_text(name) for clan_id, name in former.items() if not self._snapshots.is_hidden("name", name)
        }
        return names | dict(zip(ids, snapshot.text_of("clan_name", numbers), strict=True))

    async def _title(self, character_id: int, name: str) -> str | None:
        row = await self._game.one(TITLE, character_id=character_id)
        title = (row and row.title) or ""
        return shown_text(title) if title and not self._snapshots.is_hidden("title", name) else None

    def _standing(self, snapshot: Snapshot, row: int, namesakes: list[int]) -> CharacterPage:
        character, *other_rows = snapshot.ranking_rows("pvp", np.array([row, *namesakes]))
        columns, world = snapshot.columns, self._world.state
        is_hero = bool(world and any(hero.character_id == character.char_id for hero in world.reading.heroes))
        return CharacterPage(
            **shared_values(character, CharacterPage),
            exp_percent=percent(character.level, int(columns["exp"][row])),
            pvp_kills=character.score,
            pk_kills=int(columns["pk"][row]),
            ranks=standing.ranks(snapshot, row, self._archive),
            rivals=standing.rivals(snapshot, row, self._archive),
            also_named=[Namesake(**shared_values(other_row, Namesake)) for other_row in other_rows],
            generated_at=datetime.fromtimestamp(int(snapshot.stats.taken_at), UTC),
            noble=bool(columns["noble"][row]),
            hero=is_hero,
            hero_cycle=heroes_cycle(world.reading) if world and is_hero else None,
            castle=CASTLES.get(world.castles_of_clans.get(character.clan_id or 0, 0)) if world else None,
        )


def _shown(name: str | None) -> str | None:
    return name and shown_text(name)


def card(page: CharacterPage, texts: CardTexts) -> ShareCard:
    """Returns the link preview of the page."""
    rank, number = page.ranks.pvp, texts.number
    week = next((span.pvp.value for span in page.progress.gains if span.days == 7), 0) if page.progress else 0
    total, in_week = texts("cards.ofTotal", total=rank.population), texts("cards.inWeek", count=week) if week else ""
    to_level = texts("cards.toLevel", percent=texts.percent(page.exp_percent), level=page.level + 1)
    return ShareCard(
        title=page.char_name,
        kicker=page.title or "",
        subtitle=f"{page.class_name}, {texts(f'game.races.{page.race}')}",
        detail=texts("shared.hiddenClan") if page.clan_hidden else page.clan_name or "",
        badges=tuple(texts(f"game.{name}") for name, has in (("hero", page.hero), ("noble", page.noble)) if has),
        figures=(
            CardFigure(texts("game.pvpRank"), f"#{number(rank.rank)}", total),
            CardFigure(texts("game.pvpKills"), number(page.pvp_kills), in_week),
            CardFigure(texts("game.level"), str(page.level), to_level),
        ),
        banner=RACE_BANNERS[page.race],
        color=RACE_COLOURS[page.race],
        shield=str(page.level),
        note=texts.date(page.generated_at),
    )


def comparison_card(comparison: Comparison, texts: CardTexts) -> ShareCard:
    """Returns the link preview of two pages."""
    sides = (comparison.left, comparison.right)
    return ShareCard(
        title=" – ".join(page.char_name for page in sides),
        kicker=texts("game.pvpKills"),
        subtitle=" – ".join(texts("home.classAndLevel", name=page.class_name, level=page.level) for page in sides),
        figures=tuple(
            CardFigure(page.char_name, texts.number(page.pvp_kills), f"#{texts.number(page.ranks.pvp.rank)}")
            for page in sides
        ),
        banner="",
        scene="colosseum",
        note=texts.date(comparison.left.generated_at),
    )


def feature(
    pages: CharacterPages,
    characters: CharacterRepository,
    snapshots: PublicSnapshots,
    archive: HistoryArchive,
    today: OwnTodayReader,
    pictures: SharePictures,
) -> Feature:
    policy = public(max_age=FRESH_SECONDS, version="characters")

    @get("/api/characters/{name:str}", NoPublicPage, GameUnavailable, opt=policy)
    async def get_public_character(name: FromPath[str]) -> CharacterPage:
        """A character's public page, by name or by `~` and id."""
        return await pages.page(name)

    @get("/api/characters/{name:str}/history", NoPublicPage, ValidationFailed, *UNAVAILABLE, opt=policy)
    async def get_public_character_history(name: FromPath[str], weeks: Weeks = 26) -> CharacterDays:
        """A character's values day by day, and the ranks at the closes of weeks."""
        return await pages.days(name, weeks)

    async def own_ids(caller: Caller) -> Collection[int]:
        return {brief.id for brief in await characters.briefs(caller.login)}

    @get("/api/player/pages/{name:str}", NoPublicPage, AccountFrozen, *UNAVAILABLE)
    async def get_own_page(caller: Caller, name: FromPath[str]) -> CharacterPage:
        """The page of one of the caller's characters, at each level of privacy."""
        return await pages.page(name, await own_ids(caller))

    @get("/api/player/pages/{name:str}/history", NoPublicPage, AccountFrozen, ValidationFailed, *UNAVAILABLE)
    async def get_own_page_history(caller: Caller, name: FromPath[str], weeks: Weeks = 26) -> CharacterDays:
        """The values of one of the caller's characters day by day, at each level of privacy."""
        return await pages.days(name, weeks, await own_ids(caller))

    @get("/api/compare/{left:str}/{right:str}", NoPublicPage, GameUnavailable, opt=policy)
    async def get_comparison(left: FromPath[str], right: FromPath[str]) -> Comparison:
        """Two characters' public pages; not found if one of them has none."""
        return Comparison(*await asyncio.gather(pages.page(left), pages.page(right)))

    async def card_of(name: str, texts: CardTexts) -> ShareCard:
        return card(await pages.page(name), texts)

    async def card_of_both(name: str, texts: CardTexts) -> ShareCard:
        """`name`: both names as in the address of the page, joined by a point; a name may have points."""
        parts = name.split(".")
        for place in range(1, len(parts)):
            with contextlib.suppress(NoPublicPage):
                names = (".".join(parts[:place]), ".".join(parts[place:]))
                return comparison_card(Comparison(*[await pages.page(side) for side in names]), texts)
        raise NoPublicPage

    picture_routes = [
        pictures.route("character", card_of, "characters"),
        pictures.route("compare", card_of_both, "characters"),
        *pictures.signature_routes(card_of, "characters"),
    ]
    own_routes = [*own_ranks.routes(characters, snapshots, archive), *own_today.routes(today)]
    routes = [get_public_character, get_public_character_history, get_own_page, get_own_page_history, get_comparison]
    return Feature(name="character_pages", routes=[*routes, *picture_routes, *own_routes])
