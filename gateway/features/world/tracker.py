"""The leader's minute: read the small tables, find what has changed, store both at once."""

import asyncio
from datetime import tzinfo
from typing import Final

import structlog

from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.features.world import game_tables
from gateway.features.world.state import step
from gateway.features.world.store import StateConflict, WorldStore
from gateway.observability.logging import RateLimitedLogger

READ_SECONDS: Final = 60
_REFRESH_SECONDS: Final = 5.0

log = structlog.stdlib.get_logger("gateway.world")
rarely = RateLimitedLogger(log)


class WorldTracker:
    def __init__(self, store: WorldStore, game: Database, zone: tzinfo) -> None:
        self._store = store
        self._game = game
        self._zone = zone

    async def read(self, now: int) -> int:
        """Takes one reading of the world at that moment. Returns the number of events. Raises DatabaseError."""
        await self._store.refresh()
        reading = await game_tables.read(self._game, self._store.state, now)
        result = await asyncio.to_thread(step, self._store.state, reading)
        try:
            await self._store.store(result, self._zone, now)
        except StateConflict:
            await self._store.refresh()
            return 0
        for event in result.events:
            log.info("world_event", kind=event.kind, subject=event.subject_id, at=event.at)
        return len(result.events)


async def keep_fresh(store: WorldStore) -> None:
    """Loads what the leader has stored, in each process; never returns."""
    while True:
        try:
            await store.refresh()
        except DatabaseError as error:
            rarely.warning("world_state_not_read", reason=str(error))
        await asyncio.sleep(_REFRESH_SECONDS)
