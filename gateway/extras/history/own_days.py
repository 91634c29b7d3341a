"""Days of a player's characters, from their histories: as far as they belonged to the account."""

import asyncio
import time
from collections.abc import Sequence
from datetime import tzinfo

from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.daily import CharacterDayRow, daily
from gateway.extras.history.repository import character_points
from gateway.features.characters import CharacterBrief
from gateway.world_snapshot.snapshot_store import Snapshots


class OwnHistory:
    def __init__(self, site: Database, snapshots: Snapshots, archive: HistoryArchive, zone: tzinfo) -> None:
        self._site = site
        self._snapshots = snapshots
        self._archive = archive
        self._zone = zone

    async def days(
        self, login: str, characters: Sequence[CharacterBrief], days: int
    ) -> dict[int, list[CharacterDayRow]]:
        """Returns the days of each character by its id, under this login alone. `days`: how many before today."""
        snapshot, now = self._snapshots.current, time.time()
        account = snapshot and self._archive.hash_of_login(snapshot, login)
        if not account:
            return {}
        point_lists = await asyncio.gather(
            *(character_points(self._site, row.id, self._zone, now, account) for row in characters)
        )
        recorded_days, today = self._archive.recorded_days, (await site_days(self._site, self._zone)).day_of(now)
        return {
            row.id: daily(points, recorded_days, (), today, days).data
            for row, points in zip(characters, point_lists, strict=True)
        }
