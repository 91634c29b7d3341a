"""Whether most characters have vanished and others have begun: the sign of a wipe. It only offers a season."""

from datetime import tzinfo
from typing import Final

import msgspec
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras import world_events
from gateway.texts import Text, text

DAYS: Final = 7
"""Losses count for so many days, and never from before the season."""
_MIN_VANISHED: Final = 10
_VANISHED_PER_STAYED: Final = 4
_SECONDS: Final = 900


class Losses(Struct, frozen=True):
    """Characters of before that have vanished or stayed, and new ones; with the highest level of each."""

    vanished: int
    stayed: int
    new: int
    new_level: int
    vanished_level: int

    @property
    def look_like_a_wipe(self) -> bool:
        """False without new characters: an empty table may be a restore."""
        return (
            self.vanished >= _MIN_VANISHED
            and self.vanished >= _VANISHED_PER_STAYED * self.stayed
            and self.new > 0
            and self.new_level <= self.vanished_level
        )

    @property
    def text(self) -> Text:
        return text("doctor.seasons.losses", **msgspec.structs.asdict(self))


LOSSES = query("season_offer.losses", Losses)


async def losses(site: Database, zone: tzinfo, now: float) -> Losses:
    """Reads the current history of each character. Raises DatabaseError."""
    season = (await world_events.seasons(site))[-1]
    days = await site_days(site, zone)
    day = max(days.day_of(now) - DAYS, days.day_of(season.started_at) if season.started_at else 0)
    row = await site.one(LOSSES, day=day)
    assert row
    return row


class SeasonOffer:
    """Reads the losses four times an hour, for the alerts."""

    def __init__(self, site: Database, zone: tzinfo) -> None:
        self._site, self._zone = site, zone
        self._read_at = 0.0
        self._is_due = False

    async def is_due(self, now: float) -> bool:
        """Raises DatabaseUnavailable."""
        if now - self._read_at > _SECONDS:
            self._is_due = (await losses(self._site, self._zone, now)).look_like_a_wipe
            self._read_at = now
        return self._is_due
