"""GET /api/competitions: all competitions. GET /api/competitions/{id}: one with its board, and the caller's places."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime, tzinfo
from typing import Final, Literal

import numpy as np
from litestar.params import FromPath
from msgspec import UNSET, Struct
from msgspec.structs import replace

from gateway.concurrency.durations import MINUTE
from gateway.config.site_days import SiteDays, date_of
from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.extras.competitions import repository
from gateway.extras.competitions.repository import CompetitionRecord, Prize
from gateway.extras.competitions.rules import Board, BoardRow, Entrants, State, payable_at, state_of
from gateway.extras.history.gains import Mark, Metric
from gateway.features.accounts import Caller
from gateway.features.characters.repository import CharacterRepository
from gateway.features.operators.site_controls import NoticeTexts
from gateway.features.rankings.handlers import STALE_SECONDS, current_or_raise
from gateway.game.classes import class_name
from gateway.http.errors import UNAVAILABLE, AccountFrozen, GameUnavailable, NotFound, SiteUnavailable
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import CardFigure, ShareCard
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.feature import Feature
from gateway.registration.search import SearchRow, SearchSource
from gateway.world_snapshot.ascending import is_in
from gateway.world_snapshot.columns import shared_values
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.snapshot_store import Snapshots
from gateway.world_snapshot.visibility import HiddenMark, Privacy, hidden_mark

PrizeState = Literal["open", "paid", "none"]


class CompetitionRow(Struct, frozen=True, kw_only=True):
    """`gain` since the beginning; play time in minutes. `mark`: `fell` if the value fell on a day of the competition,
    `limit` if the game counts no further.

    `prize` in coins; `prize_state`: `paid` once it is in the winner's wallet, `none` if the place takes no prize. In a
    competition of clans, `clan_id`, `clan_name`, `level` and `members` are the clan's, and there is no character.
    """

    place: int
    gain: int
    mark: Mark | None
    prize: int | None
    prize_state: PrizeState | None
    char_name: str
    char_id: int | None
    privacy: Privacy
    level: int
    class_name: str
    clan_name: str | None
    clan_id: int | None
    members: int | None
    clan_hidden: HiddenMark = UNSET


class CompetitionSummary(Struct, frozen=True, kw_only=True):
    """Whole days in the site's time zone. Level and class are those at the beginning; no class: all of them.

    `titles`: in other languages than the operator's own. `state`: `provisional` in the 24 hours after the last day,
    `closed` if operators ended it without prizes. `prizes`: coins by place. `leaders`: the first three. `starts_at`,
    `ends_at`: the moments at which the days begin and end.
    """

    id: int
    title: str
    titles: NoticeTexts
    metric: Metric
    entrants: Entrants
    first_day: date
    last_day: date
    starts_at: datetime
    ends_at: datetime
    state: State
    min_level: int
    max_level: int
    classes: list[str]
    prizes: list[int]
    leaders: list[CompetitionRow]


class Competitions(Struct, frozen=True):
    """Those that end last first, without those that were closed before their first values."""

    data: list[CompetitionSummary]


class CompetitionBoard(Struct, frozen=True):
    """The first 100 places, without characters and clans that have left the rankings.

    `counted_at`: time of the values, which are read once an hour; null before the first reading. `final_at`: time from
    which the result is final.
    """

    competition: CompetitionSummary
    counted_at: datetime | None
    final_at: datetime
    data: list[CompetitionRow]


class OwnPlaces(Struct, frozen=True):
    """The caller's characters on the board, with their names also where they are hidden; or their clans."""

    data: list[CompetitionRow]


_LEADERS: Final = 3
Places = Mapping[int, tuple[int, BoardRow]]
"""Id of the character or clan → place and row."""


