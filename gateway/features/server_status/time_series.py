"""Players online over the last day, from the counts by the minute."""

from datetime import UTC, datetime

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query

STEP_SECONDS = 600


class HistoryPoint(Struct, frozen=True):
    """Maximum of online players in the ten minutes from `at`; the maximum, so that the chart shows the peak.

    `day_before`: the same 24 hours earlier; null without samples.
    """

    at: datetime
    online_players: int
    day_before: int | None


class HighestCount(Struct, frozen=True):
    """`traders`: None where the game does not mark offline shops."""

    bucket_start: int
    players: int
    traders: int | None


HIGHEST = query("time_series.highest", HighestCount)


async def history(site: Database, now: float) -> list[HistoryPoint]:
    """Returns the last 24 hours, one point per ten minutes with samples, oldest first."""
    first = int(now) - DAY
    first += STEP_SECONDS - first % STEP_SECONDS
    rows = await site.read(HIGHEST, since=first - DAY, step=STEP_SECONDS)
    players = {row.bucket_start: row.players for row in rows}
    return [
        HistoryPoint(datetime.fromtimestamp(start, UTC), count, players.get(start - DAY))
        for start, count in players.items()
        if start >= first
    ]
