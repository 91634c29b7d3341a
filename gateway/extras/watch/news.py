"""The news of an account, for the page, the feed and the mail: one reading of what its stars and itself did."""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, tzinfo
from operator import itemgetter
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.durations import DAY
from gateway.extras.history.clan_repository import clan_names
from gateway.extras.watch.own_news import OwnNews
from gateway.extras.watch.star_news import NewsRow, NewsValues, StarNews
from gateway.extras.watch.stars import Star, WatchAccount
from gateway.extras.watch.subjects import Subjects, WatchedSubject
from gateway.extras.world import answers, event_ids
from gateway.extras.world.handlers import World
from gateway.extras.world.names import WorldNames, moment_of
from gateway.extras.world.schemas import PublicEvent
from gateway.extras.world_events import WorldEvent

UNREAD_DAYS: Final = 7
"""So many days are unread for an account that has never read its news."""
_MAX_OF_SUBJECT: Final = 20
_MAX_OF_DAY: Final = 100
_PAGE: Final = 100
Source = Literal["star", "own"]


class NewsEntry(Struct, frozen=True, kw_only=True):
    """`at`: within `accuracy_seconds`, a day by its beginning. `event`: the event of the world, as in the public lists.

    Kinds of stars: those of the world's events, `boss_window`, `siege_ahead`, `milestone`, `level_up`, `gained`,
    `record`, `rank`, `item_price`. Of the account: `milestone`, `delivery`, `payment`, `competition`, `prize`,
    `ticket`, sieges and titles. `folded` stands for so many others as `count` says.
    """

    at: datetime
    accuracy_seconds: int
    kind: str
    source: Source
    is_unread: bool
    subject: WatchedSubject | None
    event: PublicEvent | None
    values: NewsValues


class NewsDay(Struct, frozen=True):
    """`folded`: how many news have no entry of their own."""

    day: date
    entries: list[NewsEntry]
    folded: int


class _Published(Struct, frozen=True):
    """`since`: news of before are no unread ones."""

    row: NewsRow
    source: Source
    subject: WatchedSubject | None
    since: int


class NewsReader:
    """Methods raise GameUnavailable before the first reading of the world, or DatabaseUnavailable."""

    def __init__(self, subjects: Subjects, star_news: StarNews, own_news: OwnNews, world: World) -> None:
        self._subjects, self._world = subjects, world
        self._star_news, self._own_news = star_news, own_news
        self._names: tuple[str, WorldNames] | None = None

    async def read(self, stars: Sequence[Star], account: WatchAccount, login: str | None = None) -> list[NewsEntry]:
        """Returns the news of the last 30 days, those published last first. `login`: with those of the account."""
        published = await self._of_stars(stars)
        if login is not None:
            published += await self._of_account(login)
        published.sort(key=lambda news: (news.row.public_at, news.row.is_of_subject), reverse=True)
        events = await self._events(published)
        read_until = account.read_until or int(time.time()) - UNREAD_DAYS * DAY
        entries, identities = list[NewsEntry](), set[object]()
        for news in published:
            row = news.row
            if row.identity in identities or (row.event and row.event.id not in events):
                continue
            identities.add(row.identity)
            entries.append(
                NewsEntry(
                    at=moment_of(row.at),
                    accuracy_seconds=row.accuracy_seconds,
                    kind=row.kind,
                    source=news.source,
                    is_unread=row.kind != "gained" and row.public_at > max(read_until, news.since),
                    subject=news.subject,
                    event=events[row.event.id] if row.event else None,
                    values=row.values,
                )
            )
        return _without_repeated_milestones(entries)

    async def _of_stars(self, stars: Sequence[Star]) -> list[_Published]:
        subjects = self._subjects.public(star.subject for star in stars)
        since = {star.subject: star.since for star in stars}
        rows = await self._star_news.rows(list(subjects))
        return [
            _Published(row, "star", subjects[row.subject], since[row.subject])
            for row in rows
            if row.subject is not None
        ]

    async def _of_account(self, login: str) -> list[_Published]:
        subjects = self._subjects.own(login)
        rows = await self._own_news.rows(login, list(subjects))
        return [_Published(row, "own", subjects[row.subject] if row.subject else None, 0) for row in rows]

    async def _events(self, published: Iterable[_Published]) -> Mapping[int, PublicEvent]:
        events = {news.row.event.id: news.row.event for news in published if news.row.event}
        if not events:
            return {}
        names = await self._names_of(events.values())
        return {event.id: event for event in answers.public_events([*events.values()], names, self._world.zone)}

    async def _names_of(self, events: Iterable[WorldEvent]) -> WorldNames:
        """Returns names of now that include those in the events. They are made once for each version of the world."""
        version = self._world.version
        if self._names is None or self._names[0] != version:
            self._names = version, self._world.current()[1]
        names = self._names[1]
        clan_ids = {number for event in events for number in event_ids.clan_ids_in(event)}
        missing = {number for number in clan_ids if not names.clan(number)}
        if missing:
            names.add_former_clans(await clan_names(self._world.site, missing))
        return names


def _without_repeated_milestones(entries: list[NewsEntry]) -> list[NewsEntry]:
    """Leaves out the milestone of a first of the world, which is an event of its own."""
    firsts = {(entry.subject, entry.at) for entry in entries if entry.kind == "world_first"}
    return [entry for entry in entries if entry.kind != "milestone" or (entry.subject, entry.at) not in firsts]


def unread(entries: Iterable[NewsEntry]) -> int:
    return sum(entry.is_unread for entry in entries)


def page(entries: Sequence[NewsEntry], before: date | None, zone: tzinfo) -> tuple[list[NewsDay], date | None]:
    """Returns whole days, the last first, and the first day of this page for the next one; None on the last page."""
    by_day = defaultdict[date, list[NewsEntry]](list)
    for entry in entries:
        day = entry.at.astimezone(zone).date()
        if before is None or day < before:
            by_day[day].append(entry)
    days = list[NewsDay]()
    for day in sorted(by_day, reverse=True):
        if sum(len(page_day.entries) for page_day in days) >= _PAGE:
            return days, days[-1].day
        days.append(_folded(day, by_day[day]))
    return days, None


def _folded(day: date, entries: list[NewsEntry]) -> NewsDay:
    """Replaces the news of a subject that has very many on a day by one, and leaves out the rest of a crowded day."""
    by_subject = defaultdict[WatchedSubject | None, list[tuple[int, NewsEntry]]](list)
    for place, entry in enumerate(entries):
        by_subject[entry.subject].append((place, entry))
    placed_entries = list[tuple[int, NewsEntry]]()
    for subject, pairs in by_subject.items():
        is_crowded = subject is not None and len(pairs) > _MAX_OF_SUBJECT
        placed_entries += [(pairs[0][0], _sum([entry for _, entry in pairs]))] if is_crowded else pairs
    day_entries = [entry for _, entry in sorted(placed_entries, key=itemgetter(0))][:_MAX_OF_DAY]
    return NewsDay(day, day_entries, len(entries) - sum(entry.kind != "folded" for entry in day_entries))


def _sum(entries: Sequence[NewsEntry]) -> NewsEntry:
    values, is_unread = NewsValues(count=len(entries)), any(entry.is_unread for entry in entries)
    return replace(entries[0], kind="folded", event=None, values=values, is_unread=is_unread)
