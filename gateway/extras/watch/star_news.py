"""News of starred subjects of the last 30 days, from events, histories and the calendar: read by their ids.

Each process keeps the news of a subject for some seconds, for all accounts that have its star. Names are looked up when
an account reads them, so that a change of privacy reaches the past.
"""

import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, Final

from cachetools import TTLCache
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.site_days import SiteDays
from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.database.queries import Query, query
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.score_table import ScoreTable
from gateway.extras.watch.participants import Participants, PublishedEvent
from gateway.extras.watch.stars import StarKind
from gateway.extras.watch.subjects import SubjectId
from gateway.extras.world import event_ids
from gateway.extras.world.facts import castle_name
from gateway.extras.world.handlers import World
from gateway.extras.world_events import EventKind, WorldEvent
from gateway.extras.world_events.kinds import publication
from gateway.registration.item_prices import ItemPrices, LowPrice

PAST_DAYS: Final = 30
CACHE_SECONDS: Final = 15
_CACHE_SIZE: Final = 20_000
_RECORD_AFTER_DAYS: Final = 7
_WEEK_DAYS: Final = 7
_ROWS: Final = 2000
"""Rows of one reading; older ones are left out."""
_SUBJECT_KINDS: Final[dict[StarKind, tuple[EventKind, ...]]] = {
    "boss": ("boss_killed", "boss_points"),
    "castle": ("castle_taken", "siege_started", "siege_ended"),
    "clan": ("clan_joined", "clan_left", "clan_level", "war_declared", "war_ended"),
    "character": ("hero", "world_first"),
    "item": ("cursed_weapon",),
}
_OBJECT_KINDS: Final[dict[StarKind, tuple[EventKind, ...]]] = {
    "clan": ("castle_taken", "hall_taken", "war_declared", "war_ended"),
    "character": ("cursed_weapon",),
}
_TAKING_PART: Final[tuple[StarKind, ...]] = ("character", "clan")
_SHOWN_WINDOWS: Final = ("exact", "window")