class CompetitionPages:
    """`board` and `own_places` raise NotFound for an unknown competition."""

    def __init__(self, site: Database, snapshots: Snapshots, characters: CharacterRepository, zone: tzinfo) -> None:
        self._site = site
        self._snapshots = snapshots
        self._characters = characters
        self._zone = zone

    async def all(self) -> Competitions:
        snapshot, _ = current_or_raise(self._snapshots)
        records, days = await repository.records(self._site), await site_days(self._site, self._zone)
        return Competitions([_summary(row, snapshot, self._zone, days) for row in records if not _is_withdrawn(row)])

    async def search_rows(self, language: str) -> list[SearchRow]:
        """Returns what the search finds."""
        competitions = [row.competition for row in await repository.records(self._site) if not _is_withdrawn(row)]
        days = CardTexts(language)
        return [
            SearchRow(
                kind="competition",
                key=str(row.id),
                name={**row.translations}.get(language, row.title),
                note=f"{days.date(date_of(row.first_day))} – {days.date(date_of(row.last_day))}",
                address=f"/competition/{row.id}",
            )
            for row in competitions
        ]

    async def board(self, competition_id: int) -> CompetitionBoard:
        snapshot, _ = current_or_raise(self._snapshots)
        record, zone = await self._record(competition_id), self._zone
        board, days = record.board, await site_days(self._site, zone)
        return CompetitionBoard(
            _summary(record, snapshot, zone, days),
            datetime.fromtimestamp(board.at, zone) if board else None,
            datetime.fromtimestamp(payable_at(record.competition, days), zone),
            _rows(record, snapshot, _with_places(board)),
        )

    async def own_places(self, competition_id: int, login: str) -> OwnPlaces:
        snapshot, _ = current_or_raise(self._snapshots)
        record = await self._record(competition_id)
        names = {brief.id: brief.name for brief in await self._characters.briefs(login)}
        entrants = _clans_of(snapshot, names) if record.competition.entrants == "clans" else names
        places = [(place, row) for place, row in _with_places(record.board) if row.entrant_id in entrants]
        rows = _rows(record, snapshot, places)
        if record.competition.entrants == "clans":
            return OwnPlaces(rows)
        ids = {place: row.entrant_id for place, row in places}
        return OwnPlaces([replace(row, char_name=names[ids[row.place]]) for row in rows])

    async def _record(self, competition_id: int) -> CompetitionRecord:
        record = await repository.record_of(self._site, competition_id)
        if record is None:
            raise NotFound
        return record


