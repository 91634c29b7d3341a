"""GET /api/clans, /api/clans/{name} and …/history; the crests."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from litestar import Response
from litestar.params import FromPath, Parameter
from msgspec import Struct

from gateway.config.site_days import date_of, start_of
from gateway.database.installation import site_days
from gateway.extras import world_events
from gateway.extras.character_pages.lookup import NoPublicPage, id_in
from gateway.extras.clans import history
from gateway.extras.clans.board import ClanBoard, ClanRankingRow, ClanSort
from gateway.extras.clans.history import ClanHistory
from gateway.extras.clans.page import ClanPage, card, clan_page, with_crest
from gateway.extras.history import clan_repository
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.clan_repository import ACTIVE_DAYS, DissolvedClan
from gateway.extras.world import answers
from gateway.extras.world.handlers import World
from gateway.extras.world.reading import owners_of_castles
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.rankings.handlers import Page, PageSize
from gateway.http.errors import GameUnavailable, NotFound, SiteUnavailable, ValidationFailed
from gateway.http.paging import page_count
from gateway.http.path_segments import name_in
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.http.security_headers import FOR_OTHER_SITES
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import RACE_BANNERS, ShareCard
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.feature import Feature
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import PUBLIC

_CASTLE_EVENTS: Final = 500
_CLAN_EVENTS: Final = 1000
_SHOWN_EVENTS: Final = 10

Sort = Annotated[ClanSort, Parameter(description="Column, highest first; equal clans by PvP kills.")]

ClanSearch = Annotated[str, Parameter(max_length=50, description="Part of a name, compared as case-folded NFC text.")]


class ClanRankings(Struct, frozen=True, kw_only=True):
    data: list[ClanRankingRow]
    total: int
    total_pages: int
    page: int
    page_size: int
    generated_at: datetime


class ClanBoards:
    """The board of the current snapshot; made once for each."""

    def __init__(self, snapshots: PublicSnapshots, archive: HistoryArchive) -> None:
        self._snapshots, self._archive = snapshots, archive
        self._current: tuple[Snapshot, ClanBoard] | None = None
        self._building = asyncio.Lock()

    async def current(self) -> tuple[Snapshot, ClanBoard]:
        """Builds a board in a thread: with 25,000 clans it takes 60 to 90 ms. Raises GameUnavailable."""
        snapshot = self._snapshots.current()
        if self._current and self._current[0] is snapshot:
            return self._current
        async with self._building:
            if self._current is None or self._current[0] is not snapshot:
                closes = self._archive.clan_closes()
                self._current = snapshot, await asyncio.to_thread(ClanBoard, snapshot, closes)
            return self._current


def find(board: ClanBoard, name: str) -> list[int]:
    """Returns the numbers of the clans of this name or id. Raises NoPublicPage, also for a hidden name."""
    clan_id = id_in(name)
    numbers = board.numbers_named(name_in(name)) if clan_id is None else board.numbers_of_id(clan_id)
    numbers = [number for number in numbers if not board.row(number, 0).clan_hidden]
    if not numbers:
        raise NoPublicPage
    return numbers


def feature(boards: ClanBoards, world: World, pictures: SharePictures) -> Feature:
    async def page_of(name: str) -> ClanPage:
        snapshot, board = await boards.current()
        return clan_page(snapshot, board, find(board, name), world.state, world.crests(), time.time())

    async def card_of(name: str, texts: CardTexts) -> ShareCard:
        page = await page_of(name)
        race = next((member.race for member in page.members if member.is_leader and member.race is not None), 0)
        return card(page, RACE_BANNERS[race], world.crests().picture(page.clan.crest or "") or b"", texts)

    @get(
        "/api/clans",
        *(ValidationFailed, GameUnavailable),
        opt=public(max_age=15, stale=3600, version="rankings", fold={"search_name"}),
    )
    async def get_clans(
        page: Page = 1, page_size: PageSize = 50, sort: Sort = "pvp", search_name: ClanSearch = ""
    ) -> ClanRankings:
        """Clans with the sums of their ranked members, each with its place among all."""
        snapshot, board = await boards.current()
        rows, total = board.page(sort, page, page_size, search_name)
        crests = world.crests()
        taken_at = datetime.fromtimestamp(int(snapshot.stats.taken_at), UTC)
        data = [with_crest(row, crests) for row in rows]
        return ClanRankings(
            data=data,
            total=total,
            total_pages=page_count(total, page_size),
            page=page,
            page_size=page_size,
            generated_at=taken_at,
        )

    @get("/api/clans/{name:str}", NoPublicPage, GameUnavailable, opt=public(max_age=2, version="characters"))
    async def get_clan(name: FromPath[str]) -> ClanPage:
        """A clan's public page, by name or by `~` and id."""
        return await page_of(name)

    @get(
        "/api/clans/{name:str}/history",
        *(NoPublicPage, GameUnavailable, SiteUnavailable),
        opt=public(max_age=30, version="characters"),
    )
    async def get_clan_history(name: FromPath[str]) -> ClanHistory:
        """Gains, records, castles, wars and events of a clan, and what its members have done in seven days."""
        snapshot, board = await boards.current()
        return await clan_history(world, snapshot, board, find(board, name)[0])

    @get(
        "/api/clans/{name:str}/end",
        *(NoPublicPage, GameUnavailable, SiteUnavailable),
        opt=public(max_age=30, version="characters"),
    )
    async def get_clan_end(name: FromPath[str]) -> DissolvedClan:
        """The end of a clan that was dissolved since tracking began, and its last recorded values."""
        state, names = world.current()
        clan = await clan_repository.dissolved_clan(world.site, world.zone, time.time(), name_in(name), id_in(name))
        is_back = clan and clan.clan_id in {row.clan_id for row in state.reading.clans}
        if clan is None or is_back or names.is_hidden(clan.clan_name):
            raise NoPublicPage
        return clan

    @get("/crests/clans/{picture:str}", NotFound, opt=public(max_age=60, version="world"))
    async def get_crest(picture: FromPath[str]) -> Response[bytes]:
        """The crest of a clan as a PNG file of 16 × 12 pixels."""
        png = world.crests().picture(f"/crests/clans/{picture}")
        if png is None:
            raise NotFound
        return Response(png, media_type="image/png", headers=FOR_OTHER_SITES)

    picture = pictures.route("clan", card_of, "characters")
    return Feature(name="clans", routes=[get_clans, get_clan, get_clan_history, get_clan_end, get_crest, picture])


