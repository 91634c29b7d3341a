"""The moment of the newest verified backup: operators see its age, and its signal rings when it is old."""

from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.observability.metrics import Samples, series


class BackupPosition(Struct, frozen=True):
    """`reached`: epoch seconds of the rows in it."""

    reached: int


LAST = query("backup.last", BackupPosition)
SAVE = query("backup.save", None)


async def read_last(site: Database | Session) -> int | None:
    """Returns the moment of the newest verified backup; None if `gateway backup` has made none."""
    row = await site.one(LAST)
    return row.reached if row else None


async def record(session: Session, reached: int) -> None:
    await session.write(SAVE, reached=reached)


def age_hours(reached: int | None, now: float) -> float | None:
    return None if reached is None else (now - reached) / HOUR


class BackupMetrics:
    """Counted by the leader."""

    def __init__(self, site: Database) -> None:
        self._site = site
        self._reached: int | None = None

    async def count(self) -> None:
        self._reached = await read_last(self._site)

    def forget(self) -> None:
        self._reached = None

    def samples(self) -> Samples:
        if self._reached is not None:
            yield series("fishi_backup_timestamp_seconds"), self._reached