class NewsValues(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Figures of one of the news, by its kind. `until`: the end of a window, or the beginning of a siege.

    `pvp`, `pk` and `exp` are gains of the day, `level` the level at its end. `place`: in a competition, or by PvP kills
    at the close of a week; `place_before`: a week before. `id`: of the donation, the delivery, the competition or the
    ticket. `address`: of its page. `amount` in minor units of `currency`. `count`: how many news this one stands for.
    `price` in adena, of one piece with this enchant level.
    """

    until: datetime | None = None
    castle: str = ""
    milestone: str = ""
    level: int = 0
    pvp: int = 0
    pk: int = 0
    exp: int = 0
    id: str = ""
    state: str = ""
    character: str = ""
    coins: int = 0
    amount: int = 0
    currency: str = ""
    title: str = ""
    titles: dict[str, str] = {}
    place: int = 0
    place_before: int = 0
    count: int = 0
    price: int = 0
    enchant: int = 0
    address: str = ""


class NewsRow(Struct, frozen=True, kw_only=True):
    """`at`: as it is published, within `accuracy_seconds`; a day is given by its beginning. `public_at`: since when."""

    subject: SubjectId | None
    kind: str
    at: int
    public_at: int
    accuracy_seconds: int = 0
    event: WorldEvent | None = None
    values: NewsValues = NewsValues()

    @property
    def is_of_subject(self) -> bool:
        """False for an event in which the subject took part: that of its boss or castle comes first."""
        return self.event is None or event_ids.nouns(self.event)[0] == self.subject

    @property
    def identity(self) -> tuple[object, ...]:
        """Two rows of one event, as of its boss and its castle, are one."""
        values = self.values
        own_part = (values.milestone, values.id, values.state, values.enchant)
        return ("event", self.event.id) if self.event else (self.kind, self.subject, self.at, *own_part)


class CalendarStart(Struct, frozen=True):
    kind: str
    subject_id: int
    starts_at: int
    ends_at: int


class MilestoneRow(Struct, frozen=True):
    subject_id: int
    kind: str
    at: int
    accuracy_seconds: int


class CharacterDay(Struct, frozen=True):
    character_id: int
    day: int
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int


class BestDay(Struct, frozen=True):
    character_id: int
    kills: int


class _ClanId(Struct, frozen=True):
    clan_id: int


EVENTS_OF_SUBJECTS: Final = query("watch.events_of_subjects", PublishedEvent)
EVENTS_OF_OBJECTS: Final = query("watch.events_of_objects", PublishedEvent)
EVENTS_OF_MEMBERS: Final = query("watch.events_of_members", PublishedEvent)
CLANS_OF: Final = query("watch.clans_of", _ClanId)
CALENDAR: Final = query("watch.calendar", CalendarStart)
MILESTONES: Final = query("watch.milestones", MilestoneRow)
DAYS: Final = query("watch.days", CharacterDay)
BEST_DAYS: Final = query("watch.best_days", BestDay)


class StarNews:
    """`rows` raises DatabaseUnavailable."""

    def __init__(self, site: Database, world: World, archive: HistoryArchive, prices: ItemPrices) -> None:
        self._site, self._world = site, world
        self._archive, self._prices = archive, prices
        self._participants = Participants()
        self._cache: TTLCache[SubjectId, list[NewsRow]] = TTLCache(_CACHE_SIZE, CACHE_SECONDS)

    async def rows(self, subjects: Collection[SubjectId]) -> list[NewsRow]:
        """Returns the news of these subjects, in no order; those of two subjects twice."""
        now = int(time.time())
        cached_rows = {subject: rows for subject in subjects if (rows := self._cache.get(subject)) is not None}
        missing = [subject for subject in subjects if subject not in cached_rows]
        if missing:
            read_rows = defaultdict[SubjectId, list[NewsRow]](list)
            for row in await self._read(missing, now):
                if row.subject:
                    read_rows[row.subject].append(row)
            cached_rows |= {subject: read_rows[subject] for subject in missing}
            self._cache.update({subject: cached_rows[subject] for subject in missing})
        return [row for rows in cached_rows.values() for row in rows if row.public_at <= now]

    async def _read(self, subjects: Sequence[SubjectId], now: int) -> list[NewsRow]:
        since, ids = now - PAST_DAYS * DAY, defaultdict[StarKind, list[int]](list)
        for kind, number in subjects:
            ids[kind].append(number)
        rows = [*await self._events(ids, since, now), *await self._calendar(ids, since, now)]
        if characters := ids["character"]:
            days = await site_days(self._site, self._world.zone)
            rows += await self._milestones(characters, since)
            rows += await self._days(characters, days, since)
        if items := ids["item"]:
            rows += map(_price_row, await self._prices.read_low(items, since))
        return rows

    async def _events(self, ids: dict[StarKind, list[int]], since: int, now: int) -> list[NewsRow]:
        rows = list[NewsRow]()
        for statement, kinds_of, column in (
            (EVENTS_OF_SUBJECTS, _SUBJECT_KINDS, "subject_id"),
            (EVENTS_OF_OBJECTS, _OBJECT_KINDS, "object_id"),
        ):
            for kind in kinds_of:
                events = await self._events_of(statement, kinds_of[kind], since, now, ids=ids[kind])
                rows += [_event_row((kind, getattr(event, column)), event) for event in events]
        rows += await self._memberships(ids["character"], since, now)
        if ids["clan"] or ids["character"]:
            await self._participants.refresh(self._events_of, self._world.season.number, since, now)
            taking_part: list[SubjectId] = [(kind, number) for kind in _TAKING_PART for number in ids[kind]]
            rows += [
                _event_row(subject, event) for subject in taking_part for event in self._participants.events_of(subject)
            ]
        return rows

    async def _memberships(self, characters: list[int], since: int, now: int) -> list[NewsRow]:
        clans = await self._site.read(CLANS_OF, ids=characters) if characters else []
        clan_ids = [row.clan_id for row in clans]
        kinds: tuple[EventKind, ...] = ("clan_joined", "clan_left")
        events = await self._events_of(
            EVENTS_OF_MEMBERS, kinds, since, now, ids=clan_ids and characters, clan_ids=clan_ids
        )
        return [_event_row(("character", event.object_id), event) for event in events]

    async def _events_of(
        self, statement: Query[PublishedEvent], kinds: Sequence[EventKind], since: int, now: int, **args: Any
    ) -> list[PublishedEvent]:
        shown_kinds = [kind for kind in kinds if kind in self._world.kinds()]
        if not shown_kinds or not args.get("ids", True):
            return []
        season = self._world.season.number
        return await self._site.read(
            statement, kinds=shown_kinds, season=season, since=since, now=now, limit=_ROWS, **args
        )

    async def _calendar(self, ids: dict[StarKind, list[int]], since: int, now: int) -> list[NewsRow]:
        """Returns windows of bosses that have opened, and sieges from a day before."""
        rows = list[NewsRow]()
        if ids["boss"] and self._world.times in _SHOWN_WINDOWS:
            kinds = ["grand", "raid"]
            starts = await self._site.read(CALENDAR, kinds=kinds, ids=ids["boss"], since=since, until=now)
            rows += map(_boss_window, starts)
        if ids["castle"]:
            starts = await self._site.read(CALENDAR, kinds=["siege"], ids=ids["castle"], since=since, until=now + DAY)
            rows += [siege_ahead(("castle", start.subject_id), start.subject_id, start.starts_at) for start in starts]
        return rows

    async def _milestones(self, characters: list[int], since: int) -> list[NewsRow]:
        rows = await self._site.read(MILESTONES, ids=characters, since=since, limit=_ROWS)
        return [
            NewsRow(
                subject=("character", row.subject_id),
                kind="milestone",
                at=at,
                public_at=public_at,
                accuracy_seconds=accuracy,
                values=NewsValues(milestone=row.kind),
            )
            for row in rows
            for at, accuracy, public_at in [
                publication("world_first", row.at, row.accuracy_seconds, self._world.zone, row.at)
            ]
        ]

    async def _days(self, characters: list[int], days: SiteDays, since: int) -> list[NewsRow]:
        """Returns gains, new levels and records of closed days, and ranks at the closes of weeks."""
        recorded, day = self._archive.recorded_days, days.day_of(since)
        rows = await self._site.read(DAYS, ids=characters, day=day)
        best = {row.character_id: row.kills for row in await self._site.read(BEST_DAYS, ids=characters, day=day)}
        late_days = self._archive.late_days()
        news = list[tuple[int, int, str, NewsValues]]()
        for number, group in groupby(rows, attrgetter("character_id")):
            character_rows = list(group)
            for before, values in pairwise(character_rows):
                news += [(number, values.day, *figures) for figures in day_figures(before, values)]
            records = record_figures(character_rows, best.get(number, 0))
            news += [(number, end, "record", values) for end, values in records if end not in late_days]
            ranks = rank_figures(character_rows, self._archive.scores)
            news += [(number, end, "rank", values) for end, values in ranks]
        return [
            NewsRow(
                subject=("character", number),
                kind=kind,
                at=int(days.start_of(closed_day)),
                public_at=int(recorded[closed_day].taken_at),
                accuracy_seconds=DAY,
                values=values,
            )
            for number, closed_day, kind, values in news
            if closed_day in recorded
        ]


def _event_row(subject: SubjectId, event: PublishedEvent) -> NewsRow:
    return NewsRow(
        subject=subject,
        kind=event.kind,
        at=event.at,
        public_at=event.public_at,
        accuracy_seconds=event.accuracy_seconds,
        event=event.event,
    )


def siege_ahead(subject: SubjectId, castle_id: int, siege_at: int) -> NewsRow:
    """Returns the news of a siege, as it is published a day before."""
    at, until = siege_at - DAY, datetime.fromtimestamp(siege_at, UTC)
    values = NewsValues(until=until, castle=castle_name(castle_id))
    return NewsRow(subject=subject, kind="siege_ahead", at=at, public_at=at, values=values)


def _price_row(low: LowPrice) -> NewsRow:
    values = NewsValues(price=low.price, enchant=low.enchant)
    return NewsRow(
        subject=("item", low.item_id),
        kind="item_price",
        at=low.day_start,
        public_at=low.since,
        accuracy_seconds=DAY,
        values=values,
    )


def _boss_window(start: CalendarStart) -> NewsRow:
    values, at = NewsValues(until=datetime.fromtimestamp(start.ends_at, UTC)), start.starts_at
    return NewsRow(subject=("boss", start.subject_id), kind="boss_window", at=at, public_at=at, values=values)


def day_figures(before: CharacterDay, values: CharacterDay) -> Iterator[tuple[str, NewsValues]]:
    gains = NewsValues(
        pvp=max(0, values.pvp_kills - before.pvp_kills),
        pk=max(0, values.pk_kills - before.pk_kills),
        exp=max(0, values.exp - before.exp),
    )
    if gains != NewsValues():
        yield "gained", gains
    if values.level > before.level:
        yield "level_up", NewsValues(level=values.level)


def record_figures(rows: Sequence[CharacterDay], best: int) -> Iterator[tuple[int, NewsValues]]:
    """Yields the days with more PvP kills than each day before. `best`: most kills of a day before the first row.

    In the first days of a history nearly each one would be a record, so these set the mark alone.
    """
    for before, values in pairwise(rows):
        kills = values.pvp_kills - before.pvp_kills
        if kills > best > 0 and values.day - rows[0].day >= _RECORD_AFTER_DAYS:
            yield values.day, NewsValues(pvp=kills)
        best = max(best, kills)


def rank_figures(rows: Sequence[CharacterDay], scores: Sequence[ScoreTable]) -> Iterator[tuple[int, NewsValues]]:
    """Yields the last days of weeks that a character has ended with another PvP rank than the week before."""
    for before, table in pairwise(scores):
        if table.day - before.day != _WEEK_DAYS or before.day < rows[0].day:
            continue
        old_rank, rank = (
            closed.rank_of(next(row.pvp_kills for row in reversed(rows) if row.day <= closed.day))
            for closed in (before, table)
        )
        if rank != old_rank:
            yield table.day, NewsValues(place=rank, place_before=old_rank)
