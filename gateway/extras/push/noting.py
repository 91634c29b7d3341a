"""Notes once a minute the events that subscribers chose: a message for each subscription goes into the outbox.

Without a live subscription nothing is read. Events more than an hour old are not noted, as after an outage.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.database.database import Database
from gateway.database.installation import nouns_without_tables
from gateway.database.queries import Query, query
from gateway.extras import world_events
from gateway.extras.push.notices import Notice, PushChoices, Starred, select_notices, starred_by
from gateway.extras.push.outbox import push_message
from gateway.extras.push.subscriptions import Subscriber, Subscriptions
from gateway.extras.world.boss_answers import Window, shown_windows
from gateway.extras.world.handlers import World
from gateway.extras.world.state import WorldState
from gateway.features.messages import NewMessage, outbox
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.observability.metrics import Samples, series
from gateway.registration.announcements import Announcement, Announcements
from gateway.texts import codes
from gateway.world_snapshot.snapshot import Snapshot

_SIEGE_SECONDS: Final = 3 * HOUR
"""A capture is told at the end of its siege, which may be two hours later."""
RANKS: Final = 1000
"""Places of the PvP ranking whose loss is noted."""
RANK_SECONDS: Final = 8 * HOUR
"""A character's lost ranks make one message in this time."""
_EVENTS: Final = 50
_HEROES: Final = 200
_IDS: Final = 1000


RowT = TypeVar("RowT")


class _Milestone(Struct, frozen=True):
    subject_id: int
    kind: str
    at: int


class _StarOfAccount(Struct, frozen=True):
    login: str
    subject_id: int


class _PaidPrize(Struct, frozen=True):
    subject_id: int
    competition_id: int
    at: int


PRIZES = query("push.prizes", _PaidPrize)
STARS = query("push.stars", _StarOfAccount)
MILESTONES = query("push.milestones", _Milestone)


class NoticeReader:
    def __init__(
        self,
        site: Database,
        subscriptions: Subscriptions,
        world: World,
        snapshots: PublicSnapshots,
        announcements: Announcements,
    ) -> None:
        self._site, self._announcements = site, announcements
        self._subscriptions = subscriptions
        self._world = world
        self._snapshots = snapshots
        self._ranks: dict[int, int] = {}
        self._previous_notices: set[Notice] = set()
        self._count: int | None = None

    async def note(self) -> int:
        """Returns the number of messages. Raises GameUnavailable without a snapshot or a reading of the world."""
        now = int(time.time())
        subscribers = await self._subscriptions.live(now)
        self._count = len(subscribers)
        if not subscribers:
            self._ranks, self._previous_notices = {}, set()
            return 0
        snapshot, (state, _) = self._snapshots.current(), self._world.current()
        choices = {row.login: msgspec.json.decode(row.choices, type=PushChoices) for row in subscribers}
        characters_of = await asyncio.to_thread(own_characters, snapshot, choices)
        ranks = top_ranks(snapshot)
        own_ids = sorted({character_id for ids in characters_of.values() for character_id in ids})
        notices = {
            *opened_windows(shown_windows(state, self._world.times, self._world.family(), now), now),
            *coming_sieges(state, now),
            *await self._events(now),
            *await self._heroes(snapshot, choices, now),
            *await self._milestones(own_ids, now),
            *await self._prizes(own_ids, now),
            *lost_ranks(self._ranks, ranks, own_ids, now),
            *happened(self._announcements.all(), now),
        }
        fresh = sorted(notices - self._previous_notices, key=lambda notice: notice.at)
        stars_of = await self._stars(fresh)
        rows = messages(subscribers, choices, (characters_of, stars_of), fresh, now)
        if rows:
            await self._site.transact(lambda session: outbox.add(session, rows))
        self._ranks, self._previous_notices = ranks, notices
        return len(rows)

    def forget(self) -> None:
        """Removes the gauge, which the leader alone exports, and the ranks, outdated once this process leads again."""
        self._count, self._ranks = None, {}

    def samples(self) -> Samples:
        if self._count is not None:
            yield series("fishi_push_subscriptions"), self._count

    async def _events(self, now: int) -> list[Notice]:
        page = await world_events.page(
            self._site, now, self._world.season, None, ["boss_killed", "castle_taken"], _EVENTS
        )
        events = [event for event in page if event.at > now - (HOUR if event.kind == "boss_killed" else _SIEGE_SECONDS)]
        kills = [
            Notice(kind="boss_killed", subject_id=event.subject_id, at=event.at, expires_at=event.at + 2 * HOUR)
            for event in events
            if event.kind == "boss_killed" and self._world.times != "off"
        ]
        captures = [
            Notice(
                kind="castle_taken",
                subject_id=event.subject_id,
                at=event.at,
                expires_at=event.at + 6 * HOUR,
                value=event.object_id,
            )
            for event in events
            if event.kind == "castle_taken"
        ]
        return kills + captures

    async def _heroes(self, snapshot: Snapshot, choices: dict[str, PushChoices], now: int) -> list[Notice]:
        """Returns notices of public characters, for accounts that have their star."""
        if not any(choice.stars for choice in choices.values()):
            return []
        page = await world_events.page(self._site, now, self._world.season, None, ["hero"], _HEROES)
        events = [event for event in page if event.at > now - HOUR]
        characters = snapshot.shown_elsewhere(event.subject_id for event in events)
        return [
            Notice(kind="hero", subject_id=event.subject_id, at=event.at, expires_at=event.at + 24 * HOUR)
            for event in events
            if (character := characters.get(event.subject_id)) and character.char_id is not None
        ]

    async def _stars(self, notices: Iterable[Notice]) -> dict[str, set[Starred]]:
        """Returns the stars of subscribers on what the notices are about."""
        if not notices or await nouns_without_tables(self._site, ["watch"]):
            return {}
        ids, stars_of = defaultdict[str, set[int]](set), defaultdict[str, set[Starred]](set)
        for kind, subject_id in (starred for notice in notices for starred in starred_by(notice)):
            ids[kind].add(subject_id)
        for kind, subject_ids in ids.items():
            for row in await self._site.read(STARS, kind=kind, ids=sorted(subject_ids)):
                stars_of[row.login].add((kind, row.subject_id))
        return stars_of

    async def _milestones(self, ids: list[int], now: int) -> list[Notice]:
        kinds = [code.rpartition(".")[2] for code in codes("pushNotices.milestones.")]
        rows = await self._read_batches(MILESTONES, ids, since=now - HOUR, kinds=kinds)
        return [
            Notice(
                kind="milestone",
                subject_id=row.subject_id,
                at=row.at,
                expires_at=row.at + 24 * HOUR,
                milestone=row.kind,
            )
            for row in rows
        ]

    async def _prizes(self, ids: list[int], now: int) -> list[Notice]:
        if await nouns_without_tables(self._site, ["competitions"]):
            return []
        rows = await self._read_batches(PRIZES, ids, since=now - HOUR)
        return [
            Notice(
                kind="prize_paid",
                subject_id=row.subject_id,
                at=row.at,
                expires_at=row.at + 24 * HOUR,
                value=row.competition_id,
            )
            for row in rows
        ]

    async def _read_batches(self, query: Query[RowT], ids: list[int], **args: int | list[str]) -> list[RowT]:
        batches = [ids[start : start + _IDS] for start in range(0, len(ids), _IDS)]
        return [row for batch in batches for row in await self._site.read(query, ids=batch, **args)]


