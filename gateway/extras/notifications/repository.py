"""Entries of the calendar in the site schema: the leader stores changes, every process reads them."""

import time
from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from gateway.concurrency.durations import DAY
from gateway.database.batches import write_rows
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.notifications.calendar import (
    BOSS_KINDS,
    ENTRY_KINDS,
    CalendarEntry,
    changed_entries,
    coming_entries,
)
from gateway.extras.world.handlers import World

PAST_SECONDS: Final = 30 * DAY
"""Past entries stay in calendars so long."""

ENTRIES = query("notifications.calendar", CalendarEntry)
STORE_ENTRIES = query("notifications.store_entries", None)
PRUNE_ENTRIES = query("notifications.prune_entries", None)


class Calendar:
    def __init__(self, site: Database, world: World) -> None:
        self._site, self._world = site, world

    async def entries(self) -> list[CalendarEntry]:
        """Returns the entries that this server shows, by start; before the first update, those of the last reading.

        Raises GameUnavailable before the first reading: programs would delete their entries on an empty answer.
        """
        return await self._stored_entries(PAST_SECONDS) or self._announced_entries(int(time.time()))

    async def _stored_entries(self, past_seconds: int) -> list[CalendarEntry]:
        return await self._site.read(ENTRIES, since=int(time.time()) - past_seconds, kinds=list(self._kinds()))

    def _announced_entries(self, now: int) -> list[CalendarEntry]:
        state, _ = self._world.current()
        kinds, entries = self._kinds(), coming_entries(state, self._world.times, self._world.family(), now)
        return [replace(entry, changed_at=now) for entry in entries if entry.kind in kinds]

    def _kinds(self) -> Collection[str]:
        return ENTRY_KINDS if self._world.times in {"exact", "window"} else set(ENTRY_KINDS) - BOSS_KINDS

    async def update(self, now: int) -> list[CalendarEntry]:
        """Stores what has changed. Returns the present and coming entries. Raises Problem or DatabaseError."""
        entries = changed_entries(await self._stored_entries(PAST_SECONDS), self._announced_entries(now), now)
        await write_rows(self._site, STORE_ENTRIES, entries, now=now)
        return await self._stored_entries(0)
