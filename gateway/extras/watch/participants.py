"""Recent events by those who took part in them: killers of bosses with their clans, and clans in sieges.

Their ids are in the details of the events, which no index has. So each process reads these events once, and then those
of the last hours.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from gateway.concurrency.durations import HOUR
from gateway.database.queries import Query, query
from gateway.extras.watch.subjects import SubjectId
from gateway.extras.world import event_ids
from gateway.extras.world_events import EventKind, EventRow

_KINDS: Final[tuple[EventKind, ...]] = ("boss_killed", "siege_ended")
_REREAD_SECONDS: Final = 3 * HOUR
"""A later reading completes an event: the killers of a boss, the sides of a siege."""
FRESH_SECONDS: Final = 15
_BATCH: Final = 100


class PublishedEvent(EventRow, frozen=True):
    public_at: int


ReadEvents = Callable[..., Awaitable[list[PublishedEvent]]]
EVENTS_OF_KINDS: Final[Query[PublishedEvent]] = query("watch.events_of_kinds", PublishedEvent)


class Participants:
    def __init__(self) -> None:
        self._events = dict[int, tuple[PublishedEvent, frozenset[SubjectId]]]()
        self._of_subject = dict[SubjectId, set[int]]()
        self._season = self._read_at = 0
        self._reading = asyncio.Lock()

    async def refresh(self, read: ReadEvents, season: int, since: int, now: int) -> None:
        """Raises DatabaseUnavailable."""
        async with self._reading:
            if season == self._season and now - self._read_at < FRESH_SECONDS:
                return
            if season != self._season:
                self._events, self._season = {}, season
                self._read_at = 0
            rows = await read(EVENTS_OF_KINDS, _KINDS, max(since, self._read_at - _REREAD_SECONDS), now)
            self._events = {number: entry for number, entry in self._events.items() if entry[0].at >= since}
            for first in range(0, len(rows), _BATCH):
                batch = rows[first : first + _BATCH]
                self._events |= {row.id: (row, frozenset(_participants(row))) for row in batch}
                await asyncio.sleep(0)  # decoding thousands of events at once would hold up other requests
            of_subject = defaultdict[SubjectId, set[int]](set)
            for number, (_, subjects) in self._events.items():
                for subject in subjects:
                    of_subject[subject].add(number)
            self._of_subject, self._read_at = dict(of_subject), now

    def events_of(self, subject: SubjectId) -> list[PublishedEvent]:
        return [self._events[number][0] for number in self._of_subject.get(subject, ())]


def _participants(row: PublishedEvent) -> Iterator[SubjectId]:
    event = row.event
    for character_id in event_ids.character_ids_of(event):
        yield "character", character_id
    for clan_id in event_ids.clan_ids_in(event):
        yield "clan", clan_id
