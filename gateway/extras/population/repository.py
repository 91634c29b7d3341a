"""The chain in the site schema: adds minutes, closes days, prunes. All writes are idempotent."""

from datetime import timedelta
from typing import Final

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import DAY, MINUTE
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.population.chain import START, ChainedCount, Count, DayTotals, hash_of, totals
from gateway.features.server_status.status import PEAK

RETENTION: Final = timedelta(days=90)
_BATCH_ROWS: Final = 500


class LastMinute(Struct, frozen=True):
    at: int
    hash: str


class Moment(Struct, frozen=True):
    at: int


class PopulationDay(DayTotals, frozen=True):
    """A closed UTC day. `day`: days since 1970."""

    day: int
    first: str
    head: str


class AverageCount(Struct, frozen=True):
    """`minutes` of a step with the game online, and the sum of their players."""

    bucket_start: int
    minutes: int
    players: int


LOCK_CHAIN = query("population.lock_chain", None)
LAST_MINUTE = query("population.last_minute", LastMinute)
ADD_MINUTE = query("population.add_minute", None)
MINUTES = query("population.minutes", ChainedCount)
FIRST_OPEN_MINUTE = query("population.first_open_minute", Moment)
LAST_DAY = query("population.last_day", PopulationDay)
DAYS = query("population.days", PopulationDay)
ADD_DAY = query("population.add_day", None)
AVERAGES = query("population.averages", AverageCount)
ADD_HOURS = query("population.add_hours", None)
PRUNE_MINUTES = query("population.prune_minutes", None)


async def add(site: Database, count: Count) -> None:
    """Continues the chain; a minute that is not after its end is ignored."""

    async def work(session: Session) -> None:
        await session.write(LOCK_CHAIN, at=count.at)
        last = await session.one(LAST_MINUTE)
        if last and last.at // MINUTE >= count.at // MINUTE:
            return
        minute_hash = hash_of(last.hash if last else START, count)
        await session.write(ADD_MINUTE, **msgspec.structs.asdict(count), hash=minute_hash)

    await site.transact(work)


async def close_days(site: Database, now: float) -> int:
    """Adds the totals of the UTC days that have ended and have rows. Returns how many were added."""
    last = await site.one(LAST_DAY)
    day = last.day + 1 if last else 0
    head = last.head if last else START
    day_count = 0
    while (first := await site.one(FIRST_OPEN_MINUTE, since=day * DAY)) and (day := first.at // DAY) < now // DAY:
        counts = await minutes(site, day)
        sums = msgspec.structs.asdict(totals(counts))
        day_count += await site.write(ADD_DAY, day=day, **sums, first=head, head=counts[-1].hash)
        day, head = day + 1, counts[-1].hash
    return day_count


async def minutes(site: Database, day: int) -> list[ChainedCount]:
    return await site.read(MINUTES, since=day * DAY, until=(day + 1) * DAY)


async def prune(site: Database, now: float) -> int:
    """Deletes the minutes of days past their retention, except the peak; their hours stay. Returns the number.

    The days are closed first, since nothing else closes them while the extra is off.
    """
    await close_days(site, now)
    first_kept = int(now - RETENTION.total_seconds()) // DAY * DAY
    top, total = await site.one(PEAK), 0
    await site.write(ADD_HOURS, before=first_kept)
    peak_at = top.at if top else 0
    while deleted := await site.write(PRUNE_MINUTES, before=first_kept, peak_at=peak_at, count=_BATCH_ROWS):
        total += deleted
    return total