async def clan_history(world: World, snapshot: Snapshot, board: ClanBoard, number: int) -> ClanHistory:
    """Raises GameUnavailable or DatabaseError."""
    site = world.site
    zone = world.zone
    now = time.time()
    state, names = world.current()
    clan_id, rows = board.row(number, 0).clan_id, board.member_rows(number)
    ids: list[int] = snapshot.columns["character_ids"][rows].tolist()
    is_public = dict(zip(ids, (snapshot.columns["privacy"][rows] == PUBLIC).tolist(), strict=True))
    wars = [row for row in state.reading.wars if clan_id in (row.clan_id, row.enemy_id)]
    rivals = {clan_id, *(row.clan_id for row in wars), *(row.enemy_id for row in wars)}
    today = (await site_days(site, zone)).day_of(now)
    days, captures, declarations, events = await asyncio.gather(
        clan_repository.clan_days(site, clan_id),
        world_events.page(site, now, world.season, None, ["castle_taken"], _CASTLE_EVENTS),
        world_events.between(site, now, world.season, "war_declared", rivals, _CLAN_EVENTS),
        world_events.of_subject(
            site, now, ["clan_created", "clan_joined", "clan_left", "clan_level"], clan_id, _CLAN_EVENTS, world.season
        ),
    )
    days = [row for row in days if row.day >= datetime.fromtimestamp(world.season.started_at, zone).date()]
    since = await asyncio.gather(
        *(clan_repository.members_since(site, ids, today - length) for length in history.GAIN_DAYS)
    )
    week = [row for row in since[history.GAIN_DAYS.index(ACTIVE_DAYS)] if is_public[row.character_id]]
    minutes = await clan_repository.active_minutes(site, week, today)
    holds = history.castle_holds(captures)
    moves = [(row.kind, datetime.fromtimestamp(row.at, zone).date()) for row in events]
    recent = [kind for kind, day in moves if day > date_of(today) - timedelta(ACTIVE_DAYS)]
    gains = {
        length: history.gain(members, days, date_of(today - length))
        for length, members in zip(history.GAIN_DAYS, since, strict=True)
    }
    move_days = {day for _, day in moves}
    return ClanHistory(
        tracked_since=days[0].day if days else None,
        created=next((day for kind, day in moves if kind == "clan_created"), None),
        gains=gains,
        weeks=history.weeks(days, date_of(today)),
        members={row.character_id: history.member_history(row, minutes[row.character_id]) for row in week},
        castles=list(
            history.castles(
                *(holds, owners_of_castles(state.reading), clan_id, names),
                start_of(today - 7 * history.WEEKS, zone),
            )
        ),
        wars=list(history.wars(wars, clan_id, declarations, names, zone)),
        events=answers.public_events(events[:_SHOWN_EVENTS], names, zone),
        balance=recent.count("clan_joined") - recent.count("clan_left"),
        records=history.records(days, move_days, gains, holds, clan_id, names, now, date_of(today)),
    )