def feature(pages: CompetitionPages, pictures: SharePictures) -> Feature:
    policy = public(max_age=60, stale=STALE_SECONDS, version="rankings")

    @get("/api/competitions", GameUnavailable, SiteUnavailable, opt=policy)
    async def get_competitions() -> Competitions:
        """The competitions of this site."""
        return await pages.all()

    @get("/api/competitions/{competition_id:int}", NotFound, GameUnavailable, SiteUnavailable, opt=policy)
    async def get_competition(competition_id: FromPath[int]) -> CompetitionBoard:
        """A competition with its board, which is computed from the history once an hour."""
        return await pages.board(competition_id)

    @get("/api/competitions/{competition_id:int}/me", NotFound, AccountFrozen, *UNAVAILABLE)
    async def get_own_places(caller: Caller, competition_id: FromPath[int]) -> OwnPlaces:
        """The caller's places on the board of a competition."""
        return await pages.own_places(competition_id, caller.login)

    async def card_of(name: str, texts: CardTexts) -> ShareCard | None:
        return card(await pages.board(int(name)), texts) if name.isascii() and name.isdecimal() else None

    picture = pictures.route("competition", card_of, "rankings")
    return Feature(
        name="competitions",
        routes=[get_competitions, get_competition, get_own_places, picture],
        search=[SearchSource(lambda: int(time.time()) // MINUTE, pages.search_rows)],
    )


def card(board: CompetitionBoard, texts: CardTexts) -> ShareCard:
    """Returns the link preview. It names the leader only where the player is public or a clan leads."""
    competition, leader = board.competition, board.data[0] if board.data else None
    translations: Mapping[str, str] = {**competition.titles}
    name = (leader.clan_name if competition.entrants == "clans" else leader.char_name) if leader else None
    coins = sum(competition.prizes)
    figures = [CardFigure(texts("cards.competitionPrizes"), texts.number(coins))] if coins else []
    if leader and name and leader.privacy == "public":
        label = "cards.competitionWinner" if competition.state == "final" else "cards.competitionLeader"
        figures.append(CardFigure(texts(label), name, _gain(competition.metric, leader.gain, texts)))
    return ShareCard(
        title=translations.get(texts.language, competition.title),
        kicker=texts("cards.competition"),
        subtitle=f"{texts.date(competition.first_day)} – {texts.date(competition.last_day)}",
        detail=texts(f"game.metrics.{competition.metric}"),
        figures=tuple(figures),
        banner="",
        scene="colosseum",
    )


def _gain(metric: Metric, gain: int, texts: CardTexts) -> str:
    if metric != "playtime":
        return f"+{texts.number(gain)}"
    return texts("cards.hours", hours=gain // 60, minutes=gain % 60)


def _summary(record: CompetitionRecord, snapshot: Snapshot, zone: tzinfo, days: SiteDays) -> CompetitionSummary:
    competition, board = record.competition, record.board
    return CompetitionSummary(
        id=competition.id,
        title=competition.title,
        titles=competition.translations,
        metric=competition.metric,
        entrants=competition.entrants,
        first_day=date_of(competition.first_day),
        last_day=date_of(competition.last_day),
        starts_at=datetime.fromtimestamp(days.start_of(competition.first_day), zone),
        ends_at=datetime.fromtimestamp(days.start_of(competition.last_day + 1), zone),
        state=state_of(competition, board, time.time(), days),
        min_level=competition.min_level,
        max_level=competition.max_level,
        classes=[class_name(number) for number in competition.class_ids],
        prizes=[prize.coins for prize in record.prizes],
        leaders=_rows(record, snapshot, _with_places(board)[:_LEADERS]),
    )


def _is_withdrawn(record: CompetitionRecord) -> bool:
    return record.competition.closed_at is not None and record.board is None


def _with_places(board: Board | None) -> list[tuple[int, BoardRow]]:
    return list(enumerate(board.rows, 1)) if board else []


def _rows(
    record: CompetitionRecord, snapshot: Snapshot, places: Sequence[tuple[int, BoardRow]]
) -> list[CompetitionRow]:
    make = _clan_rows if record.competition.entrants == "clans" else _character_rows
    prizes = {prize.place: prize for prize in record.prizes}
    rows = make(snapshot, {row.entrant_id: (place, row) for place, row in places})
    return sorted((_with_prize(row, prizes.get(row.place)) for row in rows), key=lambda row: row.place)


def _with_prize(row: CompetitionRow, prize: Prize | None) -> CompetitionRow:
    if prize is None:
        return row
    state: PrizeState = "open" if prize.outcome is None else "paid" if prize.outcome == "paid" else "none"
    return replace(row, prize=prize.coins, prize_state=state)


def _character_rows(snapshot: Snapshot, places: Places) -> Iterator[CompetitionRow]:
    rows = snapshot.ranked_rows(places)
    ids = snapshot.columns["character_ids"][rows].tolist()
    for character_id, character in zip(ids, snapshot.ranking_rows("pvp", rows), strict=True):
        place, row = places[character_id]
        yield CompetitionRow(
            place=place,
            gain=row.gain,
            mark=row.mark,
            prize=None,
            prize_state=None,
            members=None,
            **shared_values(character, CompetitionRow),
        )


def _clan_rows(snapshot: Snapshot, places: Places) -> Iterator[CompetitionRow]:
    """A clan without ranked members is left out."""
    columns = snapshot.columns
    ids, members = columns["clan_ids"], np.bincount(columns["clans"], minlength=columns["clan_ids"].size + 1)[1:]
    numbers = np.flatnonzero(is_in(ids, np.fromiter(places, np.int64, len(places))) & (members > 0))
    for number, name in zip(numbers.tolist(), snapshot.text_of("clan_name", numbers), strict=True):
        place, row = places[int(ids[number])]
        yield CompetitionRow(
            place=place,
            gain=row.gain,
            mark=None,
            prize=None,
            prize_state=None,
            char_name="",
            char_id=None,
            privacy="public",
            level=int(columns["clan_levels"][number]),
            class_name="",
            clan_name=name,
            clan_id=None if (mark := hidden_mark(name)) else int(ids[number]),
            clan_hidden=mark,
            members=int(members[number]),
        )


def _clans_of(snapshot: Snapshot, character_ids: Collection[int]) -> set[int]:
    return set(snapshot.clan_ids_of(snapshot.ranked_rows(character_ids)).tolist()) - {0}