def own_characters(snapshot: Snapshot, choices: dict[str, PushChoices]) -> dict[str, list[int]]:
    """Returns the characters of the accounts that asked for notices of their own."""
    return {
        login: list(snapshot.accounts.get(login))
        for login, choice in choices.items()
        if choice.milestones or choice.rank_lost
    }


def top_ranks(snapshot: Snapshot) -> dict[int, int]:
    ids = snapshot.columns["character_ids"][:RANKS].tolist()
    return {character_id: rank for rank, character_id in enumerate(ids, 1)}


def lost_ranks(old_ranks: dict[int, int], ranks: dict[int, int], own_ids: Iterable[int], now: int) -> list[Notice]:
    at = now // RANK_SECONDS * RANK_SECONDS + RANK_SECONDS
    return [
        Notice(kind="rank_lost", subject_id=character_id, at=at, expires_at=now + 6 * HOUR, value=ranks[character_id])
        for character_id in own_ids
        if character_id in old_ranks and ranks.get(character_id, 0) > old_ranks[character_id]
    ]


def opened_windows(windows: Iterable[tuple[Window, int]], now: int) -> list[Notice]:
    return [
        Notice(kind="boss_window", subject_id=boss_id, at=first, expires_at=max(last, first + HOUR), value=last)
        for (first, last), boss_id in windows
        if now - HOUR < first <= now
    ]


def happened(announcements: Iterable[Announcement], now: int) -> list[Notice]:
    """Returns notices for all subscribers."""
    return [
        Notice(
            kind="announcement",
            subject_id=0,
            at=row.happened_at,
            expires_at=row.happened_at + 12 * HOUR,
            announcement=row.key,
        )
        for row in announcements
        if row.happened_at is not None and row.happened_at > now - HOUR
    ]


def coming_sieges(state: WorldState, now: int) -> list[Notice]:
    return [
        Notice(
            kind="siege_soon", subject_id=row.castle_id, at=row.siege_at, expires_at=row.siege_at, value=row.siege_at
        )
        for row in state.reading.castles
        if row.siege_at and now < row.siege_at <= now + HOUR
    ]


def messages(
    subscribers: Iterable[Subscriber],
    choices: dict[str, PushChoices],
    subjects_of: tuple[dict[str, list[int]], dict[str, set[Starred]]],
    notices: list[Notice],
    now: int,
) -> list[NewMessage]:
    """Returns the rows of the outbox. Events from before a subscription began are left out.

    `subjects_of`: characters and stars of each account.
    """
    characters_of, stars_of = subjects_of
    return [
        push_message(row.id, row.login, notice, now)
        for row in subscribers
        for notice in select_notices(
            choices[row.login], notices, characters_of.get(row.login, ()), stars_of.get(row.login, frozenset())
        )
        if row.created_at < notice.at and notice.expires_at > now
    ]
