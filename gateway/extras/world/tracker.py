"""Work of the leader, once a minute: reads the small tables, finds the changes, and stores both in one transaction."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Final

import structlog
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.extras.world import game_tables
from gateway.extras.world.enrichment import enrich
from gateway.extras.world.facts import COUNTS_SIEGE_KILLS
from gateway.extras.world.members import Members, compare_members, next_members
from gateway.extras.world.reading import WorldReading
from gateway.extras.world.settings import Delays
from gateway.extras.world.state import StepResult, step
from gateway.extras.world.store import StateConflict, WorldStore
from gateway.extras.world_events import WorldEvent
from gateway.observability.logging import RateLimitedLogger
from gateway.world_snapshot.snapshot import Snapshot

READ_SECONDS: Final = 60
REFRESH_SECONDS: Final = 5.0
"""Between two readings of the stored state, in each process."""

log = structlog.stdlib.get_logger("gateway.world")
rate_limited_log = RateLimitedLogger(log)


class WorldTracker:
    def __init__(
        self,
        store: WorldStore,
        game: Database,
        zone: tzinfo,
        snapshot: Callable[[], Snapshot | None] = lambda: None,
        family: Callable[[], str] = str,
        delays: Mapping[int, Delays] | None = None,
    ) -> None:
        """`snapshot`: the current one, for the members of clans, the parties of kills, and the kills in sieges.

        `delays`: of respawns, by boss, those that the operator has set.
        """
        self._store = store
        self._game = game
        self._zone = zone
        self._snapshot = snapshot
        self._family = family
        self._delays = delays
        self._members: Members | None = None

    async def read(self, now: int) -> int:
        """Takes one reading of the world at that moment. Returns the number of events. Raises DatabaseError."""
        await self._store.refresh()
        state = self._store.state if self._is_same_season() else None
        reading = await game_tables.read(self._game, state, now, self._delays)
        result = await asyncio.to_thread(self._step, reading)
        try:
            await self._store.store(result, self._zone, now)
        except StateConflict:
            await self._store.refresh()
            return 0
        for group, (rows_before, count) in result.accepted.items():
            log.warning("world_table_accepted", group=group, rows_before=rows_before, rows=count)
        for event in result.events:
            log.info("world_event", kind=event.kind, subject=event.subject_id, at=event.at)
        return len(result.events)

    def _is_same_season(self) -> bool:
        return self._store.state is not None and self._store.state.season_at == self._store.season.started_at

    def _step(self, reading: WorldReading) -> StepResult:
        if not self._is_same_season():
            self._members = None
        result, snapshot = step(self._store.state, reading, self._store.season.started_at), self._snapshot()
        if snapshot is None:
            return result
        result = enrich(result, snapshot, counts_siege_kills=self._family() in COUNTS_SIEGE_KILLS)
        return replace(result, events=[*result.events, *self._moves(snapshot)])

    def _moves(self, snapshot: Snapshot) -> list[WorldEvent]:
        """Returns the joins and leaves since the last snapshot that this process has compared."""
        previous = self._members
        if previous and previous.taken_at >= snapshot.stats.taken_at:
            return []
        self._members = next_members(previous, snapshot)
        return compare_members(previous, self._members)
